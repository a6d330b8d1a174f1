"""Draw charts for any site: lines, scatter, histogram and waterfall from tables, releases from answers.

A table is a fact with at least one row and the columns that the function names. UserError is for what an author may
well write wrong: too many lines, a total that is no sum. All lengths are in units of a figure, `svg.WIDTH` wide.
"""

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from explainer.errors import UserError
from explainer.render import svg
from explainer.render.context import Context
from explainer.render.svg import WIDTH, Box, Drawing, FactRow, Plot, Point
from explainer.versions.history import Lane, lane_data

MARGIN = 4.0  # left and right of charts without a `Plot`

# Lines: a curve for each case, with its name at its end. Each has a dash and a mark of its own, for readers who see no
# colours.

LINES_PLOT = Plot(34.0, 232.0, 30.0, 280.0, x_name_offset=32.0)
MARKS_PER_LINE = 5  # and one at its end
NAMES_X = 246.0  # where the names of the lines start
NAME_SPACING = 13.5  # from one name to the next, at least
MAX_NAME_LENGTH = 21  # letters, for which there is room on the right
DASHES = ("", "7 3", "2.5 2.5", "9 3 2 3", "5 2", "1.5 3", "12 4", "6 2 1.5 2 1.5 2")
# A circle, a square, a triangle and a diamond: where each begins, relative to its point, and its path data.
MARK_OUTLINES = (
    (-3.2, 0.0, "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"),
    (-3.2, -3.2, "h6.4v6.4h-6.4z"),
    (0.0, -4.2, "l4.2 7.4h-8.4z"),
    (0.0, -4.2, "l4.2 4.2l-4.2 4.2l-4.2 -4.2z"),
)


def lines(table: list[FactRow], y_name: str) -> Drawing:
    """Draw a line for each column after the first, which is x.

    Raise UserError for more than eight lines, or for a name of more than MAX_NAME_LENGTH letters.
    """
    x_name, *names = table[0]
    if len(names) > len(DASHES) or max(map(len, names)) > MAX_NAME_LENGTH:
        raise UserError(f"at most {len(DASHES)} lines with names of {MAX_NAME_LENGTH} letters")
    values = [row[name] for row in table for name in names]
    x_values = svg.ticks(min(row[x_name] for row in table), max(row[x_name] for row in table))
    y_values = svg.ticks(min(0.0, *values), max(values))
    x = svg.scale(x_values[0], x_values[-1], LINES_PLOT.left, LINES_PLOT.right)
    y = svg.scale(y_values[0], y_values[-1], LINES_PLOT.bottom, LINES_PLOT.top)
    curves = [[(x(row[x_name]), y(row[name])) for row in table] for name in names]
    range_texts = [f"from {table[0][name]:.3g} to {table[-1][name]:.3g}" for name in names]
    name_ys = spread([curve[-1][1] for curve in curves], NAME_SPACING)
    labelled_every = 1 if len(x_values) <= svg.MAX_STEPS else 2  # the texts of more ticks would overlap
    parts = [
        svg.text(y_name, 2, 15, "small", "start"),
        *LINES_PLOT.axes(
            x_name,
            [("" if index % labelled_every else _tick_text(value), x(value)) for index, value in enumerate(x_values)],
            [(_tick_text(value), y(value)) for value in y_values],
            y(0) if y_values[0] <= 0 <= y_values[-1] else LINES_PLOT.bottom,
        ),
        *map(_curve, range(len(names)), names, range_texts, curves, name_ys),
    ]
    description = (
        f"A line chart of the {y_name} against the {x_name}, from {table[0][x_name]} to {table[-1][x_name]}, with "
        f"{len(names)} lines: {'; '.join(map(' '.join, zip(names, range_texts, strict=True)))}."
    )
    return Drawing(parts, max(LINES_PLOT.bottom + 40, max(name_ys) + 8), description, table)


