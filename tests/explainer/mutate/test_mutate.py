"""Run `--mutate` on a tiny project: check what counts as a kill, and what is reported."""

import subprocess

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


def test_a_claim_that_notices_everything(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    done = mutate(project)
    assert done.stdout == "3 of 3 small changes to 1 program make it fail\n"
    assert "1/1 sums/four: 3 killed, 0 survived, 0 crashed" in done.stderr


def test_a_survivor_is_reported_with_its_line(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM.replace("assert total == 4", "assert total > 1"))
    done = mutate(project, "four")
    name = "total = two[0] + two[0] ⟶ 0 → 1"
    assert f"snippets/sums/four.py:4: survived: {name}\n" in done.stdout
    assert f"survived: {name} (2)\n" in done.stdout


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
    assert "1 of 1 small changes to 1 program make it fail" in done.stdout


def test_an_assert_of_a_library_kills_nothing(project: TinyProject) -> None:
    project.write("libraries/strict.py", "def check(value):\n    assert value == 4\n")
    use = "from strict import check\n\ncheck(total)\nassert total"
    project.snippet("sums/four", CLAIM.replace("assert total == 4", use))
    assert "0 killed, 1 survived, 3 crashed" in mutate(project).stderr  # it survives that `check` is left out


def test_a_claim_that_fails_unchanged_is_reported_and_the_others_are_changed(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM.replace("[2, 5]", "[3, 5]"))
    project.snippet("sums/two", CLAIM.replace("Two and two", "Twice two"))
    done = project.build("--mutate")
    assert done.returncode == 2
    line = "snippets/sums/four.py:6: does not hold: assert total == 4 (without any change: build the claim first)"
    assert line in done.stderr.splitlines()
    assert "3 of 3 small changes to 1 program make it fail" in done.stdout


def test_a_bad_name_gets_one_line(project: TinyProject) -> None:
    project.snippet("sums/four", CLAIM)
    done = project.build("--mutate", "five")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--mutate five: no such topic or snippet; --list shows them\n"
