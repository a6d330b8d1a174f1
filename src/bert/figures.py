"""Draw the site's figures, one function each; those of a model's parts are in src/bert/model_figures.py.

To add one, write a function with `@figure_of_run("topic.snippet.run")`, which gives it that run's facts, or with
`@context_figure()`, which gives it the whole `Context`, and add it to FIGURES. Its docstring is the title and, after an
empty line, the caption. A page includes it as `figures/<name>.md`. General charts are in explainer's render/charts.py;
shapes.py beside this says which shape and colour a thing has. A drawing is 360 units wide, the width of a telephone.
"""

import math
from dataclasses import replace
from itertools import groupby

from bert import model_figures
from bert.shapes import shape
from explainer.render import charts, svg
from explainer.render.context import Context
from explainer.render.figures import Facts, Figure, context_figure, figure_of_run
from explainer.render.svg import WIDTH, Box, Drawing, FactRow
from explainer.versions.history import Lane


@figure_of_run("tying_helps.learning_curves_meet_by_half_time.once")
def lead_over_steps(facts: Facts) -> Drawing:
    """The tied model's lead during training

    Held-out loss, untied minus tied: mean of five pairs of runs, at three learning rates. Above zero, the tied model
    is ahead.
    """
    return charts.lines(facts["curves"], facts["curves_show"])


@figure_of_run("head_questions.logits_are_held_four_times.once")
def tensors_of_the_logits_size(facts: Facts) -> Drawing:
    """What a training step holds at once in logits and tensors of their shape

    Filled: the memory of the logit-sized tensors that one training step of BertForMaskedLM keeps at once. Hollow:
    what each change saves. 32 texts of 512 tokens, bert-base's vocabulary, float32.
    """
    return charts.waterfall(facts["steps"])


@figure_of_run("next_sentence.score_0_means_is_next.once")
def next_or_not(facts: Facts) -> Drawing:
    """Score 0 minus score 1, over true and shuffled pairs

    pydoc-bert on held-out text. A bar's height is a number of pairs. To the right of zero score 0 is the higher
    one, and the answer is “is next”.
    """
    return charts.histogram(facts["margins"], facts["margins_show"])


@figure_of_run("two_gradients.adamw_moves_untouched_rows_farthest.pydoc_bert")
def distance_over_steps(facts: Facts) -> Drawing:
    """How far rows of the tied matrix move, under AdamW and under SGD

    pydoc-bert, one docstring in each step. Each line is the median over five seeds of the median row of a group.
    “Neither” are rows whose token is neither read nor a label. For each optimizer, 1 is the
    distance of the median label's row at the end.
    """
    return charts.lines(facts["curves"], facts["curves_show"])


@figure_of_run("head_steps.bias_follows_log_frequency.once")
def bias_against_frequency(facts: Facts) -> Drawing:
    """The output bias of tokens against how often they occur in the training text

    The twelve commonest tokens of pydoc-bert's training text, and every fiftieth of all that occur in it. If the
    bias were the log of the frequency, the points would follow the dashed line's slope.
    """
    return charts.scatter(facts["points"], facts["lines"])


@context_figure()
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


def square(value: float, cell: Box, max_side: float, largest: float) -> Box | None:
    """Return a square in the middle of a cell, with an area that shows |value|: `max_side` wide for `largest`.

    None for zero.
    """
    side = max_side * math.sqrt(abs(value) / largest) if largest else 0.0
    return Box(cell.middle - side / 2, cell.y + (cell.height - side) / 2, side, side) if side else None


# What each position attends to: a square for each query and key, its area the share. Rows are queries.

FIRST_CELL = Box(112, 40, 24, 24)


@figure_of_run("padding_forward.mask_removes_keys_not_queries.once")
def attention_under_the_mask(facts: Facts) -> Drawing:
    """What five tokens and three pads attend to, under the mask

    One head of a small BERT with random weights. The mask empties the columns of the pads, not their rows.
    """
    # Draw the table `attention_of_a_head` (query, attention), whose pads come last; their columns are outlined.
    table: list[FactRow] = facts["attention_of_a_head"]
    left, top, cell = FIRST_CELL.x, FIRST_CELL.y, FIRST_CELL.width
    token_count = sum(not _is_pad(row) for row in table)
    bottom = top + cell * len(table)
    pads = Box(left + cell * token_count, top - 2, cell * (len(table) - token_count), bottom - top + 4)
    parts = [
        svg.text("this position", left - 8, 16, "small", "end"),
        svg.text("attends to →", left - 8, top - 8, "small", "end"),
        svg.text("the tokens", left + cell * token_count / 2, 16, "small"),
        svg.text("the pads", pads.middle, 16, "small"),
        *(
            svg.text(row["query"].split()[-1], left + cell * i + cell / 2, top - 8, "small")
            for i, row in enumerate(table)
        ),
        shape("pad", pads),
        *(_query_row(row, top + cell * i) for i, row in enumerate(table)),
        svg.text("A full square would be all of a position's attention.", WIDTH / 2, bottom + 22, "small"),
    ]
    description = (
        f"A grid of {len(table)} positions by the positions that they attend to. The columns of the pads are empty, "
        "their rows are not."
    )
    numbers = [
        {"position": row["query"], "percent of its attention": [f"{share:.0%}"[:-1] for share in row["attention"]]}
        for row in table
    ]
    return Drawing(parts, bottom + 32, description, numbers)


