"""The two heads and their tie."""

from bert.drawings import DRAWINGS
from explainer.render.figures.drawing import Material
from tests.bert.materials import HEADS, drawn_for_bert
from tests.explainer.render.figures.materials import drawn


def test_the_tie_is_drawn_only_where_there_is_one() -> None:
    untied = {**HEADS, "parts": [{**part, "tied to": ""} for part in HEADS["parts"]]}
    assert 'class="tie"' in drawn_for_bert("heads")
    assert 'class="tie"' not in drawn(DRAWINGS["heads"], Material(untied))
