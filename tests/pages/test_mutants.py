"""The record of `make mutate`: every claim notices changes of its program, and every assert is there for something."""

from pathlib import Path

import pytest

from explainer.inputs.snippets import Snippet, read_snippets
from explainer.mutate.equivalent import read_equivalents
from explainer.mutate.record import Entry, read_record
from explainer.mutate.verdict import missed

ROOT = Path(__file__).resolve().parents[2]
SWITCHED_ON = False


def stale(snippets: list[Snippet], record: dict[str, Entry]) -> list[str]:
    """Claims without an entry of their program as it stands, and entries of no claim."""
    digests = {snippet.key: snippet.digest for snippet in snippets}
    return sorted(key for key in digests | record if key not in record or digests.get(key) != record[key].digest)


@pytest.fixture(scope="module")
def snippets() -> list[Snippet]:
    return read_snippets(ROOT)


def test_the_record_is_whole_and_keeps_its_bounds(snippets: list[Snippet]) -> None:
    if not SWITCHED_ON:
        pytest.skip("claims are being mended; then this is switched on")
    record = read_record(ROOT)
    assert stale(snippets, record) == [], 'run `make mutate CLAIMS="…"`'
    assert missed(record) == []
    about = {snippet.key for snippet in snippets if snippet.scope == "checkpoint"}
    assert [key for key in sorted(about) if record[key].fresh_weights is False] == []


def test_a_claim_without_an_entry_is_seen_and_so_is_an_entry_without_its_claim(snippets: list[Snippet]) -> None:
    record = {snippet.key: Entry(snippet.digest, 1, 1, 0) for snippet in snippets}
    assert stale(snippets, record) == []
    first, second, *_ = record
    del record[first]
    assert stale(snippets, {**record, second: Entry("edited", 1, 1, 0), "no/claim": Entry("", 1, 1, 0)}) == sorted(
        [first, second, "no/claim"]
    )


def test_each_equivalent_mutant_is_there(snippets: list[Snippet]) -> None:
    read_equivalents(ROOT, snippets)
