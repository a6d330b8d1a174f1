"""The site's figures, each one function; those of a model's parts are in bert/model_figures.py.

To add one, write a function with `@figure_of("topic.snippet.run")`, which gives it that run's facts, or with
`@figure()`, which gives it the whole `Context`, and add it to FIGURES. Its docstring is the title and, after an empty
line, the caption. A page includes it as `figures/<name>.md`. General charts are in explainer/render/charts.py;
bert/shapes.py says which shape and colour a thing has. A drawing is 360 units wide, the width of a telephone.
"""

import math
from itertools import groupby

from bert import model_figures
from bert.shapes import shape
from explainer.errors import UserError
from explainer.facts.record import FactName
from explainer.inputs.quotes import first_quote, quoted_facts
from explainer.render import charts, svg
from explainer.render.context import Context
from explainer.render.figures import Facts, Figure, figure, figure_of
from explainer.render.svg import WIDTH, Box, Drawing, Row
from explainer.versions.history import Lane


@figure_of("tying_helps.learning_curves_meet_by_half_time.once")
def lead_over_steps(facts: Facts) -> Drawing:
    """The tied model's lead during training

    Held-out loss, untied minus tied: mean of five pairs of runs, at three learning rates. Above zero, the tied model
    is ahead.
    """
    return charts.lines(facts["curves"], facts["curves_show"])


@figure_of("head_questions.logits_are_held_four_times.once")
def tensors_of_the_logits_size(facts: Facts) -> Drawing:
    """What a training step holds at once in logits and tensors of their shape

    Filled: the memory of the logit-sized tensors that one training step of BertForMaskedLM keeps at once. Hollow:
    what each change saves. 32 texts of 512 tokens, bert-base's vocabulary, float32.
    """
    return charts.waterfall(facts["steps"])


@figure_of("next_sentence.score_0_means_is_next.once")
def next_or_not(facts: Facts) -> Drawing:
    """Score 0 minus score 1, over true and shuffled pairs

    pydoc-bert on held-out text. A bar's height is a number of pairs. To the right of zero score 0 is the higher
    one, and the answer is “is next”.
    """
    return charts.histogram(facts["margins"], facts["margins_show"])


@figure_of("two_gradients.adamw_moves_untouched_rows_farthest.pydoc_bert")
def distance_over_steps(facts: Facts) -> Drawing:
    """How far rows of the tied matrix move, under AdamW and under SGD

    pydoc-bert, one docstring in each step. Each line is the median over five seeds of the median row of a group.
    “Neither” are rows whose token is neither read nor a label. For each optimizer, 1 is the
    distance of the median label's row at the end.
    """
    return charts.lines(facts["curves"], facts["curves_show"])


@figure_of("head_steps.bias_follows_log_frequency.once")
def bias_against_frequency(facts: Facts) -> Drawing:
    """The output bias of tokens against how often they occur in the training text

    The twelve commonest tokens of pydoc-bert's training text, and every fiftieth of all that occur in it. If the
    bias were the log of the frequency, the points would follow the dashed line's slope.
    """
    return charts.scatter(facts["points"], facts["lines"])


@figure()
def bias_over_releases(context: Context) -> Drawing:
    """The output bias, from the first port to today

    Each bar is one behaviour. It begins at the first release we ran that showed it; the exact release is below
    it. The top line shows the major versions of transformers. Releases that could not run a program are left
    out.
    """
    lanes = (
        Lane(
            "versions/decoder_has_a_bias",
            "decoder.bias is",
            {"holds": ("right", "predictions.bias"), "the decoder has no bias": ("absent", "none")},
        ),
        Lane(
            "versions/bias_is_added_once", "a score has it", {"holds": ("right", "once"), "2 times": ("wrong", "twice")}
        ),
        Lane(
            "versions/resizing_grows_the_bias",
            "resize_token_embeddings",
            {"holds": ("right", "makes it longer"), "keeps its length": ("wrong", "leaves it short")},
        ),
        Lane(
            "versions/classic_file_reports_no_decoder_bias",
            "“newly initialized: decoder.bias”, from a classic file",
            {"holds": ("right", "not said"), "INFO": ("wrong", "at INFO"), "WARNING": ("wrong", "a warning")},
        ),
    )
    return charts.releases(context, lanes, "bias")


FOLLOWED = "padding_embeddings.pad_row_is_not_zero.all_minilm"  # the run of the fact that is followed to a page
APART, TALL = 84.0, 48.0  # of the stages


