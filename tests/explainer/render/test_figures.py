"""Figures are pure: the same facts, the same bytes; and what they cannot draw they name."""

import itertools
import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from bert import steps
from bert.drawings import DRAWINGS
from explainer.inputs.ledgers import Figure
from explainer.inputs.library_versions import Base, Libraries, LibrarySet
from explainer.render.figures import DRAW, figure, lines, scatter
from explainer.render.figures import loglog as counts
from explainer.render.figures.drawing import WIDTH, Box, Material, shape
from explainer.render.files import figure_files
from explainer.versions.history import lanes
from explainer.versions.record import ClaimAnswers, Record

KINDS = {**DRAW, **DRAWINGS}

PART = {"module": "", "weight": [], "parameters": 5, "tied to": ""}
HEADS: dict[str, Any] = {
    "parts": [
        {**PART, "module": "bert.embeddings.word_embeddings", "weight": [1000, 8], "parameters": 8000},
        {**PART, "module": "bert.embeddings, the rest"},
        {**PART, "module": "bert.encoder", "parameters": 1234567},
        {**PART, "module": "bert.pooler", "weight": [8, 8]},
        {**PART, "module": "cls.predictions.transform", "weight": [8, 8]},
        {**PART, "module": "cls.predictions.decoder", "weight": [1000, 8], "tied to": "word_embeddings"},
        {**PART, "module": "cls.seq_relationship", "weight": [2, 8], "parameters": 18},
    ],
    "layers": 3,
    "bias_values": 1000,
    "heads_own": 1100,
    "total": 1250000,
}
ROWS: dict[str, Any] = {
    "neighbours": [
        {"token": "[PAD]", "id": 0, "norm": 0.0, "first values": [0.0, 0.0]},
        {"token": "a<b", "id": 7, "norm": 2.0, "first values": [0.5, -1.0]},
    ]
}
KEPT = {"part": "top", "belongs to": "head", "at first": "there", "read": "kept", "read as the other one": "kept"}
LOST = {**KEPT, "part": "side", "belongs to": "encoder", "read": "left out", "read as the other one": "new"}
OWN = {**KEPT, "part": "own", "at first": "", "read": "new", "read as the other one": "left out"}
LIVES: dict[str, Any] = {
    "lives": [
        {"class": name, **row} for name, rows in (("A", [KEPT]), ("B", [LOST, OWN]), ("C", [LOST, OWN])) for row in rows
    ]
}
LINES: dict[str, Any] = {
    "curves": [{"step": 10 * i, "up & away": 0.1 * i, "down": -0.01 * i, "flat": 0.0} for i in range(12)],
    "curves_show": "height",
}
ROOT = {"whose": "A", "way": "", "kind": "encoder", "part": "root", "shape": [], "parameters": 1000, "tied to": ""}
TOP = {**ROOT, "way": "all of it", "kind": "head", "part": "m.top", "shape": [2, 8], "parameters": 16}
SAME = {**TOP, "kind": "shared", "part": "m.same", "shape": [9, 8], "parameters": 0, "tied to": "root.w"}
SIDE = {**TOP, "way": "a part", "part": "side", "shape": [1234, 8], "parameters": 9872}
CHAINS: dict[str, Any] = {
    "parts": [ROOT, TOP, SAME, SIDE]
    + [{**row, "whose": "B"} for row in (ROOT, SIDE)]
    + [{**row, "whose": "C"} for row in (ROOT, SIDE)]
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
    ],
    "margins_show": "a difference",
}
RELEASES: dict[str, Any] = {
    "columns": ["", "1", "2", ""],
    "lanes": [
        {
            "asks": "Is it a & b?",
            "stretches": [
                {"look": "absent", "word": "none", "from": "old 0.1", "at": 0},
                {"look": "wrong", "word": "twice", "from": "1.0", "at": 1},
                {"look": "right", "word": "once", "from": "1.1", "at": 2},
            ],
        }
    ],
}
TIMES: dict[str, Any] = {
    "curves": [
        {"times": 0, "some & all": 0.02, "late": ""},
        {"times": 1, "some & all": 0.001, "late": ""},
        {"times": 4, "some & all": 0.01, "late": 0.2},
        {"times": 64, "some & all": 0.1, "late": 0.02},
    ],
    "curves_show": "height",
}
TIE: dict[str, Any] = {"shape": [1000, 8], "shared_values": 8000, "parameters": 20000, "state_dict_values": 29000}
STEP = {"belongs to": "head", "formula": "a < b", "shape": [64], "norm": 2.5, "top 5": ["x", "y"], "scores": [3.0, 1.5]}
WAY: dict[str, Any] = {
    "steps": [
        {"step": "whole", **STEP, "first values": [0.5, -1.0] * 32, "rank of the answer": 2},
        {
            "step": "long",
            **STEP,
            "shape": [9000],
            "first values": [0.1],
            "scores": [0.75, 0.001],
            "rank of the answer": 1,
        },
    ],
    "answer": "y",
}
CLOUD: dict[str, Any] = {
    "points": [{"word": f"w{i}", "times": 10**i, "bias": 0.5 * i - 1} for i in range(5)],
    "lines": [
        {"line": "through them", "from and to": [1.0, 10000.0], "bias": [-1.0, 1.0]},
        {"line": "another", "from and to": [1.0, 100.0, 1000.0], "bias": [-0.5, 0.0, 0.5]},
    ],
}
COUNTS = dict.fromkeys(("checkpoints", "snippets", "runs", "facts", "quotes", "panels", "pages"), 1234)
TRACE = dict.fromkeys(("checkpoint", "source", "fact", "quote", "shown"), "x = 1")
MATERIAL = {
    "heads": Material(HEADS),
    "rows": Material(ROWS),
    "flow": Material({}, COUNTS, TRACE),
    "lives": Material(LIVES),
    "lines": Material(LINES),
    "chains": Material(CHAINS),
    "waterfall": Material(STEPS),
    "histogram": Material(MARGINS),
    "releases": Material(RELEASES),
    "counts": Material(TIMES),
    "tie": Material(TIE),
    "scatter": Material(CLOUD),
    "steps": Material(WAY),
}


