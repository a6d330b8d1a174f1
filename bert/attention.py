"""What each position attends to: a square for each query and key, its area the share. Rows are queries."""

from bert.shapes import shape, square
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import group, rectangle, text

LEFT, TOP, CELL = 112, 40, 24


def draw(material: Material) -> Drawing:
    """From a table `attention_of_a_head` (query, attention) whose pads come last; their columns are outlined."""
    table: list[Row] = material.facts["attention_of_a_head"]
    real = sum(not _is_pad(row) for row in table)
    bottom = TOP + CELL * len(table)
    pads = Box(LEFT + CELL * real, TOP - 2, CELL * (len(table) - real), bottom - TOP + 4)
    parts = [
        text("this position", LEFT - 8, 16, "small", "end"),
        text("attends to →", LEFT - 8, TOP - 8, "small", "end"),
        text("the tokens", LEFT + CELL * real / 2, 16, "small"),
        text("the pads", pads.middle, 16, "small"),
        *(text(row["query"].split()[-1], LEFT + CELL * i + CELL / 2, TOP - 8, "small") for i, row in enumerate(table)),
        shape("pad", pads),
        *(_row(row, TOP + CELL * i) for i, row in enumerate(table)),
        text("A full square would be all of a position's attention.", WIDTH / 2, bottom + 22, "small"),
    ]
    described = (
        f"A grid of {len(table)} positions by the positions that they attend to. The columns of the pads are empty, "
        "their rows are not."
    )
    numbers = [
        {"position": row["query"], "percent of its attention": [f"{share:.0%}"[:-1] for share in row["attention"]]}
        for row in table
    ]
    return Drawing(parts, bottom + 32, described, numbers)


def _is_pad(row: Row) -> bool:
    return bool(row["query"].startswith("pad"))


def _row(row: Row, y: int) -> str:
    places = [Box(LEFT + CELL * i, y, CELL, CELL) for i in range(len(row["attention"]))]
    squares = [square(share, place, CELL - 2, 1.0) for share, place in zip(row["attention"], places, strict=True)]
    name = text(row["query"], LEFT - 8, y + 16, "name", "end")
    drawn = "".join(rectangle("plus", _even(box)) for box in squares if box)
    return group("pad-row" if _is_pad(row) else "row", name + drawn)


def _even(box: Box) -> Box:
    """The square on whole units, which are fewer digits to send: up to one unit smaller or larger."""
    side = 2 * max(1, round(box.width / 2))
    return Box(round(box.middle) - side // 2, round(box.y + box.height / 2) - side // 2, side, side)