def _curve(index: int, name: str, range_text: str, points: list[Point], name_y: float) -> str:
    """Draw a line with its marks and its name; a thin leader joins the name to the line's end."""
    last = len(points) - 1
    # Each line's marks are an eighth of a step further on than those of the line before, so that they do not overlap.
    steps = (number + 0.5 + index / len(DASHES) for number in range(MARKS_PER_LINE))
    marked = {round(step * last / (MARKS_PER_LINE + 1)) for step in steps}
    end_x, end_y = points[-1]
    return svg.selectable(
        f"curve curve-{index + 1}",
        f"{name}: {range_text}",
        svg.path("near", svg.polyline(points))  # a wide, invisible line: easier to point at
        + svg.path("way", svg.polyline(points), DASHES[index])
        + "".join(point_mark(index, *points[at]) for at in sorted(marked | {last}))
        + svg.path("leader", svg.polyline([(end_x + 5, end_y), (NAMES_X - 3, name_y)]))
        + svg.text(name, NAMES_X, name_y + 3.8, "small", "start"),
    )


def point_mark(index: int, x: float, y: float) -> str:
    """Draw the mark of the line `index` (0 to 7) at a point: four shapes, first full, then hollow."""
    left, top, outline = MARK_OUTLINES[index % 4]
    return svg.path("full" if index < 4 else "hollow", svg.path_data(("M", x + left, y + top)) + outline)


