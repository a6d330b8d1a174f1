"""`--watch` builds after each save, loads the libraries once, and goes on after a mistake."""

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
from tests.conftest import BUILD, Tree
from tests.forked import HANGS

USES_TORCH = '''"""Two and {more} are {sum}."""

import torch

total = 2 + {more}
print("total", total)
assert total == {sum}
'''


def save(tree: Tree, name: str, text: str) -> None:
    """Saves a file as an editor does: it is there whole, or it is not."""
    tree.write(".cache/part", text).replace(tree.root / name)


class Watcher:
    """The command, and what it says."""

    def __init__(self, tree: Tree) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BUILD, "--watch"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tree.root,
            env=tree.environment({}),
        )
        self.lines: Queue[str] = Queue()
        Thread(target=lambda: [*map(self.lines.put, self.process.stdout or [])], daemon=True).start()

    def said(self) -> str:
        """Everything since the last time, until it waits for a save."""
        found = [self.lines.get(timeout=HANGS)]
        while not found[-1].startswith("watching"):
            found.append(self.lines.get(timeout=HANGS))
        return "".join(found)


@contextmanager
def watching(tree: Tree) -> Iterator[Watcher]:
    watcher = Watcher(tree)
    yield watcher
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(HANGS) in (0, 130), "between two builds, or during one"


@pytest.fixture
def watcher(tree: Tree) -> Iterator[Watcher]:
    tree.snippet("sums/some", USES_TORCH.format(more=2, sum=4))
    with watching(tree) as watcher:
        yield watcher


def test_each_save_is_built_once_and_a_mistake_ends_nothing(tree: Tree, watcher: Watcher) -> None:
    assert "ran 1" in watcher.said()
    assert tree.mark.exists()
    tree.mark.unlink()
    for text, said, total in (
        (USES_TORCH.format(more=3, sum=5), "ran 1", 5),
        (USES_TORCH.format(more=3, sum=6), "does not hold", 5),
        ("'''No program", "snippets/sums/some.py:1", 5),
        (USES_TORCH.format(more=4, sum=6), "ran 1", 6),
    ):
        save(tree, "snippets/sums/some.py", text)
        assert said in watcher.said()
        assert tree.record()["sums"]["some"]["runs"]["once"]["facts"]["total"] == total
    assert not tree.mark.exists(), "torch was imported again"


def test_a_mistake_that_is_undone_is_built_again(tree: Tree, watcher: Watcher) -> None:
    watcher.said()
    for text, said in (
        (USES_TORCH.format(more=2, sum=5), "does not hold"),
        (USES_TORCH.format(more=2, sum=4), "ran 1"),
    ):
        save(tree, "snippets/sums/some.py", text)
        assert said in watcher.said()
    save(tree, "snippets/sums/some.py", "'''No program")
    assert "some.py:1" in watcher.said()
    save(tree, "snippets/sums/some.py", text)
    assert "ran 0, unchanged 1" in watcher.said()


WAITS = '''"""It waits until it may go on."""

import pathlib, time

pathlib.Path(".cache/started").touch()
while not pathlib.Path(".cache/go").exists():
    time.sleep(0.01)
assert True
'''


def test_a_save_during_the_first_build_is_not_lost(tree: Tree) -> None:
    tree.snippet("sums/some", WAITS)
    with watching(tree) as watcher:
        while not (tree.root / ".cache/started").exists():
            assert watcher.process.poll() is None
            time.sleep(0.01)
        save(tree, "snippets/sums/some.py", USES_TORCH.format(more=2, sum=4))
        tree.write(".cache/go", "")
        assert "ran 1" in watcher.said()
        assert "ran 1" in watcher.said()


def test_folders_and_files_that_come_and_go_are_seen(tree: Tree, watcher: Watcher) -> None:
    watcher.said()
    save(tree, "content/glossary.yml", "terms:\n  sum: {means: What is added up.}\n")
    assert "ran 0" in watcher.said()
    assert "glossary/terms.md" in tree.artifacts()
    shutil.rmtree(tree.root / "snippets")
    tree.snippet("sums/other")  # in a folder that was not there
    tree.write("docs/sums/index.md", '# Sums\n\n--8<-- "panels/sums/other.md"\n')
    while [*tree.record()["sums"]] != ["other"]:  # the folder was gone for a moment
        watcher.said()


def test_a_build_sets_off_no_other_one(tree: Tree) -> None:
    """What it reads is watched, and no file that it writes."""
    tree.snippet("sums/some", USES_TORCH.format(more=2, sum=4))
    tree.write("content/glossary.yml", "terms:\n  sum: {means: What is added up.}\n")
    watched = InputFilter(Project(tree.root))

    def seen() -> set[Path]:
        files = (path for path in tree.root.rglob("*") if path.is_file() and path != tree.mark)
        return {path for path in files if watched(Change.modified, str(path))}

    before = seen()
    assert {tree.root / "snippets/sums/some.py", tree.root / "content/glossary.yml"} <= before
    assert tree.build().returncode == 0
    assert seen() == before


@pytest.mark.parametrize("option", ["--check", "--site", "--force"])
def test_it_takes_no_other_option(tree: Tree, option: str) -> None:
    done = tree.build("--watch", option)
    assert done.returncode == 2
    assert "--watch builds everything after each save: leave the other options out" in done.stderr


def test_a_folder_that_is_no_site_is_said(tree: Tree) -> None:
    done = tree.build("--watch", "--root", str(tree.root / "libraries"))
    assert done.returncode == 2
    assert done.stderr.startswith("--root ")
