"""A scatter of named points over a logarithmic axis, with lines through it.

The lines differ in their dash, and each has its name in the legend. A point says its name when it is pointed at.
"""

import html
import math
from typing import Any

from explainer.render.figures.drawing import Drawing, Material, counted, number, text
from explainer.render.figures.lines import ticks

LEFT, RIGHT, TOP, PLOT = 34.0, 350.0, 30.0, 250.0  # of the plot: its edges, and how tall it is
DOT = 2.2
DASHES = ("", "6 3")
LEGEND = 18.0  # the height of each line of it


def draw(material: Material) -> Drawing:
    """From a table `points` (name, x above zero, y), and `lines`, each with lists of x and of y.

    Raises KeyError for more lines than there are dashes.
    """
    table: list[dict[str, Any]] = material.facts["points"]
    lines: list[dict[str, Any]] = material.facts["lines"]
    if len(lines) > len(DASHES):
        raise KeyError(f"at most {len(DASHES)} lines")
    name, across, up = table[0]
    first, last = (math.log10(end(row[across] for row in table)) for end in (min, max))
    last = max(last, first + 1)
    ys = ticks(min(row[up] for row in table), max(row[up] for row in table))

    def at(x: float, y: float) -> tuple[float, float]:
        share = (math.log10(x) - first) / (last - first)
        return LEFT + share * (RIGHT - LEFT), TOP + PLOT * (ys[-1] - y) / (ys[-1] - ys[0])

    parts = [text(up, 2, 15, "small", "start"), *_axes(across, first, last, ys)]
    for row in table:
        x, y = at(row[across], row[up])
        told = html.escape(f"{row[name]}: {counted(row[across])}, {row[up]:.2f}")
        parts.append(f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{DOT}"><title>{told}</title></circle>')
    legend = TOP + PLOT + 54
    for index, line in enumerate(lines):
        way = "L".join(f"{number(x)} {number(y)}" for x, y in map(at, line["from and to"], line[up]))
        sample = legend + LEGEND * index
        dash = f' stroke-dasharray="{DASHES[index]}"' if DASHES[index] else ""
        parts.append(f'<path class="fit fit-{index + 1}" d="M{way}M{number(LEFT)} {number(sample)}h30"{dash}/>')
        parts.append(text(line["line"], LEFT + 38, sample + 4, "small", "start"))
    return Drawing(parts, legend + LEGEND * len(lines), _words(table, lines), table)


def _axes(across: str, first: float, last: float, ys: list[float]) -> list[str]:
    """Ruled lines at the ticks of y, strokes at the powers of ten, and their numbers."""
    down = TOP + PLOT
    powers = range(math.ceil(first), math.floor(last) + 1)
    heights = [TOP + PLOT * (ys[-1] - y) / (ys[-1] - ys[0]) for y in ys]
    places = [LEFT + (RIGHT - LEFT) * (power - first) / (last - first) for power in powers]
    grid = "".join(f"M{number(LEFT)} {number(y)}H{number(RIGHT)}" for y in heights)
    strokes = "".join(f"M{number(x)} {number(down)}v4" for x in places)
    base = f"M{number(LEFT)} {number(down)}H{number(RIGHT)}"
    return [
        f'<path class="grid" d="{grid}"/><path class="axis" d="{strokes}{base}"/>',
        *(
            text(f"{y:g}".replace("-", "−"), LEFT - 5, height + 3.5, "small", "end")
            for y, height in zip(ys, heights, strict=True)
        ),
        *(
            text(f"{10.0**power:,g}" if power < 6 else f"1e{power}", x, down + 16, "small")
            for power, x in zip(powers, places, strict=True)
        ),
        text(across, (LEFT + RIGHT) / 2, down + 33, "small"),
    ]


def _words(table: list[dict[str, Any]], lines: list[dict[str, Any]]) -> str:
    name, across, up = table[0]
    order = sorted(table, key=lambda row: float(row[across]))
    low, high = order[0], order[-1]
    return (
        f"A scatter of {len(table)} points, the {up} against the {across} on a logarithmic axis, from {low[name]} with "
        f"{counted(low[across])} and {low[up]:.2f} to {high[name]} with {counted(high[across])} and {high[up]:.2f}. "
        f"Lines: {'; '.join(line['line'] for line in lines)}."
    )