def spread(wanted: list[float], spacing: float) -> list[float]:
    """Return a coordinate for each wanted one, at its place in the list, at least `spacing` apart.

    No two are swapped, and the sum of squared moves is the least possible. This is isotonic regression by pooling
    adjacent violators: https://en.wikipedia.org/wiki/Isotonic_regression
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[float]] = []  # neighbours that would overlap and are moved together
    for rank, index in enumerate(order):
        # Minus `rank * spacing`, "at least `spacing` apart" is "not below the one before": isotonic regression.
        blocks.append([wanted[index] - rank * spacing])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    means = [fmean(block) for block in blocks for _ in block]
    coordinates = {index: means[rank] + rank * spacing for rank, index in enumerate(order)}
    return [coordinates[index] for index in range(len(wanted))]


def _tick_text(value: float) -> str:
    return f"{value:,g}" if abs(value) < 1e6 else f"{value:.3g}"


# A scatter: named points over a logarithmic x axis, and fitted lines that differ in their dash.

SCATTER_PLOT = Plot(34.0, 350.0, 30.0, 280.0)
FIT_DASHES = ("", "6 3")
LEGEND_LINE_HEIGHT = 18.0


def scatter(table: list[FactRow], fits: list[FactRow]) -> Drawing:
    """Draw points from a table with three columns (name, x > 0, y), and at most two fitted lines.

    A fit is a row with three columns: `line` (its name), `from and to` (the x of its ends, or of more points) and the y
    of these, named as the table's third column. Raise UserError for a third fit.
    """
    if len(fits) > len(FIT_DASHES):
        raise UserError(f"at most {len(FIT_DASHES)} lines")
    name_column, x_name, y_name = table[0]
    leftmost, rightmost = (extreme(table, key=lambda row: float(row[x_name])) for extreme in (min, max))
    lowest = math.log10(leftmost[x_name])
    highest = max(math.log10(rightmost[x_name]), lowest + 1)  # at least one power of ten, so that the axis has a tick
    y_values = svg.ticks(min(row[y_name] for row in table), max(row[y_name] for row in table))
    x = svg.scale(lowest, highest, SCATTER_PLOT.left, SCATTER_PLOT.right)
    y = svg.scale(y_values[-1], y_values[0], SCATTER_PLOT.top, SCATTER_PLOT.bottom)
    powers = range(math.ceil(lowest), math.floor(highest) + 1)
    parts = [
        svg.text(y_name, 2, 15, "small", "start"),
        *SCATTER_PLOT.axes(
            x_name,
            [(f"{10.0**power:,g}" if power < 6 else f"1e{power}", x(power)) for power in powers],
            [(svg.minus(f"{value:g}"), y(value)) for value in y_values],
            SCATTER_PLOT.bottom,
        ),
        *(
            svg.dot(
                x(math.log10(row[x_name])),
                y(row[y_name]),
                2.2,
                f"{row[name_column]}: {row[x_name]:,}, {row[y_name]:.2f}",
            )
            for row in table
        ),
    ]
    height = SCATTER_PLOT.bottom + 54
    for index, (fit, dash) in enumerate(zip(fits, FIT_DASHES, strict=False)):
        points = [(x(math.log10(a)), y(b)) for a, b in zip(fit["from and to"], fit[y_name], strict=False)]
        sample = svg.path_data(("M", SCATTER_PLOT.left, height), ("h", 30))  # beside the fit's name in the legend
        parts.append(svg.path(f"fit fit-{index + 1}", svg.polyline(points) + sample, dash))
        parts.append(svg.text(fit["line"], SCATTER_PLOT.left + 38, height + 4, "small", "start"))
        height += LEGEND_LINE_HEIGHT
    first_point, last_point = (
        f"{row[name_column]} with {row[x_name]:,} and {row[y_name]:.2f}" for row in (leftmost, rightmost)
    )
    description = (
        f"A scatter of {len(table)} points, the {y_name} against the {x_name} on a logarithmic axis, from "
        f"{first_point} to {last_point}. Lines: {'; '.join(fit['line'] for fit in fits)}."
    )
    return Drawing(parts, height, description, table)


# A histogram: two kinds over one axis, one above it and full, the other below it and hollow.

HALF_HEIGHT = 110.0  # above the axis, and below it
HISTOGRAM_PLOT = Plot(34.0, WIDTH - 6.0, 26.0, 26.0 + 2 * HALF_HEIGHT, x_name_offset=34.0)
HISTOGRAM_AXIS_Y = HISTOGRAM_PLOT.top + HALF_HEIGHT
HISTOGRAM_BAR_MARGIN = 1.5  # on each side of a bar


def histogram(table: list[FactRow], values_name: str) -> Drawing:
    """Draw how many values are in each range, from the columns `from` and `to` and the counts of two kinds."""
    plot, axis_y = HISTOGRAM_PLOT, HISTOGRAM_AXIS_Y
    above, below = list(table[0])[2:]
    edges = [row["from"] for row in table] + [float(table[-1]["to"])]
    x = svg.scale(edges[0], edges[-1], plot.left, plot.right)
    highest_count = max(row[kind] for row in table for kind in (above, below))
    count_ticks = [tick for tick in svg.ticks(0, highest_count) if tick.is_integer()]  # small counts have ticks between
    height_of_one = HALF_HEIGHT / count_ticks[-1]
    y_ticks = [
        (f"{count:,.0f}", axis_y - sign * count * height_of_one)
        for count in count_ticks
        for sign in (1, -1)
        if count or sign == 1  # zero has one tick
    ]
    parts = [plot.grid(y_ticks[1:]), *plot.y_texts(y_ticks)]
    for row in table:
        left, width = x(row["from"]) + HISTOGRAM_BAR_MARGIN, x(row["to"]) - x(row["from"]) - 2 * HISTOGRAM_BAR_MARGIN
        up, down = row[above] * height_of_one, row[below] * height_of_one
        bars = {"plus": Box(left, axis_y - up, width, up), "minus": Box(left, axis_y, width, down)}
        parts += [svg.rectangle(kind, bar) for kind, bar in bars.items() if bar.height]
    parts.append(svg.path("axis", plot.horizontal(axis_y)))
    if edges[0] < 0 < edges[-1]:
        parts.append(svg.path("zero", svg.vertical(x(0), plot.top - 4, plot.bottom + 4)))
    parts += [
        # Only edges that are even numbers have a text: there is no room for more.
        *(svg.text(_signed(edge), x(edge), plot.bottom + 17, "small") for edge in edges if edge % 2 == 0),
        svg.text(f"{above}, above", plot.left, 14, "small", "start"),
        svg.text(f"{below}, below", plot.right, plot.bottom - 6, "small", "end"),
        plot.x_name(values_name),
    ]
    description = "; ".join(_describe_counts(table, kind) for kind in (above, below))
    return Drawing(parts, plot.bottom + 42, f"A histogram of {values_name}: {description}.", table)


def _describe_counts(table: list[FactRow], kind: str) -> str:
    """Say how many values of a kind there are, how many are below zero, and in which range most are.

    Below zero are those in ranges that end at or below it, so zero should be an edge.
    """
    total = sum(row[kind] for row in table)
    negative = sum(row[kind] for row in table if row["to"] <= 0)
    fullest = max(table, key=lambda row: row[kind])
    most = f"most, {fullest[kind]:,}, from {fullest['from']} to {fullest['to']}"
    return f"of {total:,} {kind} {negative:,} are below zero, and {most}"


def _signed(value: float) -> str:
    return svg.minus(f"{value:+g}") if value else "0"


# A waterfall: totals as outlined bars from zero, and between them what is added (full) and taken away (hollow).

STEP_HEIGHT, STEP_BAR_HEIGHT = 40.0, 15.0
STEP_BAR_TOP = 19.0  # below the top of its step, which begins with a line of text
MIN_STEP_BAR_WIDTH = 2.0  # so that a small amount is seen
STEP_SIGNS = {"total": "", "more": "+", "less": "−"}
STEP_DESCRIPTIONS = {"total": "{}: {:,}", "more": "plus {}, {:,}", "less": "minus {}, {:,}"}


def waterfall(table: list[FactRow]) -> Drawing:
    """Draw steps from three columns: `step` (its name), the amount (its column's name is the unit) and `is`.

    `is` is "total", "more" (what is added) or "less" (what is taken away); an amount of "less" must be negative, which
    is not checked. Raise UserError for another word, or if a total after the first row is not the total before it plus
    the steps between.
    """
    unit = list(table[0])[1]
    scale = (WIDTH - 2 * MARGIN) / max(abs(row[unit]) for row in table)
    parts: list[str] = []
    running_total, y = 0, 0.0
    for index, row in enumerate(table):
        if row["is"] not in STEP_SIGNS:
            raise UserError(f"{row['step']}: `is` must be one of {', '.join(STEP_SIGNS)} (got {row['is']!r})")
        amount, is_total = row[unit], row["is"] == "total"
        if is_total and index and not math.isclose(amount, running_total):
            raise UserError(f"{row['step']}: {amount}, and the steps before it make {running_total}")
        start = 0 if is_total else running_total
        running_total = start + amount
        low, high = sorted((start, running_total))
        left = min(MARGIN + low * scale, WIDTH - MARGIN - MIN_STEP_BAR_WIDTH)
        bar = Box(left, y + STEP_BAR_TOP, max((high - low) * scale, MIN_STEP_BAR_WIDTH), STEP_BAR_HEIGHT)
        parts += [
            svg.text(row["step"], MARGIN, bar.y - 5, "name", "start"),
            svg.text(
                f"{STEP_SIGNS[row['is']]}{abs(amount):,} {unit}", WIDTH - MARGIN, bar.y - 5, "name over-rule", "end"
            ),
        ]
        if is_total:
            parts.append(svg.rectangle("made", bar, 1))
        elif amount:
            parts.append(svg.rectangle("plus" if row["is"] == "more" else "minus", bar))
        if index + 1 < len(table):
            top = y + STEP_BAR_TOP + (STEP_BAR_HEIGHT if is_total or amount else 0)
            x = MARGIN + running_total * scale
            parts.append(svg.path("rule", svg.vertical(x, top, y + STEP_HEIGHT + STEP_BAR_TOP)))
        y += STEP_HEIGHT
    steps = "; ".join(STEP_DESCRIPTIONS[row["is"]].format(row["step"], abs(row[unit])) for row in table)
    return Drawing(parts, y + 4, f"In {unit}: {steps}.", table)


# Releases: a lane for each question, with a bar for each answer that a claim gives over the releases. The columns are
# the library sets, evenly spaced, because releases are not evenly spread over time. A bar begins in the column of the
# first set with its answer, and reaches to the next answer, also over releases that gave none. The exact release is in
# the text below it, except in the first column.

LANE_BAR_HEIGHT = 13.0
LETTER_WIDTH = 5.6  # about: an SVG cannot measure its text before a browser draws it
LOOK_CLASSES = {"right": "", "wrong": " wrong", "absent": " left-out"}
LEGEND_WORDS = {"right": "correct", "wrong": "wrong", "absent": "none"}
NOT_TESTED_TEXT = "not tested yet"


def releases(context: Context, lanes: Sequence[Lane], css_class: str) -> Drawing:
    """Draw the answers of claims over the releases of a library; the bars get a CSS class.

    Raise UserError if a lane names an unknown claim, or has no word for one of its answers.
    """
    if unknown := [lane.claim for lane in lanes if lane.claim not in context.sentences_by_key]:
        raise UserError(f"there is no snippet `{unknown[0]}` for a lane")
    data = lane_data(context.answers, context.site.libraries.sets, lanes)
    columns: list[str] = data["columns"]
    column_width = (WIDTH - 2 * MARGIN) / max(len(columns), 1)
    parts: list[str] = []
    numbers: list[FactRow] = []
    descriptions, y = [], 24.0
    for lane_values in data["lanes"]:
        question, ranges = lane_values["question"], lane_values["ranges"]
        parts.append(svg.text(question, MARGIN, y + 11, "note", "start"))
        bars, y = _bars(ranges, css_class, y + 16, column_width, len(columns))
        parts += bars
        answers = [(release_range["label"], release_range["start"]) for release_range in ranges]
        descriptions.append(f"{question}: {'; '.join(map(' since '.join, answers)) or NOT_TESTED_TEXT}.")
        numbers += [
            {"question": question, "answer": word, "since": since}
            for word, since in answers or [(NOT_TESTED_TEXT, "—")]
        ]
    headings = [
        svg.text(heading, MARGIN + column_width * index, 12, "small", "start")
        + svg.path("grid", svg.vertical(MARGIN + column_width * index - 2, 3, y - 6))
        for index, heading in enumerate(columns)
        if heading
    ]
    legend = [svg.rule(y)]
    for index, (look, word) in enumerate(LEGEND_WORDS.items()):
        x = MARGIN + 122.0 * index
        legend += [_bar(css_class, look, x, y + 10, 22), svg.text(word, x + 27, y + 20.5, "small", "start")]
    return Drawing([*headings, *parts, *legend], y + 30, " ".join(descriptions), numbers)


def _bars(
    ranges: list[dict[str, Any]], css_class: str, y: float, column_width: float, column_count: int
) -> tuple[list[str], float]:
    """Return a lane's bars, whose upper edge is at `y`, with the texts below them, and the y at which the lane ends.

    `ranges` are those of `lane_data`; without any, a text replaces the bars. Each answer is in the first line of text
    that has room.
    """
    first_line_y = y + LANE_BAR_HEIGHT + 12
    if not ranges:
        return [svg.text(NOT_TESTED_TEXT, MARGIN, y + LANE_BAR_HEIGHT, "small", "start")], first_line_y
    parts: list[str] = []
    line_ends: list[float] = []  # the x at which each line of text below the bars ends
    next_columns = [*(release_range["at"] for release_range in ranges[1:]), column_count]
    for release_range, next_column in zip(ranges, next_columns, strict=True):
        column, word = release_range["at"], release_range["label"]
        x = MARGIN + column_width * column
        parts.append(_bar(css_class, release_range["look"], x, y, column_width * (next_column - column) - 1.5))
        text = word if column == 0 else f"{release_range['start'].split()[-1]} {word}"
        start = min(x, WIDTH - 2 - LETTER_WIDTH * len(text))
        line = next((index for index, end in enumerate(line_ends) if end < start), len(line_ends))
        line_ends[line : line + 1] = [start + LETTER_WIDTH * len(text) + 4]
        parts.append(svg.text(text, start, first_line_y + 13.0 * line, "small", "start"))
    return parts, first_line_y + 13.0 * len(line_ends)


def _bar(css_class: str, look: str, x: float, y: float, width: float) -> str:
    return svg.rectangle(css_class + LOOK_CLASSES[look], Box(x, y, width, LANE_BAR_HEIGHT), LANE_BAR_HEIGHT / 2)
