"""A chart over how often something occurs: both axes in powers, a line for each case, its name at its end.

What never occurs has no place on such an axis, and stands left of it in a column of its own. A case may have no value
at some counts. Colours, dashes and marks are the line chart's.
"""

import html
import math
from typing import Any

from explainer.render.figures.drawing import Drawing, Material, number, text
from explainer.render.figures.lines import DASHES, LETTERS, NAME, NAMES, mark, spread

LEFT, NEVER, FIRST, RIGHT = 40.0, 54.0, 84.0, 228.0  # of the plot: its edge, what never occurs, one time, its end
TOP, PLOT = 30.0, 240.0
Point = tuple[float, float]


def draw(material: Material) -> Drawing:
    """From a table `curves`, whose first column is a count, and `curves_show`, what the others are. "" is no value.

    Raises KeyError for more lines or longer names than there is room for, and for a value that has no logarithm.
    """
    table: list[dict[str, Any]] = material.facts["curves"]
    shows: str = material.facts["curves_show"]
    across, *names = table[0]
    values = [row[name] for row in table for name in names if row[name] != ""]
    if len(names) > len(DASHES) or max(map(len, names)) > LETTERS or min(values) <= 0:
        raise KeyError(f"at most {len(DASHES)} lines with names of {LETTERS} letters, and values above zero")
    low, high = math.floor(2 * math.log10(min(values))) / 2, math.ceil(2 * math.log10(max(values))) / 2
    most = max(row[across] for row in table)

    def place(count: float, value: float) -> Point:
        x = NEVER if count == 0 else FIRST + (RIGHT - FIRST) * math.log(count) / math.log(most)
        return x, TOP + PLOT * (high - math.log10(value)) / (high - low)

    lines = {name: [place(row[across], row[name]) for row in table if row[name] != ""] for name in names}
    ends = spread([points[-1][1] for points in lines.values()], NAME)
    counts = [row[across] for row in table]
    parts = [
        text(shows, 2, 15, "small", "start"),
        *_axes(across, counts, range(math.ceil(low), math.floor(high) + 1), place),
    ]
    parts += [
        _line(index, name, lines[name], end, f"{name}: {_course(table, across, name)}")
        for index, (name, end) in enumerate(zip(names, ends, strict=True))
    ]
    return Drawing(parts, TOP + PLOT + 42, _words(table, across, names, shows), table)


def _axes(across: str, counts: list[float], powers: range, place: Any) -> list[str]:
    """A ruled line at each power of ten, a stroke at every count, numbers at every other one."""
    down = TOP + PLOT
    heights = {power: place(1, 10.0**power)[1] for power in powers}
    grid = "".join(f"M{number(LEFT)} {number(y)}H{number(RIGHT)}" for y in heights.values())
    xs = [place(count, 1.0)[0] for count in counts]
    strokes = "".join(f"M{number(x)} {number(down)}v4" for x in xs)
    base = f"M{number(FIRST - 8)} {number(down)}H{number(RIGHT)}M{number(LEFT)} {number(down)}H{number(NEVER + 8)}"
    numbered = [(count, x) for count, x in zip(counts, xs, strict=True) if count == 0 or math.log2(count) % 2 == 0]
    return [
        f'<path class="grid" d="{grid}"/><path class="axis" d="{strokes}{base}"/>',
        *(
            text(f"{10.0**power:,.{max(0, -power)}f}", LEFT - 5, y + 3.5, "small", "end")
            for power, y in heights.items()
        ),
        *(text("never" if count == 0 else f"{count:,}", x, down + 16, "small") for count, x in numbered),
        text(across, (LEFT + RIGHT) / 2, down + 33, "small"),
    ]


def _line(index: int, name: str, points: list[Point], place: float, spoken: str) -> str:
    """The marks of one case, a line through those that occur, and the name at its end."""
    occur = [point for point in points if point[0] >= FIRST]
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in occur)
    dash = DASHES[index % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    end_x, end_y = points[-1]
    leader = f"M{number(end_x + 5)} {number(end_y)}L{number(NAMES - 3)} {number(place)}"
    return (
        f'<g class="curve curve-{index % len(DASHES) + 1}" tabindex="0" role="img" aria-label="{html.escape(spoken)}">'
        f'<path class="near" d="{way}"/><path class="way" d="{way}"{dashed}/>'
        + "".join(mark(index, x, y) for x, y in points)
        + f'<path class="leader" d="{leader}"/>'
        + text(name, NAMES, place + 3.8, "small", "start")
        + "</g>"
    )


def _course(table: list[dict[str, Any]], across: str, name: str) -> str:
    rows = [row for row in table if row[name] != ""]
    return ", ".join(f"{row[name]:.2g} at {row[across]:,}" for row in (rows[0], rows[len(rows) // 2], rows[-1]))


def _words(table: list[dict[str, Any]], across: str, names: list[str], shows: str) -> str:
    courses = "; ".join(f"{name} {_course(table, across, name)}" for name in names)
    return (
        f"A chart of the {shows} against the {across}, both in powers, with {len(names)} lines. For each the first, a "
        f"middle and the last value: {courses}. What never occurs stands in a column of its own."
    )
