"""The kinds of a model's things."""

from bert.shapes import shape
from explainer.render.figures.drawing import Box


def test_each_kind_of_thing_has_a_shape_of_its_own() -> None:
    box = Box(0, 0, 50, 40)
    assert len({shape(kind, box).replace(kind, "") for kind in ("encoder", "head", "shared", "bias")}) == 4
