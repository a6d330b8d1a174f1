"""A waterfall: from one total to the next by what is added and taken away, each a bar that starts where the last ends.

A total is an outlined bar from zero. What is added is full, what is taken away hollow; its sign stands beside it.
"""

from typing import Any

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, counted, number, shape, text

LEFT, RIGHT, ROW, BAR = 4.0, WIDTH - 4.0, 40.0, 15.0
THIN = 2.0  # the least that one sees
KINDS = {"total": "made", "more": "plus", "less": "minus"}


def draw(material: Material) -> Drawing:
    """From a table `steps`: step, how much (the column's name is the unit), is (total, more, less).

    Raises KeyError for another word, or for totals that the steps before them do not add up to.
    """
    table: list[dict[str, Any]] = material.facts["steps"]
    unit = list(table[0])[1]
    largest = max(abs(row[unit]) for row in table)
    scale = (RIGHT - LEFT) / largest
    parts, at, y = [], 0, 0.0
    for index, row in enumerate(table):
        amount, kind = row[unit], KINDS[row["is"]]
        total = row["is"] == "total"
        if total and index and amount != at:
            raise KeyError(f"{row['step']}: {amount}, and the steps before it make {at}")
        before = 0 if total else at
        at = before + amount
        low, high = sorted((before, at))
        x = min(LEFT + low * scale, RIGHT - THIN)
        bar = Box(x, y + 19, max((high - low) * scale, THIN), BAR)
        sign = "" if total else "+" if row["is"] == "more" else "−"
        parts += [
            text(row["step"], LEFT, y + 14, "name", "start"),
            text(f"{sign}{counted(abs(amount))}", RIGHT, y + 14, "name over-rule", "end"),
        ]
        if total or amount:
            parts.append(shape(kind, bar) if total else _block(kind, bar))
        if index + 1 < len(table):
            end, top = LEFT + at * scale, bar.bottom if total or amount else bar.y
            parts.append(f'<path class="rule" d="M{number(end)} {number(top)}V{number(y + ROW + 19)}"/>')
        y += ROW
    return Drawing(parts, y + 4, _words(table, unit), table)


def _block(kind: str, box: Box) -> str:
    place = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
    return f'<rect class="{kind}" {place}/>'


def _words(table: list[dict[str, Any]], unit: str) -> str:
    said = {"total": "{}: {}", "more": "plus {}, {}", "less": "minus {}, {}"}
    steps = "; ".join(said[row["is"]].format(row["step"], counted(abs(row[unit]))) for row in table)
    return f"In {unit}: {steps}."
