"""What a figure is drawn from, and what a finished drawing is."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

WIDTH = 360  # units, as many as a telephone has pixels, so nothing shrinks there

Row: TypeAlias = dict[str, Any]
"""A row of a table among the facts: the cells by the name of their column."""


@dataclass(frozen=True)
class Material:
    """What a figure is drawn from: the facts of one run; and of the whole build counts, and the way of one fact."""

    facts: dict[str, Any]
    counts: dict[str, int] = field(default_factory=dict)
    trace: dict[str, str] = field(default_factory=dict)


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
        """Of its width."""
        return self.x + self.width / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height
