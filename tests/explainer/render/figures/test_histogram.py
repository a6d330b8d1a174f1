"""A histogram's bars are to scale."""

import re

import pytest

from tests.explainer.render.figures.materials import drawn_by_engine


def test_bars_are_as_tall_as_their_counts_and_stand_on_their_side() -> None:
    text = drawn_by_engine("histogram")
    tall = {
        kind: [float(height) for height in re.findall(rf'class="{kind}"[^>]* height="([\d.]+)"', text)]
        for kind in ("plus", "minus")
    }
    assert [len(bars) for bars in tall.values()] == [2, 2]  # no bar for none
    assert tall["plus"][1] / tall["plus"][0] == pytest.approx(20 / 5, abs=0.01)
    assert tall["minus"][0] / tall["plus"][1] == pytest.approx(30 / 20, abs=0.01)
    assert text.count('class="zero"') == 1
    assert "of 25 ups &amp; co 5 are below zero" in text
    assert "of 40 downs 40 are below zero" in text
