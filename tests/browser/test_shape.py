"""The bounds of a page's shape can be missed. No browser."""

from dataclasses import replace
from typing import Any

import pytest

from tests.browser.shape import Shape, out_of_bounds

SHORT = Shape(height=5_000, words=900, links=3.5, marks=4, claims=1, program=15, contents=True, weight=10_000)
OTHERS = {f"padding/{name}/": SHORT for name in ("a", "b", "c")}


def complaints(path: str, **changes: Any) -> list[str]:
    return list(out_of_bounds({path: replace(SHORT, **changes), **OTHERS}))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"height": 16_001}, "height 16,001, of 16,000"),
        ({"weight": 25_001}, "weight 25,001, of 25,000"),
        ({"words": 1_501}, "words 1,501, of 1,500"),
        ({"links": 4.1}, "links 4.1, of 4"),
        ({"marks": 0}, "marks 0, of 1"),
        ({"claims": 2}, "claims 2, of 1"),
        ({"claims": 0}, "claims 0, of 1"),
        ({"program": 16}, "program 16, of 15"),
        ({"contents": False}, "has no table of contents"),
    ],
)
def test_a_topic_page_that_misses_a_bound_is_seen(changes: dict[str, Any], complaint: str) -> None:
    assert complaints("heads/") == []
    assert complaints("heads/", **changes) == [f"heads/: {complaint}"]


def test_other_pages_may_be_as_heavy_as_they_are_and_references_as_long() -> None:
    assert complaints("inspect/", weight=25_001, words=1_501, links=9.0, claims=0) == []
    assert complaints("inspect/", height=16_001) == ["inspect/: height 16,001, of 16,000"]
    assert complaints("all-claims/", height=16_001, contents=False) == []
    assert complaints("inspect/", contents=False) == ["inspect/: has no table of contents"]
    assert complaints("loading/two-threads/", height=16_001, words=1_501) == []


def test_half_of_the_topic_pages_keep_the_medians() -> None:
    long = {f"tying/{name}/": replace(SHORT, height=9_000, weight=14_000) for name in "abcd"}
    assert list(out_of_bounds({**OTHERS, **long})) == [
        "half of the topic pages have a height over 9,000, of 8,000",
        "half of the topic pages have a weight over 14,000, of 13,000",
    ]
    assert list(out_of_bounds({**OTHERS, **dict(list(long.items())[:2])})) == []
    assert list(out_of_bounds(dict(list(long.items())[:2]))) == []  # two have no middle
