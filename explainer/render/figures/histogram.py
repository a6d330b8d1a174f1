"""Two histograms over one axis: how often each range of values occurs, of one kind above it and of the other below.

The bars above are full and those below hollow, so that neither place nor colour is needed alone.
"""

from explainer.render.figures.axes import Plot, Scale, ticks
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import minus, number, path, rectangle, text

HALF = 110.0  # the height of each half
PLOT = Plot(34.0, WIDTH - 6.0, 26.0, 26.0 + 2 * HALF)
MIDDLE = PLOT.top + HALF
SPACE = 1.5  # on each side of a bar


def draw(material: Material) -> Drawing:
    """From a table `margins` (from, to, and a count for each of two kinds) and `margins_show`, what is on the axis."""
    table: list[Row] = material.facts["margins"]
    shows: str = material.facts["margins_show"]
    above, below = list(table[0])[2:]
    edges = [row["from"] for row in table] + [float(table[-1]["to"])]
    x = Scale(edges[0], edges[-1], PLOT.left, PLOT.right)
    counts = ticks(0, max(row[kind] for row in table for kind in (above, below)))
    tall = HALF / counts[-1]
    levels = [
        (f"{count:,.0f}", MIDDLE - sign * count * tall) for count in counts for sign in (1, -1) if count or sign == 1
    ]
    parts = [PLOT.grid(levels[1:]), *PLOT.numbers(levels)]
    for row in table:
        left, width = x(row["from"]) + SPACE, x(row["to"]) - x(row["from"]) - 2 * SPACE
        up, down = row[above] * tall, row[below] * tall
        bars = {"plus": Box(left, MIDDLE - up, width, up), "minus": Box(left, MIDDLE, width, down)}
        parts += [rectangle(kind, bar) for kind, bar in bars.items() if bar.height]
    parts.append(path("axis", PLOT.level(MIDDLE)))
    if edges[0] < 0 < edges[-1]:
        parts.append(path("zero", f"M{number(x(0))} {number(PLOT.top - 4)}V{number(PLOT.bottom + 4)}"))
    parts += [
        *(text(minus(f"{e:+g}") if e else "0", x(e), PLOT.bottom + 17, "small") for e in edges if e % 2 == 0),
        text(f"{above}, above", PLOT.left, 14, "small", "start"),
        text(f"{below}, below", PLOT.right, PLOT.bottom - 6, "small", "end"),
        text(shows, (PLOT.left + PLOT.right) / 2, PLOT.bottom + 34, "small"),
    ]
    told = "; ".join(_words(table, kind) for kind in (above, below))
    return Drawing(parts, PLOT.bottom + 42, f"A histogram of {shows}: {told}.", table)


def _words(table: list[Row], kind: str) -> str:
    """How many of a kind there are, how many of them are below zero, and where most are."""
    negative = sum(row[kind] for row in table if row["to"] <= 0)
    most = max(table, key=lambda row: row[kind])
    whole = sum(row[kind] for row in table)
    where = f"most, {most[kind]:,}, from {most['from']} to {most['to']}"
    return f"of {whole:,} {kind} {negative:,} are below zero, and {where}"
