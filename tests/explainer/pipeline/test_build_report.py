"""Check how a change is reported: of a long table the rows and cells that differ, of all else the beginning."""

import pytest

from explainer.fact_values import PlainValue
from explainer.pipeline.build_report import MAX_VALUE_LENGTH, shorten_change

TABLE: list[PlainValue] = [
    {"after": f"operation {number}", "logits": "the same", "bias": "tied"} for number in range(99)
]
CHANGED: list[PlainValue] = [*TABLE[:70], {"after": "operation 70", "logits": "the same", "bias": "two"}, *TABLE[71:]]


@pytest.mark.parametrize(
    ("old", "new", "was", "now"),
    [
        (TABLE, CHANGED, "[{'after': 'operation 70', 'bias': 'tied'}]", "[{'after': 'operation 70', 'bias': 'two'}]"),
        (None, 1, "(none)", "1"),
        (["tied"], ["two"], "['tied']", "['two']"),
        ([{"after": "half"}], [{"before": "half"}], "[{'after': 'half'}]", "[{'before': 'half'}]"),
    ],
)
def test_what_differs_is_reported(old: PlainValue | None, new: PlainValue | None, was: str, now: str) -> None:
    assert shorten_change(old, new) == (was, now)


def test_a_table_of_another_length_is_reported_by_its_beginning() -> None:
    was, now = shorten_change(TABLE, TABLE[1:])
    assert was.startswith("[{'after': 'operation 0'")
    assert now.startswith("[{'after': 'operation 1'")
    assert len(was) == len(now) == MAX_VALUE_LENGTH
