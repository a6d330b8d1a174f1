"""Test that each figure of the site is complete and to scale, and refuses what it cannot show."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from bert.figures import (
    FIGURES,
    RANK_AREA,
    attention_under_the_mask,
    head_steps,
    pad_row_among_its_neighbours,
    percent,
)
from bert.model_figures import heads_of_every_class, life_of_each_head, one_matrix_two_readers
from bert.shapes import shape
from explainer.render.figures import Figure, figure_views
from explainer.render.svg import Box
from tests.explainer.parts import context
from tests.explainer.render.drawn import check, drawn

ROWS: dict[str, Any] = {
    "neighbours": [
        {"token": "[PAD]", "id": 0, "norm": 0.0, "first values": [0.0, 0.0]},
        {"token": "a<b", "id": 7, "norm": 2.0, "first values": [0.5, -1.0]},
    ]
}
KEPT_PART = {"part": "top", "belongs to": "head", "at first": "there", "read": "kept", "read as the other one": "kept"}
LEFT_OUT_PART = {
    **KEPT_PART,
    "part": "side",
    "belongs to": "encoder",
    "read": "left out",
    "read as the other one": "new",
}
ADDED_PART = {**KEPT_PART, "part": "own", "at first": "", "read": "new", "read as the other one": "left out"}
LIVES: dict[str, Any] = {
    "lives": [
        {"class": name, **row}
        for name, rows in (("A", [KEPT_PART]), ("B", [LEFT_OUT_PART, ADDED_PART]), ("C", [LEFT_OUT_PART, ADDED_PART]))
        for row in rows
    ]
}
ROOT = {"whose": "A", "way": "", "kind": "encoder", "part": "root", "shape": [], "parameters": 1000, "tied to": ""}
TOP = {**ROOT, "way": "all of it", "kind": "head", "part": "m.top", "shape": [2, 8], "parameters": 16}
SAME = {**TOP, "kind": "shared", "part": "m.same", "shape": [9, 8], "parameters": 0, "tied to": "root.w"}
SIDE = {**TOP, "way": "a part", "part": "side", "shape": [1234, 8], "parameters": 9872}
CLASSES: dict[str, Any] = {
    "parts": [ROOT, TOP, SAME, SIDE]
    + [{**row, "whose": "B"} for row in (ROOT, SIDE)]
    + [{**row, "whose": "C"} for row in (ROOT, SIDE)]
}
TIE: dict[str, Any] = {"shape": [1000, 8], "shared_values": 8000, "parameters": 20000, "state_dict_values": 29000}
STEP = {"shape": [64], "rank of the answer": 2, "its probability": 0.25}
READ = {"ten best": ["x", "a<b"], "probabilities": [0.75, 0.25]}
OTHER = {"ten best": ["a<b", ","], "probabilities": [0.996, 0.0004]}
STEPS: dict[str, Any] = {
    "steps": [
        {"step": "first", **STEP, **READ, "rank of the answer": 1000},
        {"step": "bent", **STEP, **OTHER},
        {"step": "long", **STEP, **OTHER, "shape": [9000]},
    ],
    "answer": "a<b",
}
ATTENTION: dict[str, Any] = {
    "attention_of_a_head": [
        {"query": "token 1", "attention": [1.0, 0.0]},
        {"query": "pad 1", "attention": [0.25, 0.0]},
    ]
}


@pytest.mark.parametrize(
    ("figure", "facts"),
    [
        (attention_under_the_mask, ATTENTION),
        (pad_row_among_its_neighbours, ROWS),
        (life_of_each_head, LIVES),
        (heads_of_every_class, CLASSES),
        (one_matrix_two_readers, TIE),
        (head_steps, STEPS),
    ],
    ids=lambda value: value.name if isinstance(value, Figure) else "",
)
def test_a_figure_is_complete(figure: Figure, facts: dict[str, Any]) -> None:
    check(drawn(figure, facts), figure)


def test_no_figure_has_another_s_name() -> None:
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)


def test_each_figure_says_what_is_missing() -> None:
    files, problems = figure_views(context(), FIGURES)
    assert files == {}
    assert len(problems) == len(FIGURES)
    for figure, problem in zip(FIGURES, problems, strict=True):
        assert problem.startswith(f"{figure.place}: `{figure.name}`")


def test_an_empty_share_of_attention_has_no_square_and_a_full_one_fills_its_place() -> None:
    text = drawn(attention_under_the_mask, ATTENTION)
    assert text.count('class="plus"') == 2
    assert text.count('width="22" height="22"') == 1  # all of the attention
    assert text.count('width="12" height="12"') == 1  # a quarter: half of 22, in pairs of units
    assert text.count('class="pad-row"') == 1


def test_a_row_of_zeros_is_empty_and_sign_is_a_shape() -> None:
    text = drawn(pad_row_among_its_neighbours, ROWS)
    assert text.count('class="plus"') == 1
    assert text.count('class="minus"') == 1
    assert 'aria-label="a&lt;b, id 7, norm 2.00' in text
    assert text.count('tabindex="0"') == 2


def test_a_life_is_drawn_as_long_as_it_lasts() -> None:
    text = drawn(life_of_each_head, LIVES)
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 2  # once for B and C, to whose things the same happens; once in the legend
    assert text.count('class="life head"') == 3  # two of A's, one of its own: new, then left out
    assert text.count('class="life encoder"') == 1  # it ends where it is left out
    assert text.count("left-out") == text.count(">left out</text>") == 2
    assert (
        text.count('class="new"') == text.count(">new</text>") == 3
    )  # never by shape or word alone; one in the legend
    assert "B and C: side there, left out, new; own not there, new, left out." in text


def test_a_life_of_other_words_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="vanished"):
        drawn(life_of_each_head, {"lives": [{"class": "A", **KEPT_PART, "read": "vanished"}]})
    without_kind = {key: value for key, value in KEPT_PART.items() if key != "belongs to"}
    with pytest.raises(ValueError, match="'there' is no kind of a part: encoder, head"):
        drawn(life_of_each_head, {"lives": [{"class": "A", **without_kind}]})


def test_classes_of_the_same_parts_stand_together_and_a_tie_has_two_ends() -> None:
    text = drawn(heads_of_every_class, CLASSES)
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 2  # A's, and that of B and C
    assert text.count('class="tie"') == 1
    assert text.count('class="shared"') == 2  # in the root, and where it is used
    assert ">m</text>" in text  # the frame around the two of one module
    assert "B and C: root, 1,000 parameters; on a part side, 9,872." in text
    assert "m.same, tied to root.w" in text
    untied = [{**row, "tied to": "", "kind": "head"} for row in (ROOT, TOP, SAME)]
    assert 'class="tie"' not in drawn(heads_of_every_class, {"parts": untied})


def test_an_output_has_no_box_and_a_long_name_takes_room() -> None:
    output = {**TOP, "kind": "output", "part": "vectors", "parameters": 0}
    normed = {**SIDE, "way": TOP["way"], "part": "one.with_a_longer_name", "and": "+ LayerNorm"}
    rows = [{**ROOT, "and": ""}, {**TOP, "part": "top", "and": ""}, normed]
    text = drawn(heads_of_every_class, {"parts": rows})
    assert ">one.with_a_longer_name</text>" in text
    assert ">+ LayerNorm</text>" in text
    assert 'class="frame"' not in text  # no module has two of them
    text = drawn(heads_of_every_class, {"parts": [ROOT, output]})
    assert ">vectors</text>" in text
    assert text.count("<rect") == 1  # the root's


def test_a_name_that_is_too_long_for_its_box_is_refused() -> None:
    parts = [ROOT, *({**TOP, "part": f"a_very_long_name_indeed_{number}"} for number in range(3))]
    with pytest.raises(ValueError, match="too long"):
        drawn(heads_of_every_class, {"parts": parts})


def test_bars_of_a_tie_are_to_scale_and_hold_the_matrix_once_and_twice() -> None:
    text = drawn(one_matrix_two_readers, TIE)
    widths = [float(width) for width in re.findall(r'class="shared" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    rest = [float(width) for width in re.findall(r'class="encoder" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', text)[1:]]
    assert len(widths) == 3  # once in parameters(), twice in state_dict()
    assert (widths[0] + rest[0]) / (sum(widths[1:]) + rest[1]) == pytest.approx(20000 / 29000, abs=0.001)
    assert ">20,000</text>" in text and ">29,000</text>" in text
    with pytest.raises(ValueError, match="once more"):
        drawn(one_matrix_two_readers, {**TIE, "state_dict_values": 20000})


def test_steps_that_read_the_same_have_one_column_and_ranks_are_drawn_in_powers() -> None:
    text = drawn(head_steps, STEPS)
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    dots = [rect for rect in tree.iter() if rect.get("class") == "rank-dot"]
    assert len(dots) == 2
    grid = {one.text: float(one.get("y") or 0) for one in tree.iter() if one.get("class") == "small"}
    middle = float(dots[0].get("y") or 0) + 3.5
    assert middle == pytest.approx(grid["1,000"] - 3.5, abs=0.02)
    assert RANK_AREA.y < float(dots[1].get("y") or 0) < middle < RANK_AREA.bottom
    assert "The rank of “a&lt;b” among 9,000 tokens, by the step after which it is read: first 1,000, bent 2." in text


def test_the_table_of_steps_has_all_that_the_page_s_script_draws_and_is_open() -> None:
    text = drawn(head_steps, STEPS)
    assert '<details open="">' in text
    assert "“a&lt;b”</th>" in text
    tree = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    rows = [["".join(cell.itertext()) for cell in row.iter("td")] for row in tree.iter("tr")]
    assert [[cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in rows[1:]] == [
        ["first", "no. 1,000, 25%", "x 75%, a<b 25%"],
        ["bent", "no. 2, 25%", "a<b 100%, , 0.04%"],
    ]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.7588, "76 %"),
        (0.0996, "10 %"),
        (0.0994, "9.9 %"),
        (0.00996, "1.0 %"),
        (0.0044, "0.44 %"),
        (0.00004, "< 0.01 %"),
    ],
)
def test_a_probability_has_two_digits(share: float, text: str) -> None:
    assert percent(share) == text


def test_each_kind_of_thing_has_a_shape_of_its_own() -> None:
    box = Box(0, 0, 50, 40)
    kinds = ("encoder", "head", "shared", "bias", "frame")
    assert len({shape(kind, box).replace(kind, "") for kind in kinds}) == len(kinds)
