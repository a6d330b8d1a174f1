"""One vector on its way, step by step: its values, its size, and what it would be read as there.

A vector is drawn by its first values, each a square as in `rows`; one of which few are given is a box with its length.
Of the tokens that it is read as, the right one's bar is filled and the others are hollow. All steps have the same
height, so that a script may show one at a time by the window that it opens onto the drawing.
"""

from bert.shapes import shape, square
from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import arrow, minus, number, path, rectangle, selectable, text

STEP = 152.0  # the height of each
CELL, ACROSS, DOWN = 9.0, 16, 4  # of the squares: how large, how many in a line, and how many lines
LEFT, TOP = 4.0, 44.0  # of the squares
TOKENS, BARS, BAR = 244.0, 250.0, 62.0  # where the tokens end, where their bars begin, and the longest bar
LINE = 17.0  # between two tokens
SPELLED = 4  # values in the numbers
NUMBERS = ("step", "shape", "norm", "first values", "top 5", "scores", "rank of the answer")


def draw(material: Material) -> Drawing:
    """From a table `steps` and the `answer`, a token.

    A step has a name, what it belongs to, a formula, shape, norm, first values, top 5, scores and the answer's rank.
    """
    table: list[Row] = material.facts["steps"]
    answer: str = material.facts["answer"]
    vocabulary = max(row["shape"][0] for row in table)
    told = [f"Step {at} of {len(table)}, {_description(row, answer)}" for at, row in enumerate(table, 1)]
    parts = []
    for index, row in enumerate(table):
        y = STEP * index
        rank = f"“{answer}” is no. {row['rank of the answer']:,} of {vocabulary:,}"
        content = [
            text(f"{index + 1}  {row['step']}", LEFT - 2, y + 15, "step-name", "start"),
            text(row["formula"], WIDTH - 4, y + 15, "name", "end"),
            text(f"{row['shape'][0]:,} values, norm {row['norm']:.2f}", LEFT - 2, y + 33, "small", "start"),
            text("read as a token here:", TOKENS - 66, y + 33, "small", "start"),
            *_vector(row, y + TOP),
            *_tokens(row, y + TOP, answer),
            text(rank, WIDTH - 4, y + TOP + 5 * LINE + 14, "small", "end"),
        ]
        if index + 1 < len(table):
            content.append(arrow(LEFT + ACROSS * CELL / 2, y + TOP + DOWN * CELL + 26, y + STEP - 4))
        parts.append(selectable("step", told[index], "".join(content)))
    return Drawing(parts, STEP * len(table), " ".join(told), [_numbers(row) for row in table])


def _vector(row: Row, y: float) -> list[str]:
    """The vector's first values, or its length where few are given."""
    shown, length = row["first values"], row["shape"][0]
    box = Box(LEFT - 2, y - 2, ACROSS * CELL + 4, DOWN * CELL + 4)
    if len(shown) == ACROSS * DOWN:
        note = "all of them" if len(shown) == length else f"the first {len(shown)} of {length:,}"
        inside = _squares(shown, y)
    else:
        note = "one for each token"
        inside = text(f"{length:,} values", box.middle, box.y + 24, "note")
    return [shape(row["belongs to"], box), inside, text(note, box.middle, box.bottom + 16, "small")]


def _squares(values: list[float], y: float) -> str:
    """All values: filled where positive, hollow where negative, in two paths."""
    largest = max(map(abs, values))
    ways = {"plus": "", "minus": ""}
    for index, value in enumerate(values):
        line, column = divmod(index, ACROSS)
        if box := square(value, Box(LEFT + CELL * column, y + CELL * line, CELL, CELL), CELL - 1.5, largest):
            side = number(box.width)
            ways["plus" if value > 0 else "minus"] += f"M{number(box.x)} {number(box.y)}h{side}v{side}h-{side}z"
    return "".join(path(kind, way) for kind, way in ways.items() if way)


def _tokens(row: Row, y: float, answer: str) -> list[str]:
    """The tokens that the vector is read as, each with its score as a bar."""
    longest = max(map(abs, row["scores"]))
    parts = []
    for index, (token, score) in enumerate(zip(row["top 5"], row["scores"], strict=True)):
        top = y + LINE * index
        kind = "answer" if token == answer else "other"
        wide = BAR * max(score, 0.0) / longest if longest else 0.0
        parts += [
            text(token, TOKENS, top + 11, f"name {kind}", "end"),
            rectangle(f"score {kind}", Box(BARS, top + 2, wide, 11)),
            text(_score(score, longest), BARS + wide + 5, top + 11.5, "small", "start"),
        ]
    return parts


def _score(score: float, longest: float) -> str:
    """A score with two decimals, or three where all are small, as probabilities are."""
    return minus(f"{score:.{3 if longest <= 1 else 2}f}")


def _description(row: Row, answer: str) -> str:
    """The step in a sentence or two."""
    best = ", ".join(f"“{token}”" for token in row["top 5"])
    return (
        f"{row['step']}, {row['formula']}: {row['shape'][0]:,} values, norm {row['norm']:.2f}. Read as a token "
        f"here, the best are {best}; “{answer}” is number {row['rank of the answer']:,}."
    )


def _numbers(row: Row) -> Row:
    """A row of the table below the drawing: few values, and those rounded."""
    longest = max(map(abs, row["scores"]))
    rounded = {
        "norm": f"{row['norm']:.2f}",
        "first values": [f"{value:.3f}" for value in row["first values"][:SPELLED]],
        "scores": [_score(score, longest) for score in row["scores"]],
    }
    return {name: {**row, **rounded}[name] for name in NUMBERS}
