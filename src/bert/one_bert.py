"""Draw the picture of one BERT: five steps, each with several states, all from recorded facts.

The home page and the topic pages include the first state of a step. `docs/assets/one-bert.js` shows the others: for
each, `states.json` has the HTML of the parts that differ from the step's first state. To add a state, add a key here
and an option to the form in `docs/picture/`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import escape

from explainer.render.context import Context

ONE_BERT_FOLDER = "one_bert"
# The claims, named after the step that shows them; the step `load` also shows TRAIN.
TYPE, SWAP, LOAD, TRAIN, TIE, PAD = (
    f"one_bert/{name}"
    for name in (
        "words_for_thirty_sentences",
        "four_heads_one_body",
        "five_loads_five_answers",
        "from_noise_to_words",
        "one_row_at_both_ends",
        "pad_grows_unseen",
    )
)
CLAIMS = (TYPE, SWAP, LOAD, TRAIN, TIE, PAD)
PARTS = ("read", "body", "head", "scored", "tie")
STRIP_WIDTH, STRIP_HEIGHT = 48, 20  # of a strip, which shows a vector as small bars; one_bert.html has the same numbers
AS_PERCENTAGES = "Scores: the vector times each row, plus a bias, as percentages"
TWO_SCORES = {"next sentence": ("is next", "is random"), "classify": ("label 0", "label 1")}

Facts: TypeAlias = Mapping[str, Any]  # of a run, or a row of a table in them
FactsByClaim: TypeAlias = Mapping[str, Facts]
Pairs: TypeAlias = Sequence[tuple[str, float]]
"""Words with their probabilities, from 0 to 1, the best first."""


@dataclass(frozen=True)
class Token:
    """Represent a token on the left, with the strip of its row (an SVG path) or "". `lit` means highlighted."""

    text: str
    row: str = ""
    lit: bool = False


@dataclass(frozen=True)
class Line:
    """Represent a line on the right: a word, its row's strip, a number and its bar's width in percent (None: no bar).

    `lit` means highlighted. A `plausible` word is on the list of good answers.
    """

    text: str
    width: int | None
    number: str
    row: str = ""
    lit: bool = False
    plausible: bool = False


@dataclass(frozen=True)
class Head:
    """Represent the box in the middle. `kind` is `trained`, `new` or `none`, each with a style."""

    title: str
    lines: tuple[str, ...]
    kind: str = "new"


@dataclass(frozen=True)
class Picture:
    """Represent one state, each part as text or as strips; "" leaves the part out.

    `vector` is the body's vector of the token named in `where`, `transformed` the same after the head's transform.
    `scored` is the title of the box on the right, which is the shared matrix if `matrix`, else the head's own layer.
    `cut` means that the tie is cut. `says` is the caption.
    """

    tokens: tuple[Token, ...]
    body: str
    vector: str
    where: str
    head: Head
    transformed: str
    scored: str
    lines: tuple[Line, ...]
    tie: str
    says: str
    matrix: bool = True
    cut: bool = False


Pictures: TypeAlias = dict[str, Picture]

_TEMPLATE = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
).get_template("one_bert.html")


class OneBert:
    """Write the picture's files in each build."""

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield each claim whose facts the picture shows."""
        yield from ((f"src/bert/one_bert.py: {claim}", claim) for claim in CLAIMS)

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the files by name, and a line for each claim without facts, in which case there are no files.

        The files: the first figure of each step, the states of all steps, and the small pictures of other pages.
        """
        facts = {claim: recorded_facts(context, claim) for claim in CLAIMS}
        if missing := [claim for claim, facts_of_claim in facts.items() if not facts_of_claim]:
            return {}, [f"src/bert/one_bert.py: {claim} has no facts yet; run it" for claim in missing]
        files, states = {}, {}
        for step, pictures in pictures_by_step(facts).items():
            html_of = {state: html_of_parts(picture) for state, picture in pictures.items()}
            first = next(iter(html_of.values()))
            files[f"{step}.md"] = figure_html(step, first)
            changes = {
                state: {part: html for part, html in by_part.items() if html != first[part]}
                for state, by_part in html_of.items()
            }
            states[step] = {"": first} | changes
        files["states.json"] = json.dumps(states, ensure_ascii=False, indent=0)
        files["sentences.md"] = option_elements(sentence["text"] for sentence in ordered_sentences(facts))
        return {f"{ONE_BERT_FOLDER}/{name}": text for name, text in (files | small_pictures(facts)).items()}, []


