"""The visual language of the figures, in one place.

Each kind of thing has a colour and a shape of its own, so that neither is needed alone (docs/assets/figures.css):

- encoder: a square-cornered box
- head: a box with round corners; a module of the model, around its parts
- shared: a box ruled like a table, for the matrix that two modules use; a thick line ties its two places
- bias: a pill
- pad: a dashed box, or marks in pad's colour
- left out: the kind's own outline, dashed and empty; new: a filled diamond; each with its word beside it

What is no part of a model has the colour of the text: round corners where people write it, square ones where the build
makes it.

Arrows are the way of the data. Text is at least 10.5 units high, and a figure is 360 units wide: that is the width of a
telephone, so nothing shrinks there.
"""

import html
from dataclasses import dataclass, field
from typing import Any

WIDTH = 360
LINE = 15  # between the lines of a box
SIZE = 11.5


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
    numbers: list[dict[str, Any]]


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
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


ROUND = {"encoder": 1.0, "head": 9.0, "shared": 1.0, "pad": 1.0, "frame": 12.0, "written": 9.0, "made": 1.0}


def shape(kind: str, box: Box, state: str = "") -> str:
    """The outline of a thing of that kind; a pill's corners are as round as its height allows."""
    corner = ROUND.get(kind, box.height / 2)
    outline = (
        f'<rect class="{" ".join((kind, state)).strip()}" x="{number(box.x)}" y="{number(box.y)}" '
        f'width="{number(box.width)}" height="{number(box.height)}" rx="{number(corner)}"/>'
    )
    return outline + (_ruled(box) if kind == "shared" else "")


def _ruled(box: Box) -> str:
    lines = [f"M{number(box.x)} {number(box.y + step)}h{number(box.width)}" for step in (4, box.height - 4)]
    lines += [f"M{number(box.x + step)} {number(box.y)}v{number(box.height)}" for step in (4, box.width - 4)]
    return f'<path class="ruled" d="{"".join(lines)}"/>'


def labelled(kind: str, box: Box, lines: list[str]) -> str:
    """A thing with its name, which is code, and notes below it, all centred."""
    first = box.y + box.height / 2 - LINE * (len(lines) - 1) / 2 + SIZE / 3
    texts = [
        text(line, box.middle, first + LINE * index, "name" if index == 0 else "note")
        for index, line in enumerate(lines)
    ]
    return shape(kind, box) + "".join(texts)


def text(content: str, x: float, y: float, kind: str, anchor: str = "middle", more: str = "") -> str:
    """One line of text; `kind` is a class: name (code), note, small."""
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{more}>'
        f"{html.escape(content, quote=False)}</text>"
    )


def arrow(x: float, top: float, bottom: float) -> str:
    """An arrow straight down."""
    head = f"M{number(x - 4)} {number(bottom - 6)}L{number(x)} {number(bottom)}L{number(x + 4)} {number(bottom - 6)}"
    return f'<path class="arrow" d="M{number(x)} {number(top)}V{number(bottom)}{head}"/>'


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def counted(value: int) -> str:
    """A count with its thousands marked."""
    return f"{value:,}"
