"""A vector on its way to a token: the rank of the right answer through the steps, and the ten best tokens at each.

The head's script (docs/assets/live) draws the same of any sentence, and reads this example from the table.
"""

from itertools import groupby
from math import log

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rectangle, text

TOP, BOTTOM = 34.0, 170.0  # of rank 1, and of the last rank
LEFT = 36.0  # where the columns begin
DOT = 7.0


def draw(material: Material) -> Drawing:
    """From a table `steps` (step, shape, rank of the answer, its probability, ten best, probabilities), and `answer`.

    Steps that read the same, one after the other, are one column under the first one's name: the product is how a
    vector is read, and the softmax changes no order.
    """
    answer: str = material.facts["answer"]
    steps: list[Row] = material.facts["steps"]
    vocabulary = max(row["shape"][0] for row in steps)
    readings = [(rows[0]["step"], rows[0]) for rows in _alike(steps)]
    wide = (WIDTH - LEFT) / len(readings)
    points = [
        (LEFT + wide * (index + 0.5), _height(row["rank of the answer"], vocabulary))
        for index, (_, row) in enumerate(readings)
    ]
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    told = ", ".join(f"{name} {row['rank of the answer']:,}" for name, row in readings)
    parts = [*_grid(vocabulary), path("rank-way", way)]
    heights = [y for _, y in points]
    for index, ((x, y), (name, row)) in enumerate(zip(points, readings, strict=True)):
        label = y + 18 if y > max(heights[max(index - 1, 0) : index] + heights[index + 1 : index + 2]) else y - 9
        parts += [
            rectangle("rank-dot", Box(x - DOT / 2, y - DOT / 2, DOT, DOT), DOT / 2),
            text(f"no. {row['rank of the answer']:,}", x, label, "rank over-rule"),
            text(name, x, BOTTOM + 20, "small"),
        ]
    described = f"The rank of “{answer}” among {vocabulary:,} tokens, by the step after which it is read: {told}."
    return Drawing(parts, BOTTOM + 28, described, [_numbers(name, row, answer) for name, row in readings], open=True)


def _alike(steps: list[Row]) -> list[list[Row]]:
    return [list(rows) for _, rows in groupby(steps, key=lambda row: (row["ten best"], row["probabilities"]))]


def _height(rank: int, vocabulary: int) -> float:
    return TOP + (BOTTOM - TOP) * log(rank) / log(vocabulary)


def _grid(vocabulary: int) -> list[str]:
    """A line for each power of ten, its number, and what is numbered."""
    ranks = [10**power for power in range(len(str(vocabulary)))]
    lines = "".join(f"M{number(LEFT)} {number(_height(rank, vocabulary))}H{WIDTH}" for rank in ranks)
    names = [text(f"{rank:,}", LEFT - 4, _height(rank, vocabulary) + 3.5, "small", "end") for rank in ranks]
    return [path("grid", lines), text("rank", LEFT - 4, TOP - 14, "small", "end"), *names]


def _numbers(name: str, row: Row, answer: str) -> Row:
    """A row of the table below the drawing."""
    best = zip(row["ten best"], row["probabilities"], strict=True)
    return {
        "read after": name,
        f"“{answer}”": f"no. {row['rank of the answer']:,}, {percent(row['its probability'])}",
        "the ten best tokens": ", ".join(f"{token} {percent(share)}" for token, share in best),
    }


def percent(share: float) -> str:
    """Two digits, as the script writes them, too: 76 %, 7.7 %, 0.44 %, and below that < 0.01 %."""
    hundred = 100 * share
    digits = 0 if hundred >= 9.95 else 1 if hundred >= 0.995 else 2
    return f"{hundred:.{digits}f} %" if hundred >= 0.005 else "< 0.01 %"