@figure(FOLLOWED)
def how_a_number_gets_here(context: Context) -> Drawing:
    """How a number gets onto a page

    From a verified file to a sentence, with one number on its way. Nobody types it.
    """
    # Draw the stages, how many things are at each (of what runs and is read, the recorded), and one fact at each.
    claims, pages = context.record.claims.values(), context.site.pages
    quotes, panels = len(quoted_facts(pages)), len(context.shown_on)
    stages = [
        ("checkpoints.yml", f"{len(context.measured_on):,} checkpoints", "checked by sha256"),
        ("snippets/", f"{len(claims):,} claims", f"{sum(len(one.runs) for one in claims):,} runs, each a process"),
        ("facts.json", f"{len(context.record.values()):,} values", "kept while they agree"),
        ("docs/*.md", f"{quotes:,} quotes, {panels:,} panels", "by name; none is typed"),
        ("the site", f"{len(pages):,} pages", "the engine fills them in"),
    ]
    parts, described, numbers = [], [], []
    for index, ((name, amount, note), example) in enumerate(zip(stages, _on_its_way(context), strict=True)):
        top = 6 + APART * index
        box = Box(2, top, 128, TALL)
        if index:
            tip = svg.polyline([(box.middle - 4, top - 6), (box.middle, top), (box.middle + 4, top - 6)])
            parts.append(svg.path("arrow", svg.upright(box.middle, top - APART + TALL, top) + tip))
        parts += [
            shape("written" if index in (1, 3) else "made", box) + svg.label(box, [name, amount]),
            svg.text(note, 140, top + 18, "small", "start"),
            svg.text(example, 140, top + 36, "name example", "start"),
        ]
        described.append(f"{name}: {amount}, {note}; the example here: {example}")
        numbers.append({"stage": name, "how many": amount, "one fact on its way": example})
    return Drawing(parts, 6 + APART * len(stages) - (APART - TALL) + 6, "; ".join(described) + ".", numbers)


def _on_its_way(context: Context) -> list[str]:
    """Return what the norm of [PAD]'s row looks like at each stage. Raises UserError if it is not at all of them."""
    topic, name, slug = FOLLOWED.split(".")
    fact = FactName(f"{topic}/{name}", slug, "pad_norm")
    value = context.record.values().get(fact.dotted)
    quote = first_quote(context.site.pages, fact.dotted)
    files = next((one.files for one in context.site.checkpoints if one.slug == slug), {})
    file = next((one for one in files if one.endswith(".safetensors")), None)
    program = next((one.source for one in context.site.snippets if one.key == fact.snippet), "")
    line = next((one for one in program.splitlines() if one.startswith(f"{fact.fact} =")), None)
    if not isinstance(value, float) or quote is None or file is None or line is None:
        raise UserError(f"{fact.dotted} must be a number of a safetensors file, which a sentence quotes")
    shown = round(value, quote.digits) if quote.digits is not None else value
    return [f"{file} {files[file][:8]}…", line, f"{fact.fact}: {value}", f"{quote.page}:{quote.line}", str(shown)]


def square(value: float, place: Box, side: float, largest: float) -> Box | None:
    """Return the square of a value in the middle of its place: its area is the value's size. None for zero."""
    side *= math.sqrt(abs(value) / largest) if largest else 0.0
    return Box(place.middle - side / 2, place.y + (place.height - side) / 2, side, side) if side else None


# What each position attends to: a square for each query and key, its area the share. Rows are queries.

FIRST = Box(112, 40, 24, 24)  # the first cell


@figure_of("padding_forward.mask_removes_keys_not_queries.once")
def attention_under_the_mask(facts: Facts) -> Drawing:
    """What five tokens and three pads attend to, under the mask

    One head of a small BERT with random weights. The mask empties the columns of the pads, not their rows.
    """
    # Draw the table `attention_of_a_head` (query, attention), whose pads come last; their columns are outlined.
    table: list[Row] = facts["attention_of_a_head"]
    left, top, cell = FIRST.x, FIRST.y, FIRST.width
    real = sum(not _is_pad(row) for row in table)
    bottom = top + cell * len(table)
    pads = Box(left + cell * real, top - 2, cell * (len(table) - real), bottom - top + 4)
    parts = [
        svg.text("this position", left - 8, 16, "small", "end"),
        svg.text("attends to →", left - 8, top - 8, "small", "end"),
        svg.text("the tokens", left + cell * real / 2, 16, "small"),
        svg.text("the pads", pads.middle, 16, "small"),
        *(
            svg.text(row["query"].split()[-1], left + cell * i + cell / 2, top - 8, "small")
            for i, row in enumerate(table)
        ),
        shape("pad", pads),
        *(_query(row, top + cell * i) for i, row in enumerate(table)),
        svg.text("A full square would be all of a position's attention.", WIDTH / 2, bottom + 22, "small"),
    ]
    described = (
        f"A grid of {len(table)} positions by the positions that they attend to. The columns of the pads are empty, "
        "their rows are not."
    )
    numbers = [
        {"position": row["query"], "percent of its attention": [f"{share:.0%}"[:-1] for share in row["attention"]]}
        for row in table
    ]
    return Drawing(parts, bottom + 32, described, numbers)


