"""Figures are pure: the same facts, the same bytes."""

import pytest

from explainer.render.figures import DRAW
from tests.explainer.render.figures.materials import (
    check_that_it_is_whole,
    check_that_nothing_leaves_it_and_no_text_is_tiny,
    drawn_by_engine,
)


@pytest.mark.parametrize("kind", sorted(DRAW))
def test_a_figure_is_whole_and_the_same_twice(kind: str) -> None:
    text = drawn_by_engine(kind)
    assert text == drawn_by_engine(kind)
    check_that_it_is_whole(text)


@pytest.mark.parametrize("kind", sorted(DRAW))
def test_nothing_leaves_the_drawing_and_no_text_is_tiny(kind: str) -> None:
    check_that_nothing_leaves_it_and_no_text_is_tiny(drawn_by_engine(kind))
