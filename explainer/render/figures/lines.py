"""A line chart: one measured thing against another, a line for each case, its name at its end.

Each line has a colour, a dash and a mark of its own, so that no two are told apart by colour alone.
"""

import html
import math
from typing import Any

from explainer.render.figures.drawing import Drawing, Material, number, text

LEFT, RIGHT, TOP, PLOT = 34.0, 232.0, 30.0, 250.0  # of the plot: its edges, and how tall it is
NAMES = 246.0  # where the names of the lines start
NAME = 13.5  # between two names, at least
TICKS = 6  # at most, but for the first
MARK = 3.2  # half as wide as a mark
MARKS = 5  # of a line
LETTERS = 21  # of a name, at most: there is no more room
DASHES = ("", "7 3", "2.5 2.5", "9 3 2 3", "5 2", "1.5 3", "12 4", "6 2 1.5 2 1.5 2")


def draw(material: Material) -> Drawing:
    """From a table `curves`, whose first column is x and whose others are lines, and `curves_show`, what y is.

    Raises KeyError for more lines or longer names than there is room for.
    """
    table: list[dict[str, Any]] = material.facts["curves"]
    shows: str = material.facts["curves_show"]
    across, *names = table[0]
    if len(names) > len(DASHES) or max(map(len, names)) > LETTERS:
        raise KeyError(f"at most {len(DASHES)} lines with names of {LETTERS} letters")
    xs = ticks(min(row[across] for row in table), max(row[across] for row in table))
    values = [row[name] for row in table for name in names]
    ys = ticks(min(0.0, *values), max(values))
    lines = {name: [(_at(row[across], xs, LEFT, RIGHT), _y(row[name], ys)) for row in table] for name in names}
    places = spread([points[-1][1] for points in lines.values()], NAME)
    parts = [text(shows, 2, 15, "small", "start"), *_axes(across, xs, ys)]
    parts += [
        _line(name, index, lines[name], place, f"{name}: {_course([row[name] for row in table])}")
        for index, (name, place) in enumerate(zip(names, places, strict=True))
    ]
    bottom = max([TOP + PLOT + 40, *(place + 8 for place in places)])
    return Drawing(parts, bottom, _words(table, across, names, shows), table)


def ticks(lowest: float, highest: float) -> list[float]:
    """Round numbers, evenly apart, from at or below the lowest value to at or above the highest."""
    if lowest == highest:
        highest = lowest + 1
    rough = (highest - lowest) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [float(f"{step * count:.10g}") for count in range(first, last + 1)]


def spread(wanted: list[float], apart: float) -> list[float]:
    """Places as near to the wanted ones as keeps each two `apart`, in the same order."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[tuple[float, list[int]]] = []  # the middle of each block of neighbours
    for index in order:
        groups.append((wanted[index], [index]))
        while len(groups) > 1 and _overlap(groups[-2], groups[-1], apart):
            (_, low), (_, high) = groups[-2:]
            together = low + high
            groups[-2:] = [(sum(wanted[member] for member in together) / len(together), together)]
    places = dict.fromkeys(order, 0.0)
    for middle, members in groups:
        for position, member in enumerate(members):
            places[member] = middle + (position - (len(members) - 1) / 2) * apart
    return [places[index] for index in range(len(wanted))]


def _overlap(low: tuple[float, list[int]], high: tuple[float, list[int]], apart: float) -> bool:
    return high[0] - low[0] < (len(low[1]) + len(high[1])) / 2 * apart


def _at(value: float, scale: list[float], start: float, end: float) -> float:
    return start + (value - scale[0]) / (scale[-1] - scale[0]) * (end - start)


def _y(value: float, scale: list[float]) -> float:
    return _at(value, scale, TOP + PLOT, TOP)


def _axes(across: str, xs: list[float], ys: list[float]) -> list[str]:
    """Ruled lines at the ticks of y, strokes at those of x, and their numbers."""
    grid = "".join(f"M{number(LEFT)} {number(_y(y, ys))}H{number(RIGHT)}" for y in ys)
    down = TOP + PLOT
    strokes = "".join(f"M{number(_at(x, xs, LEFT, RIGHT))} {number(down)}v4" for x in xs)
    base = f"M{number(LEFT)} {number(_y(0, ys) if ys[0] <= 0 <= ys[-1] else down)}H{number(RIGHT)}"
    return [
        f'<path class="grid" d="{grid}"/><path class="axis" d="{strokes}{base}"/>',
        *(text(_tick(y), LEFT - 5, _y(y, ys) + 3.5, "small", "end") for y in ys),
        *(
            text(_tick(x), _at(x, xs, LEFT, RIGHT), down + 16, "small")
            for index, x in enumerate(xs)
            if index % 2 == 0 or len(xs) <= TICKS
        ),
        text(across, (LEFT + RIGHT) / 2, down + 32, "small"),
    ]


def _line(name: str, index: int, points: list[tuple[float, float]], place: float, spoken: str) -> str:
    """One line with its marks, and its name at its end."""
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dash = DASHES[index % len(DASHES)]
    # each line has its marks at other places, so that those of lines that run together stay apart
    shown = {len(points) - 1} | {
        round((count + 0.5 + index / len(DASHES)) * (len(points) - 1) / (MARKS + 1)) for count in range(MARKS)
    }
    marks = "".join(mark(index, *points[place]) for place in sorted(shown))
    end_x, end_y = points[-1]
    leader = f"M{number(end_x + 5)} {number(end_y)}L{number(NAMES - 3)} {number(place)}"
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<g class="curve curve-{index % len(DASHES) + 1}" tabindex="0" role="img" aria-label="{html.escape(spoken)}">'
        f'<path class="near" d="{way}"/><path class="way" d="{way}"{dashed}/>{marks}'
        f'<path class="leader" d="{leader}"/>' + text(name, NAMES, place + 3.8, "small", "start") + "</g>"
    )


def mark(index: int, x: float, y: float) -> str:
    """A mark around a point: four shapes, full and hollow."""
    r = MARK
    outline = [
        f"M{number(x - r)} {number(y)}a{r} {r} 0 1 0 {number(2 * r)} 0a{r} {r} 0 1 0 {number(-2 * r)} 0z",
        f"M{number(x - r)} {number(y - r)}h{number(2 * r)}v{number(2 * r)}h{number(-2 * r)}z",
        f"M{number(x)} {number(y - r - 1)}l{number(r + 1)} {number(2 * r + 1)}h{number(-2 * r - 2)}z",
        f"M{number(x)} {number(y - r - 1)}l{number(r + 1)} {number(r + 1)}l{number(-r - 1)} {number(r + 1)}"
        f"l{number(-r - 1)} {number(-r - 1)}z",
    ][index % 4]
    return f'<path class="{"full" if index % 8 < 4 else "hollow"}" d="{outline}"/>'


def _tick(value: float) -> str:
    return f"{value:,g}" if abs(value) < 1e6 else f"{value:.3g}"


def _course(values: list[float]) -> str:
    return f"from {values[0]:.3g} to {values[-1]:.3g}"


def _words(table: list[dict[str, Any]], across: str, names: list[str], shows: str) -> str:
    courses = "; ".join(f"{name} {_course([row[name] for row in table])}" for name in names)
    return (
        f"A line chart of the {shows} against the {across}, from {table[0][across]} to {table[-1][across]}, with "
        f"{len(names)} lines: {courses}."
    )
