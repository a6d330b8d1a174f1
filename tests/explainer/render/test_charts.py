"""Check that a chart draws each value where its axes say, and refuses what it cannot draw."""

import itertools
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from explainer.render import charts
from explainer.render.figures import Facts, Figure, figure_of_run
from explainer.render.svg import Drawing, ticks
from tests.explainer.render.drawn import check, drawn


@figure_of_run("topic.name.once")
def line_chart(facts: Facts) -> Drawing:
    """Title & more

    A caption.
    """
    return charts.lines(facts["curves"], "height")


@figure_of_run("topic.name.once")
def scatter(facts: Facts) -> Drawing:
    """Title & more

    A caption.
    """
    return charts.scatter(facts["points"], facts["lines"])


@figure_of_run("topic.name.once")
def histogram(facts: Facts) -> Drawing:
    """Title & more

    A caption.
    """
    return charts.histogram(facts["margins"], "a difference")


@figure_of_run("topic.name.once")
def waterfall(facts: Facts) -> Drawing:
    """Title & more

    A caption.
    """
    return charts.waterfall(facts["steps"])


LINES: dict[str, Any] = {
    "curves": [{"step": 10 * i, "up & away": 0.1 * i, "down": -0.01 * i, "flat": 0.0} for i in range(12)]
}
STEPS: dict[str, Any] = {
    "steps": [
        {"step": "first", "bytes": 4000, "is": "total"},
        {"step": "twice", "bytes": 1000, "is": "more"},
        {"step": "none", "bytes": 0, "is": "more"},
        {"step": "between", "bytes": 5000, "is": "total"},
        {"step": "once", "bytes": -1000, "is": "less"},
        {"step": "a little", "bytes": 1, "is": "more"},
        {"step": "last", "bytes": 4001, "is": "total"},
    ]
}
MARGINS: dict[str, Any] = {
    "margins": [
        {"from": -2, "to": -1, "ups & co": 0, "downs": 30},
        {"from": -1, "to": 0, "ups & co": 5, "downs": 10},
        {"from": 0, "to": 1, "ups & co": 20, "downs": 0},
    ]
}
CLOUD: dict[str, Any] = {
    "points": [{"word": f"w{i}", "times": 10**i, "bias": 0.5 * i - 1} for i in range(5)],
    "lines": [
        {"line": "through them", "from and to": [1.0, 10000.0], "bias": [-1.0, 1.0]},
        {"line": "another", "from and to": [1.0, 100.0, 1000.0], "bias": [-0.5, 0.0, 0.5]},
    ],
}


@pytest.mark.parametrize(
    ("figure", "facts"),
    [(line_chart, LINES), (scatter, CLOUD), (histogram, MARGINS), (waterfall, STEPS)],
    ids=lambda value: value.name if isinstance(value, Figure) else "",
)
def test_a_chart_is_whole(figure: Figure, facts: dict[str, Any]) -> None:
    check(drawn(figure, facts), figure)


def test_one_can_read_values_off_a_line_chart() -> None:
    """The points lie where the axis' own numbers say."""
    text, plot = drawn(line_chart, LINES), charts.LINES_PLOT
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    texts = [(t.text or "", float(t.get("x", 0)), float(t.get("y", 0))) for t in tree.findall(".//{*}text")]
    at_y = {float(label): y - 3.5 for label, x, y in texts if x < plot.left and y > plot.top - 5}
    at_x = {float(label): x for label, x, y in texts if y == plot.bottom + 16}
    assert len(at_y) >= 4
    assert len(at_x) >= 3
    path_text = re.findall(r'aria-label="up &amp; away: from 0 to 1.1"><path class="near" d="M([^"]+)"', text)[0]
    points = [tuple(map(float, point.split())) for point in path_text.split("L")]
    (low, low_y), (high, high_y) = sorted(at_y.items())[0], sorted(at_y.items())[-1]
    (left, left_x), (right, right_x) = sorted(at_x.items())[0], sorted(at_x.items())[-1]
    for row, (x, y) in zip(LINES["curves"], points, strict=True):
        assert left + (x - left_x) / (right_x - left_x) * (right - left) == pytest.approx(row["step"], abs=0.1)
        assert low + (y - low_y) / (high_y - low_y) * (high - low) == pytest.approx(row["up & away"], abs=0.01)


@pytest.mark.parametrize("names", [[f"line {i}" for i in range(9)], ["a name that is far too long"]])
def test_more_lines_than_there_is_room_for_are_refused(names: list[str]) -> None:
    with pytest.raises(ValueError, match="`line_chart`: at most 8 lines with names of 21 letters"):
        drawn(line_chart, {"curves": [{"step": step, **dict.fromkeys(names, 1.0)} for step in (0, 1)]})


