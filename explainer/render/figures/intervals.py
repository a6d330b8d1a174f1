"""Single values, their mean and its interval, a row for each case, above one axis with zero in it.

Values are hollow dots; below them the interval is a bar with ends, and the mean a stroke across it.
"""

from explainer.render.figures.axes import Plot, Scale, ticks
from explainer.render.figures.drawing import WIDTH, Drawing, Material, Row
from explainer.render.figures.svg import dot, minus, number, path, text

ROW, ENDS, MEAN = 30.0, 3.0, 6.0
LEFT, RIGHT, TOP = 74.0, WIDTH - 14.0, 24.0
DOT = 2.6
LAST = ("mean", "from", "to")  # the columns after the single values


def draw(material: Material) -> Drawing:
    """From a table `intervals`: a case, its single values, mean, from, to; `intervals_show`, what is on the axis; and
    `intervals_mean`, what it means to lie below zero and above.
    """
    table: list[Row] = material.facts["intervals"]
    shows: str = material.facts["intervals_show"]
    below, above = material.facts["intervals_mean"]
    case, *columns = table[0]
    single = [column for column in columns if column not in LAST]
    values = [row[column] for row in table for column in columns]
    xs = ticks(min(0.0, *values), max(0.0, *values))
    x = Scale(xs[0], xs[-1], LEFT, RIGHT)
    plot = Plot(LEFT, RIGHT, TOP, TOP + ROW * len(table))
    parts = [
        path("grid", "".join(f"M{number(x(value))} {number(plot.top)}V{number(plot.bottom)}" for value in xs)),
        path("zero", f"M{number(x(0))} {number(plot.top - 18)}V{number(plot.bottom + 4)}"),
        text(f"← {below}", x(0) - 6, 15, "small", "end"),
        text(f"{above} →", x(0) + 6, 15, "small", "start"),
        text(case, 2, 15, "small", "start"),
    ]
    for index, row in enumerate(table):
        y = plot.top + ROW * (index + 0.5)
        ends, mean = (x(row["from"]), x(row["to"])), x(row["mean"])
        bar = "".join(f"M{number(end)} {number(y + 6 - ENDS)}v{number(2 * ENDS)}" for end in ends)
        bar += f"M{number(ends[0])} {number(y + 6)}H{number(ends[1])}"
        bar += f"M{number(mean)} {number(y + 6 - MEAN)}v{number(2 * MEAN)}"
        parts += [
            text(str(row[case]), 2, y + 6, "name", "start"),
            *(dot(x(row[name]), y - 5, DOT, name) for name in single),
            path("fit", bar),
        ]
    parts += [text(minus(f"{value:+g}") if value else "0", x(value), plot.bottom + 16, "small") for value in xs]
    parts.append(text(shows, (LEFT + RIGHT) / 2, plot.bottom + plot.caption, "small"))
    told = "; ".join(f"{row[case]}: mean {row['mean']:.3f}, from {row['from']:.3f} to {row['to']:.3f}" for row in table)
    described = (
        f"{shows}, by {case}. Below zero: {below}; above: {above}. {len(single)} values each, and the interval: {told}."
    )
    return Drawing(parts, plot.bottom + 40, minus(described), table)
