"""One BERT in one picture: a figure for each state of each of its five steps, drawn from what claims recorded.

The home page and the topics' pages include the first state of a step. `docs/assets/one-bert.js` shows the others: for
each, `states.json` has the parts of the figure that differ from its step's first state. A new state is a new key here,
and an option of the form in `docs/picture/`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import escape

from explainer.render.context import Context

FOLDER = "one_bert"
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
WIDTH, HEIGHT = 48, 20  # of a strip
AS_PERCENTAGES = "Scores: the vector times each row, plus a bias, as percentages"
TWO_SCORES = {"next sentence": ("is next", "is random"), "classify": ("label 0", "label 1")}

Facts: TypeAlias = Mapping[str, Any]
Pairs: TypeAlias = Sequence[tuple[str, float]]
"""Words with their probabilities, from 0 to 1."""


@dataclass(frozen=True)
class Token:
    """A token on the left, with the strip of its row."""

    text: str
    row: str = ""
    lit: bool = False


@dataclass(frozen=True)
class Line:
    """A line on the right: a word with the strip of its row, and a number with a bar of a width in percent."""

    text: str
    width: int | None
    says: str
    row: str = ""
    lit: bool = False
    sensible: bool = False


@dataclass(frozen=True)
class Head:
    """The box in the middle. Its `kind` is `trained`, `new` or `none`."""

    title: str
    lines: tuple[str, ...]
    kind: str = "new"


@dataclass(frozen=True)
class Picture:
    """One state. `vector`, which is that of the token `where`, and `transformed` are strips, or empty.

    The box `scored` is the matrix, or else a head's own.
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
    """The picture, as a tool of the site."""

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield each claim that the picture draws."""
        yield from ((f"bert/one_bert.py: {claim}", claim) for claim in CLAIMS)

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the first figure of each step, the states of all, and the small pictures of other pages."""
        facts = {claim: recorded(context, claim) for claim in CLAIMS}
        if missing := [claim for claim, found in facts.items() if not found]:
            return {}, [f"bert/one_bert.py: {claim} has no facts yet; run it" for claim in missing]
        made, states = {}, {}
        for step, pictures in steps(facts).items():
            drawn = {state: parts(picture) for state, picture in pictures.items()}
            first = next(iter(drawn.values()))
            made[f"{step}.md"] = figure(step, first)
            others = {
                state: {part: html for part, html in one.items() if html != first[part]} for state, one in drawn.items()
            }
            states[step] = {"": first} | others
        made["states.json"] = json.dumps(states, ensure_ascii=False, indent=0)
        made["sentences.md"] = options(one["text"] for one in in_order(facts))
        return {f"{FOLDER}/{name}": text for name, text in (made | small_pictures(facts)).items()}, []


def read_one_bert(_root: Path, snippets: set[str]) -> OneBert | None:
    """Return the tool, on a site with the claims."""
    return OneBert() if snippets.issuperset(CLAIMS) else None


def recorded(context: Context, claim: str) -> Facts:
    """Return the facts of a claim that runs once; none before its first run."""
    return next((run.facts for run in context.record.runs(claim).values()), {})


# --- from a picture to HTML ------------------------------------------------------------------------------------------


def parts(picture: Picture) -> dict[str, str]:
    """Return the HTML of each part of a picture, and the words below it."""
    return {name: str(getattr(_TEMPLATE.module, name)(picture)) for name in PARTS} | {"says": picture.says}


def figure(step: str, drawn: Mapping[str, str]) -> str:
    """Return a figure as HTML, for a page in Markdown: no empty line is in it."""
    boxes = [drawn[name] for name in PARTS]
    top, end = f'<figure class="one-bert" data-step="{step}" data-search-exclude="">', "</div>"
    says = f'<figcaption><span data-part="says" role="status">{escape(drawn["says"])}</span></figcaption>'
    return "\n".join([top, '<div class="ob">', *boxes, end, says, "</figure>", ""])


def options(texts: Iterable[str]) -> str:
    """Return the options of a list to choose from, numbered from 0."""
    lines = [f'<option value="{at}">{escape(text)}</option>' for at, text in enumerate(texts)]
    return "\n".join([*lines, ""])


