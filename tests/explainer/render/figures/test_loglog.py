"""Both axes of a chart over counts are in powers."""

import re
from xml.etree import ElementTree

import pytest

from explainer.render.figures import DRAW, loglog
from explainer.render.figures.curves import OUTLINES
from explainer.render.figures.drawing import Material
from tests.explainer.render.figures.materials import drawn, drawn_by_engine


def test_a_chart_over_counts_has_both_axes_in_powers() -> None:
    text = drawn_by_engine("counts")
    way = re.findall(r'aria-label="some &amp; all: [^"]+"><path class="near" d="M([^"]+)"', text)[0]
    points = [tuple(map(float, point.split())) for point in way.split("L")]
    assert len(points) == 3  # what never occurs has a mark, and no line to it
    assert text.count(f'd="M{loglog.NEVER + OUTLINES[0][0]:g} ') == 1
    (x1, y1), (x4, y4), (x64, y64) = points
    assert x64 - x4 == pytest.approx(2 * (x4 - x1), abs=0.05)  # 1 to 4, and twice that far to 64
    assert y4 - y64 == pytest.approx(y1 - y4, abs=0.05)  # ten times as much, each time
    assert ">never</text>" in text
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    heights = {
        t.text: float(t.get("y", 0)) - 3.5 for t in tree.findall(".//{*}text") if (t.text or "").startswith("0.")
    }
    assert heights["0.01"] == pytest.approx(y4, abs=0.01)
    assert "late: 0.2 at 4" in text


@pytest.mark.parametrize("value", [0.0, -1.0])
def test_a_value_without_a_logarithm_is_refused(value: float) -> None:
    curves = [{"times": 1, "some": 1.0}, {"times": 2, "some": value}]
    with pytest.raises(KeyError, match="values above zero"):
        drawn(DRAW["counts"], Material({"curves": curves, "curves_show": "height"}))