def read_one_bert(_root: Path, snippets: set[str]) -> OneBert | None:
    """Return the tool, or None on a site without all of the claims."""
    return OneBert() if snippets.issuperset(CLAIMS) else None


def recorded_facts(context: Context, claim: str) -> Facts:
    """Return the facts of a claim that runs once. Empty before its first run."""
    return next((run.facts for run in context.record.runs(claim).values()), {})


# --- from a picture to HTML ------------------------------------------------------------------------------------------


def html_of_parts(picture: Picture) -> dict[str, str]:
    """Return the HTML of each part of a picture, by name, and its caption under "says"."""
    return {name: str(getattr(_TEMPLATE.module, name)(picture)) for name in PARTS} | {"says": picture.says}


def figure_html(step: str, html_of: Mapping[str, str]) -> str:
    """Return a figure of HTML parts without an empty line, at which Markdown would end it."""
    boxes = [html_of[name] for name in PARTS]
    top, end = f'<figure class="one-bert" data-step="{step}" data-search-exclude="">', "</div>"
    says = f'<figcaption><span data-part="says" role="status">{escape(html_of["says"])}</span></figcaption>'
    return "\n".join([top, '<div class="ob">', *boxes, end, says, "</figure>", ""])


def option_elements(texts: Iterable[str]) -> str:
    """Return <option> elements with the values 0, 1, 2, …"""
    lines = [f'<option value="{i}">{escape(text)}</option>' for i, text in enumerate(texts)]
    return "\n".join([*lines, ""])


def strip(numbers: Sequence[float], largest: float) -> str:
    """Return an SVG path with a bar for each number, from the middle up or down; `largest` reaches the edge."""
    distance = STRIP_WIDTH / len(numbers)
    heights = (max(-1.0, min(1.0, number / largest)) * (STRIP_HEIGHT / 2 - 1) for number in numbers)
    return "".join(f"M{(i + 0.5) * distance:.0f} {STRIP_HEIGHT // 2}v{-height:.1f}" for i, height in enumerate(heights))


def strips(vectors: Mapping[str, Sequence[float]]) -> dict[str, str]:
    """Return the strips of several vectors on one scale. The largest two percent of the numbers are cut at the edge."""
    sizes = sorted(abs(number) for numbers in vectors.values() for number in numbers)
    largest = sizes[int(0.98 * (len(sizes) - 1))]  # the maximum would make all other bars too short to see
    return {name: strip(numbers, largest) for name, numbers in vectors.items()}


def single_strip(numbers: Sequence[float]) -> str:
    """Return the strip of a vector on its own scale."""
    return strips({"": numbers})[""]


def percent(p: float) -> str:
    """Return a probability from 0 to 1 as text: 42%, and with two digits below 10%."""
    return f"{100 * p:.0f}%" if p >= 0.095 else f"{100 * p:#.2g}%"


# --- the five steps --------------------------------------------------------------------------------------------------


def pictures_by_step(facts: FactsByClaim) -> dict[str, Pictures]:
    """Return the pictures of each step by state; the first is what pages include."""
    sentences = [sentence_picture(facts, sentence) for sentence in ordered_sentences(facts)]
    return {
        "type": {str(i): picture for i, picture in enumerate(sentences)},
        "swap": swap_pictures(facts, sentences[0]),
        "load": load_pictures(facts, sentences[0]),
        "tie": tie_pictures(facts, sentences[0]),
        "pad": pad_pictures(facts, sentences[0]),
    }


