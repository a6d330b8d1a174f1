"""Check the view by upgrade of a small site: which answers differ, and what an entry of upgrades.yml must have."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import Libraries, LibrarySet, UpgradeNote, Upgrades, read_upgrades
from explainer.render import upgrades
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
NOTE = UpgradeNote("heads/bias_is_once", 7, "numbers", 9, "It is added <once>.", "It is not.", {"fails": "Add it."})
PULLS = {"heads/bias_is_once": {"3.0.2": "https://example.org/pull/1"}}


def site(*answers: Answer, changes: tuple[Any, ...] = (), **meaning: Any) -> Context:
    notes = {SNIPPET.key: msgspec.structs.replace(NOTE, **meaning)}
    groups = {"numbers": "Your numbers change", "names": "A name changes"}
    return context(
        snippets=[SNIPPET],
        answers={SNIPPET.key: answered(SETS, answers, *changes)},
        libraries=Libraries(SETS, [], frozenset(), PULLS),
        upgrades=Upgrades("transformers==2.0.0", groups, notes),
    )


def changed_claim(*answers: Answer, **more: Any) -> upgrades.ChangedClaim:
    (found,) = upgrades.changed_claims(site(*answers, **more))
    return found


def test_a_release_under_which_nothing_is_known_is_no_answer_and_no_change() -> None:
    found = changed_claim(CANNOT, TWICE, CANNOT, HOLDS)
    assert found.at == [-1, 0, -1, 1]
    assert [(step.at, step.last, step.first) for step in found.steps] == [(3, "2.0.0", "4.2.1")]
    assert [len(upgrades.upgrade_lines([found], *pair)) for pair in ((1, 3), (3, 1), (0, 3), (1, 2))] == [1, 1, 0, 0]


def test_a_searched_change_is_exact_and_has_its_pull_request() -> None:
    found = changed_claim(CANNOT, TWICE, HOLDS, HOLDS, changes=(("3.0.1", TWICE, "3.0.2", HOLDS),))
    assert found.steps == [upgrades.AnswerStep(2, "3.0.2", "", "https://example.org/pull/1")]


def test_another_library_is_named_with_its_release() -> None:
    assert changed_claim(TWICE, HOLDS, HOLDS, HOLDS).steps == [upgrades.AnswerStep(1, "2.0.0", "old-port 0.6", "")]


def test_another_reason_is_another_answer_only_if_the_words_say_so() -> None:
    assert changed_claim(HOLDS, TWICE, LOST, LOST).at == [0, 1, 1, 1]
    worded = changed_claim(HOLDS, TWICE, LOST, LOST, fails={"twice": "It is added twice.", "zero": "It is zero."})
    assert worded.at == [0, 1, 2, 2]
    assert [state.words for state in worded.states] == ["It is added <once>.", "It is added twice.", "It is zero."]
    same_words = changed_claim(HOLDS, TWICE, LOST, LOST, fails={"twice": "It is bad.", "zero": "It is bad."})
    assert same_words.at == [0, 1, 1, 1]


def test_words_that_are_left_out_are_the_claims_own() -> None:
    found = changed_claim(HOLDS, TWICE, HOLDS, HOLDS, holds="", fails="")
    assert [state.words for state in found.states] == [
        "The `bias` is added <once>.",
        "Not so: The `bias` is added <once>.",
    ]
    assert found.weight == 3


def test_the_group_and_what_to_do_may_go_by_the_answer_that_one_gets() -> None:
    found = changed_claim(HOLDS, TWICE, HOLDS, HOLDS, group={"holds": "names", "fails": "numbers"})
    assert [(state.group, state.do) for state in found.states] == [(1, ""), (0, "Add it.")]


def test_a_reason_without_words_and_a_claim_that_changed_are_named() -> None:
    silent = site(HOLDS, TWICE, LOST, HOLDS, fails={"twice": "It is added twice."})
    (line,) = upgrades.reasons_without_words(silent)
    assert line == "content/upgrades.yml:7: `heads/bias_is_once`: `fails` has no words for 'it is zero'"
    assert upgrades.changed_keys(silent) == ["heads/bias_is_once"]
    assert upgrades.changed_keys(site(HOLDS, CANNOT, HOLDS, HOLDS)) == []


def test_the_files_have_every_set_and_escape_what_people_wrote() -> None:
    files = upgrades.upgrade_files(site(CANNOT, TWICE, HOLDS, HOLDS))
    data = json.loads(files[upgrades.UPGRADE_DATA])
    assert [one["name"] for one in data["sets"]] == ["old-port-0.6", "2.0.0", "3.1.0", "4.2.1"]
    assert data["start"] == 1
    assert data["claims"][0]["page"] == "bias-is-once"
    listed = upgrades.upgrade_list(site(CANNOT, TWICE, HOLDS, HOLDS), PAGE)
    assert "From transformers 2.0.0 to transformers 4.2.1: 1 claim turns out differently, 0 the same." in listed
    assert "It is added &lt;once&gt;." in listed
    assert "between 2.0.0 and 3.1.0" in listed
    assert "<strong>Was:</strong> It is not.</p>" in listed


def test_claims_that_never_changed_are_counted_by_where_they_were_asked() -> None:
    always = site(CANNOT, HOLDS, HOLDS, HOLDS)
    assert json.loads(upgrades.upgrade_files(always)[upgrades.UPGRADE_DATA])["steady"] == {"0111": 1}
    assert "0 claims turn out differently, 1 the same." in upgrades.upgrade_list(always, PAGE)


GOOD = """start: transformers==2.0.0
groups: {numbers: Your numbers change}
claims:
  heads/bias_is_once:
    group: numbers
    weight: 9
"""


def read(root: Path, text: str) -> Upgrades:
    (root / "content").mkdir(exist_ok=True)
    (root / "content/upgrades.yml").write_text(text, encoding="utf-8")
    return read_upgrades(root, {"heads/bias_is_once"}, SETS)


def test_a_good_file(tmp_path: Path) -> None:
    assert read_upgrades(tmp_path, (), SETS) == Upgrades()
    found = read(tmp_path, GOOD)
    assert found.claims["heads/bias_is_once"].group_of("fails") == "numbers"
    assert upgrades.upgrade_files(context()) == {}


@pytest.mark.parametrize(
    ("was", "now", "complaint"),
    [
        (
            "heads/bias_is_once",
            "heads/bias",
            "content/upgrades.yml:5: `heads/bias`: there is no snippet `heads/bias`; did you mean",
        ),
        ("    weight: 9\n", "", "`heads/bias_is_once`: `weight` is missing"),
        ("    group: numbers\n", "", "`heads/bias_is_once`: `group` is missing"),
        ("weight: 9", "weight: 10", "`weight` must be 1 to 9, the worst last (got 10)"),
        ("group: numbers", "group: others", "there is no group `others`; known: numbers"),
        (
            "group: numbers",
            "group: {holds: numbers}",
            "`group` must be one group, or one for `holds` and one for `fails`",
        ),
        ("weight: 9", "weight: 9\n    do: {now: Run.}", "`do.now` must be `holds` or `fails`"),
        ("weight: 9", "weight: 9\n    was: It was.", "unknown field `was`"),
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
