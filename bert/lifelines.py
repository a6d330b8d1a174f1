"""What becomes of a model's parts from stage to stage: a line for each, which ends where a part is left out.

A part has its kind's shape as long as it lives. Left out it is a dashed outline, and a new one is a diamond; both
words are beside them.
"""

import textwrap
from itertools import pairwise

from bert.shapes import ROUND, alike, shape
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rule, stacked, text

COLUMNS, STEP = 80.0, 68.0  # of the stages: where the first begins, and how far it is to the next
MARK, ROW, NAME, GAP = 14.0, 20.0, 15.0, 6.0
LETTERS = 12  # of a stage's name in a line
ALIVE = {"there": True, "kept": True, "new": True, "left out": False, "": False}


def draw(material: Material) -> Drawing:
    """From a table `lives`: whose it is, which part, its kind (encoder, head), and a column for each stage.

    A stage's word is there, kept, new, left out, or none; another raises KeyError, and so does another kind. Those to
    whose parts the same happens are drawn once.
    """
    table: list[Row] = material.facts["lives"]
    _, _, kind, *stages = table[0]
    for row in table:
        ROUND[row[kind]]  # a table without this column would be drawn without colours, and a stage short
    parts, y = _headings(stages)
    told = f"The stages are {', '.join(stages)}."
    for names, lives in alike(table):
        parts += [rule(y), *stacked(names, 2, y + NAME, NAME, "name")]
        y += NAME * len(names) + 8
        for life in lives:
            parts += _life(life, y)
            y += ROW
        y += GAP
        told += f" {' and '.join(names)}: {'; '.join(map(_in_words, lives))}."
    parts += _legend(list(dict.fromkeys(row[kind] for row in table)), y)
    return Drawing(parts, y + 2 * ROW, told, table)


def _headings(stages: list[str]) -> tuple[list[str], float]:
    """The stages' names, the last one flush right because it may be long, and where they end."""
    wrapped = [textwrap.wrap(stage, LETTERS, break_long_words=False, break_on_hyphens=False) for stage in stages]
    tall = max(map(len, wrapped))
    parts = []
    for index, lines in enumerate(wrapped):
        x, anchor = (_x(index), "start") if index + 1 < len(wrapped) else (WIDTH - 2.0, "end")
        parts += stacked(lines, x, 13 + 13 * (tall - len(lines)), 13, "small", anchor)
    return parts, 13.0 * tall + 7


def _x(stage: int) -> float:
    return COLUMNS + STEP * stage


def _life(row: Row, y: float) -> list[str]:
    """One part's line: its name, lines as long as it lives, and a mark for each stage."""
    name, kind, *words = row.values()
    alive = [ALIVE[word] for word in words]
    drawn = [text(name, 12, y + 11, "note", "start")]
    for stage, (before, word) in enumerate(pairwise(words)):
        if alive[stage] and word not in ("new", ""):
            begins = _x(stage) + MARK + (26 if before == "new" else 0)
            drawn.append(path(f"life {kind}", f"M{number(begins)} {number(y + MARK / 2)}H{number(_x(stage + 1))}"))
    return drawn + [_mark(kind, word, _x(stage), y) for stage, word in enumerate(words) if word]


def _in_words(row: Row) -> str:
    name, _, *words = row.values()
    return f"{name} {', '.join(word or 'not there' for word in words)}"


def _mark(kind: str, word: str, x: float, y: float) -> str:
    """The mark of one stage, with its word where a part is left out or new."""
    note = text(word, x + MARK + 4, y + 11, "small", "start") if word in ("new", "left out") else ""
    if word == "new":
        return path("new", f"M{number(x - 1)} {number(y + MARK / 2)}l8 -8l8 8l-8 8z") + note
    return shape(kind, Box(x, y, MARK, MARK), "" if ALIVE[word] else "left-out") + note


def _legend(kinds: list[str], y: float) -> list[str]:
    """What the shapes mean."""
    parts = [rule(y)]
    for index, kind in enumerate(kinds):
        x = 12 + 100.0 * index
        parts += [shape(kind, Box(x, y + 13, MARK, MARK)), text(kind, x + MARK + 6, y + 24, "small", "start")]
    return [*parts, text("a line: the same values", 12 + 100.0 * len(kinds), y + 24, "small", "start")]
