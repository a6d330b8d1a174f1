"""Rows of the embedding, value by value."""

from tests.bert.materials import drawn_for_bert


def test_a_row_of_zeros_is_empty_and_sign_is_a_shape() -> None:
    text = drawn_for_bert("rows")
    assert text.count('class="plus"') == 1
    assert text.count('class="minus"') == 1
    assert 'aria-label="a&lt;b, id 7, norm 2.00' in text
    assert text.count('tabindex="0"') == 2