def strip(numbers: Sequence[float], largest: float) -> str:
    """Return the path of a bar for each number, from the middle up or down; a bar as high as the strip is `largest`."""
    apart = WIDTH / len(numbers)
    heights = (max(-1.0, min(1.0, number / largest)) * (HEIGHT / 2 - 1) for number in numbers)
    return "".join(f"M{(at + 0.5) * apart:.0f} {HEIGHT // 2}v{-height:.1f}" for at, height in enumerate(heights))


def strips(named: Mapping[str, Sequence[float]]) -> dict[str, str]:
    """Return the strips of several vectors, on one scale: of a hundred bars the highest two end at the edge."""
    sizes = sorted(abs(number) for numbers in named.values() for number in numbers)
    largest = sizes[int(0.98 * (len(sizes) - 1))]
    return {name: strip(numbers, largest) for name, numbers in named.items()}


def alone(numbers: Sequence[float]) -> str:
    """Return the strip of a vector on a scale of its own."""
    return strips({"": numbers})[""]


def percent(p: float) -> str:
    """Return a probability as people write it."""
    return f"{100 * p:.0f}%" if p >= 0.095 else f"{100 * p:#.2g}%"


# --- the five steps --------------------------------------------------------------------------------------------------


def steps(facts: Mapping[str, Facts]) -> dict[str, Pictures]:
    """Return the pictures of each step by state, the first state first."""
    sentences = [whole(facts, sentence) for sentence in in_order(facts)]
    return {
        "type": {str(at): picture for at, picture in enumerate(sentences)},
        "swap": swap(facts, sentences[0]),
        "load": load(facts, sentences[0]),
        "tie": tie(facts, sentences[0]),
        "pad": pad(facts, sentences[0]),
    }


def in_order(facts: Mapping[str, Facts]) -> list[Facts]:
    """Return the sentences, that of the other steps first."""
    return sorted(facts[TYPE]["sentences"], key=lambda one: bool(one["text"] != facts[TIE]["sentence"]))


def rows_of(facts: Mapping[str, Facts]) -> dict[str, Sequence[float]]:
    """Return the first numbers of the row of each word that the picture draws."""
    return {row["token"]: row["row"] for row in [*facts[TIE]["rows"], *facts[TYPE]["rows"]]}


def whole(facts: Mapping[str, Facts], sentence: Facts) -> Picture:
    """Return the picture of a sentence through the whole trained model."""
    about, body, rows = facts[TYPE], facts[SWAP], strips(rows_of(facts))
    plausible = sentence["plausible words"]
    listed = (
        "★ marks words on our list of good answers." if plausible else "None of them is on our list of good answers."
    )
    return Picture(
        tokens=tuple(Token(text, rows[text], lit=text == "[MASK]") for text in sentence["tokens"]),
        body=f"{body['layers']} layers, {body['body_numbers'] / 1e6:.1f} million numbers. The layers mix the rows.",
        vector=alone(sentence["vector"]),
        where="[MASK]",
        head=Head("Head: fill the gap", ("dense → GELU → LayerNorm",), "trained"),
        transformed=alone(sentence["transformed"]),
        scored=AS_PERCENTAGES,
        lines=tuple(replace(one, sensible=one.text in plausible) for one in words(sentence["words"], rows)),
        tie=f"one matrix of {about['vocabulary']:,} rows, {about['width']} numbers each: reads here, scores there",
        says=spoken(sentence["words"]) + listed,
    )


def words(pairs: Pairs, rows: Mapping[str, str]) -> tuple[Line, ...]:
    """Return the lines of words with their probabilities. A bar ends at 25 %, and is seen however small it is."""
    return tuple(Line(word, round(max(1, min(100, 400 * p))), percent(p), rows.get(word, "")) for word, p in pairs)


def spoken(pairs: Pairs) -> str:
    """Return the words in a sentence, for those who hear the picture."""
    return f"For the [MASK]: {', '.join(f'“{word}” {percent(p)}' for word, p in pairs)}."