def draw(kind: str, material: Material) -> str:
    return figure("a", kind, "t", "c", KINDS[kind](material))


def drawn(kind: str) -> str:
    return figure("a_name", kind, "Title & more", "A caption.", KINDS[kind](MATERIAL[kind]))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_figure_is_whole_and_the_same_twice(kind: str) -> None:
    text = drawn(kind)
    assert text == drawn(kind)
    assert "\n\n" not in text  # Markdown would end the HTML there
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    assert tree.find("details/table") is not None
    svg = tree.find("{*}svg")
    assert svg is not None
    assert svg.findtext("{*}title") == "Title & more"
    assert len(svg.findtext("{*}desc") or "") > 40
    assert svg.get("aria-labelledby") == "figure-a-name-title"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_leaves_the_drawing_and_no_text_is_tiny(kind: str) -> None:
    text = drawn(kind)
    height = float(re.findall(r'viewBox="0 0 360 ([\d.]+)"', text)[0])
    for x, y, width, tall in re.findall(
        r'<rect class="[\w -]+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', text
    ):
        assert float(x) + float(width) <= WIDTH
        assert float(y) + float(tall) <= height
    assert "font-size" not in text  # sizes and colours are the style sheet's
    assert "#" not in text.replace("&#x27;", "")


def test_the_tie_is_drawn_only_where_there_is_one() -> None:
    untied = {**HEADS, "parts": [{**part, "tied to": ""} for part in HEADS["parts"]]}
    assert 'class="tie"' in drawn("heads")
    assert 'class="tie"' not in draw("heads", Material(untied))


def test_a_row_of_zeros_is_empty_and_sign_is_a_shape() -> None:
    text = drawn("rows")
    assert text.count('class="plus"') == 1
    assert text.count('class="minus"') == 1
    assert 'aria-label="a&lt;b, id 7, norm 2.00' in text
    assert text.count('tabindex="0"') == 2


