"""The drawings of this site's own subject, by the names that `draw:` gives them in figures.yml."""

from collections.abc import Mapping

from bert import heads, module_trees, steps, tie
from explainer.render.figures import Draw

DRAWINGS: Mapping[str, Draw] = {
    "heads": heads.draw,
    "chains": module_trees.draw,
    "steps": steps.draw,
    "tie": tie.draw,
}
