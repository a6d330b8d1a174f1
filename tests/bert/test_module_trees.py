"""What every class holds."""

import pytest

from bert.drawings import DRAWINGS
from explainer.render.figures.drawing import Material
from tests.bert.materials import ROOT, SAME, SIDE, TOP, drawn_for_bert
from tests.explainer.render.figures.materials import drawn


def test_wholes_of_the_same_parts_stand_together_and_a_tie_has_two_ends() -> None:
    text = drawn_for_bert("chains")
    assert text.count(">B</text>") == text.count(">C</text>") == 1
    assert text.count(">side</text>") == 2  # A's, and that of B and C
    assert text.count('class="tie"') == 1
    assert text.count('class="shared"') == 2  # in the root, and where it is used
    assert ">m</text>" in text  # the frame around the two of one module
    assert "B and C: root, 1,000 parameters; on a part side, 9,872." in text
    assert "m.same, tied to root.w" in text
    untied = [{**row, "tied to": "", "kind": "head"} for row in (ROOT, TOP, SAME)]
    assert 'class="tie"' not in drawn(DRAWINGS["chains"], Material({"parts": untied}))


def test_an_output_has_no_box_and_a_long_name_takes_room() -> None:
    output = {**TOP, "kind": "output", "part": "vectors", "parameters": 0}
    normed = {**SIDE, "way": TOP["way"], "part": "one.with_a_longer_name", "and": "+ LayerNorm"}
    rows = [{**ROOT, "and": ""}, {**TOP, "part": "top", "and": ""}, normed]
    text = drawn(DRAWINGS["chains"], Material({"parts": rows}))
    assert ">one.with_a_longer_name</text>" in text
    assert ">+ LayerNorm</text>" in text
    assert 'class="frame"' not in text  # no module has two of them
    text = drawn(DRAWINGS["chains"], Material({"parts": [ROOT, output]}))
    assert ">vectors</text>" in text
    assert text.count("<rect") == 1  # the root's


def test_a_name_that_is_too_long_for_its_box_is_refused() -> None:
    parts = [ROOT, *({**TOP, "part": f"a_very_long_name_indeed_{number}"} for number in range(3))]
    with pytest.raises(KeyError, match="too long"):
        drawn(DRAWINGS["chains"], Material({"parts": parts}))