def test_a_life_is_drawn_as_long_as_it_lasts() -> None:
    text = drawn("lives")
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 1  # B and C, to whose things the same happens, stand together
    assert text.count('class="life head"') == 3  # two of A's, one of its own: new, then left out
    assert text.count('class="life encoder"') == 1  # it ends where it is left out
    assert text.count("left-out") == text.count(">left out</text>") == 2
    assert text.count('class="new"') == text.count(">new</text>") == 2  # never by shape or word alone
    assert "B and C: side there, left out, new; own not there, new, left out." in text


def test_a_life_of_other_words_is_drawn_otherwise_or_not_at_all() -> None:
    table = [{"class": "A", **KEPT, "read": "left out"}]
    assert draw("lives", Material({"lives": table})) != drawn("lives")
    with pytest.raises(KeyError, match="vanished"):
        draw("lives", Material({"lives": [{"class": "A", **KEPT, "read": "vanished"}]}))


def test_each_kind_of_thing_has_a_shape_of_its_own() -> None:
    box = Box(0, 0, 50, 40)
    assert len({shape(kind, box).replace(kind, "") for kind in ("encoder", "head", "shared", "bias")}) == 4


def test_wholes_of_the_same_parts_stand_together_and_a_tie_has_two_ends() -> None:
    text = drawn("chains")
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 2  # A's, and that of B and C
    assert text.count('class="tie"') == 1
    assert text.count('class="shared"') == 2  # in the root, and where it is used
    assert ">m</text>" in text  # the frame around the two of one module
    assert "B and C: root, 1,000 parameters; on a part side, 9,872." in text
    assert "m.same, tied to root.w" in text
    untied = [{**row, "tied to": "", "kind": "head"} for row in (ROOT, TOP, SAME)]
    assert 'class="tie"' not in draw("chains", Material({"parts": untied}))


def test_a_name_that_is_too_long_for_its_box_is_refused() -> None:
    parts = [ROOT, *({**TOP, "part": f"a_very_long_name_indeed_{number}"} for number in range(3))]
    with pytest.raises(KeyError, match="too long"):
        draw("chains", Material({"parts": parts}))


def test_a_waterfall_adds_up_or_is_not_drawn() -> None:
    text = drawn("waterfall")
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
        draw("waterfall", Material({"steps": wrong}))


def test_bars_are_as_tall_as_their_counts_and_stand_on_their_side() -> None:
    text = drawn("histogram")
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


def test_one_can_read_values_off_a_line_chart() -> None:
    """The points lie where the axis' own numbers say."""
    text = drawn("lines")
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    texts = [(t.text or "", float(t.get("x", 0)), float(t.get("y", 0))) for t in tree.findall(".//{*}text")]
    at_y = {float(label): y - 3.5 for label, x, y in texts if x < lines.LEFT and y > lines.TOP - 5}
    at_x = {float(label): x for label, x, y in texts if y == lines.TOP + lines.PLOT + 16}
    assert len(at_y) >= 4
    assert len(at_x) >= 3
    way = re.findall(r'aria-label="up &amp; away: from 0 to 1.1"><path class="near" d="M([^"]+)"', text)[0]
    points = [tuple(map(float, point.split())) for point in way.split("L")]
    (low, low_y), (high, high_y) = sorted(at_y.items())[0], sorted(at_y.items())[-1]
    (left, left_x), (right, right_x) = sorted(at_x.items())[0], sorted(at_x.items())[-1]
    for row, (x, y) in zip(LINES["curves"], points, strict=True):
        assert left + (x - left_x) / (right_x - left_x) * (right - left) == pytest.approx(row["step"], abs=0.1)
        assert low + (y - low_y) / (high_y - low_y) * (high - low) == pytest.approx(row["up & away"], abs=0.01)


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
    assert lines.ticks(lowest, highest) == pytest.approx(expected)


