"""Who attends to whom."""

from tests.bert.materials import drawn_for_bert


def test_an_empty_share_has_no_square_and_a_full_one_fills_its_place() -> None:
    text = drawn_for_bert("attention")
    assert text.count('class="plus"') == 2
    assert text.count('width="22" height="22"') == 1  # all of the attention
    assert text.count('width="12" height="12"') == 1  # a quarter: half of 22, in pairs of units
    assert text.count('class="pad-row"') == 1
