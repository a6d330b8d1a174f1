"""A waterfall: from one total to the next by what is added and taken away, each a bar that starts where the last ends.

A total is an outlined bar from zero. What is added is full, what is taken away hollow; its sign is beside it.
"""

from math import isclose

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rectangle, shape, text

LEFT, RIGHT, ROW, BAR = 4.0, WIDTH - 4.0, 40.0, 15.0
THIN = 2.0  # the least that is seen
BARS = {"total": "made", "more": "plus", "less": "minus"}
SIGNS = {"total": "", "more": "+", "less": "−"}
WORDS = {"total": "{}: {:,}", "more": "plus {}, {:,}", "less": "minus {}, {:,}"}


def draw(material: Material) -> Drawing:
    """From a table `steps`: step, how much (the column's name is the unit), is (total, more, less).

    Raises KeyError for another word, or for totals that the steps before them do not add up to.
    """
    table: list[Row] = material.facts["steps"]
    unit = list(table[0])[1]
    scale = (RIGHT - LEFT) / max(abs(row[unit]) for row in table)
    parts: list[str] = []
    at, y = 0, 0.0
    for index, row in enumerate(table):
        total = row["is"] == "total"
        if total and index and not isclose(row[unit], at):
            raise KeyError(f"{row['step']}: {row[unit]}, and the steps before it make {at}")
        before = 0 if total else at
        at = before + row[unit]
        low, high = sorted((before, at))
        x = min(LEFT + low * scale, RIGHT - THIN)
        parts += _bar(row, unit, Box(x, y + 19, max((high - low) * scale, THIN), BAR))
        if index + 1 < len(table):
            top = y + 19 + (BAR if total or row[unit] else 0)
            parts.append(path("rule", f"M{number(LEFT + at * scale)} {number(top)}V{number(y + ROW + 19)}"))
        y += ROW
    told = "; ".join(WORDS[row["is"]].format(row["step"], abs(row[unit])) for row in table)
    return Drawing(parts, y + 4, f"In {unit}: {told}.", table)


def _bar(row: Row, unit: str, box: Box) -> list[str]:
    """A step's name, its amount and its bar; no bar for nothing."""
    amount, kind = row[unit], BARS[row["is"]]
    texts = [
        text(row["step"], LEFT, box.y - 5, "name", "start"),
        text(f"{SIGNS[row['is']]}{abs(amount):,} {unit}", RIGHT, box.y - 5, "name over-rule", "end"),
    ]
    if row["is"] == "total":
        return [*texts, shape(kind, box)]
    return [*texts, rectangle(kind, box)] if amount else texts
