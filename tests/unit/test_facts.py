import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.facts import floats_agree, is_table, kept, leaves, rounded, scalars, text_kept

FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=32)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers() | FLOATS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(PLAIN)
def test_the_same_measurement_changes_nothing(value: Any) -> None:
    assert kept(value, value, 1e-4) == value


@given(PLAIN, PLAIN)
def test_what_is_kept_agrees_with_the_new_value(old: Any, new: Any) -> None:
    assert kept(new, kept(old, new, 1e-4), 1e-4) == new


@given(PLAIN)
def test_rounding_is_done_once(value: Any) -> None:
    assert rounded(rounded(value)) == rounded(value)


@given(FLOATS.filter(lambda x: abs(x) > 0.01))
def test_a_difference_above_the_tolerance_is_never_kept(x: float) -> None:
    assert kept(x, x * (1 + 2e-4), 1e-4) == x * (1 + 2e-4)


def test_float_noise_near_zero_is_no_change() -> None:
    assert floats_agree(0.0, 9e-7, 1e-4)
    assert not floats_agree(0.0, 2e-6, 1e-4)


@pytest.mark.parametrize(
    ("old", "new"), [(1, 2), (True, 1), (1, 1.0), (False, True), ([1.0], [1.0, 1.0]), ("a", "b"), ([2], [2.0])]
)
def test_exact_values_are_not_sticky(old: Any, new: Any) -> None:
    assert kept(old, new, 0.5) is new or kept(old, new, 0.5) == new
    assert type(kept(old, new, 0.5)) is type(new)


def test_only_the_number_that_moved_is_replaced() -> None:
    assert kept({"a": 1.0, "b": 2.0}, {"a": 1.00001, "b": 2.1}, 1e-4) == {"a": 1.0, "b": 2.1}


@pytest.mark.parametrize(
    ("old", "new", "stays"),
    [
        ("norm 0.7674", "norm 0.7675", True),  # one unit in the last place: rounding
        ("norm 0.7674", "norm 0.7684", False),
        ("count 12", "count 13", False),
        ("norm 1.0e-05", "norm 1.0e-05", True),
        ("norm 2.5e-05", "norm 9.5e-05", False),
        ("a 1.0", "b 1.0", False),
        ("a 1.0", "a 1.0 2.0", False),
        ("moves by 0.0", "moves by 0.1", False),
        ("accuracy 0.9", "accuracy 1.0", False),
        ("lib 5.23.0", "lib 5.24.0", False),
        ("1. MASK\n2. PAD", "1. PAD\n2. MASK", False),
    ],
)
def test_recorded_output(old: str, new: str, stays: bool) -> None:
    assert text_kept(old, new, 1e-4) == (old if stays else new)


def test_a_sentence_quotes_scalars_and_not_lists() -> None:
    value: Any = {"norm": 1.5, "shape": [2, 3], "inner": {"flag": True, "row": []}}
    assert scalars(value) == {"norm": 1.5, "inner": {"flag": True}}
    assert scalars([1]) is None
    assert dict(leaves(value, "x")) == {"x.norm": 1.5, "x.shape": [2, 3], "x.inner.flag": True, "x.inner.row": []}


def test_tables() -> None:
    assert is_table([{"a": 1}, {"a": 2}])
    assert not is_table([{"a": 1}, {"b": 2}])
    assert not is_table([])
    assert not is_table([1])


def test_six_significant_digits() -> None:
    assert rounded(math.pi) == 3.14159
    assert rounded([1234567.89, {"x": 1e-9 / 3}]) == [1234570.0, {"x": 3.33333e-10}]
    assert rounded(True) is True