def _is_pad(row: FactRow) -> bool:
    """Return whether a row of the table is that of a [PAD] token."""
    return bool(row["query"].startswith("pad"))


def _query_row(row: FactRow, y: float) -> str:
    """Draw one row of the grid. Its squares are rounded to whole units, by at most one, so that the SVG is short."""
    elements = svg.text(row["query"], FIRST_CELL.x - 8, y + 16, "name", "end")
    for i, share in enumerate(row["attention"]):
        cell = replace(FIRST_CELL, x=FIRST_CELL.x + FIRST_CELL.width * i, y=y)
        if box := square(share, cell, cell.width - 2, 1.0):
            half = max(1, round(box.width / 2))
            middle = round(box.y + box.height / 2)
            elements += svg.rectangle("plus", Box(round(box.middle) - half, middle - half, 2 * half, 2 * half))
    return svg.group("pad-row" if _is_pad(row) else "row", elements)


# Rows of the embedding as a Hinton diagram: each value a square, full if positive, hollow if negative.

NAMES_END, CELLS_START = 74.0, 84.0  # x coordinates
NORM_BAR = Box(262.0, 6.0, 60.0, 10.0)  # of the longest norm; y from the top of its row
CELL_WIDTH, ROW_HEIGHT, FIRST_ROW = 14.0, 22.0, 24.0
VALUES_AS_TEXT = 6  # of a row, for the screen reader and below the drawing


@figure_of_run("padding_embeddings.pad_row_among_its_neighbours.pydoc_bert")
def pad_row_among_its_neighbours(facts: Facts) -> Drawing:
    """The [PAD] row among rows of pydoc-bert's word embedding

    A filled square is a positive value, a hollow one a negative value; the area is its size. A row of zeros would
    be empty, and [PAD]'s is not.
    """
    # Draw the table `neighbours` (token, id, norm, first values); the row with id 0, that of [PAD], is outlined.
    table: list[FactRow] = facts["neighbours"]
    largest = max(abs(value) for row in table for value in row["first values"])
    longest = max(row["norm"] for row in table)
    bottom = FIRST_ROW + ROW_HEIGHT * len(table)
    parts = [
        svg.text("token", NAMES_END, 15, "small", "end"),
        svg.text(f"first {len(table[0]['first values'])} values of its row", CELLS_START, 15, "small", "start"),
        svg.text("norm", NORM_BAR.x, 15, "small", "start"),
        *(
            _embedding_row(row, FIRST_ROW + ROW_HEIGHT * index, largest, longest, bottom)
            for index, row in enumerate(table)
        ),
        svg.text("Point at a row, or tab to it, to read its values.", WIDTH / 2, bottom + 24, "small hint"),
    ]
    norms = "; ".join(f"{row['token']} {row['norm']:.2f}" for row in table)
    description = (
        f"The first values of {len(table)} rows of the embedding, none of them empty, and the rows' norms: {norms}."
    )
    numbers = [{**row, "first values": [f"{value:.3f}" for value in row["first values"]]} for row in table]
    return Drawing(parts, bottom + 44, description, numbers)


def _embedding_row(row: FactRow, y: float, largest: float, longest: float, bottom: float) -> str:
    """Draw one row; `largest` is the greatest |value| and `longest` the greatest norm of all rows.

    CSS shows its values as text at `bottom`, below all rows, while the reader points at the row.
    """
    token, norm, is_pad = row["token"], row["norm"], row["id"] == 0
    frame = Box(2, y, WIDTH - 4, ROW_HEIGHT)
    values = " ".join(svg.minus(f"{value:.3f}") for value in row["first values"][:VALUES_AS_TEXT])
    squares = "".join(
        svg.rectangle("plus" if value > 0 else "minus", box)
        for i, value in enumerate(row["first values"])
        if (box := square(value, Box(CELLS_START + CELL_WIDTH * i, y, CELL_WIDTH, ROW_HEIGHT), CELL_WIDTH - 2, largest))
    )
    caption = svg.text(f"{token}  id {row['id']}  norm {norm:.4f}", WIDTH / 2, bottom + 18, "name")
    return svg.selectable(
        "row pad-row" if is_pad else "row",
        f"{token}, id {row['id']}, norm {norm:.2f}, first values {values}",
        svg.rectangle("back", frame)
        + (shape("pad", frame) if is_pad else "")
        + svg.text(token, NAMES_END, y + 15, "name", "end")
        + squares
        + svg.rectangle("bar", Box(NORM_BAR.x, y + NORM_BAR.y, NORM_BAR.width * norm / longest, NORM_BAR.height))
        + svg.text(f"{norm:.2f}", NORM_BAR.right + 6, y + 15, "small", "start")
        + svg.group("values", caption + svg.text(f"{values} …", WIDTH / 2, bottom + 35, "name")),
    )