def ordered_sentences(facts: FactsByClaim) -> list[Facts]:
    """Return the recorded sentences, first the one that the other steps use."""
    return sorted(facts[TYPE]["sentences"], key=lambda sentence: bool(sentence["text"] != facts[TIE]["sentence"]))


def rows_of(facts: FactsByClaim) -> dict[str, Sequence[float]]:
    """Return, for each token in the picture, the first numbers of its embedding row."""
    return {row["token"]: row["row"] for row in [*facts[TIE]["rows"], *facts[TYPE]["rows"]]}


def sentence_picture(facts: FactsByClaim, sentence: Facts) -> Picture:
    """Return the picture of a sentence with a [MASK] that goes through the trained model."""
    model, body, row_strips = facts[TYPE], facts[SWAP], strips(rows_of(facts))
    plausible = sentence["plausible words"]
    star_note = (
        "★ marks words on our list of good answers." if plausible else "None of them is on our list of good answers."
    )
    return Picture(
        tokens=tuple(Token(text, row_strips[text], lit=text == "[MASK]") for text in sentence["tokens"]),
        body=f"{body['layers']} layers, {body['body_numbers'] / 1e6:.1f} million numbers. The layers mix the rows.",
        vector=single_strip(sentence["vector"]),
        where="[MASK]",
        head=Head("Head: fill the gap", ("dense → GELU → LayerNorm",), "trained"),
        transformed=single_strip(sentence["transformed"]),
        scored=AS_PERCENTAGES,
        lines=tuple(
            replace(line, plausible=line.text in plausible) for line in word_lines(sentence["words"], row_strips)
        ),
        tie=f"one matrix of {model['vocabulary']:,} rows, {model['width']} numbers each: reads here, scores there",
        says=f"{words_as_sentence(sentence['words'])} {star_note}",
    )


def word_lines(pairs: Pairs, row_strips: Mapping[str, str]) -> tuple[Line, ...]:
    """Return a line for each word and its probability. A bar is full at 25 % and at least one percent wide."""
    return tuple(
        Line(word, round(max(1, min(100, 400 * p))), percent(p), row_strips.get(word, "")) for word, p in pairs
    )


def words_as_sentence(pairs: Pairs) -> str:
    """Return the words and their probabilities as a sentence, for screen readers."""
    return f"For the [MASK]: {', '.join(f'“{word}” {percent(p)}' for word, p in pairs)}."


def swap_pictures(facts: FactsByClaim, picture: Picture) -> Pictures:
    """Return a picture for each head on the same body; `picture` has the first one, which fills gaps."""
    pictures, cls_strip = {}, single_strip(facts[SWAP]["first_vector"])
    for i, (head, scores) in enumerate(zip(facts[SWAP]["heads"], facts[SWAP]["two_scores"], strict=True)):
        title = f"Head: {head['head']}"
        own = f"{head['own numbers']:,} numbers of its own{'' if i else ', and the matrix'}"
        lines = (head["name"], own, f"class {head['class']}")
        kind = "trained" if head["in the file"] == "yes" else "new"
        with_head = replace(picture, head=Head(title, lines, kind))
        pictures[str(i)] = (
            without_words(replace(with_head, transformed=""), head, scores, cls_strip) if i else with_head
        )
    return pictures


