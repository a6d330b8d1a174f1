"""Charts for any site, each a function from tables among the facts to a Drawing.

What cannot be drawn is a UserError; a column that is missing is a KeyError, which says its name.
"""

import math
from collections.abc import Sequence
from statistics import fmean

from explainer.errors import UserError
from explainer.render import svg
from explainer.render.context import Context
from explainer.render.svg import WIDTH, Box, Drawing, Plot, Point, Row
from explainer.versions.history import Lane, lanes

# Lines: a curve for each case, its name at its end. No two have the same dash or mark, so that none is told by its
# colour alone.

LINES = Plot(34.0, 232.0, 30.0, 280.0, caption=32.0)
MARKS = 5  # of a line, and one at its end
NAMES = 246.0  # where the names start
NAME = 13.5  # between two names, at least
LETTERS = 21  # of a name, at most: there is no more room
DASHES = ("", "7 3", "2.5 2.5", "9 3 2 3", "5 2", "1.5 3", "12 4", "6 2 1.5 2 1.5 2")
# Where each mark begins, from its point, and its way: a circle, a square, a triangle, a diamond.
OUTLINES = (
    (-3.2, 0.0, "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"),
    (-3.2, -3.2, "h6.4v6.4h-6.4z"),
    (0.0, -4.2, "l4.2 7.4h-8.4z"),
    (0.0, -4.2, "l4.2 4.2l-4.2 4.2l-4.2 -4.2z"),
)


def lines(table: list[Row], shows: str) -> Drawing:
    """Draw one measured thing against another: the first column is x, each other a line, and y is what it `shows`."""
    across, *names = table[0]
    if len(names) > len(DASHES) or max(map(len, names)) > LETTERS:
        raise UserError(f"at most {len(DASHES)} lines with names of {LETTERS} letters")
    values = [row[name] for row in table for name in names]
    xs = svg.ticks(min(row[across] for row in table), max(row[across] for row in table))
    ys = svg.ticks(min(0.0, *values), max(values))
    x, y = svg.scale(xs[0], xs[-1], LINES.left, LINES.right), svg.scale(ys[0], ys[-1], LINES.bottom, LINES.top)
    ways = [[(x(row[across]), y(row[name])) for row in table] for name in names]
    courses = [f"from {table[0][name]:.3g} to {table[-1][name]:.3g}" for name in names]
    heights = spread([way[-1][1] for way in ways], NAME)
    every = 1 if len(xs) <= svg.TICKS else 2
    parts = [
        svg.text(shows, 2, 15, "small", "start"),
        *LINES.axes(
            across,
            [("" if index % every else _tick(value), x(value)) for index, value in enumerate(xs)],
            [(_tick(value), y(value)) for value in ys],
            y(0) if ys[0] <= 0 <= ys[-1] else LINES.bottom,
        ),
        *map(_curve, range(len(names)), names, courses, ways, heights),
    ]
    described = (
        f"A line chart of the {shows} against the {across}, from {table[0][across]} to {table[-1][across]}, with "
        f"{len(names)} lines: {'; '.join(map(' '.join, zip(names, courses, strict=True)))}."
    )
    return Drawing(parts, max(LINES.bottom + 40, max(heights) + 8), described, table)


def _curve(index: int, name: str, course: str, points: list[Point], height: float) -> str:
    """Draw a line, and its name at the `height` that is free. Its marks are at other places than the next line's."""
    last = len(points) - 1
    shown = {round((count + 0.5 + index / len(DASHES)) * last / (MARKS + 1)) for count in range(MARKS)}
    end_x, end_y = points[-1]
    return svg.selectable(
        f"curve curve-{index + 1}",
        f"{name}: {course}",
        svg.path("near", svg.polyline(points))
        + svg.path("way", svg.polyline(points), DASHES[index])
        + "".join(mark(index, *points[at]) for at in sorted(shown | {last}))
        + svg.path("leader", svg.polyline([(end_x + 5, end_y), (NAMES - 3, height)]))
        + svg.text(name, NAMES, height + 3.8, "small", "start"),
    )


def mark(index: int, x: float, y: float) -> str:
    """Draw the mark of a line around a point: four shapes, full and hollow."""
    left, top, outline = OUTLINES[index % 4]
    return svg.path("full" if index < 4 else "hollow", svg.way(("M", x + left, y + top)) + outline)


