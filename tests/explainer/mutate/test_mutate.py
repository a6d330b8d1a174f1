"""Run `--mutate` on a tiny project: check what counts as a kill, and what is reported, recorded and run again."""

import json
import subprocess
from typing import Any

from tests.conftest import TinyProject

CLAIM = '''"""Two and two are four."""

two = [2, 5]
total = two[0] + two[0]
print("total", total)
assert total == 4
'''


def mutate(project: TinyProject, *names: str) -> "subprocess.CompletedProcess[str]":
    done = project.build("--mutate", *names)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def recorded(project: TinyProject) -> Any:
    return json.loads(project.artifacts()["mutants.json"])


def test_a_claim_that_notices_everything_is_recorded_and_not_run_again(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    done = mutate(project)
    assert done.stdout == "3 of 3 small changes to 1 program make it fail\n"
    assert "1/1 sums/four: 3 killed, 0 survived, 0 crashed" in done.stderr
    entry = recorded(project)["sums/four"]
    assert entry == {"digest": entry["digest"], "mutants": 3, "killed": 3}
    assert project.artifacts()["mutants.json"].count("\n") == 3  # a line for each claim
    again = mutate(project)
    assert (again.stdout.startswith("no program changed"), again.stderr) == (True, "")
    assert "1/1 sums/four" in mutate(project, "four").stderr  # a named claim always runs
    assert "1/1 sums/four" in mutate(project, "--force").stderr


def test_a_survivor_is_reported_with_its_line_and_recorded(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM.replace("assert total == 4", "assert total > 1"))
    done = mutate(project, "four")
    name = "total = two[0] + two[0] ⟶ 0 → 1"
    assert f"snippets/sums/four.py:4: survived: {name}\n" in done.stdout
    assert recorded(project)["sums/four"]["survivors"] == [name, f"{name} (2)"]


def test_a_program_that_lost_an_assert_shows_a_survivor(project: TinyProject) -> None:
    with_both = CLAIM.replace("print", "rest = two[1] - 5\nprint") + "assert rest == 0\n"
    project.snippet("sums/four", with_both)
    assert "survived:" not in mutate(project).stdout
    project.snippet("sums/four", with_both.replace("assert rest == 0\n", ""))
    assert "snippets/sums/four.py:5: survived: rest = two[1] - 5 ⟶ 1 → 0\n" in mutate(project).stdout


def test_a_crash_is_no_kill_and_counts_for_neither_number(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM.replace("two = [2, 5]", "two = [2]"))
    done = mutate(project)
    assert "1 killed, 0 survived, 2 crashed" in done.stderr
    assert (recorded(project)["sums/four"]["mutants"], recorded(project)["sums/four"]["killed"]) == (1, 1)


def test_an_assert_of_a_library_kills_nothing(project: TinyProject) -> None:
    project.write("libraries/strict.py", "def check(value):\n    assert value == 4\n")
    use = "from strict import check\n\ncheck(total)\nassert total"
    project.snippet("sums/four", CLAIM.replace("assert total == 4", use))
    assert "0 killed, 1 survived, 3 crashed" in mutate(project).stderr  # it survives that `check` is left out


def test_a_claims_page_says_how_many_fail_it_while_the_program_is_the_same(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    mutate(project)
    assert project.build().returncode == 0
    assert "3 of 3 small changes to this program make it fail." in project.page("c/four")
    assert "mutants.json" in project.artifacts()
    project.write("docs/how-it-works/index.md", "# How\n\n## Changes { #changes-of-a-program }\n")
    project.build()
    linked = "3 of 3 [small changes to this program](../how-it-works/index.md#changes-of-a-program) make it fail."
    assert linked in project.page("c/four")
    project.snippet("sums/four", CLAIM.replace("[2, 5]", "[2, 6]"))
    assert project.build().returncode == 0  # that it was not mutated since is no error
    assert "small changes" not in project.page("c/four")


def test_an_entry_of_an_earlier_program_goes_when_another_claim_is_mutated(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    mutate(project)
    project.snippet("sums/four", CLAIM.replace("[2, 5]", "[2, 6]"))
    project.snippet(
        "sums/six", CLAIM.replace("four", "six").replace("Two", "Three").replace("2", "3").replace("4", "6")
    )
    mutate(project, "six")
    assert list(recorded(project)) == ["sums/six"]


def test_a_claim_that_fails_unchanged_is_reported_and_the_others_are_recorded(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM.replace("[2, 5]", "[3, 5]"))
    project.snippet("sums/two", CLAIM.replace("Two and two", "Twice two"))
    done = project.build("--mutate")
    assert done.returncode == 2
    line = "snippets/sums/four.py:6: does not hold: assert total == 4 (without any change: build the claim first)"
    assert line in done.stderr.splitlines()
    assert list(recorded(project)) == ["sums/two"]


def test_a_bad_name_gets_one_line(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    done = project.build("--mutate", "five")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--mutate five: no such topic or snippet; --list shows them\n"