def test_names_of_lines_never_overlap_and_keep_their_order() -> None:
    wanted = [100.0, 101.0, 99.0, 200.0, 100.5]
    places = charts.spread(wanted, 10)
    assert sorted(range(5), key=lambda i: places[i]) == sorted(range(5), key=lambda i: wanted[i])
    assert min(b - a for a, b in itertools.pairwise(sorted(places))) >= 10 - 1e-9
    assert charts.spread([0.0, 50.0], 10) == [0.0, 50.0]


def test_each_of_eight_lines_has_a_dash_and_a_mark_of_its_own() -> None:
    assert len(set(charts.DASHES)) == 8
    assert len({charts.point_mark(index, 0, 0) for index in range(8)}) == 8


def test_points_of_a_scatter_lie_where_the_numbers_say() -> None:
    text, plot = drawn(scatter, CLOUD), charts.SCATTER_PLOT
    points = [tuple(map(float, pair)) for pair in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text)]
    assert len(points) == 5
    steps_across = {round(right[0] - left[0], 1) for left, right in itertools.pairwise(points)}
    assert steps_across == {(plot.right - plot.left) / 4}  # powers of ten, evenly apart
    assert points[0][1] == plot.bottom
    assert points[-1][1] == plot.top
    assert "<title>w3: 1,000, 0.50</title>" in text
    path_text = re.findall(r'class="fit fit-1" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)', text)[0]
    assert tuple(map(float, path_text)) == (*points[0], *points[-1])  # a line with the same numbers runs through them
    assert text.count("stroke-dasharray") == 1
    with pytest.raises(ValueError, match="at most 2 lines"):
        drawn(scatter, {**CLOUD, "lines": CLOUD["lines"] * 2})


def test_bars_of_a_histogram_are_as_tall_as_their_counts_and_stand_on_their_side() -> None:
    text = drawn(histogram, MARGINS)
    heights = {
        kind: [float(height) for height in re.findall(rf'class="{kind}"[^>]* height="([\d.]+)"', text)]
        for kind in ("plus", "minus")
    }
    assert [len(bars) for bars in heights.values()] == [2, 2]  # no bar for none
    assert heights["plus"][1] / heights["plus"][0] == pytest.approx(20 / 5, abs=0.01)
    assert heights["minus"][0] / heights["plus"][1] == pytest.approx(30 / 20, abs=0.01)
    assert text.count('class="zero"') == 1
    assert "of 25 ups &amp; co 5 are below zero" in text
    assert "of 40 downs 40 are below zero" in text


def test_small_counts_of_a_histogram_have_whole_numbers_on_their_axis() -> None:
    text = drawn(histogram, {"margins": [{"from": 0, "to": 1, "ups & co": 1, "downs": 2}]})
    texts = re.findall(r'text-anchor="end">(\d+)</text>', text)
    assert texts == ["0", "1", "1", "2", "2"]


def test_a_waterfall_adds_up_or_is_not_drawn() -> None:
    text = drawn(waterfall, STEPS)
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
    with pytest.raises(ValueError, match="last: 4002, and the steps before it make 4001"):
        drawn(waterfall, {"steps": wrong})
    with pytest.raises(ValueError, match=r"first: `is` must be one of total, more, less \(got 'sum'\)"):
        drawn(waterfall, {"steps": [{**STEPS["steps"][0], "is": "sum"}]})


@pytest.mark.parametrize(
    ("lowest", "highest", "expected"),
    [
        (0, 1.1, [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2]),
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
        (-0.11, 0.3, [-0.2, -0.1, 0, 0.1, 0.2, 0.3]),
        (5, 5, [5, 5.2, 5.4, 5.6, 5.8, 6]),
    ],
)
def test_ticks_are_round_and_hold_all_values(lowest: float, highest: float, expected: list[float]) -> None:
    assert ticks(lowest, highest) == pytest.approx(expected)


# `_` divides words here, so that a class such as `pad-row` or a name such as `pad_row` is found too.
OF_BERT = re.compile(
    r"(?<![a-z])(bert|encoders?|decoders?|heads?|mlm|nsp|pad|bias|biases|tokens?|embeddings?)(?![a-z])", re.IGNORECASE
)


@pytest.mark.parametrize("name", ["charts", "figures", "svg"])
def test_no_chart_of_the_engine_knows_bert(name: str) -> None:
    text = Path(charts.__file__).with_stem(name).read_text(encoding="utf-8")
    assert OF_BERT.findall(text) == []


def test_that_check_can_fail() -> None:
    found = OF_BERT.findall('first = "a thread, ahead"\nkind = "[PAD]" if pad_row else "MLM-head"\n')
    assert found == ["PAD", "pad", "MLM", "head"]