def spread(wanted: list[float], apart: float) -> list[float]:
    """Return places as near to the wanted ones as keeps each two `apart`, in the same order (isotonic regression)."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[float]] = []  # neighbours that would overlap, which are moved together
    for rank, index in enumerate(order):
        blocks.append([wanted[index] - rank * apart])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    moved = [fmean(block) for block in blocks for _ in block]
    places = {index: moved[rank] + rank * apart for rank, index in enumerate(order)}
    return [places[index] for index in range(len(wanted))]


def _tick(value: float) -> str:
    return f"{value:,g}" if abs(value) < 1e6 else f"{value:.3g}"


# A scatter: named points over a logarithmic axis, and lines through them that differ in their dash.

SCATTER = Plot(34.0, 350.0, 30.0, 280.0)
FITS = ("", "6 3")  # the dashes of the lines
LEGEND = 18.0  # the height of each line of it


def scatter(table: list[Row], fits: list[Row]) -> Drawing:
    """Draw points (name, x above zero, y), and `fits`, each with its name, a list of x and one of y."""
    if len(fits) > len(FITS):
        raise UserError(f"at most {len(FITS)} lines")
    name, across, up = table[0]
    least, most = (end(table, key=lambda row: float(row[across])) for end in (min, max))
    first = math.log10(least[across])
    last = max(math.log10(most[across]), first + 1)
    ys = svg.ticks(min(row[up] for row in table), max(row[up] for row in table))
    x, y = svg.scale(first, last, SCATTER.left, SCATTER.right), svg.scale(ys[-1], ys[0], SCATTER.top, SCATTER.bottom)
    powers = range(math.ceil(first), math.floor(last) + 1)
    parts = [
        svg.text(up, 2, 15, "small", "start"),
        *SCATTER.axes(
            across,
            [(f"{10.0**power:,g}" if power < 6 else f"1e{power}", x(power)) for power in powers],
            [(svg.minus(f"{value:g}"), y(value)) for value in ys],
            SCATTER.bottom,
        ),
        *(
            svg.dot(x(math.log10(row[across])), y(row[up]), 2.2, f"{row[name]}: {row[across]:,}, {row[up]:.2f}")
            for row in table
        ),
    ]
    height = SCATTER.bottom + 54
    for index, (fit, dash) in enumerate(zip(fits, FITS, strict=False)):
        points = [(x(math.log10(a)), y(b)) for a, b in zip(fit["from and to"], fit[up], strict=False)]
        sample = svg.way(("M", SCATTER.left, height), ("h", 30))
        parts.append(svg.path(f"fit fit-{index + 1}", svg.polyline(points) + sample, dash))
        parts.append(svg.text(fit["line"], SCATTER.left + 38, height + 4, "small", "start"))
        height += LEGEND
    described = (
        f"A scatter of {len(table)} points, the {up} against the {across} on a logarithmic axis, from {least[name]} "
        f"with {least[across]:,} and {least[up]:.2f} to {most[name]} with {most[across]:,} and {most[up]:.2f}. "
        f"Lines: {'; '.join(fit['line'] for fit in fits)}."
    )
    return Drawing(parts, height, described, table)


# A histogram: two kinds over one axis, one above it and full, the other below it and hollow.

HALF = 110.0  # the height of each half
HISTOGRAM = Plot(34.0, WIDTH - 6.0, 26.0, 26.0 + 2 * HALF, caption=34.0)
MIDDLE = HISTOGRAM.top + HALF
SPACE = 1.5  # on each side of a bar


def histogram(table: list[Row], shows: str) -> Drawing:
    """Draw how often each range of values occurs: from, to, and a count for each of two kinds."""
    plot = HISTOGRAM
    above, below = list(table[0])[2:]
    edges = [row["from"] for row in table] + [float(table[-1]["to"])]
    x = svg.scale(edges[0], edges[-1], plot.left, plot.right)
    counts = svg.ticks(0, max(row[kind] for row in table for kind in (above, below)))
    tall = HALF / counts[-1]
    levels = [
        (f"{count:,.0f}", MIDDLE - sign * count * tall) for count in counts for sign in (1, -1) if count or sign == 1
    ]
    parts = [plot.grid(levels[1:]), *plot.numbers(levels)]
    for row in table:
        left, width = x(row["from"]) + SPACE, x(row["to"]) - x(row["from"]) - 2 * SPACE
        up, down = row[above] * tall, row[below] * tall
        bars = {"plus": Box(left, MIDDLE - up, width, up), "minus": Box(left, MIDDLE, width, down)}
        parts += [svg.rectangle(kind, bar) for kind, bar in bars.items() if bar.height]
    parts.append(svg.path("axis", plot.level(MIDDLE)))
    if edges[0] < 0 < edges[-1]:
        parts.append(svg.path("zero", svg.upright(x(0), plot.top - 4, plot.bottom + 4)))
    parts += [
        *(svg.text(_signed(edge), x(edge), plot.bottom + 17, "small") for edge in edges if edge % 2 == 0),
        svg.text(f"{above}, above", plot.left, 14, "small", "start"),
        svg.text(f"{below}, below", plot.right, plot.bottom - 6, "small", "end"),
        plot.name(shows),
    ]
    told = "; ".join(_in_words(table, kind) for kind in (above, below))
    return Drawing(parts, plot.bottom + 42, f"A histogram of {shows}: {told}.", table)


def _in_words(table: list[Row], kind: str) -> str:
    """Say how many of a kind there are, how many of them are below zero, and where most are."""
    negative = sum(row[kind] for row in table if row["to"] <= 0)
    most = max(table, key=lambda row: row[kind])
    whole = sum(row[kind] for row in table)
    where = f"most, {most[kind]:,}, from {most['from']} to {most['to']}"
    return f"of {whole:,} {kind} {negative:,} are below zero, and {where}"


def _signed(value: float) -> str:
    return svg.minus(f"{value:+g}") if value else "0"


# Intervals: for each case its single values as dots, and below them their mean and its interval, a bar with ends.

INTERVALS = Plot(74.0, WIDTH - 14.0, 24.0, 24.0)
HIGH = 30.0  # a case


def intervals(table: list[Row], shows: str, means: tuple[str, str]) -> Drawing:
    """Draw cases: each its name, its values, mean, from, to. `means` is what it is to lie below zero and above."""
    case, *columns = table[0]
    single = [column for column in columns if column not in ("mean", "from", "to")]
    values = [row[column] for row in table for column in columns]
    xs = svg.ticks(min(0.0, *values), max(0.0, *values))
    x = svg.scale(xs[0], xs[-1], INTERVALS.left, INTERVALS.right)
    plot = Plot(INTERVALS.left, INTERVALS.right, INTERVALS.top, INTERVALS.top + HIGH * len(table))
    below, above = means
    parts = [
        svg.path("grid", "".join(svg.upright(x(value), plot.top, plot.bottom) for value in xs)),
        svg.path("zero", svg.upright(x(0), plot.top - 18, plot.bottom + 4)),
        svg.text(f"← {below}", x(0) - 6, 15, "small", "end"),
        svg.text(f"{above} →", x(0) + 6, 15, "small", "start"),
        svg.text(case, 2, 15, "small", "start"),
    ]
    for index, row in enumerate(table):
        y = plot.top + HIGH * (index + 0.5)
        start, end, mean = x(row["from"]), x(row["to"]), x(row["mean"])
        ends = "".join(svg.way(("M", at, y + 3), ("v", 6)) for at in (start, end))
        parts += [
            svg.text(str(row[case]), 2, y + 6, "name", "start"),
            *(svg.dot(x(row[name]), y - 5, 2.6, name) for name in single),
            svg.path("fit", ends + svg.level(y + 6, start, end) + svg.way(("M", mean, y), ("v", 12))),
        ]
    parts += [svg.text(_signed(value), x(value), plot.bottom + 16, "small") for value in xs]
    parts.append(plot.name(shows))
    told = "; ".join(f"{row[case]}: mean {row['mean']:.3f}, from {row['from']:.3f} to {row['to']:.3f}" for row in table)
    described = (
        f"{shows}, by {case}. Below zero: {below}; above: {above}. {len(single)} values each, and the interval: {told}."
    )
    return Drawing(parts, plot.bottom + 40, svg.minus(described), table)


# A waterfall: from one total, an outlined bar from zero, to the next by what is added (full) and taken away (hollow).

LEFT, RIGHT = 4.0, WIDTH - 4.0
STEP, BAR = 40.0, 15.0
THIN = 2.0  # the least that is seen
SIGNS = {"total": "", "more": "+", "less": "−"}
WORDS = {"total": "{}: {:,}", "more": "plus {}, {:,}", "less": "minus {}, {:,}"}


def waterfall(table: list[Row]) -> Drawing:
    """Draw steps: step, how much (the column's name is the unit), is (total, more, less). Totals must add up."""
    unit = list(table[0])[1]
    scale = (RIGHT - LEFT) / max(abs(row[unit]) for row in table)
    parts: list[str] = []
    at, y = 0, 0.0
    for index, row in enumerate(table):
        amount, is_total = row[unit], row["is"] == "total"
        if is_total and index and not math.isclose(amount, at):
            raise UserError(f"{row['step']}: {amount}, and the steps before it make {at}")
        before = 0 if is_total else at
        at = before + amount
        low, high = sorted((before, at))
        bar = Box(min(LEFT + low * scale, RIGHT - THIN), y + 19, max((high - low) * scale, THIN), BAR)
        parts += [
            svg.text(row["step"], LEFT, bar.y - 5, "name", "start"),
            svg.text(f"{SIGNS[row['is']]}{abs(amount):,} {unit}", RIGHT, bar.y - 5, "name over-rule", "end"),
        ]
        if is_total:
            parts.append(svg.rectangle("made", bar, 1))
        elif amount:
            parts.append(svg.rectangle("plus" if row["is"] == "more" else "minus", bar))
        if index + 1 < len(table):
            top = y + 19 + (BAR if is_total or amount else 0)
            parts.append(svg.path("rule", svg.upright(LEFT + at * scale, top, y + STEP + 19)))
        y += STEP
    told = "; ".join(WORDS[row["is"]].format(row["step"], abs(row[unit])) for row in table)
    return Drawing(parts, y + 4, f"In {unit}: {told}.", table)


# Releases: a lane for each question, and in it a bar for each answer of a claim, while it was so. The columns are the
# sets of libraries, evenly spaced, because releases are not evenly spread over time. A bar begins in the column by
# which its answer was there; the exact release is below it.

THICK, LETTER = 13.0, 5.6  # a bar, and a letter's width
STATES = {"right": "", "wrong": " wrong", "absent": " left-out"}
MEANS = {"right": "correct", "wrong": "wrong", "absent": "none"}
UNTESTED = "not tested yet"  # of a claim with no answer


def releases(context: Context, wanted: Sequence[Lane], kind: str) -> Drawing:
    """Draw claims over the releases of a library, their bars as things of that `kind`."""
    if unknown := [lane.claim for lane in wanted if lane.claim not in context.claims]:
        raise UserError(f"there is no snippet `{unknown[0]}` for a lane")
    try:
        found = lanes(context.answers, context.site.libraries.sets, wanted)
    except KeyError as error:
        raise UserError(f"a lane has no word for {error}") from None
    columns: list[str] = found["columns"]
    step = (WIDTH - 2 * LEFT) / max(len(columns), 1)
    parts: list[str] = []
    numbers: list[Row] = []
    told, y = [], 24.0
    for lane in found["lanes"]:
        asks, stretches = lane["asks"], lane["stretches"]
        parts.append(svg.text(asks, LEFT, y + 11, "note", "start"))
        bars, lowest = _bars(stretches, kind, y + 16, step, len(columns))
        parts += bars
        answers = [(one["word"], one["from"]) for one in stretches]
        told.append(f"{asks}: {'; '.join(map(' since '.join, answers)) or UNTESTED}.")
        numbers += [{"question": asks, "answer": word, "since": at} for word, at in answers or [(UNTESTED, "—")]]
        y = lowest
    headings = [
        svg.text(heading, LEFT + step * at, 12, "small", "start")
        + svg.path("grid", svg.upright(LEFT + step * at - 2, 3, y - 6))
        for at, heading in enumerate(columns)
        if heading
    ]
    legend = [svg.rule(y)]
    for index, (look, means) in enumerate(MEANS.items()):
        x = LEFT + 122.0 * index
        legend += [_bar(kind, look, x, y + 10, 22), svg.text(means, x + 27, y + 20.5, "small", "start")]
    return Drawing([*headings, *parts, *legend], y + 30, " ".join(told), numbers)


def _bars(stretches: list[Row], kind: str, y: float, step: float, columns: int) -> tuple[list[str], float]:
    """Draw the bars of a lane and write their answers below, each in the first line with room; return where it ends."""
    if not stretches:
        return [svg.text(UNTESTED, LEFT, y + THICK, "small", "start")], y + THICK + 12
    parts: list[str] = []
    taken: list[float] = []  # of each line of words below the bars: how far it is written
    for one, end in zip(stretches, [*(later["at"] for later in stretches[1:]), columns], strict=True):
        x = LEFT + step * one["at"]
        parts.append(_bar(kind, one["look"], x, y, step * (end - one["at"]) - 1.5))
        words = one["word"] if one["at"] == 0 else f"{one['from'].split()[-1]} {one['word']}"
        begins = min(x, WIDTH - 2 - LETTER * len(words))
        line = next((at for at, right in enumerate(taken) if right < begins), len(taken))
        taken[line : line + 1] = [begins + LETTER * len(words) + 4]
        parts.append(svg.text(words, begins, y + THICK + 12 + 13.0 * line, "small", "start"))
    return parts, y + THICK + 12 + 13.0 * len(taken)


def _bar(kind: str, look: str, x: float, y: float, width: float) -> str:
    return svg.rectangle(kind + STATES[look], Box(x, y, width, THICK), THICK / 2)
