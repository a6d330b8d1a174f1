"""One matrix, counted once and twice."""

import re

import pytest

from bert.drawings import DRAWINGS
from explainer.render.figures.drawing import Material
from tests.bert.materials import TIE, drawn_for_bert
from tests.explainer.render.figures.materials import drawn


def test_bars_of_a_tie_are_to_scale_and_hold_the_matrix_once_and_twice() -> None:
    text = drawn_for_bert("tie")
    widths = [float(width) for width in re.findall(r'class="shared" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    rest = [float(width) for width in re.findall(r'class="encoder" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    assert len(widths) == 3  # once in parameters(), twice in state_dict()
    assert (widths[0] + rest[0]) / (sum(widths[1:]) + rest[1]) == pytest.approx(20000 / 29000, abs=0.001)
    assert ">20,000</text>" in text and ">29,000</text>" in text
    with pytest.raises(KeyError, match="once more"):
        drawn(DRAWINGS["tie"], Material({**TIE, "state_dict_values": 20000}))
