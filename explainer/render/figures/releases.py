"""Claims over the releases of a library: a lane for each question, and in it a bar for each answer, while it was so.

The columns are the sets that were asked, evenly spaced, because what happened fills no calendar. A bar begins in the
column by which its answer was there; the exact release stands below it.
"""

from typing import Any

from explainer.render.figures.drawing import WIDTH, Box, Drawing, Material, number, shape, text

LEFT, BAR, LETTER, LINE = 4.0, 13.0, 5.6, 13.0
LOOKS = {"right": ("bias", ""), "wrong": ("bias", "wrong"), "absent": ("bias", "left-out")}
LEGEND = {"right": "as it should be", "wrong": "not so", "absent": "there is none"}

Stretch = dict[str, Any]


def draw(material: Material) -> Drawing:
    """From `columns`, what each is headed with or nothing, and `lanes`: asks, and stretches of look, word, from, at."""
    columns: list[str] = material.facts["columns"]
    lanes: list[dict[str, Any]] = material.facts["lanes"]
    step = (WIDTH - 2 * LEFT) / len(columns)
    parts, y = [], 24.0
    for lane in lanes:
        drawn, y = _lane(lane, y, step, len(columns))
        parts += drawn
    heads = [
        text(head, LEFT + step * at, 12, "small", "start") + _grid(LEFT + step * at, y)
        for at, head in enumerate(columns)
        if head
    ]
    numbers = [
        {"question": lane["asks"], "answer": one["word"], "since": one["from"]}
        for lane in lanes
        for one in lane["stretches"]
    ]
    return Drawing([*heads, *parts, *_legend(y)], y + 30, _words(lanes), numbers)


def _grid(x: float, bottom: float) -> str:
    return f'<path class="grid" d="M{number(x - 2)} 3V{number(bottom - 6)}"/>'


def _lane(lane: dict[str, Any], y: float, step: float, columns: int) -> tuple[list[str], float]:
    """One question with its bars and what they say, and where the next lane begins."""
    parts = [text(lane["asks"], LEFT, y + 11, "note", "start")]
    stretches: list[Stretch] = lane["stretches"]
    ends: list[float] = []  # of each line of words below the bars
    for index, one in enumerate(stretches):
        end = stretches[index + 1]["at"] if index + 1 < len(stretches) else columns
        x, width = LEFT + step * one["at"], step * (end - one["at"]) - 1.5
        kind, state = LOOKS[one["look"]]
        parts.append(shape(kind, Box(x, y + 16, width, BAR), state))
        said = one["word"] if one["at"] == 0 else f"{one['from'].split()[-1]} {one['word']}"
        begins = min(x, WIDTH - 2 - LETTER * len(said))
        line = next((at for at, taken in enumerate(ends) if taken < begins), len(ends))
        ends[line : line + 1] = [begins + LETTER * len(said) + 4]
        parts.append(text(said, begins, y + 16 + BAR + 12 + LINE * line, "small", "start"))
    return parts, y + 16 + BAR + 12 + LINE * len(ends)


def _legend(y: float) -> list[str]:
    parts = [f'<path class="rule" d="M2 {number(y)}H{WIDTH - 2}"/>']
    for index, (look, means) in enumerate(LEGEND.items()):
        x = LEFT + 122.0 * index
        parts += [shape(LOOKS[look][0], Box(x, y + 10, 22, BAR), LOOKS[look][1])]
        parts += [text(means, x + 27, y + 20.5, "small", "start")]
    return parts


def _words(lanes: list[dict[str, Any]]) -> str:
    told = []
    for lane in lanes:
        answers = "; ".join(f"{one['word']} since {one['from']}" for one in lane["stretches"])
        told.append(f"{lane['asks']}: {answers}.")
    return " ".join(told)
