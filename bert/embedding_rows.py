"""Rows of the embedding side by side: each value a square, full if positive, hollow if negative, as large as its size.

Such a picture is called a Hinton diagram. A row of zeros would be empty.
"""

from bert.shapes import shape, square
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import group, minus, rectangle, selectable, text

LABEL, CELLS, BAR, BAR_WIDTH = 74.0, 84.0, 262.0, 60.0
CELL, ROW, TOP = 14.0, 22.0, 24.0
SHOWN = 6  # values that are spelled out


def draw(material: Material) -> Drawing:
    """From a table `neighbours` (token, id, norm, first values); the row with id 0, that of [PAD], is outlined."""
    table: list[Row] = material.facts["neighbours"]
    largest = max(abs(value) for row in table for value in row["first values"])
    longest = max(row["norm"] for row in table)
    bottom = TOP + ROW * len(table)
    parts = [
        text("token", LABEL, 15, "small", "end"),
        text(f"first {len(table[0]['first values'])} values of its row", CELLS, 15, "small", "start"),
        text("norm", BAR, 15, "small", "start"),
        *(_row(row, TOP + ROW * index, largest, longest, bottom) for index, row in enumerate(table)),
        text("Point at a row, or tab to it, to read its values.", WIDTH / 2, bottom + 24, "small hint"),
    ]
    norms = "; ".join(f"{row['token']} {row['norm']:.2f}" for row in table)
    described = (
        f"The first values of {len(table)} rows of the embedding, none of them empty, and the rows' norms: {norms}."
    )
    numbers = [{**row, "first values": [f"{value:.3f}" for value in row["first values"]]} for row in table]
    return Drawing(parts, bottom + 44, described, numbers)


def _row(row: Row, y: float, largest: float, longest: float, bottom: float) -> str:
    pad = row["id"] == 0
    around = Box(2, y, WIDTH - 4, ROW)
    values = " ".join(minus(f"{value:.3f}") for value in row["first values"][:SHOWN])
    norm = row["norm"]
    return selectable(
        "row pad-row" if pad else "row",
        f"{row['token']}, id {row['id']}, norm {norm:.2f}, first values {values}",
        rectangle("back", around)
        + (shape("pad", around) if pad else "")
        + text(row["token"], LABEL, y + 15, "name", "end")
        + "".join(
            rectangle("plus" if value > 0 else "minus", box)
            for i, value in enumerate(row["first values"])
            if (box := square(value, Box(CELLS + CELL * i, y, CELL, ROW), CELL - 2, largest))
        )
        + rectangle("bar", Box(BAR, y + 6, BAR_WIDTH * norm / longest, 10))
        + text(f"{norm:.2f}", BAR + BAR_WIDTH + 6, y + 15, "small", "start")
        + group(
            "values",
            text(f"{row['token']}  id {row['id']}  norm {norm:.4f}", WIDTH / 2, bottom + 18, "name")
            + text(f"{values} …", WIDTH / 2, bottom + 35, "name"),
        ),
    )
