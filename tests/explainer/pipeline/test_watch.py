"""Check that `--watch` builds after each save, loads the libraries once, and goes on after a mistake."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from watchfiles import Change

from explainer.paths import Project
from explainer.pipeline.watch import InputFilter
from tests.conftest import BUILD_PROGRAM, TinyProject
from tests.forked import HANG_TIMEOUT

USES_TORCH = '''"""Two and {more} are {sum}."""

import torch

total = 2 + {more}
print("total", total)
assert total == {sum}
'''


def save(project: TinyProject, name: str, text: str) -> None:
    """Save a file as an editor does: complete or not at all."""
    project.write(".cache/part", text).replace(project.root / name)


class Watcher:
    """Run the command and collect what it prints."""

    def __init__(self, project: TinyProject) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BUILD_PROGRAM, "--watch"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=project.root,
            env=project.environment({}),
        )
        self.lines: Queue[str] = Queue()
        Thread(target=lambda: [*map(self.lines.put, self.process.stdout or [])], daemon=True).start()

    def output(self) -> str:
        """Return what was printed since the last call; wait until the command waits for a save."""
        lines = [self.lines.get(timeout=HANG_TIMEOUT)]
        while not lines[-1].startswith("watching"):
            lines.append(self.lines.get(timeout=HANG_TIMEOUT))
        return "".join(lines)


@contextmanager
def watching(project: TinyProject) -> Iterator[Watcher]:
    watcher = Watcher(project)
    yield watcher
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(HANG_TIMEOUT) in (0, 130), "between two builds, or during one"


@pytest.fixture
def watcher(project: TinyProject) -> Iterator[Watcher]:
    project.snippet("sums/some", USES_TORCH.format(more=2, sum=4))
    with watching(project) as watcher:
        yield watcher


def test_each_save_is_built_once_and_a_mistake_ends_nothing(project: TinyProject, watcher: Watcher) -> None:
    assert "ran 1" in watcher.output()
    assert project.mark.exists()
    project.mark.unlink()
    for text, expected, total in (
        (USES_TORCH.format(more=3, sum=5), "ran 1", 5),
        (USES_TORCH.format(more=3, sum=6), "does not hold", 5),
        ("'''No program", "snippets/sums/some.py:1", 5),
        (USES_TORCH.format(more=4, sum=6), "ran 1", 6),
    ):
        save(project, "snippets/sums/some.py", text)
        assert expected in watcher.output()
        assert project.record()["sums"]["some"]["runs"]["once"]["facts"]["total"] == total
    assert not project.mark.exists(), "torch was imported again"


def test_a_mistake_that_is_undone_is_built_again(project: TinyProject, watcher: Watcher) -> None:
    watcher.output()
    for text, expected in (
        (USES_TORCH.format(more=2, sum=5), "does not hold"),
        (USES_TORCH.format(more=2, sum=4), "ran 1"),
    ):
        save(project, "snippets/sums/some.py", text)
        assert expected in watcher.output()
    save(project, "snippets/sums/some.py", "'''No program")
    assert "some.py:1" in watcher.output()
    save(project, "snippets/sums/some.py", text)
    assert "ran 0, unchanged 1" in watcher.output()


WAITS = '''"""It waits until it may go on."""

import pathlib, time

pathlib.Path(".cache/started").touch()
while not pathlib.Path(".cache/go").exists():
    time.sleep(0.01)
assert True
'''


def test_a_save_during_the_first_build_is_not_lost(project: TinyProject) -> None:
    project.snippet("sums/some", WAITS)
    with watching(project) as watcher:
        while not (project.root / ".cache/started").exists():
            assert watcher.process.poll() is None
            time.sleep(0.01)
        save(project, "snippets/sums/some.py", USES_TORCH.format(more=2, sum=4))
        project.write(".cache/go", "")
        assert "ran 1" in watcher.output()
        assert "ran 1" in watcher.output()


def test_folders_and_files_that_come_and_go_are_seen(project: TinyProject, watcher: Watcher) -> None:
    watcher.output()
    save(project, "content/glossary.yml", "terms:\n  sum: {means: What is added up.}\n")
    assert "ran 0" in watcher.output()
    assert "glossary/terms.md" in project.artifacts()
    shutil.rmtree(project.root / "snippets")
    project.snippet("sums/other")  # in a folder that was not there
    project.write("docs/sums/index.md", '# Sums\n\n--8<-- "panels/sums/other.md"\n')
    while [*project.record()["sums"]] != ["other"]:  # the folder was gone for a moment
        watcher.output()


def test_a_build_sets_off_no_other_one(project: TinyProject) -> None:
    """Check that what a build reads is watched, and no file that it writes."""
    project.snippet("sums/some", USES_TORCH.format(more=2, sum=4))
    project.write("content/glossary.yml", "terms:\n  sum: {means: What is added up.}\n")
    input_filter = InputFilter(Project(project.root))

    def watched_files() -> set[Path]:
        files = (path for path in project.root.rglob("*") if path.is_file() and path != project.mark)
        return {path for path in files if input_filter(Change.modified, str(path))}

    before = watched_files()
    assert {project.root / "snippets/sums/some.py", project.root / "content/glossary.yml"} <= before
    assert project.build().returncode == 0
    assert watched_files() == before


@pytest.mark.parametrize("option", ["--check", "--site", "--force"])
def test_it_takes_no_other_option(project: TinyProject, option: str) -> None:
    done = project.build("--watch", option)
    assert done.returncode == 2
    assert "--watch builds everything after each save: leave the other options out" in done.stderr


def test_a_folder_that_is_no_site_is_reported(project: TinyProject) -> None:
    done = project.build("--watch", "--root", str(project.root / "libraries"))
    assert done.returncode == 2
    assert done.stderr.startswith("--root ")
