"""Draw the figures' shapes: each kind of thing has a shape, and a colour in docs/assets/figures.css.

- encoder: a square-cornered box
- head: a box with round corners; frame, a module of the model: a dashed box around its parts
- shared: a box ruled like a table, for the matrix that two modules use; a thick line ties its two places
- bias: a pill
- pad: a dashed box, or marks in pad's colour
- new: a filled diamond
- made: a box with square corners, for what the build makes
- left-out, a state: the kind's outline, dashed and empty

Arrows show which way data flows.
"""

from explainer.render import svg
from explainer.render.svg import Box

CORNER_RADII = {"encoder": 1.0, "head": 9.0, "shared": 1.0, "pad": 1.0, "frame": 12.0, "made": 1.0}


def shape(kind: str, box: Box, state: str = "") -> str:
    """Draw the outline of a thing of that kind, in a state such as "left-out". Raise KeyError for an unknown kind."""
    corner = box.height / 2 if kind == "bias" else CORNER_RADII[kind]
    return svg.rectangle(f"{kind} {state}".strip(), box, corner) + (_ruled(box) if kind == "shared" else "")


def _ruled(box: Box) -> str:
    """Draw lines near the four edges, as of a table."""
    lines = [svg.path_data(("M", box.x, box.y + inset), ("h", box.width)) for inset in (4, box.height - 4)]
    lines += [svg.path_data(("M", box.x + inset, box.y), ("v", box.height)) for inset in (4, box.width - 4)]
    return svg.path("ruled", "".join(lines))