def swap(facts: Mapping[str, Facts], picture: Picture) -> Pictures:
    """Return a picture for each head on the same body: the body's part is the same in all."""
    made, first = {}, alone(facts[SWAP]["first_vector"])
    for at, (head, two) in enumerate(zip(facts[SWAP]["heads"], facts[SWAP]["two_scores"], strict=True)):
        title = f"Head: {head['head']}"
        own = f"{head['own numbers']:,} numbers of its own{'' if at else ', and the matrix'}"
        lines = (head["name"], own, f"class {head['class']}")
        kind = "trained" if head["in the file"] == "yes" else "new"
        one = replace(picture, head=Head(title, lines, kind))
        made[str(at)] = other_output(replace(one, transformed=""), head, two, first) if at else one
    return made


def other_output(picture: Picture, head: Facts, two: Sequence[float], first: str) -> Picture:
    """Return the picture of a head that does not score words: two scores from the `first` vector, or the vectors."""
    if not two:
        lines = (Line(f"{head['output']} numbers", None, ""),)
        says = "No head: you get the body's vectors, one for each token."
        gives = replace(
            picture, vector="", scored="Gives the body's own vectors", matrix=False, lines=lines, says=says, tie=""
        )
        return replace(gives, head=Head("No head", (f"class {head['class']}",), "none"))
    tokens = tuple(replace(one, lit=one.text == "[CLS]") for one in picture.tokens)
    pairs = list(zip(TWO_SCORES[head["head"]], two, strict=True))
    named = ", ".join(f"“{name}” {percent(p)}" for name, p in pairs)
    return replace(
        picture,
        tokens=tokens,
        vector=first,
        where="[CLS], through the pooler",
        scored="Scores: two, from the vector of [CLS]",
        matrix=False,
        lines=tuple(Line(name, round(100 * p), percent(p)) for name, p in pairs),
        says=f"{named}: this head is newly initialised, so its answer means nothing yet.",
        tie="",
    )


def load(facts: Mapping[str, Facts], picture: Picture) -> Pictures:
    """Return a picture for each load of a file without the head, then one for each stage of the head's training."""
    rows, made = strips(rows_of(facts)), {}
    for at, one in enumerate(facts[LOAD]["loads"]):
        which = f"load {at + 1} of {len(facts[LOAD]['loads'])}"
        head = Head("Head: newly initialised", ("not in the file: made up from random numbers", which))
        one_load = replace(picture, vector=alone(facts[LOAD]["vector"]), transformed=alone(one["transformed"]))
        lines, says = words(one["words"], rows), spoken(one["words"])
        made[f"load-{at}"] = replace(one_load, head=head, lines=lines, says=says)
    for at, stage in enumerate(facts[TRAIN]["stages"]):
        so_far = (f"after {stage['step']:,} batches", f"{stage['right']:.0f}% of held-out gaps right")
        head = Head("Head and body: in training", so_far, "trained" if at else "new")
        lines, says = words(stage["words"], rows), spoken(stage["words"])
        body = f"{picture.body} They are in training, too."
        made[f"train-{at}"] = replace(picture, body=body, head=head, lines=lines, says=says, vector="", transformed="")
    return made


def tie(facts: Mapping[str, Facts], picture: Picture) -> Pictures:
    """Return a picture for each place of the row of `fish` on its way to `stars`, tied and then cut."""
    rows, made = rows_of(facts), {}
    for state in facts[TIE]["states"]:
        read, scored = (strips({**rows, "fish": state[f"row {end}"]}) for end in ("read", "scored"))
        scores = [*map(tuple, state["best"]), ("fish", state["fish"]), ("stars", state["stars"])]
        lines = (Line(word, round(8 * score), f"{score:.1f}", scored[word], word == "fish") for word, score in scores)
        cut = "" if state["tied"] else "the tie is cut: two matrices, and you move only the left one"
        made[f"{'cut' if cut else 'tied'}-{round(10 * state['share'])}"] = replace(
            picture,
            tokens=tuple(Token(one.text, read[one.text], lit=one.text == "fish") for one in picture.tokens),
            lines=tuple(lines),
            vector="",
            transformed=alone(state["transformed"]),
            scored="Scores: the three best, then “fish” and “stars”",
            cut=bool(cut),
            tie=cut or picture.tie,
            says=row_says(state),
        )
    return made


