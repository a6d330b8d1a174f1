"""What becomes of things from stage to stage: a line for each, which ends where a thing is left out.

A thing has its kind's shape as long as it lives. Left out it is a dashed outline, and a new one is a diamond; both
words stand beside them.
"""

from itertools import groupby, pairwise
from typing import Any

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, number, shape, text

COLUMNS, STEP = 80.0, 68.0  # of the stages: where the first begins, and how far it is to the next
MARK, ROW, NAME, GAP = 14.0, 20.0, 15.0, 12.0
HEAD = 12  # letters that a stage's name has in a line
ALIVE = {"there": True, "kept": True, "new": True, "left out": False, "": False}

Row = dict[str, Any]
Group = tuple[list[str], list[list[Any]]]  # names, and the cells after the name of each thing


def draw(material: Material) -> Drawing:
    """From a table `lives`: whose it is, what, its kind (encoder, head), and a column for each stage.

    A stage's word is there, kept, new, left out, or none. Those to whose things the same happens stand together.
    """
    table: list[Row] = material.facts["lives"]
    stages = list(table[0])[3:]
    groups = _groups(table)
    parts, y = _heads(stages)
    for names, things in groups:
        parts.append(f'<path class="rule" d="M2 {number(y)}H{WIDTH - 2}"/>')
        parts += [text(name, 2, y + NAME * (index + 1), "name", "start") for index, name in enumerate(names)]
        y += NAME * len(names) + 8
        for thing in things:
            parts += _life(thing, y)
            y += ROW
        y += GAP - 6
    parts += _legend(list(dict.fromkeys(str(row[list(row)[2]]) for row in table)), y)
    return Drawing(parts, y + 2 * ROW, _words(groups, stages), table)


def _groups(table: list[Row]) -> list[Group]:
    """Neighbours to whose things the same happens, together."""
    each = [
        (name, [list(row.values())[1:] for row in rows])
        for name, rows in groupby(table, key=lambda row: str(next(iter(row.values()))))
    ]
    return [([name for name, _ in same], things) for things, same in _neighbours(each)]


def _neighbours(each: list[tuple[str, list[list[Any]]]]) -> list[tuple[list[list[Any]], list[tuple[str, Any]]]]:
    return [(things, list(same)) for things, same in groupby(each, key=lambda pair: pair[1])]


def _heads(stages: list[str]) -> tuple[list[str], float]:
    """The stages' names, the last one flush right because it may be long, and where they end."""
    lines = [_wrapped(stage) for stage in stages]
    tall = max(map(len, lines))
    parts = []
    for index, wrapped in enumerate(lines):
        last = index == len(lines) - 1
        x, anchor = (WIDTH - 2.0, "end") if last else (_x(index), "start")
        first = 13 + 13 * (tall - len(wrapped))
        parts += [text(line, x, first + 13 * at, "small", anchor) for at, line in enumerate(wrapped)]
    return parts, 13.0 * tall + 7


def _wrapped(stage: str) -> list[str]:
    lines = [""]
    for word in stage.split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if len(longer) <= HEAD or not lines[-1] else [*lines, word]
    return lines


def _x(stage: int) -> float:
    return COLUMNS + STEP * stage


def _life(thing: list[Any], y: float) -> list[str]:
    """One thing's line: its name, a mark for each stage, and lines as long as it lives."""
    name, kind, *words = thing
    alive = [ALIVE[word] for word in words]  # a word that no mark is known for is a KeyError
    parts = [text(name, 12, y + 11, "note", "start")]
    for stage, (before, word) in enumerate(pairwise(words)):
        if alive[stage] and word not in ("new", ""):
            begins = _x(stage) + MARK + (26 if before == "new" else 0)
            parts.append(
                f'<path class="life {kind}" d="M{number(begins)} {number(y + MARK / 2)}H{number(_x(stage + 1))}"/>'
            )
    return parts + [_mark(kind, word, _x(stage), y) for stage, word in enumerate(words) if word]


def _mark(kind: str, word: str, x: float, y: float) -> str:
    """The mark of one stage. What is left out or new says so."""
    said = text(word, x + MARK + 4, y + 11, "small", "start") if word in ("new", "left out") else ""
    if word == "new":
        half = MARK / 2
        around = f"M{number(x - 1)} {number(y + half)}l8 -8l8 8l-8 8z"
        return f'<path class="new" d="{around}"/>{said}'
    return shape(kind, Box(x, y, MARK, MARK), "" if ALIVE[word] else "left-out") + said


def _legend(kinds: list[str], y: float) -> list[str]:
    """What the shapes stand for."""
    parts = [f'<path class="rule" d="M2 {number(y)}H{WIDTH - 2}"/>']
    for index, kind in enumerate(kinds):
        x = 12 + 100.0 * index
        parts += [shape(kind, Box(x, y + 13, MARK, MARK)), text(kind, x + MARK + 6, y + 24, "small", "start")]
    return [*parts, text("a line: the same values", 12 + 100.0 * len(kinds), y + 24, "small", "start")]


def _words(groups: list[Group], stages: list[str]) -> str:
    told = []
    for names, things in groups:
        lives = "; ".join(f"{thing[0]} {', '.join(word or 'not there' for word in thing[2:])}" for thing in things)
        told.append(f"{' and '.join(names)}: {lives}.")
    return f"The stages are {', '.join(stages)}. " + " ".join(told)
