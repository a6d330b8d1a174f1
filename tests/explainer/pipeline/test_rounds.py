"""A snippet that reads an artifact needs no second build, whatever order the runs come in."""

import re
import subprocess

from tests.conftest import SNIPPET, Tree

READER = '''"""The output of another snippet is read."""

from pathlib import Path

path = Path("docs/artifacts/outputs/sums/four.once.txt")
length = len(path.read_text()) if path.exists() else 0
print("length", length)
assert length != 1
'''


def ran(done: "subprocess.CompletedProcess[str]") -> list[str]:
    return re.findall(r"^(\S+) · \S+  ok", done.stderr, re.MULTILINE)


def length(tree: Tree) -> int:
    text = (tree.root / "docs/artifacts/outputs/sums/reader.once.txt").read_text(encoding="utf-8")
    return int(text.split()[-1])


def test_what_reads_an_artifact_runs_again_when_the_build_replaces_it(tree: Tree) -> None:
    tree.snippet("sums/four")
    tree.snippet("sums/reader", READER)
    for text in (SNIPPET, SNIPPET.replace("\nassert", '\nprint("and a longer output")\nassert', 1)):
        tree.snippet("sums/four", text)
        done = tree.build()
        assert done.returncode == 0, done.stdout + done.stderr
        assert ran(done).count("sums/reader") >= 1
        assert length(tree) == len((tree.root / "docs/artifacts/outputs/sums/four.once.txt").read_text())
        assert ran(tree.build()) == []
        assert tree.build("--check").returncode == 0


def test_a_build_whose_artifacts_nobody_reads_is_one_round(tree: Tree) -> None:
    tree.snippet("sums/four")
    done = tree.build()
    assert (done.returncode, ran(done)) == (0, ["sums/four"])
