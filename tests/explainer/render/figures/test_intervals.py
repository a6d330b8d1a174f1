"""The values, means and intervals of a chart lie where its axis says."""

import re

import pytest

from explainer.render.figures.axes import Scale
from explainer.render.figures.intervals import LEFT, RIGHT
from explainer.render.figures.svg import number
from tests.explainer.render.figures.materials import drawn_by_engine


def test_values_and_intervals_lie_where_the_numbers_say() -> None:
    text = drawn_by_engine("intervals")
    x = Scale(-0.2, 0.4, LEFT, RIGHT)
    dots = [float(at) for at in re.findall(r'class="dot" cx="([\d.]+)"', text)]
    assert dots == pytest.approx([x(-0.1), x(0.3), x(0.2), x(0.2)], abs=0.01)
    bars = [re.findall(r"M([\d.]+) ", way) for way in re.findall(r'class="fit" d="([^"]+)"', text)]
    assert [[float(at) for at in bar] for bar in bars] == [
        pytest.approx([x(-0.2), x(0.4), x(-0.2), x(0.1)], abs=0.01),
        pytest.approx([x(0.2)] * 4, abs=0.01),
    ]
    assert f'class="zero" d="M{number(x(0))} ' in text
    assert "one &amp; half: mean 0.100, from −0.200 to 0.400" in text
    assert "<title>a</title>" in text
