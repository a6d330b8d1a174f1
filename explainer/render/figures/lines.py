"""A line chart: one measured thing against another, a line for each case, its name at its end."""

from explainer.render.figures.axes import TICKS, Plot, Point, Scale, ticks
from explainer.render.figures.curves import DASHES, Curve, chart, check_room
from explainer.render.figures.drawing import Drawing, Material, Row

PLOT = Plot(34.0, 232.0, 30.0, 280.0, caption=32.0)
MARKS = 5  # of a line, and one at its end


def draw(material: Material) -> Drawing:
    """From a table `curves`, whose first column is x and whose others are lines, and `curves_show`, what y is.

    Raises KeyError for more lines or longer names than there is room for.
    """
    table: list[Row] = material.facts["curves"]
    shows: str = material.facts["curves_show"]
    across, *names = table[0]
    check_room(names)
    values = [row[name] for row in table for name in names]
    xs = ticks(min(row[across] for row in table), max(row[across] for row in table))
    ys = ticks(min(0.0, *values), max(values))
    x, y = Scale(xs[0], xs[-1], PLOT.left, PLOT.right), Scale(ys[0], ys[-1], PLOT.bottom, PLOT.top)
    ways = {name: [(x(row[across]), y(row[name])) for row in table] for name in names}
    curves = [
        Curve(name, way, _marked(index, way), f"from {table[0][name]:.3g} to {table[-1][name]:.3g}")
        for index, (name, way) in enumerate(ways.items())
    ]
    every = 1 if len(xs) <= TICKS else 2
    axes = PLOT.axes(
        across,
        [("" if index % every else _tick(value), x(value)) for index, value in enumerate(xs)],
        [(_tick(value), y(value)) for value in ys],
        PLOT.level(y(0) if ys[0] <= 0 <= ys[-1] else PLOT.bottom),
    )
    parts, bottom = chart(shows, axes, curves)
    described = (
        f"A line chart of the {shows} against the {across}, from {table[0][across]} to {table[-1][across]}, with "
        f"{len(names)} lines: {'; '.join(f'{curve.name} {curve.course}' for curve in curves)}."
    )
    return Drawing(parts, max(PLOT.bottom + 40, bottom), described, table)


def _marked(index: int, points: list[Point]) -> list[Point]:
    """The points with a mark: at other places on each line, so that those of lines that run together stay apart."""
    last = len(points) - 1
    shown = {round((count + 0.5 + index / len(DASHES)) * last / (MARKS + 1)) for count in range(MARKS)}
    return [points[place] for place in sorted(shown | {last})]


def _tick(value: float) -> str:
    return f"{value:,g}" if abs(value) < 1e6 else f"{value:.3g}"
