"""A chart over how often something occurs: both axes in powers, a line for each case, its name at its end.

What never occurs has no place on such an axis, and is left of it in a column of its own. A case may have no value at
some counts.
"""

import math

from explainer.render.figures.axes import Plot, Scale
from explainer.render.figures.curves import Curve, chart, check_room
from explainer.render.figures.drawing import Drawing, Material, Row
from explainer.render.figures.svg import number

PLOT = Plot(40.0, 228.0, 30.0, 270.0)
NEVER, ONCE = 54.0, 84.0  # the column of what never occurs, and where the axis begins


def draw(material: Material) -> Drawing:
    """From a table `curves`, whose first column is a count, and `curves_show`, what the others are. "" is no value.

    Raises KeyError for more lines or longer names than there is room for, and for a value that has no logarithm.
    """
    table: list[Row] = material.facts["curves"]
    shows: str = material.facts["curves_show"]
    across, *names = table[0]
    check_room(names)
    values = [row[name] for row in table for name in names if row[name] != ""]
    if min(values) <= 0:
        raise KeyError("values above zero")
    low, high = math.floor(2 * math.log10(min(values))) / 2, math.ceil(2 * math.log10(max(values))) / 2
    counts = [row[across] for row in table]
    x, y = Scale(0, math.log(max(counts)), ONCE, PLOT.right), Scale(high, low, PLOT.top, PLOT.bottom)
    columns = {count: x(math.log(count)) if count else NEVER for count in counts}
    curves = [_curve(name, across, [row for row in table if row[name] != ""], columns, y) for name in names]
    powers = range(math.ceil(low), math.floor(high) + 1)
    axes = PLOT.axes(
        across,
        [(_count(count), at) for count, at in columns.items()],
        [(f"{10.0**power:,.{max(0, -power)}f}", y(power)) for power in powers],
        f"M{number(ONCE - 8)} {number(PLOT.bottom)}H{number(PLOT.right)}"
        f"M{number(PLOT.left)} {number(PLOT.bottom)}H{number(NEVER + 8)}",
    )
    parts, _ = chart(shows, axes, curves)
    described = (
        f"A chart of the {shows} against the {across}, both in powers, with {len(names)} lines. For each the first, a "
        f"middle and the last value: {'; '.join(f'{curve.name} {curve.course}' for curve in curves)}. What never "
        "occurs stands in a column of its own."
    )
    return Drawing(parts, PLOT.bottom + 42, described, table)


def _curve(name: str, across: str, rows: list[Row], columns: dict[int, float], y: Scale) -> Curve:
    """A mark for each value, and a line through those that occur."""
    points = [(columns[row[across]], y(math.log10(row[name]))) for row in rows]
    told = (rows[0], rows[len(rows) // 2], rows[-1])
    course = ", ".join(f"{row[name]:.2g} at {row[across]:,}" for row in told)
    return Curve(name, [point for point in points if point[0] >= ONCE], points, course)


def _count(count: int) -> str:
    """The text beside a count: every other power of two has one."""
    if count == 0:
        return "never"
    return f"{count:,}" if math.log2(count) % 2 == 0 else ""
