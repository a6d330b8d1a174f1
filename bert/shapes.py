"""The visual language: each kind of thing in the figures has a colour (docs/assets/figures.css), and a shape.

- encoder: a square-cornered box
- head: a box with round corners; frame, a module of the model: a dashed box around its parts
- shared: a box ruled like a table, for the matrix that two modules use; a thick line ties its two places
- bias: a pill
- pad: a dashed box, or marks in pad's colour
- new: a filled diamond
- written: a box with round corners, for what people write; made: one with square corners, for what the build makes
- left-out, a state: the kind's outline, dashed and empty

Arrows are the way of the data.
"""

from explainer.render import svg
from explainer.render.svg import Box

CORNERS = {"encoder": 1.0, "head": 9.0, "shared": 1.0, "pad": 1.0, "frame": 12.0, "written": 9.0, "made": 1.0}


def shape(kind: str, box: Box, state: str = "") -> str:
    """Draw the outline of a thing of that kind. Raises KeyError for another kind."""
    corner = box.height / 2 if kind == "bias" else CORNERS[kind]
    return svg.rectangle(f"{kind} {state}".strip(), box, corner) + (_ruled(box) if kind == "shared" else "")


def _ruled(box: Box) -> str:
    lines = [svg.way(("M", box.x, box.y + step), ("h", box.width)) for step in (4, box.height - 4)]
    lines += [svg.way(("M", box.x + step, box.y), ("v", box.height)) for step in (4, box.width - 4)]
    return svg.path("ruled", "".join(lines))
