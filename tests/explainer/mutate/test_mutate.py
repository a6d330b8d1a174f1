"""`--mutate` end to end on a tiny tree: what counts as a kill, what is said, what is recorded and what is refused."""

import json
import subprocess
from dataclasses import replace
from typing import Any

import pytest

from explainer.inputs.snippets import Snippet
from explainer.mutate.record import Entry, Fate, Ran
from explainer.mutate.verdict import Verdict, missed
from tests.conftest import Tree
from tests.explainer.parts import SNIPPET

CLAIM = '''"""Two and two are four."""

two = [2, 5]
total = two[0] + two[0]
print("total", total)
assert total == 4
'''
STALE = "has no such mutant (any more)"


def mutate(tree: Tree, *names: str) -> "subprocess.CompletedProcess[str]":
    return tree.build("--mutate", *names)


def recorded(tree: Tree, key: str = "sums/four") -> Any:
    return json.loads(tree.artifacts()["mutants.json"])[key]


def equivalent(tree: Tree, mutant: str, claim: str = "sums/four") -> None:
    entry = {"same": {"claim": claim, "mutant": mutant, "reason": "it is the same"}}
    tree.write("content/equivalent_mutants.yml", json.dumps({"equivalent": entry}))


def test_a_claim_that_notices_everything_is_recorded_and_not_run_again(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM)
    done = mutate(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    named = {name: recorded(tree)[name] for name in ("digest", "judged")}
    assert recorded(tree) == {**named, "mutants": 3, "killed": 3, "crashed": 0}
    assert "1/1 sums/four: 3 killed, 0 survived, 0 crashed" in done.stderr
    before = tree.artifacts()["mutants.json"]
    again = mutate(tree)
    assert (again.returncode, again.stderr, tree.artifacts()["mutants.json"]) == (0, "", before)
    assert before.count("\n") == 3  # a line for each claim


def test_a_survivor_is_said_with_its_line_and_what_changed(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM.replace("total == 4", "total > 1"))
    done = mutate(tree, "four")
    assert done.returncode == 1
    line = "snippets/sums/four.py:4: survived: total = two[0] + two[0] ⟶ 0 → 1"
    assert line in done.stdout
    assert "mutants are killed, fewer than 90%" in done.stdout
    assert recorded(tree)["survivors"] == [line.split("survived: ")[1], line.split("survived: ")[1] + " (2)"]


def test_an_assert_that_cannot_fail_is_said(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM + "assert total == total\n")
    done = mutate(tree)
    assert done.returncode == 1
    assert "snippets/sums/four.py:7: never fails alone, so others say it already: assert total == total" in done.stdout
    assert recorded(tree)["unneeded"] == ["assert total == total"]


def test_a_repeat_of_a_number_that_the_claim_does_not_say_kills_nothing(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM.replace("Two and two are four", "It is a sum"))
    done = mutate(tree)
    assert done.returncode == 1
    assert "snippets/sums/four.py:6: repeats a number that the claim does not say: assert total == 4" in done.stdout
    assert "(noticed only by an assert that repeats a number)" in done.stdout
    assert "without a kill: sums/four" in done.stdout
    assert recorded(tree)["killed"] == 0


def test_a_crash_is_no_kill(tree: Tree) -> None:
    program = CLAIM.replace("two = [2, 5]", "two = [2]")
    tree.snippet("sums/four", program)
    done = mutate(tree)
    assert (recorded(tree)["killed"], recorded(tree)["crashed"]) == (1, 2)
    assert done.returncode == 0, done.stdout


def test_a_place_that_does_not_run_is_not_changed(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM.replace("two[0] + two[0]", "two[0] + two[0] if two else two[0] - 1"))
    assert mutate(tree).returncode == 0
    assert recorded(tree)["mutants"] == 4  # with the condition turned round


def test_a_claims_page_says_how_many_fail_it_while_the_program_is_the_same(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM)
    mutate(tree)
    assert tree.build().returncode == 0
    assert "3 of 3 small changes to this program make it fail." in tree.page("c/four")
    assert "mutants.json" in tree.artifacts()
    tree.write("docs/how-it-works/index.md", "# How\n\n## Changes { #changes-of-a-program }\n")
    tree.build()
    linked = "3 of 3 [small changes to this program](../how-it-works/index.md#changes-of-a-program) make it fail."
    assert linked in tree.page("c/four")
    tree.snippet("sums/four", CLAIM.replace("[2, 5]", "[2, 6]"))
    tree.build()
    assert "small changes" not in tree.page("c/four")


def test_an_entry_of_an_earlier_program_goes_when_another_claim_is_asked(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM)
    mutate(tree)
    tree.snippet("sums/four", CLAIM.replace("[2, 5]", "[2, 6]"))
    tree.snippet("sums/six", CLAIM.replace("four", "six").replace("Two", "Three").replace("2", "3").replace("4", "6"))
    mutate(tree, "six")
    assert list(json.loads(tree.artifacts()["mutants.json"])) == ["sums/six"]


@pytest.mark.parametrize(
    ("mutant", "claim", "wrong"),
    [
        ("total = two[0] + two[0] ⟶ 0 → 7", "sums/four", STALE),
        ("total = two[0] + two[0] ⟶ 0 → 1", "sums/five", "there is no claim 'sums/five'"),
        ("total = two[0] + two[0] ⟶ 0 → 1", "sums/four", "an assert of sums/four notices it; remove the entry"),
    ],
)
def test_an_equivalent_that_is_gone_or_killed_is_refused(tree: Tree, mutant: str, claim: str, wrong: str) -> None:
    tree.snippet("sums/four", CLAIM)
    equivalent(tree, mutant, claim)
    done = mutate(tree)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("content/equivalent_mutants.yml:1: `same`: ")
    assert wrong in done.stderr


def test_an_equivalent_is_not_counted(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM.replace("[2, 5]", "[2, 2]"))
    equivalent(tree, "total = two[0] + two[0] ⟶ 0 → 1")
    mutate(tree)
    assert recorded(tree)["equivalent"] == 1
    assert recorded(tree)["survivors"] == ["total = two[0] + two[0] ⟶ 0 → 1 (2)"]


def test_a_claim_that_fails_unchanged_is_said_and_not_recorded(tree: Tree) -> None:
    tree.snippet("sums/four", CLAIM.replace("[2, 5]", "[3, 5]"))
    done = mutate(tree)
    assert done.returncode == 1
    assert "an assert fails without any change" in done.stdout
    assert tree.artifacts()["mutants.json"] == "{}\n"


def snippet(scope: str | None) -> Snippet:
    return replace(SNIPPET, source='"""A claim."""\n\nrow = 1\nassert row\n', scope=scope)


@pytest.mark.parametrize(
    ("scope", "state", "said", "counted"),
    [
        ("checkpoint", "survived", "its scope is a checkpoint, and fresh weights do not fail it", 1),
        ("checkpoint", "killed", "", 1),
        ("library", "survived", "", 0),
        (None, "survived", "it says no scope; fresh weights do not fail it: the library?", 0),
    ],
)
def test_fresh_weights_must_fail_a_claim_about_a_checkpoint(
    scope: str | None, state: str, said: str, counted: int
) -> None:
    ran = Ran("", 1.0, [Fate("fresh", "weights", 1, state, [4] if state == "killed" else [])], needed=[4])
    verdict = Verdict(snippet(scope), ran, ())
    own = [line for line in verdict.faults() if "fresh weights" in line]
    assert own == ([f"snippets/padding/row_is_zero.py:1: {said}"] if said else [])
    assert verdict.entry.mutants == counted


def test_bounds_over_many_claims() -> None:
    fine = {"a/b": Entry("", 20, 18, 3), "a/c": Entry("", 10, 9, 0)}
    assert missed(fine) == []
    assert missed({"a/b": Entry("", 20, 17, 3)}) == ["17 of 20 mutants are killed, fewer than 90%"]
    assert missed({**fine, "a/d": Entry("", 0, 0, 3)}) == ["1 claim kills no mutant"]
    assert missed({**fine, "a/d": Entry("", 1, 1, 0, unneeded=["x"], repeats=["y"])}) == [
        "2 asserts are not needed, or merely a repeat"
    ]
    assert missed({"a/b": Entry("", 19, 19, 0, equivalent=1)}) == []
    assert missed({"a/b": Entry("", 18, 18, 0, equivalent=1)}) == [
        "1 of 19 mutants are listed as equivalent, more than 5%"
    ]
