"""Two histograms over one axis: how often each range of values occurs, of one kind above it and of the other below.

The bars above are full and those below hollow, so that neither place nor colour is needed alone.
"""

from typing import Any

from explainer.render.figures.drawing import WIDTH, Drawing, Material, number, text
from explainer.render.figures.lines import ticks

LEFT, RIGHT, TOP, HALF = 34.0, WIDTH - 6.0, 26.0, 110.0  # the plot's edges, and how tall each half is
SPACE = 1.5  # on each side of a bar


def draw(material: Material) -> Drawing:
    """From a table `margins` (from, to, and a count for each of two kinds) and `margins_show`, what is on the axis."""
    table: list[dict[str, Any]] = material.facts["margins"]
    shows: str = material.facts["margins_show"]
    above, below = list(table[0])[2:]
    low, high = float(table[0]["from"]), float(table[-1]["to"])
    counts = ticks(0, max(row[kind] for row in table for kind in (above, below)))
    middle, tall = TOP + HALF, HALF / counts[-1]

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (RIGHT - LEFT)

    levels = [(count, middle - sign * count * tall) for count in counts for sign in (1, -1) if count or sign == 1]
    grid = "".join(f"M{number(LEFT)} {number(y)}H{number(RIGHT)}" for count, y in levels if count)
    parts = [f'<path class="grid" d="{grid}"/>']
    parts += [text(f"{count:,.0f}", LEFT - 5, y + 3.5, "small", "end") for count, y in levels]
    for row in table:
        left, width = x(row["from"]) + SPACE, x(row["to"]) - x(row["from"]) - 2 * SPACE
        up, down = row[above] * tall, row[below] * tall
        if up:
            parts.append(_bar("plus", left, middle - up, width, up))
        if down:
            parts.append(_bar("minus", left, middle, width, down))
    bottom = middle + HALF
    parts.append(f'<path class="axis" d="M{number(LEFT)} {number(middle)}H{number(RIGHT)}"/>')
    if low < 0 < high:
        parts.append(f'<path class="zero" d="M{number(x(0))} {number(TOP - 4)}V{number(bottom + 4)}"/>')
    edges = [row["from"] for row in table] + [high]
    parts += [
        text(f"{edge:+g}".replace("-", "−") if edge else "0", x(edge), bottom + 17, "small")
        for edge in edges
        if edge % 2 == 0
    ]
    parts += [
        text(f"{above}, above", LEFT, 14, "small", "start"),
        text(f"{below}, below", RIGHT, bottom - 6, "small", "end"),
        text(shows, (LEFT + RIGHT) / 2, bottom + 34, "small"),
    ]
    return Drawing(parts, bottom + 42, _words(table, (above, below), shows), table)


def _bar(kind: str, left: float, top: float, width: float, height: float) -> str:
    return (
        f'<rect class="{kind}" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>'
    )


def _words(table: list[dict[str, Any]], kinds: tuple[str, str], shows: str) -> str:
    told = []
    for kind in kinds:
        negative = sum(row[kind] for row in table if row["to"] <= 0)
        most = max(table, key=lambda row: row[kind])
        whole = sum(row[kind] for row in table)
        where = f"most, {most[kind]:,}, from {most['from']} to {most['to']}"
        told.append(f"of {whole:,} {kind} {negative:,} are below zero, and {where}")
    return f"A histogram of {shows}: {'; '.join(told)}."