def without_words(picture: Picture, head: Facts, scores: Sequence[float], cls_strip: str) -> Picture:
    """Return the picture of a head that scores no words: it gives two scores, or the vectors if `scores` is empty.

    `cls_strip` is the strip of the vector at [CLS].
    """
    if not scores:
        lines = (Line(f"{head['output']} numbers", None, ""),)
        says = "No head: you get the body's vectors, one for each token."
        vectors = replace(
            picture, vector="", scored="Gives the body's own vectors", matrix=False, lines=lines, says=says, tie=""
        )
        return replace(vectors, head=Head("No head", (f"class {head['class']}",), "none"))
    tokens = tuple(replace(token, lit=token.text == "[CLS]") for token in picture.tokens)
    pairs = list(zip(TWO_SCORES[head["head"]], scores, strict=True))
    answer = ", ".join(f"“{name}” {percent(p)}" for name, p in pairs)
    return replace(
        picture,
        tokens=tokens,
        vector=cls_strip,
        where="[CLS], through the pooler",
        scored="Scores: two, from the vector of [CLS]",
        matrix=False,
        lines=tuple(Line(name, round(100 * p), percent(p)) for name, p in pairs),
        says=f"{answer}: this head is newly initialised, so its answer means nothing yet.",
        tie="",
    )


def load_pictures(facts: FactsByClaim, picture: Picture) -> Pictures:
    """Return a picture for each load of a file that lacks the head, then one for each stage of the head's training."""
    pictures, vector = {}, single_strip(facts[LOAD]["vector"])
    for i, recorded_load in enumerate(facts[LOAD]["loads"]):
        which = f"load {i + 1} of {len(facts[LOAD]['loads'])}"
        head = Head("Head: newly initialised", ("not in the file: made up from random numbers", which))
        transformed = single_strip(recorded_load["transformed"])
        # No strips beside the words: the rows of most are not recorded.
        lines, says = word_lines(recorded_load["words"], {}), words_as_sentence(recorded_load["words"])
        pictures[f"load-{i}"] = replace(
            picture, vector=vector, transformed=transformed, head=head, lines=lines, says=says
        )
    stages = facts[TRAIN]["stages"]
    for i, stage in enumerate(stages):
        # The last stage is the file, which rounds what was trained: its numbers are those of the other steps.
        words = ordered_sentences(facts)[0]["words"] if stage is stages[-1] else stage["words"]
        so_far = (f"after {stage['step']:,} batches", f"{stage['right']:.0f}% of held-out gaps right")
        head = Head("Head and body: in training", so_far, "trained" if i else "new")
        lines, says = word_lines(words, {}), words_as_sentence(words)
        body = f"{picture.body} They are in training, too."
        pictures[f"train-{i}"] = replace(
            picture, body=body, head=head, lines=lines, says=says, vector="", transformed=""
        )
    return pictures


def tie_pictures(facts: FactsByClaim, picture: Picture) -> Pictures:
    """Return a picture for each position of the row of `fish` on its way to that of `stars`, tied and then cut."""
    rows, pictures = rows_of(facts), {}
    for state in facts[TIE]["states"]:
        read, scored = (strips({**rows, "fish": state[f"row {end}"]}) for end in ("read", "scored"))
        scores = [*map(tuple, state["best"]), ("fish", state["fish"]), ("stars", state["stars"])]
        lines = (Line(word, round(8 * score), f"{score:.1f}", scored[word], word == "fish") for word, score in scores)
        cut = "" if state["tied"] else "the tie is cut: two matrices, and you move only the left one"
        pictures[f"{'cut' if cut else 'tied'}-{round(10 * state['share'])}"] = replace(
            picture,
            tokens=tuple(Token(token.text, read[token.text], lit=token.text == "fish") for token in picture.tokens),
            lines=tuple(lines),
            vector="",
            transformed=single_strip(state["transformed"]),
            scored="Scores: the three best, then “fish” and “stars”",
            cut=bool(cut),
            tie=cut or picture.tie,
            says=row_caption(state),
        )
    return pictures


def row_caption(state: Facts) -> str:
    """Return the caption of a state of the step `tie`."""
    share, (best, _) = round(100 * state["share"]), state["best"][0]
    if not share:
        both = "one row of one matrix" if state["tied"] else "two rows of the same numbers, in two matrices"
        return f"“fish” is highlighted where it is read and where it is scored: {both}."
    ends = "at both ends" if state["tied"] else "only where it is read"
    moved = f"The row of “fish” is {share}% of the way to “stars”, {ends}."
    return f"{moved} The best word is “{best}”. “fish” scores {state['fish']:.1f}, “stars” {state['stars']:.1f}."


