"""One vector on its way, step by step: its values, its size, and what it would be read as there.

A vector is drawn by its first values, each a square as in `rows`; one of which few are given is a box with its length.
Of the tokens that it is read as, the right one's bar is filled and the others are hollow. All steps have the same
height, so that a script may show one at a time by the window that it opens onto the drawing.
"""

import html
import math
from typing import Any

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, arrow, counted, number, shape, text

STEP = 152.0  # the height of each
CELL, ACROSS, DOWN = 9.0, 16, 4  # of the squares: how large, how many in a line, and how many lines
LEFT, TOP = 4.0, 44.0  # of the squares
TOKENS, BARS, BAR = 244.0, 250.0, 62.0  # where the tokens end, where their bars begin, and the longest bar
LINE = 17.0  # between two tokens
SPELLED = 4  # values in the numbers
Row = dict[str, Any]


def draw(material: Material) -> Drawing:
    """From a table `steps` and the `answer`, a token.

    A step has a name, what it belongs to, a formula, shape, norm, first values, top 5, scores and the answer's rank.
    """
    table: list[Row] = material.facts["steps"]
    answer: str = material.facts["answer"]
    vocabulary = max(row["shape"][0] for row in table)
    parts = [
        _step(row, index, len(table), answer, vocabulary, largest=max(map(abs, row["first values"])))
        for index, row in enumerate(table)
    ]
    words = " ".join(_words(row, index, len(table), answer) for index, row in enumerate(table))
    return Drawing(parts, STEP * len(table), words, [_numbers(row) for row in table])


def _step(row: Row, index: int, steps: int, answer: str, vocabulary: int, largest: float) -> str:
    y = STEP * index
    length, kind = row["shape"][0], row["belongs to"]
    shown = row["first values"]
    box = Box(LEFT - 2, y + TOP - 2, ACROSS * CELL + 4, DOWN * CELL + 4)
    if len(shown) == ACROSS * DOWN:
        said = "all of them" if len(shown) == length else f"the first {len(shown)} of {counted(length)}"
        values = shape(kind, box) + _squares(shown, y + TOP, largest)
    else:
        said = "one for each token"
        values = shape(kind, box) + text(f"{counted(length)} values", box.middle, box.y + 24, "note")
    values += text(said, box.middle, box.bottom + 16, "small")
    onward = arrow(box.middle, box.bottom + 24, y + STEP - 4) if index + 1 < steps else ""
    return (
        f'<g class="step" tabindex="0" role="img" aria-label="{html.escape(_words(row, index, steps, answer))}">'
        + text(f"{index + 1}  {row['step']}", LEFT - 2, y + 15, "step-name", "start")
        + text(row["formula"], WIDTH - 4, y + 15, "name", "end")
        + text(f"{counted(length)} values, norm {row['norm']:.2f}", LEFT - 2, y + 33, "small", "start")
        + text("read as a token here:", TOKENS - 66, y + 33, "small", "start")
        + values
        + _tokens(row, y + TOP, answer)
        + text(
            f"“{answer}” is no. {counted(row['rank of the answer'])} of {counted(vocabulary)}",
            WIDTH - 4,
            y + TOP + 5 * LINE + 14,
            "small",
            "end",
        )
        + onward
        + "</g>"
    )


def _squares(values: list[float], y: float, largest: float) -> str:
    """All values: filled where positive, hollow where negative, in two paths."""
    ways: dict[str, list[str]] = {"plus": [], "minus": []}
    for index, value in enumerate(values):
        line, column = divmod(index, ACROSS)
        side = (CELL - 1.5) * math.sqrt(abs(value) / largest) if largest else 0.0
        left, top = LEFT + CELL * column + (CELL - side) / 2, y + CELL * line + (CELL - side) / 2
        if side:
            way = f"M{number(left)} {number(top)}h{number(side)}v{number(side)}h{number(-side)}z"
            ways["plus" if value > 0 else "minus"].append(way)
    return "".join(f'<path class="{kind}" d="{"".join(way)}"/>' for kind, way in ways.items() if way)


def _tokens(row: Row, y: float, answer: str) -> str:
    longest = max(abs(score) for score in row["scores"])
    parts = []
    for index, (token, score) in enumerate(zip(row["top 5"], row["scores"], strict=True)):
        top = y + LINE * index
        kind = "answer" if token == answer else "other"
        wide = BAR * max(score, 0.0) / longest if longest else 0.0
        parts.append(
            text(token, TOKENS, top + 11, f"name {kind}", "end")
            + f'<rect class="score {kind}" x="{number(BARS)}" y="{number(top + 2)}" width="{number(wide)}" '
            + 'height="11"/>'
            + text(_score(score, longest), BARS + wide + 5, top + 11.5, "small", "start")
        )
    return "".join(parts)


def _score(score: float, longest: float) -> str:
    """A score with two decimals, or three where all are small, as probabilities are."""
    return f"{score:.{3 if longest <= 1 else 2}f}".replace("-", "−")


def _words(row: Row, index: int, steps: int, answer: str) -> str:
    """The step in a sentence or two, for those who do not see it."""
    best = ", ".join(f"“{token}”" for token in row["top 5"])
    return (
        f"Step {index + 1} of {steps}, {row['step']}, {row['formula']}: {counted(row['shape'][0])} values, norm "
        f"{row['norm']:.2f}. Read as a token here, the best are {best}; “{answer}” is number "
        f"{counted(row['rank of the answer'])}."
    )


def _numbers(row: Row) -> Row:
    """A row of the table below the drawing: few values, and those rounded."""
    return {
        "step": row["step"],
        "shape": row["shape"],
        "norm": f"{row['norm']:.2f}",
        "first values": [f"{value:.3f}" for value in row["first values"][:SPELLED]],
        "top 5": row["top 5"],
        "scores": [_score(score, max(map(abs, row["scores"]))) for score in row["scores"]],
        "rank of the answer": row["rank of the answer"],
    }
