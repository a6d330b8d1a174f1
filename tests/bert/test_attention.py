"""Who attends to whom."""

from tests.bert.materials import drawn_for_bert


def test_an_empty_share_has_no_square_and_a_full_one_fills_its_place() -> None:
    text = drawn_for_bert("attention")
    assert text.count('class="plus"') == 2
    assert text.count('width="21" height="21"') == 1  # all of the attention
    assert text.count('width="10.5" height="10.5"') == 1  # a quarter of it is a quarter of the area
    assert text.count('class="pad-row"') == 1