# A vector on its way to a token. The script of the live head (docs/assets/live) draws the same for any sentence, and
# reads this example from the table below the drawing.

RANK_AREA = Box(36.0, 34.0, WIDTH - 36.0, 136.0)  # rank 1 is at its top, the last rank at its bottom
DOT_SIZE = 7.0


@figure_of_run("head_steps.vector_becomes_a_token.once")
def head_steps(facts: Facts) -> Drawing:
    """The rank of the hidden word through the steps of the head

    To see which tokens a vector points to, we take its dot product with each of the word embedding's rows, and
    apply a softmax. After the encoder, after dense and after GELU, this only gives us a look inside. From LayerNorm on
    it is what the head itself does: the product, then the bias, then the softmax. The line is the rank of the hidden
    token.
    """
    # Draw the rank of `answer` through `steps` (step, shape, rank, its probability, ten best, their probabilities).
    # Consecutive steps with the same ranking share a column under the first one's name: the product is how we read a
    # vector anyway, and the softmax changes no order.
    answer: str = facts["answer"]
    steps: list[FactRow] = facts["steps"]
    vocabulary = max(row["shape"][0] for row in steps)
    groups = groupby(steps, key=lambda row: (row["ten best"], row["probabilities"]))
    columns = [next(rows) for _, rows in groups]
    ranks = [row["rank of the answer"] for row in columns]
    width = RANK_AREA.width / len(columns)
    points = [(RANK_AREA.x + width * (i + 0.5), _rank_y(rank, vocabulary)) for i, rank in enumerate(ranks)]
    parts = [*_rank_axis(vocabulary), svg.path("rank-way", svg.polyline(points))]
    for i, ((x, y), row) in enumerate(zip(points, columns, strict=True)):
        neighbours = points[max(i - 1, 0) : i] + points[i + 1 : i + 2]
        below = all(y > neighbour_y for _, neighbour_y in neighbours)  # the label does not cross the line there
        parts += [
            svg.rectangle("rank-dot", Box(x - DOT_SIZE / 2, y - DOT_SIZE / 2, DOT_SIZE, DOT_SIZE), DOT_SIZE / 2),
            svg.text(f"no. {ranks[i]:,}", x, y + 18 if below else y - 9, "rank over-rule"),
            svg.text(row["step"], x, RANK_AREA.bottom + 20, "small"),
        ]
    by_step = ", ".join(f"{row['step']} {rank:,}" for row, rank in zip(columns, ranks, strict=True))
    description = f"The rank of “{answer}” among {vocabulary:,} tokens, by the step after which it is read: {by_step}."
    return Drawing(parts, RANK_AREA.bottom + 28, description, [_table_row(row, answer) for row in columns], open=True)


def _rank_y(rank: int, vocabulary: int) -> float:
    """Return the y coordinate of a rank, on a logarithmic scale from 1 to the size of the vocabulary."""
    return RANK_AREA.y + RANK_AREA.height * math.log(rank) / math.log(vocabulary)


def _rank_axis(vocabulary: int) -> list[str]:
    """Draw the axis: a line and a number for each power of ten, and the word "rank"."""
    heights = [(10**power, _rank_y(10**power, vocabulary)) for power in range(len(str(vocabulary)))]
    names = [svg.text(f"{rank:,}", RANK_AREA.x - 4, y + 3.5, "small", "end") for rank, y in heights]
    lines = "".join(svg.horizontal(y, RANK_AREA.x, WIDTH) for _, y in heights)
    return [svg.path("grid", lines), svg.text("rank", RANK_AREA.x - 4, RANK_AREA.y - 14, "small", "end"), *names]


def _table_row(row: FactRow, answer: str) -> FactRow:
    """Return a row of the table below the drawing, which the live head's script reads, too."""
    best = zip(row["ten best"], row["probabilities"], strict=True)
    return {
        "read after": row["step"],
        f"“{answer}”": f"no. {row['rank of the answer']:,}, {percent(row['its probability'])}",
        "the ten best tokens": ", ".join(f"{token} {percent(share)}" for token, share in best),
    }


def percent(share: float) -> str:
    """Write a share from 0 to 1 with two digits: 76 %, 7.7 %, 0.44 %, and below that < 0.01 %.

    docs/assets/live/page.js does the same.
    """
    value = 100 * share
    digits = 0 if value >= 9.95 else 1 if value >= 0.995 else 2
    return f"{value:.{digits}f} %" if value >= 0.005 else "< 0.01 %"


FIGURES: tuple[Figure, ...] = (
    *model_figures.FIGURES,
    lead_over_steps,
    tensors_of_the_logits_size,
    next_or_not,
    distance_over_steps,
    bias_against_frequency,
    bias_over_releases,
    attention_under_the_mask,
    pad_row_among_its_neighbours,
    head_steps,
)
