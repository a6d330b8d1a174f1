"""Check that a run that ended is never lost, and that one whose result is known is not made again."""

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from explainer.measure.run_memory import KEPT_RESULTS, RunMemory
from explainer.measure.runner import Result
from explainer.measure.runs import Run
from explainer.measure.seeds import SEED_SHIFTS
from tests.conftest import SNIPPET_SOURCE, TinyProject
from tests.explainer.measure.test_seeds import DRAWING_PROGRAM
from tests.explainer.parts import SNIPPET
from tests.forked import HANG_TIMEOUT

RESULT = Result(Run(SNIPPET, "once", None, ()), "cpu", 1.0, {"total": 4}, "total 4\n")
# It leaves a mark at each of its runs.
COUNTS_ITS_RUNS = (
    DRAWING_PROGRAM.format(bound=0)
    + "from pathlib import Path\n\nwith Path('runs.txt').open('a') as _log:\n    _log.write('x')\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".cache/runs.jsonl"


def test_what_a_run_gave_is_found_by_its_fingerprint(file: Path) -> None:
    RunMemory(file).remember(RESULT, "a")
    memory = RunMemory(file)
    found = memory.find(RESULT.run, "a")
    assert found == replace(RESULT, seconds=0.0)
    assert memory.find(RESULT.run, "b") is None
    memory.remember(replace(RESULT, failure="it fails"), "a")
    assert RunMemory(file).find(RESULT.run, "a") is None, "a run that failed runs again"


def test_several_results_of_a_run_are_kept_and_the_file_stays_small(file: Path) -> None:
    for number in range(50):
        RunMemory(file).remember(RESULT, str(number))
    memory = RunMemory(file)
    assert [number for number in range(50) if memory.find(RESULT.run, str(number))] == [*range(50 - KEPT_RESULTS, 50)]
    assert len(file.read_text().splitlines()) <= 3 * KEPT_RESULTS + 1


@pytest.mark.parametrize("broken", ["", "{", "[]\n", '{"name": "x", "fingerpr', "<<<<<<< ours\n"])
def test_a_broken_line_costs_only_its_own_run(file: Path, broken: str) -> None:
    RunMemory(file).remember(RESULT, "a")
    file.write_text(file.read_text() + broken)
    RunMemory(file).remember(RESULT, "b")
    memory = RunMemory(file)
    assert memory.find(RESULT.run, "a") and memory.find(RESULT.run, "b")


def runs_of(project: TinyProject, *arguments: str) -> int:
    """Return how often the program ran in a build that brings everything up to date."""
    log = project.root / "runs.txt"
    log.unlink(missing_ok=True)
    done = project.build(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return len(log.read_text()) if log.exists() else 0


def test_a_claim_runs_once_under_other_seeds_and_the_record_says_so(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    assert runs_of(project) == 3
    assert project.record()["luck"]["drawn"]["runs"]["once"]["measured"]["seeds"] == [*SEED_SHIFTS]
    assert runs_of(project) == 0
    (project.root / ".cache/runs.jsonl").unlink()
    assert runs_of(project, "--check") == 1, "as on a clean clone"
    assert runs_of(project, "--force") == 3


def test_a_record_that_says_nothing_of_seeds_is_stale(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.build()
    facts = project.root / "docs/artifacts/facts.json"
    without = facts.read_text().replace(', "seeds": [1000, 2000]', "")
    assert without != facts.read_text()
    facts.write_text(without)
    assert project.build("--check").returncode == 1
    (project.root / ".cache/runs.jsonl").unlink()
    assert runs_of(project) == 3


def test_a_claim_that_held_by_luck_runs_until_it_holds(project: TinyProject) -> None:
    project.snippet("luck/drawn", DRAWING_PROGRAM.format(bound=0.8))
    for _ in range(2):
        assert f"with {SEED_SHIFTS[0]} added to its seeds" in project.build().stdout


def test_an_edit_that_is_undone_runs_nothing(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.build()
    before = project.artifacts()
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "1 + 3"))
    assert "ran 1," in project.build().stdout
    project.snippet("sums/four")
    assert "ran 0, unchanged 1," in project.build().stdout
    assert project.artifacts() == before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_build_that_is_killed_keeps_the_runs_that_ended(project: TinyProject, how: signal.Signals) -> None:
    project.snippet("sums/first")
    second = SNIPPET_SOURCE.replace("Two and two", "Twice two")
    project.snippet("sums/second", second + "import time\n\ntime.sleep(600)\n")
    process = project.start("--jobs", "1")
    file = project.root / ".cache/runs.jsonl"
    deadline = time.monotonic() + HANG_TIMEOUT
    while not file.exists() or not file.read_text().endswith("\n"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(process.pid, how)
    process.wait(HANG_TIMEOUT)  # and not for its output: a program that outlives SIGKILL holds it until its own limit
    assert [json.loads(line)["name"] for line in file.read_text().splitlines()] == ["sums/first · once"]
    project.snippet("sums/second", second)
    assert "ran 1, unchanged 1," in project.build().stdout
