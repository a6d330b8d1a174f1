"""Write the elements of SVG that figures are made of: text, boxes, paths, scales and axes.

An element gets a CSS class for the kind of thing that it shows, and the site's style sheet gives that a colour. Draw
each kind in a shape of its own as well, for readers who see no colours. Text is at least 10.5 units high.
"""

import html
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

WIDTH = 360  # units of a figure: as many as a telephone has pixels, so that text is not scaled down there
LINE_HEIGHT = 15  # units from one line of a label to the next
FONT_SIZE = 11.5  # of a label, in units
MAX_STEPS = 6  # of an axis, between the lowest and the highest value

FactRow: TypeAlias = dict[str, Any]
"""A row of a fact that is a table: column → value."""

Point: TypeAlias = tuple[float, float]
"""x and y, in units from the upper left corner."""

Tick: TypeAlias = tuple[str, float]
"""The text of a tick, or "" for none, and its coordinate."""


@dataclass(frozen=True)
class Drawing:
    """Hold a finished drawing: its SVG elements, its height in units, and what it shows in words and as a table."""

    parts: list[str]
    height: float
    description: str
    numbers: list[FactRow]
    open: bool = False  # whether the page shows the table unfolded


@dataclass(frozen=True)
class Box:
    """Represent a rectangle by its upper left corner and its size, in units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Return the x of its centre."""
        return self.x + self.width / 2

    @property
    def right(self) -> float:
        """Return the x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of its lower edge."""
        return self.y + self.height


def coordinate(value: float) -> str:
    """Return a coordinate or a length as SVG writes it, with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def minus(text: str) -> str:
    """Return a text with a minus sign (−) for each hyphen."""
    return text.replace("-", "−")


def rectangle(classes: str, box: Box, corner: float | None = None) -> str:
    """Draw a rectangle; `corner` is the radius of its corners."""
    rounded = "" if corner is None else f' rx="{coordinate(corner)}"'
    return (
        f'<rect class="{classes}" x="{coordinate(box.x)}" y="{coordinate(box.y)}" '
        f'width="{coordinate(box.width)}" height="{coordinate(box.height)}"{rounded}/>'
    )


def path(classes: str, data: str, dash: str = "") -> str:
    """Draw a path from its data; `dash` is the pattern of its dashes, such as "6 3", or "" for a solid line."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" d="{data}"{dashed}/>'


def path_data(*steps: tuple[str | float, ...]) -> str:
    """Return the data of a path (its attribute `d`): each step is a command's letter and its numbers."""
    return "".join(f"{letter}{' '.join(coordinate(float(value)) for value in numbers)}" for letter, *numbers in steps)


def horizontal(y: float, left: float, right: float) -> str:
    """Return the path data of a horizontal line."""
    return path_data(("M", left, y), ("H", right))


def vertical(x: float, top: float, bottom: float) -> str:
    """Return the path data of a vertical line."""
    return path_data(("M", x, top), ("V", bottom))


def polyline(points: list[Point]) -> str:
    """Return the path data of a line from point to point."""
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)


def rule(y: float) -> str:
    """Draw a thin line across the figure."""
    return path("rule", horizontal(y, 2, WIDTH - 2))


def text(content: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    """Draw one line of text; `kind` is its CSS class: name (code), note or small.

    A second class, over-rule, is for a text that a line may cross.
    """
    return (
        f'<text class="{kind}" x="{coordinate(x)}" y="{coordinate(y)}" text-anchor="{anchor}">'
        f"{html.escape(content, quote=False)}</text>"
    )


def stacked(lines: list[str], x: float, y: float, spacing: float, kind: str, anchor: str = "start") -> list[str]:
    """Draw lines of text one below the other, the first at `y`."""
    return [text(line, x, y + spacing * index, kind, anchor) for index, line in enumerate(lines)]


def label(box: Box, lines: list[str]) -> str:
    """Draw a label in the centre of a box: the first line as code, the others as notes below it."""
    # An SVG text stands on its baseline: a third of its size below the middle it looks centred.
    first = box.y + box.height / 2 - LINE_HEIGHT * (len(lines) - 1) / 2 + FONT_SIZE / 3
    return text(lines[0], box.middle, first, "name") + "".join(
        stacked(lines[1:], box.middle, first + LINE_HEIGHT, LINE_HEIGHT, "note", "middle")
    )


def dot(x: float, y: float, radius: float, tooltip: str) -> str:
    """Draw a dot with a tooltip."""
    title = f"<title>{html.escape(tooltip)}</title>"
    return f'<circle class="dot" cx="{coordinate(x)}" cy="{coordinate(y)}" r="{radius}">{title}</circle>'


def group(classes: str, content: str) -> str:
    """Group elements of SVG under a CSS class."""
    return f'<g class="{classes}">{content}</g>'


def selectable(classes: str, description: str, content: str) -> str:
    """Group elements of SVG that the tab key reaches, and that a screen reader reads as their description."""
    return f'<g class="{classes}" tabindex="0" role="img" aria-label="{html.escape(description)}">{content}</g>'


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return a linear function from values to coordinates: `low` → `start`, `high` → `end`."""
    return lambda value: start + (value - low) / (high - low) * (end - start)


def ticks(lowest: float, highest: float) -> list[float]:
    """Return evenly spaced round numbers, from at or below the lowest value to at or above the highest."""
    if lowest == highest:
        highest = lowest + 1
    min_step = (highest - lowest) / MAX_STEPS
    power = 10.0 ** math.floor(math.log10(min_step))
    # 1e-9 and .10g: 0.1 * 3 is 0.30000000000000004, which must not add a tick.
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= min_step * (1 - 1e-9))
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [float(f"{step * count:.10g}") for count in range(first, last + 1)]


@dataclass(frozen=True)
class Plot:
    """Represent the area of a plot by its edges, in units; the x axis' name is `x_name_offset` below it."""

    left: float
    right: float
    top: float
    bottom: float
    x_name_offset: float = 33.0

    def horizontal(self, y: float) -> str:
        """Return the path data of a horizontal line from edge to edge."""
        return horizontal(y, self.left, self.right)

    def grid(self, y_ticks: list[Tick]) -> str:
        """Draw a horizontal line at each tick of y."""
        return path("grid", "".join(self.horizontal(y) for _, y in y_ticks))

    def y_texts(self, y_ticks: list[Tick]) -> list[str]:
        """Draw the texts of the ticks of y, left of the plot."""
        return [text(tick, self.left - 5, y + 3.5, "small", "end") for tick, y in y_ticks]

    def x_name(self, name: str) -> str:
        """Draw the name of the x axis, below the plot."""
        return text(name, (self.left + self.right) / 2, self.bottom + self.x_name_offset, "small")

    def axes(self, x_name: str, x_ticks: list[Tick], y_ticks: list[Tick], axis_y: float) -> list[str]:
        """Draw the grid, the x axis at `axis_y` with strokes and its name, and the texts of all ticks."""
        strokes = "".join(path_data(("M", x, self.bottom), ("v", 4)) for _, x in x_ticks)
        return [
            self.grid(y_ticks) + path("axis", strokes + self.horizontal(axis_y)),
            *self.y_texts(y_ticks),
            *(text(tick, x, self.bottom + 16, "small") for tick, x in x_ticks if tick),
            self.x_name(x_name),
        ]
