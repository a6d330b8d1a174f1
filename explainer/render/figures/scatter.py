"""A scatter of named points over a logarithmic axis, with lines through it.

The lines differ in their dash, and each has its name in the legend. A point's name shows when it is pointed at.
"""

import math

from explainer.render.figures.axes import Plot, Point, Scale, ticks
from explainer.render.figures.drawing import Drawing, Material, Row
from explainer.render.figures.svg import dot, minus, number, path, text

PLOT = Plot(34.0, 350.0, 30.0, 280.0)
DOT = 2.2
DASHES = ("", "6 3")
LEGEND = 18.0  # the height of each line of it


def draw(material: Material) -> Drawing:
    """From a table `points` (name, x above zero, y), and `lines`, each with lists of x and of y.

    Raises KeyError for more lines than there are dashes.
    """
    table: list[Row] = material.facts["points"]
    lines: list[Row] = material.facts["lines"]
    if len(lines) > len(DASHES):
        raise KeyError(f"at most {len(DASHES)} lines")
    name, across, up = table[0]
    first, last = (math.log10(end(row[across] for row in table)) for end in (min, max))
    last = max(last, first + 1)
    ys = ticks(min(row[up] for row in table), max(row[up] for row in table))
    x, y = Scale(first, last, PLOT.left, PLOT.right), Scale(ys[-1], ys[0], PLOT.top, PLOT.bottom)
    powers = range(math.ceil(first), math.floor(last) + 1)
    parts = [
        text(up, 2, 15, "small", "start"),
        *PLOT.axes(
            across,
            [(f"{10.0**power:,g}" if power < 6 else f"1e{power}", x(power)) for power in powers],
            [(minus(f"{value:g}"), y(value)) for value in ys],
            PLOT.level(PLOT.bottom),
        ),
        *(
            dot(x(math.log10(row[across])), y(row[up]), DOT, f"{row[name]}: {row[across]:,}, {row[up]:.2f}")
            for row in table
        ),
    ]
    legend = PLOT.bottom + 54
    for index, line in enumerate(lines):
        points = [(x(math.log10(a)), y(b)) for a, b in zip(line["from and to"], line[up], strict=False)]
        parts += _fit(index, line["line"], points, legend + LEGEND * index)
    return Drawing(parts, legend + LEGEND * len(lines), _description(table, lines), table)


def _fit(index: int, name: str, points: list[Point], legend: float) -> list[str]:
    """A line through the points, and its sample and name in the legend."""
    way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return [
        path(f"fit fit-{index + 1}", f"M{way}M{number(PLOT.left)} {number(legend)}h30", DASHES[index]),
        text(name, PLOT.left + 38, legend + 4, "small", "start"),
    ]


def _description(table: list[Row], lines: list[Row]) -> str:
    name, across, up = table[0]
    low, high = (end(table, key=lambda row: float(row[across])) for end in (min, max))
    return (
        f"A scatter of {len(table)} points, the {up} against the {across} on a logarithmic axis, from {low[name]} with "
        f"{low[across]:,} and {low[up]:.2f} to {high[name]} with {high[across]:,} and {high[up]:.2f}. "
        f"Lines: {'; '.join(line['line'] for line in lines)}."
    )
