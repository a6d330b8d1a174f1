"""The curves of a chart, each with its name at its end.

Each curve has a colour, a dash and a mark of its own, so that no two are told apart by colour alone.
"""

from dataclasses import dataclass
from statistics import fmean

from explainer.render.figures.axes import Point
from explainer.render.figures.svg import number, path, selectable, text

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


@dataclass(frozen=True)
class Curve:
    """One case: the points on its way, those with a mark, of which the last is its end, and its course in words."""

    name: str
    way: list[Point]
    marked: list[Point]
    course: str


def check_room(names: list[str]) -> None:
    """Raises KeyError for more curves or longer names than there is room for."""
    if len(names) > len(DASHES) or max(map(len, names)) > LETTERS:
        raise KeyError(f"at most {len(DASHES)} lines with names of {LETTERS} letters")


def chart(shows: str, axes: list[str], curves: list[Curve]) -> tuple[list[str], float]:
    """A chart of what it `shows`, and how far down the names at the ends of its curves reach."""
    heights = spread([curve.marked[-1][1] for curve in curves], NAME)
    drawn = [_draw(index, curve, heights[index]) for index, curve in enumerate(curves)]
    return [text(shows, 2, 15, "small", "start"), *axes, *drawn], max(heights) + 8


def _draw(index: int, curve: Curve, height: float) -> str:
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in curve.way)
    end_x, end_y = curve.marked[-1]
    return selectable(
        f"curve curve-{index % len(DASHES) + 1}",
        f"{curve.name}: {curve.course}",
        path("near", way)
        + path("way", way, DASHES[index % len(DASHES)])
        + "".join(mark(index, x, y) for x, y in curve.marked)
        + path("leader", f"M{number(end_x + 5)} {number(end_y)}L{number(NAMES - 3)} {number(height)}")
        + text(curve.name, NAMES, height + 3.8, "small", "start"),
    )


def mark(index: int, x: float, y: float) -> str:
    """A mark around a point: four shapes, full and hollow."""
    left, top, outline = OUTLINES[index % 4]
    return path("full" if index % 8 < 4 else "hollow", f"M{number(x + left)} {number(y + top)}{outline}")


def spread(wanted: list[float], apart: float) -> list[float]:
    """Places as near to the wanted ones as keeps each two `apart`, in the same order (isotonic regression)."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[float]] = []  # neighbours that would overlap, which are moved together
    for rank, index in enumerate(order):
        blocks.append([wanted[index] - rank * apart])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    moved = [fmean(block) for block in blocks for _ in block]
    places = {index: moved[rank] + rank * apart for rank, index in enumerate(order)}
    return [places[index] for index in range(len(wanted))]