def _is_pad(row: Row) -> bool:
    return bool(row["query"].startswith("pad"))


def _query(row: Row, y: float) -> str:
    """Draw one row, its squares on whole units, which are fewer digits to send: up to one unit smaller or larger."""
    drawn = svg.text(row["query"], FIRST.x - 8, y + 16, "name", "end")
    for i, share in enumerate(row["attention"]):
        if box := square(share, Box(FIRST.x + FIRST.width * i, y, FIRST.width, FIRST.height), FIRST.width - 2, 1.0):
            half = max(1, round(box.width / 2))
            middle = round(box.y + box.height / 2)
            drawn += svg.rectangle("plus", Box(round(box.middle) - half, middle - half, 2 * half, 2 * half))
    return svg.group("pad-row" if _is_pad(row) else "row", drawn)


# Rows of the embedding side by side, as a Hinton diagram: each value a square, full if positive, hollow if negative.

NAMES, CELLS, BAR = 74.0, 84.0, Box(262.0, 6.0, 60.0, 10.0)  # where names end and cells begin; the longest norm's bar
CELL, ROW, TOP = 14.0, 22.0, 24.0
SHOWN = 6  # values that are spelled out


@figure_of("padding_embeddings.pad_row_among_its_neighbours.pydoc_bert")
def pad_row_among_its_neighbours(facts: Facts) -> Drawing:
    """The [PAD] row among rows of pydoc-bert's word embedding

    A filled square is a positive value, a hollow one a negative value; the area is its size. A row of zeros would
    be empty, and [PAD]'s is not.
    """
    # Draw the table `neighbours` (token, id, norm, first values); the row with id 0, that of [PAD], is outlined.
    table: list[Row] = facts["neighbours"]
    largest = max(abs(value) for row in table for value in row["first values"])
    longest = max(row["norm"] for row in table)
    bottom = TOP + ROW * len(table)
    parts = [
        svg.text("token", NAMES, 15, "small", "end"),
        svg.text(f"first {len(table[0]['first values'])} values of its row", CELLS, 15, "small", "start"),
        svg.text("norm", BAR.x, 15, "small", "start"),
        *(_row(row, TOP + ROW * index, largest, longest, bottom) for index, row in enumerate(table)),
        svg.text("Point at a row, or tab to it, to read its values.", WIDTH / 2, bottom + 24, "small hint"),
    ]
    norms = "; ".join(f"{row['token']} {row['norm']:.2f}" for row in table)
    described = (
        f"The first values of {len(table)} rows of the embedding, none of them empty, and the rows' norms: {norms}."
    )
    numbers = [{**row, "first values": [f"{value:.3f}" for value in row["first values"]]} for row in table]
    return Drawing(parts, bottom + 44, described, numbers)


def _row(row: Row, y: float, largest: float, longest: float, bottom: float) -> str:
    """Draw one row; its values are written below all rows, at `bottom`, when it is pointed at."""
    token, norm, pad = row["token"], row["norm"], row["id"] == 0
    around = Box(2, y, WIDTH - 4, ROW)
    values = " ".join(svg.minus(f"{value:.3f}") for value in row["first values"][:SHOWN])
    squares = "".join(
        svg.rectangle("plus" if value > 0 else "minus", box)
        for i, value in enumerate(row["first values"])
        if (box := square(value, Box(CELLS + CELL * i, y, CELL, ROW), CELL - 2, largest))
    )
    written = svg.text(f"{token}  id {row['id']}  norm {norm:.4f}", WIDTH / 2, bottom + 18, "name")
    return svg.selectable(
        "row pad-row" if pad else "row",
        f"{token}, id {row['id']}, norm {norm:.2f}, first values {values}",
        svg.rectangle("back", around)
        + (shape("pad", around) if pad else "")
        + svg.text(token, NAMES, y + 15, "name", "end")
        + squares
        + svg.rectangle("bar", Box(BAR.x, y + BAR.y, BAR.width * norm / longest, BAR.height))
        + svg.text(f"{norm:.2f}", BAR.right + 6, y + 15, "small", "start")
        + svg.group("values", written + svg.text(f"{values} …", WIDTH / 2, bottom + 35, "name")),
    )


