"""Check the grid of releases of a small site: which answers differ, and what an entry of upgrades.yml must have."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import Libraries, LibrarySet, UpgradeNote, Upgrades, read_upgrades
from explainer.render import releases
from explainer.render.context import Context
from explainer.versions.answers import Answer
from tests.explainer.parts import PAGE, answered, context
from tests.explainer.parts import SNIPPET as PART

SETS = [
    LibrarySet("old-port", "0.6", is_older_library=True),
    *(LibrarySet("transformers", v) for v in ("2.0.0", "3.1.0", "4.2.1")),
]
SNIPPET = replace(PART, topic="heads", name="bias_is_once", claim="The `bias` is added <once>.")
HOLDS, CANNOT = Answer("holds"), Answer("cannot", "no such module")
TWICE, LOST = Answer("fails", "it is added twice"), Answer("fails", "it is zero")
NOTE = UpgradeNote("heads/bias_is_once", 7, "It is added <once>.", "It is not.", {"fails": "Add it."})
PULLS = {"heads/bias_is_once": {"3.0.2": "https://example.org/pull/1"}}


def site(*answers: Answer, changes: tuple[Any, ...] = (), noted: bool = True, **words: Any) -> Context:
    notes = {SNIPPET.key: msgspec.structs.replace(NOTE, **words)} if noted else {}
    return context(
        snippets=[SNIPPET],
        answers={SNIPPET.key: answered(SETS, answers, *changes)},
        libraries=Libraries(SETS, [], frozenset(), PULLS),
        upgrades=Upgrades("transformers==2.0.0", notes),
    )


def row_of(*answers: Answer, **more: Any) -> releases.Row:
    (row,) = releases.rows(site(*answers, **more))
    return row


def test_a_release_under_which_nothing_is_known_is_no_answer_and_no_change() -> None:
    row = row_of(CANNOT, TWICE, CANNOT, HOLDS)
    assert row.at == [-1, 0, -1, 1]
    assert [(step.at, step.last, step.first) for step in row.steps] == [(3, "2.0.0", "4.2.1")]
    assert [row.differs(*pair) for pair in ((1, 3), (3, 1), (0, 3), (1, 2))] == [True, True, False, False]
    assert row_of(HOLDS).at == [0, -2, -2, -2], "sets that have not run"


def test_a_searched_change_is_exact_and_has_its_pull_request() -> None:
    row = row_of(CANNOT, TWICE, HOLDS, HOLDS, changes=(("3.0.1", TWICE, "3.0.2", HOLDS),))
    assert row.steps == [releases.Step(2, "3.0.2", "", "https://example.org/pull/1")]


def test_another_library_is_named_with_its_release() -> None:
    assert row_of(TWICE, HOLDS, HOLDS, HOLDS).steps == [releases.Step(1, "2.0.0", "old-port 0.6", "")]


def test_another_reason_is_another_answer_only_if_the_words_say_so() -> None:
    assert row_of(HOLDS, TWICE, LOST, LOST).at == [0, 1, 1, 1]
    worded = row_of(HOLDS, TWICE, LOST, LOST, fails={"twice": "It is added twice.", "zero": "It is zero."})
    assert worded.at == [0, 1, 2, 2]
    assert [state.words for state in worded.states] == ["It is added <once>.", "It is added twice.", "It is zero."]
    same_words = row_of(HOLDS, TWICE, LOST, LOST, fails={"twice": "It is bad.", "zero": "It is bad."})
    assert same_words.at == [0, 1, 1, 1]


def test_a_claim_without_words_speaks_for_itself_and_is_not_heavy() -> None:
    row = row_of(HOLDS, TWICE, HOLDS, HOLDS, noted=False)
    assert [state.words for state in row.states] == [
        "The `bias` is added <once>.",
        "Not so: The `bias` is added <once>.",
    ]
    assert not row.heavy
    assert row_of(HOLDS, LOST, HOLDS, HOLDS, fails={"twice": "Twice."}).states[1].words == "Not so: It is added <once>."


def test_what_to_do_may_go_by_the_answer_that_one_gets() -> None:
    assert [state.do for state in row_of(HOLDS, TWICE, HOLDS, HOLDS).states] == ["", "Add it."]


def test_the_files_have_every_set_and_escape_what_people_wrote() -> None:
    files = releases.release_files(site(CANNOT, TWICE, HOLDS, HOLDS))
    data = json.loads(files[releases.RELEASES_DATA])
    assert [one["name"] for one in data["sets"]] == ["old-port-0.6", "2.0.0", "3.1.0", "4.2.1"]
    assert data["start"] == 1
    assert data["rows"][0]["page"] == "bias-is-once"
    grid = releases.grid(site(CANNOT, TWICE, HOLDS, HOLDS), PAGE)
    assert "From transformers 2.0.0 to transformers 4.2.1: 1 claim turns out differently, 0 the same; 0 have" in grid
    assert "<summary>It is added &lt;once&gt;.</summary>" in grid
    assert "between 2.0.0 and 3.1.0" in grid
    assert "<strong>Was:</strong> It is not.</p>" in grid
    assert '<td class="fails">fails</td><td class="holds">holds</td>' in grid


def test_the_grid_lists_heavy_changes_alone_and_counts_the_others() -> None:
    small, same = (
        releases.grid(one, PAGE)
        for one in (site(CANNOT, TWICE, HOLDS, HOLDS, noted=False), site(CANNOT, HOLDS, HOLDS, HOLDS))
    )
    assert "1 claim turns out differently, 0 the same; 0 have no answer in one of the two. Shown below: 0." in small
    assert "0 claims turn out differently, 1 the same;" in same
    assert "<summary>" not in small + same
    assert releases.release_files(context()) == {}


GOOD = """start: transformers==2.0.0
claims:
  heads/bias_is_once:
    holds: It is once.
    do: Add it.
"""


def read(root: Path, text: str) -> Upgrades:
    (root / "content").mkdir(exist_ok=True)
    (root / "content/upgrades.yml").write_text(text, encoding="utf-8")
    return read_upgrades(root, {"heads/bias_is_once"}, SETS)


def test_a_good_file(tmp_path: Path) -> None:
    assert read_upgrades(tmp_path, (), SETS) == Upgrades()
    found = read(tmp_path, GOOD)
    assert found.claims["heads/bias_is_once"].advice("fails") == "Add it."


@pytest.mark.parametrize(
    ("was", "now", "complaint"),
    [
        (
            "heads/bias_is_once",
            "heads/bias",
            "content/upgrades.yml:4: `heads/bias`: there is no snippet `heads/bias`; did you mean",
        ),
        ("do: Add it.", "do: {now: Run.}", "`do.now` must be `holds` or `fails`"),
        ("do: Add it.", "was: It was.", "unknown field `was`"),
        (
            "==2.0.0",
            "==2.0.1",
            "upgrades.yml:1: `start`: there is no set `transformers==2.0.1`; did you mean `transformers==2.0.0`?",
        ),
    ],
)
def test_a_bad_entry_is_refused_by_line(tmp_path: Path, was: str, now: str, complaint: str) -> None:
    with pytest.raises(UserError) as refused:
        read(tmp_path, GOOD.replace(was, now))
    (line,) = refused.value.lines
    assert complaint in line
