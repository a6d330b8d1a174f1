"""The drawings of this site are pure: the same facts, the same bytes."""

import pytest

from bert.drawings import DRAWINGS
from tests.bert.materials import drawn_for_bert
from tests.explainer.render.figures.materials import (
    check_that_it_is_whole,
    check_that_nothing_leaves_it_and_no_text_is_tiny,
)


@pytest.mark.parametrize("kind", sorted(DRAWINGS))
def test_a_figure_is_whole_and_the_same_twice(kind: str) -> None:
    text = drawn_for_bert(kind)
    assert text == drawn_for_bert(kind)
    check_that_it_is_whole(text)


@pytest.mark.parametrize("kind", sorted(DRAWINGS))
def test_nothing_leaves_the_drawing_and_no_text_is_tiny(kind: str) -> None:
    check_that_nothing_leaves_it_and_no_text_is_tiny(drawn_for_bert(kind))
