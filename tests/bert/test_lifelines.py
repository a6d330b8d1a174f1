"""What becomes of each part."""

import pytest

from bert.drawings import DRAWINGS
from explainer.render.figures.drawing import Material
from tests.bert.materials import KEPT, drawn_for_bert
from tests.explainer.render.figures.materials import drawn


def test_a_life_is_drawn_as_long_as_it_lasts() -> None:
    text = drawn_for_bert("lives")
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 1  # B and C, to whose things the same happens, stand together
    assert text.count('class="life head"') == 3  # two of A's, one of its own: new, then left out
    assert text.count('class="life encoder"') == 1  # it ends where it is left out
    assert text.count("left-out") == text.count(">left out</text>") == 2
    assert text.count('class="new"') == text.count(">new</text>") == 2  # never by shape or word alone
    assert "B and C: side there, left out, new; own not there, new, left out." in text


def test_a_life_of_other_words_is_drawn_otherwise_or_not_at_all() -> None:
    table = [{"class": "A", **KEPT, "read": "left out"}]
    assert drawn(DRAWINGS["lives"], Material({"lives": table})) != drawn_for_bert("lives")
    with pytest.raises(KeyError, match="vanished"):
        drawn(DRAWINGS["lives"], Material({"lives": [{"class": "A", **KEPT, "read": "vanished"}]}))
    without_kind = {key: value for key, value in KEPT.items() if key != "belongs to"}
    with pytest.raises(KeyError, match="there"):
        drawn(DRAWINGS["lives"], Material({"lives": [{"class": "A", **without_kind}]}))
