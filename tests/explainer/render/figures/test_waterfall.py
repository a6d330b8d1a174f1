"""A waterfall's bars add up."""

import re

import pytest

from explainer.render.figures import DRAW
from explainer.render.figures.drawing import Material
from tests.explainer.render.figures.materials import STEPS, drawn, drawn_by_engine


def test_a_waterfall_adds_up_or_is_not_drawn() -> None:
    text = drawn_by_engine("waterfall")
    assert "+1,000" in text
    assert "−1,000" in text
    assert text.count('class="made"') == 3
    assert text.count('class="plus"') == 2  # nothing is drawn of nothing
    bars = [
        tuple(map(float, bar))
        for bar in re.findall(r'<rect class="\w+" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', text)
    ]
    (first, wide), (more, longer), *_ = bars
    assert more == pytest.approx(first + wide, abs=0.02)  # what is added begins where the total ends
    assert longer / wide == pytest.approx(1000 / 4000, abs=0.001)
    wrong = [{**row, "bytes": 4002} if row["step"] == "last" else row for row in STEPS["steps"]]
    with pytest.raises(KeyError, match="last"):
        drawn(DRAW["waterfall"], Material({"steps": wrong}))
