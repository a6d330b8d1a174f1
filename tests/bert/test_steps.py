"""A vector on its way, as ranks and the ten best tokens."""

from xml.etree import ElementTree

import pytest

from bert.steps import BOTTOM, TOP, percent
from tests.bert.materials import drawn_for_bert


def test_steps_that_read_the_same_have_one_column_and_ranks_are_drawn_in_powers() -> None:
    text = drawn_for_bert("steps")
    figure = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    dots = [rect for rect in figure.iter() if rect.get("class") == "rank-dot"]
    assert len(dots) == 2
    grid = {one.text: float(one.get("y") or 0) for one in figure.iter() if one.get("class") == "small"}
    middle = float(dots[0].get("y") or 0) + 3.5
    assert middle == pytest.approx(grid["1,000"] - 3.5, abs=0.02)
    assert TOP < float(dots[1].get("y") or 0) < middle < BOTTOM
    assert "The rank of “a&lt;b” among 9,000 tokens, by the step after which it is read: first 1,000, bent 2." in text


def test_the_table_has_all_that_the_page_s_script_draws_and_is_open() -> None:
    text = drawn_for_bert("steps")
    assert '<details open="">' in text
    assert "“a&lt;b”</th>" in text
    figure = ElementTree.fromstring(text)  # noqa: S314 (our own text)
    rows = [["".join(cell.itertext()) for cell in row.iter("td")] for row in figure.iter("tr")]
    assert [[cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in rows[1:]] == [
        ["first", "no. 1,000, 25 %", "x 75 %, a<b 25 %"],
        ["bent", "no. 2, 25 %", "a<b 100 %, , 0.04 %"],
    ]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.7588, "76 %"),
        (0.0996, "10 %"),
        (0.0994, "9.9 %"),
        (0.00996, "1.0 %"),
        (0.0044, "0.44 %"),
        (0.00004, "< 0.01 %"),
    ],
)
def test_a_probability_has_two_digits(share: float, said: str) -> None:
    assert percent(share) == said