# A vector on its way to a token. The head's script (docs/assets/live) draws the same of any sentence, and reads this
# example from the table.

RANKS = Box(36.0, 34.0, WIDTH - 36.0, 136.0)  # from rank 1, at its top, to the last
DOT = 7.0


@figure_of("head_steps.vector_becomes_a_token.once")
def head_steps(facts: Facts) -> Drawing:
    """The rank of the hidden word through the steps of the head

    To see which tokens a vector points to, we take its dot product with each of the word embedding's rows, and
    apply a softmax. After the encoder, after dense and after GELU, this only gives us a look inside. From LayerNorm on
    it is what the head itself does: the product, then the bias, then the softmax. The line is the rank of the hidden
    token.
    """
    # Draw the rank of `answer` through `steps` (step, shape, rank, its probability, ten best, their probabilities).
    # Steps that read the same, one after the other, are one column under the first one's name: the product is how a
    # vector is read, and the softmax changes no order.
    answer: str = facts["answer"]
    steps: list[Row] = facts["steps"]
    vocabulary = max(row["shape"][0] for row in steps)
    columns = [next(same) for _, same in groupby(steps, key=lambda row: (row["ten best"], row["probabilities"]))]
    ranks = [row["rank of the answer"] for row in columns]
    wide = RANKS.width / len(columns)
    points = [(RANKS.x + wide * (at + 0.5), _height(rank, vocabulary)) for at, rank in enumerate(ranks)]
    parts = [*_powers(vocabulary), svg.path("rank-way", svg.polyline(points))]
    for at, ((x, y), row) in enumerate(zip(points, columns, strict=True)):
        neighbours = points[max(at - 1, 0) : at] + points[at + 1 : at + 2]
        below = all(y > height for _, height in neighbours)
        parts += [
            svg.rectangle("rank-dot", Box(x - DOT / 2, y - DOT / 2, DOT, DOT), DOT / 2),
            svg.text(f"no. {ranks[at]:,}", x, y + 18 if below else y - 9, "rank over-rule"),
            svg.text(row["step"], x, RANKS.bottom + 20, "small"),
        ]
    told = ", ".join(f"{row['step']} {rank:,}" for row, rank in zip(columns, ranks, strict=True))
    described = f"The rank of “{answer}” among {vocabulary:,} tokens, by the step after which it is read: {told}."
    return Drawing(parts, RANKS.bottom + 28, described, [_reading(row, answer) for row in columns], open=True)


def _height(rank: int, vocabulary: int) -> float:
    return RANKS.y + RANKS.height * math.log(rank) / math.log(vocabulary)


def _powers(vocabulary: int) -> list[str]:
    """Draw a line for each power of ten, its number, and what is numbered."""
    heights = [(10**power, _height(10**power, vocabulary)) for power in range(len(str(vocabulary)))]
    names = [svg.text(f"{rank:,}", RANKS.x - 4, y + 3.5, "small", "end") for rank, y in heights]
    lines = "".join(svg.level(y, RANKS.x, WIDTH) for _, y in heights)
    return [svg.path("grid", lines), svg.text("rank", RANKS.x - 4, RANKS.y - 14, "small", "end"), *names]


def _reading(row: Row, answer: str) -> Row:
    """Return a row of the table below the drawing."""
    best = zip(row["ten best"], row["probabilities"], strict=True)
    return {
        "read after": row["step"],
        f"“{answer}”": f"no. {row['rank of the answer']:,}, {percent(row['its probability'])}",
        "the ten best tokens": ", ".join(f"{token} {percent(share)}" for token, share in best),
    }


def percent(share: float) -> str:
    """Write two digits, as the script does too: 76 %, 7.7 %, 0.44 %, and below that < 0.01 %."""
    hundred = 100 * share
    digits = 0 if hundred >= 9.95 else 1 if hundred >= 0.995 else 2
    return f"{hundred:.{digits}f} %" if hundred >= 0.005 else "< 0.01 %"


FIGURES: tuple[Figure, ...] = (
    *model_figures.FIGURES,
    lead_over_steps,
    tensors_of_the_logits_size,
    next_or_not,
    distance_over_steps,
    bias_against_frequency,
    bias_over_releases,
    how_a_number_gets_here,
    attention_under_the_mask,
    pad_row_among_its_neighbours,
    head_steps,
)
