"""What each position attends to: a square for each query and key, its area the share. A row is a query, a column a key."""

from bert.shapes import shape, square
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import group, rectangle, text

LEFT, TOP, CELL = 112.0, 40.0, 24.0


def draw(material: Material) -> Drawing:
    """From a table `attention_of_a_head` (query, attention) whose pads come last; their columns are outlined."""
    table: list[Row] = material.facts["attention_of_a_head"]
    real = sum(not row["query"].startswith("pad") for row in table)
    bottom = TOP + CELL * len(table)
    columns = Box(LEFT + CELL * real, TOP - 2, CELL * (len(table) - real), bottom - TOP + 4)
    parts = [
        text("as keys: the tokens", LEFT + CELL * real / 2, 16, "small"),
        text("the pads", columns.middle, 16, "small"),
        *(text(row["query"].split()[-1], _middle(i), TOP - 8, "small") for i, row in enumerate(table)),
        shape("pad", columns),
        *(_row(row, TOP + CELL * i) for i, row in enumerate(table)),
        text("as queries", LEFT - 8, 16, "small", "end"),
        text("A full square is all of a position's attention.", WIDTH / 2, bottom + 22, "small"),
    ]
    described = (
        f"A grid of {len(table)} queries by {len(table)} keys. The columns of the pads are empty: no position attends to a "
        f"pad. The rows of the pads are as full as the others: each pad attends to the {real} tokens."
    )
    numbers = [
        {"query": row["query"], "attention": [f"{share:.2f}" for share in row["attention"]]} for row in table
    ]
    return Drawing(parts, bottom + 32, described, numbers)


def _middle(column: int) -> float:
    return LEFT + CELL * (column + 0.5)


def _row(row: Row, y: float) -> str:
    squares = "".join(
        rectangle("plus", box)
        for i, share in enumerate(row["attention"])
        if (box := square(share, Box(LEFT + CELL * i, y, CELL, CELL), CELL - 3, 1.0))
    )
    name = text(row["query"], LEFT - 8, y + 16, "name", "end")
    return group("pad-row" if row["query"].startswith("pad") else "row", name + squares)
