"""The things of a BERT model in the figures: each has a colour (docs/assets/figures.css) and a shape of its own.

- encoder: a square-cornered box
- head: a box with round corners; a module of the model: a frame around its parts
- shared: a box ruled like a table, for the matrix that two modules use; a thick line ties its two places
- bias: a pill, as is every kind that is not named here or in the engine's shapes
- pad: a dashed box, or marks in pad's colour
- new: a filled diamond

What is no part of a model has a shape of the engine's: explainer/render/figures/svg.py.
"""

import math
from itertools import groupby

from explainer.render.figures import svg
from explainer.render.figures.drawing import Box, Row
from explainer.render.figures.svg import label, number, path, rectangle

ROUND = {"encoder": 1.0, "head": 9.0, "shared": 1.0, "pad": 1.0}


def shape(kind: str, box: Box, state: str = "") -> str:
    """The outline of a thing of that kind."""
    if kind not in ROUND:
        return svg.shape(kind, box, state)
    return rectangle(f"{kind} {state}".strip(), box, ROUND[kind]) + (_ruled(box) if kind == "shared" else "")


def _ruled(box: Box) -> str:
    lines = [f"M{number(box.x)} {number(box.y + step)}h{number(box.width)}" for step in (4, box.height - 4)]
    lines += [f"M{number(box.x + step)} {number(box.y)}v{number(box.height)}" for step in (4, box.width - 4)]
    return path("ruled", "".join(lines))


def alike(table: list[Row]) -> list[tuple[list[str], list[Row]]]:
    """The names in the first column, those whose rows are the same together, and these rows without that column."""
    whose = next(iter(table[0]))
    found: dict[str, tuple[list[str], list[Row]]] = {}
    for name, group in groupby(table, key=lambda row: str(row[whose])):
        rows = [{key: value for key, value in row.items() if key != whose} for row in group]
        found.setdefault(repr(rows), ([], rows))[0].append(name)
    return list(found.values())


def size(shape: list[int]) -> str:
    """The shape of a matrix as one writes it."""
    return " × ".join(f"{length:,}" for length in shape)


def labelled(kind: str, box: Box, lines: list[str]) -> str:
    """A thing with its name, which is code, and notes below it, all centred."""
    return shape(kind, box) + label(box, lines)


def square(value: float, box: Box, side: float, largest: float) -> Box | None:
    """The square of a value in the middle of its place: its area is the value's size. None for zero."""
    side *= math.sqrt(abs(value) / largest) if largest else 0.0
    return Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side) if side else None