def test_names_never_overlap_and_keep_their_order() -> None:
    wanted = [100.0, 101.0, 99.0, 200.0, 100.5]
    places = lines.spread(wanted, 10)
    assert sorted(range(5), key=lambda i: places[i]) == sorted(range(5), key=lambda i: wanted[i])
    assert min(b - a for a, b in itertools.pairwise(sorted(places))) >= 10 - 1e-9
    assert lines.spread([0.0, 50.0], 10) == [0.0, 50.0]


@pytest.mark.parametrize("names", [[f"line {i}" for i in range(9)], ["a name that is far too long"]])
def test_more_than_there_is_room_for_is_refused(names: list[str]) -> None:
    curves = [{"step": step, **dict.fromkeys(names, 1.0)} for step in (0, 1)]
    with pytest.raises(KeyError, match="at most 8 lines with names of 21 letters"):
        draw("lines", Material({"curves": curves, "curves_show": "height"}))


def test_a_step_shows_its_values_and_the_right_answer_by_more_than_colour() -> None:
    text = drawn("steps")
    svg = ElementTree.fromstring(text).find("{*}svg")  # noqa: S314 (our own text)
    assert svg is not None
    whole, long = svg.findall("{*}g")
    assert whole.findtext("{*}text") == "1  whole"
    squares = {path.get("class"): path.get("d", "").count("z") for path in whole.findall("{*}path")}
    assert (squares["plus"], squares["minus"]) == (32, 32)
    assert not {path.get("class") for path in long.findall("{*}path")} & {"plus", "minus"}
    said = ["".join(one.itertext()) for one in long.iter() if one.tag.endswith("text")]
    assert {"9,000 values", "one for each token", "0.750", "0.001", "“y” is no. 1 of 9,000"} <= set(said)
    bars = [rect.get("class") for rect in whole.iter() if (rect.get("class") or "").startswith("score")]
    assert bars == ["score other", "score answer"]
    assert "Step 1 of 2, whole, a < b: 64 values, norm 2.50" in (whole.get("aria-label") or "")
    assert f'viewBox="0 0 {WIDTH} {steps.STEP * 2:g}"' in text  # a script opens a window of that height


def test_points_of_a_scatter_lie_where_the_numbers_say() -> None:
    text = drawn("scatter")
    points = [tuple(map(float, pair)) for pair in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text)]
    assert len(points) == 5
    steps_across = {round(right[0] - left[0], 1) for left, right in itertools.pairwise(points)}
    assert steps_across == {(scatter.RIGHT - scatter.LEFT) / 4}  # powers of ten, evenly apart
    assert points[0][1] == scatter.TOP + scatter.PLOT
    assert points[-1][1] == scatter.TOP
    assert "<title>w3: 1,000, 0.50</title>" in text
    way = re.findall(r'class="fit fit-1" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)', text)[0]
    assert tuple(map(float, way)) == (*points[0], *points[-1])  # a line with the same numbers runs through them
    assert text.count("stroke-dasharray") == 1


def test_a_scatter_of_more_lines_than_dashes_is_refused() -> None:
    with pytest.raises(KeyError, match="at most 2 lines"):
        draw("scatter", Material({**CLOUD, "lines": CLOUD["lines"] * 2}))


def test_each_of_eight_lines_has_a_dash_and_a_mark_of_its_own() -> None:
    assert len(set(lines.DASHES)) == 8
    assert len({lines.mark(index, 0, 0) for index in range(8)}) == 8


NO_LIBRARIES = Libraries([], [], frozenset(), {})


def test_a_chart_over_counts_has_both_axes_in_powers() -> None:
    text = drawn("counts")
    way = re.findall(r'aria-label="some &amp; all: [^"]+"><path class="near" d="M([^"]+)"', text)[0]
    points = [tuple(map(float, point.split())) for point in way.split("L")]
    assert len(points) == 3  # what never occurs has a mark, and no line to it
    assert text.count(f'd="M{counts.NEVER - lines.MARK:g} ') == 1
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
        draw("counts", Material({"curves": curves, "curves_show": "height"}))


