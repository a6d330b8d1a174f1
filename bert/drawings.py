"""The drawings of this site's own subject, by the names that `draw:` gives them in figures.yml."""

from collections.abc import Mapping
from functools import partial

from bert import attention, embedding_rows, lifelines, module_trees, steps, tie
from explainer.render.figures import Draw, releases

DRAWINGS: Mapping[str, Draw] = {
    "attention": attention.draw,
    "chains": module_trees.draw,
    "lives": lifelines.draw,
    "rows": embedding_rows.draw,
    "steps": steps.draw,
    "tie": tie.draw,
    "releases": partial(releases.draw, kind="bias"),  # this site asks about the output bias
}
