"""Values can be read off a line chart."""

import re
from xml.etree import ElementTree

import pytest

from explainer.render.figures import DRAW
from explainer.render.figures.drawing import Material
from explainer.render.figures.lines import PLOT
from tests.explainer.render.figures.materials import LINES, drawn, drawn_by_engine


def test_one_can_read_values_off_a_line_chart() -> None:
    """The points lie where the axis' own numbers say."""
    text = drawn_by_engine("lines")
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    texts = [(t.text or "", float(t.get("x", 0)), float(t.get("y", 0))) for t in tree.findall(".//{*}text")]
    at_y = {float(label): y - 3.5 for label, x, y in texts if x < PLOT.left and y > PLOT.top - 5}
    at_x = {float(label): x for label, x, y in texts if y == PLOT.bottom + 16}
    assert len(at_y) >= 4
    assert len(at_x) >= 3
    way = re.findall(r'aria-label="up &amp; away: from 0 to 1.1"><path class="near" d="M([^"]+)"', text)[0]
    points = [tuple(map(float, point.split())) for point in way.split("L")]
    (low, low_y), (high, high_y) = sorted(at_y.items())[0], sorted(at_y.items())[-1]
    (left, left_x), (right, right_x) = sorted(at_x.items())[0], sorted(at_x.items())[-1]
    for row, (x, y) in zip(LINES["curves"], points, strict=True):
        assert left + (x - left_x) / (right_x - left_x) * (right - left) == pytest.approx(row["step"], abs=0.1)
        assert low + (y - low_y) / (high_y - low_y) * (high - low) == pytest.approx(row["up & away"], abs=0.01)


@pytest.mark.parametrize("names", [[f"line {i}" for i in range(9)], ["a name that is far too long"]])
def test_more_than_there_is_room_for_is_refused(names: list[str]) -> None:
    curves = [{"step": step, **dict.fromkeys(names, 1.0)} for step in (0, 1)]
    with pytest.raises(KeyError, match="at most 8 lines with names of 21 letters"):
        drawn(DRAW["lines"], Material({"curves": curves, "curves_show": "height"}))
