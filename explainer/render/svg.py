"""What figures are drawn with: elements of SVG, boxes, scales and axes.

A kind of thing is a class, and a site's style sheet gives it a colour. Give it a shape too, so that neither is needed
alone. Text is at least 10.5 units high.
"""

import html
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

WIDTH = 360  # units, as many as a telephone has pixels, so nothing shrinks there
LINE = 15  # between the lines of a label
SIZE = 11.5  # of its letters
TICKS = 6  # at most, after the first

Row: TypeAlias = dict[str, Any]
"""A row of a table among the facts: the cells by the name of their column."""

Point: TypeAlias = tuple[float, float]
Tick: TypeAlias = tuple[str, float]
"""The text at a tick, or "" for none, and its coordinate."""


@dataclass(frozen=True)
class Drawing:
    """A finished drawing: SVG elements, one a line; its height in units; what it shows in words; its numbers."""

    parts: list[str]
    height: float
    description: str
    numbers: list[Row]
    open: bool = False  # whether the numbers are unfolded


@dataclass(frozen=True)
class Box:
    """A rectangle, in units from the upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Return the x in the middle of its width."""
        return self.x + self.width / 2

    @property
    def right(self) -> float:
        """Return the x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of its lower edge."""
        return self.y + self.height


def number(value: float) -> str:
    """Write a coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def minus(digits: str) -> str:
    """Give a formatted number a real minus sign."""
    return digits.replace("-", "−")


def rectangle(classes: str, box: Box, corner: float | None = None) -> str:
    """Draw a rectangle, with corners of that radius if one is given."""
    rounded = "" if corner is None else f' rx="{number(corner)}"'
    return (
        f'<rect class="{classes}" x="{number(box.x)}" y="{number(box.y)}" '
        f'width="{number(box.width)}" height="{number(box.height)}"{rounded}/>'
    )


def path(classes: str, way: str, dash: str = "") -> str:
    """Draw a path; `dash` is the pattern of its dashes, or "" for none."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" d="{way}"{dashed}/>'


def way(*steps: tuple[str | float, ...]) -> str:
    """Return the way of a path: each step is a letter and its numbers."""
    return "".join(f"{letter}{' '.join(number(float(at)) for at in numbers)}" for letter, *numbers in steps)


def level(y: float, left: float, right: float) -> str:
    """Return the way of a level line."""
    return way(("M", left, y), ("H", right))


def upright(x: float, top: float, bottom: float) -> str:
    """Return the way of an upright line."""
    return way(("M", x, top), ("V", bottom))


def polyline(points: list[Point]) -> str:
    """Return the way from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def rule(y: float) -> str:
    """Draw a thin line across the figure."""
    return path("rule", level(y, 2, WIDTH - 2))


def text(content: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    """Write one line; `kind` is a class: name (code), note, small."""
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">'
        f"{html.escape(content, quote=False)}</text>"
    )


def stacked(lines: list[str], x: float, y: float, apart: float, kind: str, anchor: str = "start") -> list[str]:
    """Write lines one below the other, the first at `y`."""
    return [text(line, x, y + apart * index, kind, anchor) for index, line in enumerate(lines)]


def label(box: Box, lines: list[str]) -> str:
    """Write a name, which is code, and notes below it, all centred in the box."""
    first = box.y + box.height / 2 - LINE * (len(lines) - 1) / 2 + SIZE / 3
    return text(lines[0], box.middle, first, "name") + "".join(
        stacked(lines[1:], box.middle, first + LINE, LINE, "note", "middle")
    )


def dot(x: float, y: float, radius: float, spoken: str) -> str:
    """Draw a dot that says what it is when it is pointed at."""
    title = f"<title>{html.escape(spoken)}</title>"
    return f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{radius}">{title}</circle>'


def group(classes: str, content: str) -> str:
    """Put parts together."""
    return f'<g class="{classes}">{content}</g>'


def selectable(classes: str, spoken: str, content: str) -> str:
    """Put parts together that are reached with the tab key, and that a screen reader reads as `spoken`."""
    return f'<g class="{classes}" tabindex="0" role="img" aria-label="{html.escape(spoken)}">{content}</g>'


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return where a value is drawn: `low` at the coordinate `start`, `high` at `end`, the others evenly between."""
    return lambda value: start + (value - low) / (high - low) * (end - start)


def ticks(lowest: float, highest: float) -> list[float]:
    """Return round numbers, evenly apart, from at or below the lowest value to at or above the highest."""
    if lowest == highest:
        highest = lowest + 1
    rough = (highest - lowest) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [float(f"{step * count:.10g}") for count in range(first, last + 1)]


@dataclass(frozen=True)
class Plot:
    """The edges of a plot, in units; `caption` is how far below it the name of the x axis is."""

    left: float
    right: float
    top: float
    bottom: float
    caption: float = 33.0

    def level(self, y: float) -> str:
        """Return the way of a level line from edge to edge."""
        return level(y, self.left, self.right)

    def grid(self, ys: list[Tick]) -> str:
        """Draw lines at the ticks of y."""
        return path("grid", "".join(self.level(y) for _, y in ys))

    def numbers(self, ys: list[Tick]) -> list[str]:
        """Write the ticks of y, left of the plot."""
        return [text(shown, self.left - 5, y + 3.5, "small", "end") for shown, y in ys]

    def name(self, across: str) -> str:
        """Write what the x axis shows."""
        return text(across, (self.left + self.right) / 2, self.bottom + self.caption, "small")

    def axes(self, across: str, xs: list[Tick], ys: list[Tick], base: float) -> list[str]:
        """Draw a grid, strokes at the ticks of x, the texts of both, the x axis at the height `base`, and its name."""
        strokes = "".join(way(("M", x, self.bottom), ("v", 4)) for _, x in xs)
        return [
            self.grid(ys) + path("axis", strokes + self.level(base)),
            *self.numbers(ys),
            *(text(shown, x, self.bottom + 16, "small") for shown, x in xs if shown),
            self.name(across),
        ]
