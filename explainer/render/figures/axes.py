"""The axes of a plot: scales, round ticks, a grid with its numbers, and what each axis shows."""

import math
from dataclasses import dataclass
from typing import TypeAlias

from explainer.render.figures.svg import number, path, text

TICKS = 6  # at most, but for the first

Point: TypeAlias = tuple[float, float]
Tick: TypeAlias = tuple[str, float]
"""The text beside a tick, or "" for none, and its coordinate."""


@dataclass(frozen=True)
class Plot:
    """The edges of a plot, in units; `caption` is how far below it the name of the x axis is."""

    left: float
    right: float
    top: float
    bottom: float
    caption: float = 33.0

    def level(self, y: float) -> str:
        """The path of a level line from edge to edge."""
        return f"M{number(self.left)} {number(y)}H{number(self.right)}"

    def grid(self, ys: list[Tick]) -> str:
        """Ruled lines at the ticks of y."""
        return path("grid", "".join(self.level(y) for _, y in ys))

    def numbers(self, ys: list[Tick]) -> list[str]:
        """The texts of the ticks of y, left of the plot."""
        return [text(shown, self.left - 5, y + 3.5, "small", "end") for shown, y in ys]

    def axes(self, across: str, xs: list[Tick], ys: list[Tick], base: str) -> list[str]:
        """A grid, strokes at the ticks of x, the texts of both, and the name of the x axis, whose path is `base`."""
        strokes = "".join(f"M{number(x)} {number(self.bottom)}v4" for _, x in xs)
        return [
            self.grid(ys) + path("axis", strokes + base),
            *self.numbers(ys),
            *(text(shown, x, self.bottom + 16, "small") for shown, x in xs if shown),
            text(across, (self.left + self.right) / 2, self.bottom + self.caption, "small"),
        ]


@dataclass(frozen=True)
class Scale:
    """Where a value is drawn: `low` at the coordinate `start`, `high` at `end`, and the others evenly between them."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The coordinate of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(lowest: float, highest: float) -> list[float]:
    """Round numbers, evenly apart, from at or below the lowest value to at or above the highest."""
    if lowest == highest:
        highest = lowest + 1
    rough = (highest - lowest) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [float(f"{step * count:.10g}") for count in range(first, last + 1)]
