"""What becomes of a model's parts from stage to stage: a line for each, which ends where a part is left out.

A part has its kind's shape as long as it lives. Left out it is a dashed outline, and a new one is a diamond; both
words are beside them.
"""

import textwrap
from itertools import groupby, pairwise
from typing import Any

from bert.shapes import shape
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rule, text

COLUMNS, STEP = 80.0, 68.0  # of the stages: where the first begins, and how far it is to the next
MARK, ROW, NAME, GAP = 14.0, 20.0, 15.0, 12.0
LETTERS = 12  # of a stage's name in a line
ALIVE = {"there": True, "kept": True, "new": True, "left out": False, "": False}

Part = list[Any]  # name, kind, and a word for each stage
Group = tuple[list[str], list[Part]]  # the names of the classes to whose parts the same happens


def draw(material: Material) -> Drawing:
    """From a table `lives`: whose it is, which part, its kind (encoder, head), and a column for each stage.

    A stage's word is there, kept, new, left out, or none; another raises KeyError. Those to whose parts the same
    happens are drawn once.
    """
    table: list[Row] = material.facts["lives"]
    stages = list(table[0])[3:]
    groups = _groups(table)
    parts, y = _headings(stages)
    for names, lives in groups:
        parts.append(rule(y))
        parts += [text(name, 2, y + NAME * (index + 1), "name", "start") for index, name in enumerate(names)]
        y += NAME * len(names) + 8
        for part in lives:
            parts += _life(part, y)
            y += ROW
        y += GAP - 6
    kinds = list(dict.fromkeys(part[1] for _, lives in groups for part in lives))
    parts += _legend(kinds, y)
    return Drawing(parts, y + 2 * ROW, _description(groups, stages), table)


def _groups(table: list[Row]) -> list[Group]:
    """Neighbours to whose parts the same happens, together."""
    whose = next(iter(table[0]))
    each = [
        (str(name), [list(row.values())[1:] for row in rows])
        for name, rows in groupby(table, key=lambda row: row[whose])
    ]
    return [([name for name, _ in same], lives) for lives, same in groupby(each, key=lambda pair: pair[1])]


def _headings(stages: list[str]) -> tuple[list[str], float]:
    """The stages' names, the last one flush right because it may be long, and where they end."""
    wrapped = [textwrap.wrap(stage, LETTERS, break_long_words=False, break_on_hyphens=False) for stage in stages]
    tall = max(map(len, wrapped))
    parts = []
    for index, lines in enumerate(wrapped):
        x, anchor = (_x(index), "start") if index + 1 < len(wrapped) else (WIDTH - 2.0, "end")
        first = 13 + 13 * (tall - len(lines))
        parts += [text(line, x, first + 13 * at, "small", anchor) for at, line in enumerate(lines)]
    return parts, 13.0 * tall + 7


def _x(stage: int) -> float:
    return COLUMNS + STEP * stage


def _life(part: Part, y: float) -> list[str]:
    """One part's line: its name, lines as long as it lives, and a mark for each stage."""
    name, kind, *words = part
    alive = [ALIVE[word] for word in words]
    drawn = [text(name, 12, y + 11, "note", "start")]
    for stage, (before, word) in enumerate(pairwise(words)):
        if alive[stage] and word not in ("new", ""):
            begins = _x(stage) + MARK + (26 if before == "new" else 0)
            drawn.append(path(f"life {kind}", f"M{number(begins)} {number(y + MARK / 2)}H{number(_x(stage + 1))}"))
    return drawn + [_mark(kind, word, _x(stage), y) for stage, word in enumerate(words) if word]


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


def _description(groups: list[Group], stages: list[str]) -> str:
    told = []
    for names, lives in groups:
        each = "; ".join(f"{name} {', '.join(word or 'not there' for word in words)}" for name, _, *words in lives)
        told.append(f"{' and '.join(names)}: {each}.")
    return f"The stages are {', '.join(stages)}. " + " ".join(told)
