"""Claims over the releases of a library: a lane for each question, and in it a bar for each answer, while it was so.

The columns are the sets of libraries, evenly spaced, because releases are not evenly spread over time. A bar begins
in the column by which its answer was there; the exact release is below it.
"""

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, Row
from explainer.render.figures.svg import number, path, rule, shape, text

LEFT, BAR, LETTER, LINE = 4.0, 13.0, 5.6, 13.0
STATES = {"right": "", "wrong": "wrong", "absent": "left-out"}
UNTESTED = "not tested yet"  # of a claim with no answer
LEGEND = {"right": "as it should be", "wrong": "not so", "absent": "there is none"}


def draw(material: Material, kind: str = "answer") -> Drawing:
    """From `columns`, each a heading or "", and `lanes`: asks, and stretches of look, word, from, at (the column).

    `kind` is what the bars are drawn as. A lane without stretches was not tested.
    """
    columns: list[str] = material.facts["columns"]
    lanes: list[Row] = material.facts["lanes"]
    step = (WIDTH - 2 * LEFT) / len(columns)
    parts: list[str] = []
    y = 24.0
    told = []
    for lane in lanes:
        drawn, y = _lane(lane, kind, y, step, len(columns))
        parts += drawn
        answers = "; ".join(f"{one['word']} since {one['from']}" for one in lane["stretches"]) or UNTESTED
        told.append(f"{lane['asks']}: {answers}.")
    headings = [
        text(heading, LEFT + step * at, 12, "small", "start")
        + path("grid", f"M{number(LEFT + step * at - 2)} 3V{number(y - 6)}")
        for at, heading in enumerate(columns)
        if heading
    ]
    numbers = [
        {"question": lane["asks"], "answer": one["word"], "since": one["from"]}
        for lane in lanes
        for one in lane["stretches"] or [{"word": UNTESTED, "from": "—"}]
    ]
    return Drawing([*headings, *parts, *_legend(kind, y)], y + 30, " ".join(told), numbers)


def _lane(lane: Row, kind: str, y: float, step: float, columns: int) -> tuple[list[str], float]:
    """One question with its bars and their answers, and where the next lane begins."""
    parts = [text(lane["asks"], LEFT, y + 11, "note", "start")]
    stretches: list[Row] = lane["stretches"]
    if not stretches:
        return [*parts, text(UNTESTED, LEFT, y + 16 + BAR, "small", "start")], y + 16 + BAR + 12
    ends: list[float] = []  # of each line of words below the bars
    for one, end in zip(stretches, [*(later["at"] for later in stretches[1:]), columns], strict=True):
        x, width = LEFT + step * one["at"], step * (end - one["at"]) - 1.5
        parts.append(shape(kind, Box(x, y + 16, width, BAR), STATES[one["look"]]))
        words = one["word"] if one["at"] == 0 else f"{one['from'].split()[-1]} {one['word']}"
        begins = min(x, WIDTH - 2 - LETTER * len(words))
        line = next((at for at, taken in enumerate(ends) if taken < begins), len(ends))
        ends[line : line + 1] = [begins + LETTER * len(words) + 4]
        parts.append(text(words, begins, y + 16 + BAR + 12 + LINE * line, "small", "start"))
    return parts, y + 16 + BAR + 12 + LINE * len(ends)


def _legend(kind: str, y: float) -> list[str]:
    parts = [rule(y)]
    for index, (look, means) in enumerate(LEGEND.items()):
        x = LEFT + 122.0 * index
        parts += [shape(kind, Box(x, y + 10, 22, BAR), STATES[look]), text(means, x + 27, y + 20.5, "small", "start")]
    return parts