def test_bars_of_a_tie_are_to_scale_and_hold_the_matrix_once_and_twice() -> None:
    text = drawn("tie")
    widths = [float(width) for width in re.findall(r'class="shared" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    rest = [float(width) for width in re.findall(r'class="encoder" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    assert len(widths) == 3  # once in parameters(), twice in state_dict()
    assert (widths[0] + rest[0]) / (sum(widths[1:]) + rest[1]) == pytest.approx(20000 / 29000, abs=0.001)
    assert ">20,000</text>" in text and ">29,000</text>" in text
    with pytest.raises(KeyError, match="once more"):
        draw("tie", Material({**TIE, "state_dict_values": 20000}))


RECORD = {"topic": {"name": {"runs": {"once": {"facts": HEADS}}}}}


@pytest.mark.parametrize(
    ("draw", "facts", "complaint"),
    [
        ("heads", "topic.name.once", None),
        ("pie", "topic.name.once", f"draw 'pie' is none of: {', '.join(sorted(KINDS))}"),
        ("heads", "topic.name.other", "there are no facts of topic.name.other"),
        ("rows", "topic.name.once", "`rows` needs 'neighbours', which topic.name.once does not give"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_one_line(draw: str, facts: str, complaint: str | None) -> None:
    entry = Figure("tall", 3, draw, facts, "Title", "Caption", None)
    files, problems = figure_files([entry], RECORD, {}, {}, {}, NO_LIBRARIES, DRAWINGS)
    if complaint is None:
        assert problems == []
        assert set(files) == {"figures/tall.md"}
    else:
        assert problems == [f"figures.yml:3: `tall`: {complaint}"]
        assert files == {}


SETS = [LibrarySet(f"s{v}", "transformers", v, Base()) for v in ("1.0", "1.5", "2.0")]
OLD = LibrarySet("old", "ports", "0.1", Base())
TWICE = {"answer": "fails", "why": "it holds 2 times"}
ASKED = msgspec.convert(
    {
        "topic/name": {
            "snippet": "",
            "answers": {
                "old": {"answer": "cannot"},
                "s1.0": {"answer": "holds"},
                "s1.5": TWICE,
                "s2.0": {"answer": "holds"},
            },
            "flips": [
                {"last": "1.1", "first": "1.2", "was": "holds", "is": "fails", "why": "it holds 2 times"},
                {"last": "1.6", "first": "1.7", "was": "fails", "is": "holds"},
            ],
        }
    },
    Record,
)
WORDS = {"holds": ["right", "once"], "2 times": ["wrong", "twice"]}
LANES = [{"claim": "topic/name", "asks": "how often", "words": WORDS}]


def test_a_lane_names_the_release_of_each_change_and_stands_in_the_column_that_saw_it() -> None:
    found = lanes(ASKED, [OLD, *SETS], LANES)
    assert found["columns"] == ["", "1", "", "2"]
    told = [(one["word"], one["from"], one["at"]) for one in found["lanes"][0]["stretches"]]
    assert told == [("once", "1.0", 1), ("twice", "1.2", 2), ("once", "1.7", 3)]


def test_without_exact_releases_a_lane_goes_by_the_sets() -> None:
    unsearched = {"topic/name": ClaimAnswers("", ASKED["topic/name"].answers)}
    told = [one["from"] for one in lanes(unsearched, SETS, LANES)["lanes"][0]["stretches"]]
    assert told == ["1.0", "1.5", "2.0"]


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ([{**LANES[0], "words": {"holds": ["right", "once"]}}], "topic/name: it holds 2 times"),
        ([{**LANES[0], "claim": "topic/gone"}], "topic/gone"),
    ],
)
def test_an_answer_without_a_word_is_not_drawn(wanted: list[dict[str, Any]], complaint: str) -> None:
    entry = Figure("tall", 3, "releases", "", "Title", "Caption", None, wanted)
    files, problems = figure_files([entry], {}, {}, {}, ASKED, Libraries(SETS, [], frozenset(), {}), {})
    assert files == {}
    assert len(problems) == 1
    assert complaint in problems[0]
