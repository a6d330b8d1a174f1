"""The record of `make mutate`: every claim notices changes of its program, and every assert is there for something."""

from dataclasses import replace
from pathlib import Path

import pytest

from explainer.inputs.snippets import Snippet, read_snippets
from explainer.mutate.equivalent import Equivalent, of_claim, read_equivalents
from explainer.mutate.record import Entry, read_record
from explainer.mutate.verdict import judged_by, missed

ROOT = Path(__file__).resolve().parents[2]


def made_of(snippet: Snippet, listed: list[Equivalent]) -> tuple[str, str]:
    """What an entry depends on: the program; and its claim's numbers, scope and equivalents, and the operators."""
    return snippet.digest, judged_by(snippet, of_claim(listed, snippet.key))


def stale(snippets: list[Snippet], record: dict[str, Entry], listed: list[Equivalent]) -> list[str]:
    """Claims without an entry of their program as it stands and is judged, and entries of no claim."""
    now = {snippet.key: made_of(snippet, listed) for snippet in snippets}
    then = {key: (entry.digest, entry.judged) for key, entry in record.items()}
    return sorted(key for key in now | then if now.get(key) != then.get(key))


@pytest.fixture(scope="module")
def snippets() -> list[Snippet]:
    return read_snippets(ROOT)


def test_the_record_is_whole_and_keeps_its_bounds(snippets: list[Snippet]) -> None:
    record = read_record(ROOT)
    assert stale(snippets, record, read_equivalents(ROOT, snippets)) == [], 'run `make mutate CLAIMS="…"`'
    assert missed(record) == []
    about = {snippet.key for snippet in snippets if snippet.scope == "checkpoint"}
    assert [key for key in sorted(about) if record[key].fresh_weights is False] == []


def test_a_claim_without_an_entry_is_seen_and_so_is_an_entry_without_its_claim(snippets: list[Snippet]) -> None:
    record = {one.key: Entry(one.digest, 1, 1, 0, judged=judged_by(one, ())) for one in snippets}
    assert stale(snippets, record, []) == []
    first, second, *_ = record
    del record[first]
    assert stale(snippets, {**record, second: Entry("edited", 1, 1, 0), "no/claim": Entry("", 1, 1, 0)}, []) == sorted(
        [first, second, "no/claim"]
    )


def test_an_entry_is_stale_when_the_claim_says_other_numbers_or_has_another_scope(snippets: list[Snippet]) -> None:
    one = next(snippet for snippet in snippets if snippet.scope == "library")
    record = {one.key: Entry(one.digest, 1, 1, 0, judged=judged_by(one, ()))}
    said = one.source.replace('"""', '"""There are 4711 of them. ', 1)
    reworded = one.source.replace('"""', '"""As is known: ', 1)
    assert stale([replace(one, source=reworded)], record, []) == []
    assert stale([replace(one, source=said)], record, []) == [one.key]
    assert stale([replace(one, scope="checkpoint")], record, []) == [one.key]
    assert stale([one], record, [Equivalent("same", 1, claim=one.key, mutant="x", reason="y")]) == [one.key]


def test_each_equivalent_mutant_is_there(snippets: list[Snippet]) -> None:
    read_equivalents(ROOT, snippets)
