"""`--watch` builds after each save, loads the libraries once, and goes on after a mistake."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from queue import Queue
from threading import Thread

import pytest

from tests.conftest import Tree

LONGEST = 60.0  # seconds
USES_TORCH = '''"""Two and {more} are {sum}."""

import torch

total = 2 + {more}
print("total", total)
assert total == {sum}
'''


class Watcher:
    """The command, and what it said since it last waited."""

    def __init__(self, tree: Tree, **environment: str) -> None:
        self.process = tree.start("--watch", **environment)
        self.lines: Queue[str] = Queue()
        for stream in (self.process.stdout, self.process.stderr):
            Thread(target=lambda stream=stream: [*map(self.lines.put, stream or [])], daemon=True).start()

    def said(self) -> str:
        """Everything until it waits for a save, and for a moment more: it must not build what it wrote itself."""
        found = [self.lines.get(timeout=LONGEST)]
        while not found[-1].startswith("watching"):
            found.append(self.lines.get(timeout=LONGEST))
        with pytest.raises(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        return "".join([*found, *(self.lines.get() for _ in range(self.lines.qsize()))])


@pytest.fixture
def watcher(tree: Tree) -> Iterator[Watcher]:
    tree.snippet("sums/some", USES_TORCH.format(more=2, sum=4))
    watcher = Watcher(tree)
    yield watcher
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(LONGEST) in (0, 130), "between two builds, or during one"


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
        tree.snippet("sums/some", text)
        heard = watcher.said()
        assert said in heard
        assert heard.count("watching") == 1
        assert tree.record()["sums"]["some"]["runs"]["once"]["facts"]["total"] == total
    assert not tree.mark.exists(), "torch was imported again"


def test_a_mistake_that_is_undone_is_built_again(tree: Tree, watcher: Watcher) -> None:
    watcher.said()
    for text, said in (
        (USES_TORCH.format(more=2, sum=5), "does not hold"),
        (USES_TORCH.format(more=2, sum=4), "ran 1"),
    ):
        tree.snippet("sums/some", text)
        assert said in watcher.said()
    tree.snippet("sums/some", "'''No program")
    assert "some.py:1" in watcher.said()
    tree.snippet("sums/some", text)
    assert "ran 0, unchanged 1" in watcher.said()


def test_folders_and_files_that_come_and_go_are_seen(tree: Tree, watcher: Watcher) -> None:
    watcher.said()
    tree.write("content/glossary.yml", "terms:\n  sum: {means: What is added up.}\n")  # a folder that was not there
    assert "ran 0" in watcher.said()
    assert "glossary/terms.md" in tree.artifacts()
    shutil.rmtree(tree.root / "snippets")
    tree.snippet("sums/other")
    tree.write("docs/sums/index.md", '# Sums\n\n--8<-- "panels/sums/other.md"\n')
    heard = watcher.said()
    while "ran 1" not in heard:  # the folder was gone for a moment
        heard += watcher.said()
    assert [*tree.record()["sums"]] == ["other"]


@pytest.mark.parametrize("option", ["--check", "--site", "--force"])
def test_it_takes_no_other_option(tree: Tree, option: str) -> None:
    done = tree.build("--watch", option)
    assert done.returncode == 2
    assert "--watch builds everything after each save: leave the other options out" in done.stderr


def test_a_folder_that_is_no_site_is_said(tree: Tree) -> None:
    done = tree.build("--watch", "--root", str(tree.root / "libraries"))
    assert done.returncode == 2
    assert done.stderr.startswith("--root ")
