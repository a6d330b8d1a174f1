"""Rows of a matrix side by side: each value a square, filled if positive, hollow if negative, as large as its size.

Such a picture is called a Hinton diagram. A row of zeros would be empty.
"""

import html
import math
from typing import Any

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, number, shape, text

LABEL, CELLS, BAR, BAR_WIDTH = 74.0, 84.0, 262.0, 60.0
CELL, ROW, TOP = 14.0, 22.0, 24.0
SHOWN = 6  # values that are spelled out


def draw(material: Material) -> Drawing:
    """From a table `neighbours` (token, id, norm, first values); the row with id 0 is the one that stands out."""
    table: list[dict[str, Any]] = material.facts["neighbours"]
    largest = max(abs(value) for row in table for value in row["first values"])
    longest = max(row["norm"] for row in table)
    bottom = TOP + ROW * len(table)
    parts = [
        text("token", LABEL, 15, "small", "end"),
        text(f"first {len(table[0]['first values'])} values of its row", CELLS, 15, "small", "start"),
        text("norm", BAR, 15, "small", "start"),
    ]
    parts += [_row(row, TOP + ROW * index, largest, longest, bottom) for index, row in enumerate(table)]
    parts.append(text("Point at a row, or tab to it, to read its values.", WIDTH / 2, bottom + 24, "small hint"))
    numbers = [{**row, "first values": [f"{value:.3f}" for value in row["first values"]]} for row in table]
    return Drawing(parts, bottom + 44, _words(table), numbers)


def _row(row: dict[str, Any], y: float, largest: float, longest: float, bottom: float) -> str:
    pad = row["id"] == 0
    outlined = shape("pad", Box(2, y, WIDTH - 4, ROW)) if pad else ""
    cells = "".join(_cell(value, CELLS + CELL * index, y, largest) for index, value in enumerate(row["first values"]))
    bar = (
        f'<rect class="bar" x="{number(BAR)}" y="{number(y + 6)}" width="{number(BAR_WIDTH * row["norm"] / longest)}" '
    )
    values = " ".join(f"{value:.3f}".replace("-", "−") for value in row["first values"][:SHOWN])
    spoken = f"{row['token']}, id {row['id']}, norm {row['norm']:.2f}, first values {values}"
    return (
        f'<g class="row{" pad-row" if pad else ""}" tabindex="0" role="img" aria-label="{html.escape(spoken)}">'
        f'<rect class="back" x="2" y="{number(y)}" width="{WIDTH - 4}" height="{number(ROW)}"/>{outlined}'
        + text(row["token"], LABEL, y + 15, "name", "end")
        + cells
        + f'{bar}height="10"/>'
        + text(f"{row['norm']:.2f}", BAR + BAR_WIDTH + 6, y + 15, "small", "start")
        + '<g class="values">'
        + text(f"{row['token']}  id {row['id']}  norm {row['norm']:.4f}", WIDTH / 2, bottom + 18, "name")
        + text(f"{values} …", WIDTH / 2, bottom + 35, "name")
        + "</g></g>"
    )


def _cell(value: float, x: float, y: float, largest: float) -> str:
    """A square whose area is the value's size."""
    side = (CELL - 2) * math.sqrt(abs(value) / largest)
    left, top = x + (CELL - side) / 2, y + (ROW - side) / 2
    kind = "plus" if value > 0 else "minus"
    return (
        f'<rect class="{kind}" x="{number(left)}" y="{number(top)}" width="{number(side)}" height="{number(side)}"/>'
        if side
        else ""
    )


def _words(table: list[dict[str, Any]]) -> str:
    norms = "; ".join(f"{row['token']} {row['norm']:.2f}" for row in table)
    return f"The first values of {len(table)} rows of the embedding, none of them empty, and the rows' norms: {norms}."