def pad_pictures(facts: FactsByClaim, picture: Picture) -> Pictures:
    """Return a picture for each recorded step of the experiment's trainings, tied and then untied."""
    training = facts[PAD]
    kinds = {"tied": "tied", "untied": "cut"}
    return {
        f"{kinds[point['matrix']]}-{point['step']}": pad_row_picture(picture, point, training)
        for point in training["curves"]
    }


def pad_row_picture(picture: Picture, point: Facts, training: Facts) -> Picture:
    """Return the picture of the `[PAD]` row at a point of a training curve: its norm as it is read and as it scores."""
    step, cut = f"{point['step']:,}", point["matrix"] == "untied"
    read, scored, median = (round(point[name], 2) for name in ("read", "scored", "median"))
    norms = {"[PAD], read": read, "[PAD], scored": scored, "median, read": median}
    says = f"After {step} steps: the [PAD] row that is read has length {read:.2f}, the median row {median:.2f}."
    return replace(
        picture,
        tokens=(*map(Token, ("[CLS]", "a", "short", "[MASK]", "[SEP]")), *2 * (Token("[PAD]", lit=True),)),
        body=f"Another BERT, in training: {training['layers']} layers, {training['width']} numbers a row. "
        "The mask hides every pad from the other tokens.",
        vector="",
        head=Head("Training", ("pushes each wrong answer's score down", "at the gap [PAD] is one"), "trained"),
        transformed="",
        scored=f"Length of rows after {step} steps",
        lines=tuple(Line(name, round(40 * norm), f"{norm:.2f}", lit="[PAD]" in name) for name, norm in norms.items()),
        cut=cut,
        tie="untied: the push moves the other matrix" if cut else "one matrix: the push moves the row that is read",
        says=f"{says} The one that scores has {scored:.2f}, in a matrix of its own." if cut else says,
    )


# --- small pictures of other pages -----------------------------------------------------------------------------------


def small_pictures(facts: FactsByClaim) -> dict[str, str]:
    """Return, by file name, the three surprises of the home page and the curve of the growing [PAD] row."""
    curve = [point for point in facts[PAD]["curves"] if point["matrix"] == "tied"]
    last = curve[-1]
    highest = last["read"]

    def curve_path(name: str) -> str:
        return "M" + "L".join(
            f"{4 + 146 * point['step'] / last['step']:.0f} {78 - 70 * point[name] / highest:.1f}" for point in curve
        )

    labels = [
        (text, last[name], round(82 - 70 * last[name] / highest))
        for name, text in (("read", "[PAD]"), ("median", "median"))
    ]
    says = (
        f"Over {last['step']:,} steps of training the row of [PAD] grows from 0 to a length of {highest:.1f}; "
        f"the median row ends at {last['median']:.1f}."
    )
    svg = _TEMPLATE.module.curve(curve_path("read"), curve_path("median"), labels, says)  # type: ignore[attr-defined]
    runs = facts[PAD]["seeds_run"]
    how = f"Means of {runs} runs of a small BERT: tied, AdamW, mask passed, <code>padding_idx=0</code>."
    return {
        "surprise_head.md": f"{_TEMPLATE.module.loads(facts[LOAD]['first_words'])}\n",  # type: ignore[attr-defined]
        "surprise_tie.md": f"{_TEMPLATE.module.ends(strips(rows_of(facts))['fish'])}\n",  # type: ignore[attr-defined]
        "surprise_pad.md": f"{svg}\n",
        "curve.md": f'<figure class="ob-figure">{svg}<figcaption>{says} {how}</figcaption></figure>\n',
    }
