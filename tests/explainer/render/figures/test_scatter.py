"""The points of a scatter lie where its axes say."""

import itertools
import re

import pytest

from explainer.render.figures import DRAW
from explainer.render.figures.drawing import Material
from explainer.render.figures.scatter import PLOT
from tests.explainer.render.figures.materials import CLOUD, drawn, drawn_by_engine


def test_points_of_a_scatter_lie_where_the_numbers_say() -> None:
    text = drawn_by_engine("scatter")
    points = [tuple(map(float, pair)) for pair in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text)]
    assert len(points) == 5
    steps_across = {round(right[0] - left[0], 1) for left, right in itertools.pairwise(points)}
    assert steps_across == {(PLOT.right - PLOT.left) / 4}  # powers of ten, evenly apart
    assert points[0][1] == PLOT.bottom
    assert points[-1][1] == PLOT.top
    assert "<title>w3: 1,000, 0.50</title>" in text
    way = re.findall(r'class="fit fit-1" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)', text)[0]
    assert tuple(map(float, way)) == (*points[0], *points[-1])  # a line with the same numbers runs through them
    assert text.count("stroke-dasharray") == 1


def test_a_scatter_of_more_lines_than_dashes_is_refused() -> None:
    with pytest.raises(KeyError, match="at most 2 lines"):
        drawn(DRAW["scatter"], Material({**CLOUD, "lines": CLOUD["lines"] * 2}))
