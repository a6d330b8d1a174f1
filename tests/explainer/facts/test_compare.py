"""Check which difference between two measurements counts as a change."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explainer.fact_values import is_table, leaves, rounded, scalars
from explainer.facts.compare import floats_agree, keep_recorded, keep_recorded_text

FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=32)
SAME_EACH_TIME = settings(
    derandomize=True, deadline=None, database=None
)  # the same cases in each run, however long they take
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers() | FLOATS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@SAME_EACH_TIME
@given(PLAIN)
def test_the_same_measurement_changes_nothing(value: Any) -> None:
    assert keep_recorded(value, value, 1e-4) == value


@SAME_EACH_TIME
@given(PLAIN, PLAIN)
def test_what_is_kept_agrees_with_the_new_value(old: Any, new: Any) -> None:
    # A hair more the second time: the recorded value may be the list's largest entry, and so its scale.
    assert keep_recorded(new, keep_recorded(old, new, 1e-4), 1.001e-4) == new


@SAME_EACH_TIME
@given(PLAIN)
def test_rounding_is_done_once(value: Any) -> None:
    assert rounded(rounded(value)) == rounded(value)


@SAME_EACH_TIME
@given(FLOATS.filter(lambda x: abs(x) > 0.01))
def test_a_difference_above_the_tolerance_is_never_kept(x: float) -> None:
    assert keep_recorded(x, x * (1 + 2e-4), 1e-4) == x * (1 + 2e-4)


def test_float_noise_near_zero_is_no_change() -> None:
    assert floats_agree(0.0, 9e-7, 1e-4)
    assert not floats_agree(0.0, 2e-6, 1e-4)


def test_an_entry_of_a_list_is_measured_by_the_list() -> None:
    row: Any = [-0.00455267, 1.5, 0.3]
    noisy: Any = [-0.00455413, 1.5, 0.3]  # the same vector under AVX2
    assert keep_recorded(row, noisy, 1e-4) == row
    assert keep_recorded({"a": row[0]}, {"a": noisy[0]}, 1e-4) == {"a": noisy[0]}  # alone, it is measured by itself
    assert keep_recorded([0.0, 1.5], [0.001, 1.5], 1e-4) == [0.001, 1.5]
    assert keep_recorded([0.5, 1000.0], [0.55, 1.0], 1e-4) == [0.55, 1.0]  # by the smaller scale, if the two differ


def test_an_entry_of_a_tensor_is_measured_by_the_tensor() -> None:
    old: Any = {"shape": [2], "dtype": "float32", "std": 0.001, "norm": 0.001, "zeros": 0.0}
    old |= {"min": -2.0, "max": 1.0, "mean": 0.001, "first": [0.001], "last": [0.001]}
    near = {name: old[name] for name in ("shape", "dtype", "min", "max")}
    near |= {"mean": 0.0011, "first": [0.0011], "last": [0.0011], "std": 0.001, "norm": 0.001, "zeros": 0.0}
    assert keep_recorded(old, near, 1e-4) == old
    for name in ("std", "norm", "zeros"):  # these are no entries
        assert keep_recorded(old, near | {name: 0.0011}, 1e-4) == old | {name: 0.0011}
    assert keep_recorded(old, near | {"mean": 0.002}, 1e-4) == old | {"mean": 0.002}


@pytest.mark.parametrize(
    ("facts", "stays"),
    [
        ({"moved": {"sdpa": 0.0499502}}, True),  # 0.04995 is where 0.0499 turns to 0.0500
        ({"moved": 0.0499}, False),
        ({"moved": 0.0502}, False),
        ({"row": [0.0499, 12.0]}, True),  # of a list whose entries are no more exact than this
        ({"count": 499}, False),
        ({}, False),
    ],
)
def test_a_coarse_number_may_turn_where_a_fact_does(facts: Any, stays: bool) -> None:
    old, new = "moves by 0.0500", "moves by 0.0499"
    assert keep_recorded_text(old, new, 1e-4, facts) == (old if stays else new)
    assert keep_recorded_text(old, "moves by 0.0498", 1e-4, facts) == "moves by 0.0498"


@pytest.mark.parametrize(
    ("old", "new"), [(1, 2), (True, 1), (1, 1.0), (False, True), ([1.0], [1.0, 1.0]), ("a", "b"), ([2], [2.0])]
)
def test_exact_values_are_not_sticky(old: Any, new: Any) -> None:
    assert keep_recorded(old, new, 0.5) is new or keep_recorded(old, new, 0.5) == new
    assert type(keep_recorded(old, new, 0.5)) is type(new)


def test_only_the_number_that_moved_is_replaced() -> None:
    assert keep_recorded({"a": 1.0, "b": 2.0}, {"a": 1.00001, "b": 2.1}, 1e-4) == {"a": 1.0, "b": 2.1}


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
    assert keep_recorded_text(old, new, 1e-4) == (old if stays else new)


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
