"""The elements of the figures, and the shapes that mean the same on any site.

- written: a box with round corners, for what people write; made: one with square corners, for what the build makes
- frame: a dashed box around the parts of something
- any other kind: a pill; a site draws shapes of its own subject with `rectangle`
- left-out, a state: the kind's own outline, dashed and empty

A kind is a class, and a site's style sheet gives it a colour. Its shape differs too, so that neither is needed alone.
Arrows are the way of the data. Text is at least 10.5 units high.
"""

import html

from explainer.render.figures.drawing import WIDTH, Box

LINE = 15  # between the lines of a label
SIZE = 11.5  # of its letters
ROUND = {"frame": 12.0, "written": 9.0, "made": 1.0}


def shape(kind: str, box: Box, state: str = "") -> str:
    """The outline of a thing of that kind; a pill's corners are as round as its height allows."""
    return rectangle(f"{kind} {state}".strip(), box, ROUND.get(kind, box.height / 2))


def rectangle(classes: str, box: Box, corner: float | None = None) -> str:
    """A rectangle, with corners of that radius if one is given."""
    rounded = "" if corner is None else f' rx="{number(corner)}"'
    return (
        f'<rect class="{classes}" x="{number(box.x)}" y="{number(box.y)}" '
        f'width="{number(box.width)}" height="{number(box.height)}"{rounded}/>'
    )


def path(classes: str, way: str, dash: str = "") -> str:
    """A path; `dash` is the pattern of its dashes, or "" for none."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{classes}" d="{way}"{dashed}/>'


def rule(y: float) -> str:
    """A thin line across the figure."""
    return path("rule", f"M2 {number(y)}H{WIDTH - 2}")


def arrow(x: float, top: float, bottom: float) -> str:
    """An arrow straight down."""
    tip = f"M{number(x - 4)} {number(bottom - 6)}L{number(x)} {number(bottom)}L{number(x + 4)} {number(bottom - 6)}"
    return path("arrow", f"M{number(x)} {number(top)}V{number(bottom)}{tip}")


def text(content: str, x: float, y: float, kind: str, anchor: str = "middle", more: str = "") -> str:
    """One line of text; `kind` is a class: name (code), note, small."""
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{more}>'
        f"{html.escape(content, quote=False)}</text>"
    )


def stacked(lines: list[str], x: float, y: float, apart: float, kind: str, anchor: str = "start") -> list[str]:
    """Lines of text, one below the other, the first at `y`."""
    return [text(line, x, y + apart * index, kind, anchor) for index, line in enumerate(lines)]


def label(box: Box, lines: list[str]) -> str:
    """A name, which is code, and notes below it, all centred in the box."""
    first = box.y + box.height / 2 - LINE * (len(lines) - 1) / 2 + SIZE / 3
    return "".join(
        text(line, box.middle, first + LINE * index, "name" if index == 0 else "note")
        for index, line in enumerate(lines)
    )


def dot(x: float, y: float, radius: float, spoken: str) -> str:
    """A dot that says what it is when it is pointed at."""
    title = f"<title>{html.escape(spoken)}</title>"
    return f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{radius}">{title}</circle>'


def group(classes: str, content: str) -> str:
    """Parts that belong together."""
    return f'<g class="{classes}">{content}</g>'


def selectable(classes: str, spoken: str, content: str) -> str:
    """A part that is reached with the tab key, and that a screen reader reads as `spoken`."""
    return f'<g class="{classes}" tabindex="0" role="img" aria-label="{html.escape(spoken)}">{content}</g>'


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def minus(digits: str) -> str:
    """A formatted number with a real minus sign."""
    return digits.replace("-", "−")