def row_says(state: Facts) -> str:
    """Return what one sees of the row of `fish`, in words."""
    share, (best, _) = round(100 * state["share"]), state["best"][0]
    if not share:
        both = "one row of one matrix" if state["tied"] else "two rows of the same numbers, in two matrices"
        return f"“fish” is highlighted where it is read and where it is scored: {both}."
    ends = "at both ends" if state["tied"] else "only where it is read"
    moved = f"The row of “fish” is {share}% of the way to “stars”, {ends}."
    return f"{moved} The best word is “{best}”. “fish” scores {state['fish']:.1f}, “stars” {state['stars']:.1f}."


def pad(facts: Mapping[str, Facts], picture: Picture) -> Pictures:
    """Return a picture for each recorded step of the experiment's trainings, tied and then untied."""
    about = facts[PAD]
    kinds = {"tied": "tied", "untied": "cut"}
    return {f"{kinds[p['matrix']]}-{p['step']}": row_grows(picture, p, about) for p in about["curves"]}


def row_grows(picture: Picture, point: Facts, about: Facts) -> Picture:
    """Return the picture of `[PAD]` after some steps of training: the length of its row at each end."""
    step, cut = f"{point['step']:,}", point["matrix"] == "untied"
    read, scored, median = (round(point[name], 2) for name in ("read", "scored", "median"))
    named = {"[PAD], read": read, "[PAD], scored": scored, "median, read": median}
    says = f"After {step} steps: the [PAD] row that is read has length {read:.2f}, the median row {median:.2f}."
    return replace(
        picture,
        tokens=(*map(Token, ("[CLS]", "a", "short", "[MASK]", "[SEP]")), *2 * (Token("[PAD]", lit=True),)),
        body=f"Another BERT, in training: {about['layers']} layers, {about['width']} numbers a row. "
        "The mask hides every pad from the other tokens.",
        vector="",
        head=Head("Training", ("pushes each wrong answer's score down", "at the gap [PAD] is one"), "trained"),
        transformed="",
        scored=f"Length of rows after {step} steps",
        lines=tuple(Line(name, round(40 * norm), f"{norm:.2f}", lit="[PAD]" in name) for name, norm in named.items()),
        cut=cut,
        tie="untied: the push moves the other matrix" if cut else "one matrix: the push moves the row that is read",
        says=f"{says} The one that scores has {scored:.2f}, in a matrix of its own." if cut else says,
    )


# --- small pictures of other pages -----------------------------------------------------------------------------------


def small_pictures(facts: Mapping[str, Facts]) -> dict[str, str]:
    """Return the three surprises of the home page, and the curve of the row that grows, by file name."""
    curve = [point for point in facts[PAD]["curves"] if point["matrix"] == "tied"]
    last = curve[-1]
    highest = last["read"]

    def way(name: str) -> str:
        return "M" + "L".join(
            f"{4 + 146 * p['step'] / last['step']:.0f} {78 - 70 * p[name] / highest:.1f}" for p in curve
        )

    ends = [
        (text, last[name], round(82 - 70 * last[name] / highest))
        for name, text in (("read", "[PAD]"), ("median", "median"))
    ]
    says = (
        f"Over {last['step']:,} steps of training the row of [PAD] grows from 0 to a length of {highest:.1f}; "
        f"the median row ends at {last['median']:.1f}."
    )
    drawn = _TEMPLATE.module.curve(way("read"), way("median"), ends, says)  # type: ignore[attr-defined]
    runs = facts[PAD]["seeds_run"]
    how = f"Means of {runs} runs of a small BERT: tied, AdamW, mask passed, <code>padding_idx=0</code>."
    return {
        "surprise_head.md": f"{_TEMPLATE.module.loads(facts[LOAD]['first_words'])}\n",  # type: ignore[attr-defined]
        "surprise_tie.md": f"{_TEMPLATE.module.ends(strips(rows_of(facts))['fish'])}\n",  # type: ignore[attr-defined]
        "surprise_pad.md": f"{drawn}\n",
        "curve.md": f'<figure class="ob-figure">{drawn}<figcaption>{says} {how}</figcaption></figure>\n',
    }
