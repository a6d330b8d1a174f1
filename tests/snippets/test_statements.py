"""What the ledger tells readers to do is code: it runs alone, and its models are kept by saving and loading."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.inputs.content import Statement
from explainer.inputs.site import read_site
from explainer.measure.fork_server import environment
from explainer.paths import Project

ROOT = Path(__file__).resolve().parents[2]

# One interpreter for all: importing torch is most of the time that a single one would take.
RUNNER = f"""
import sys, traceback
{(ROOT / "tests/saved_and_loaded.py").read_text(encoding="utf-8")}
for block in sys.stdin.read().split("\\0"):
    name, _, code = block.partition("\\n")
    try:
        found = {{"__name__": "__main__"}}
        exec(compile(code, name, "exec"), found)
        assert not (problems := save_problems(found)), problems
    except BaseException:
        print("FAILED", name, traceback.format_exc(limit=-1), file=sys.stderr)
"""


def failures(advice: list[tuple[str, str]], folder: Path) -> list[str]:
    """One entry for each block that does not run, in a folder in which the shipped checkpoints can be seen."""
    for name in ("checkpoints", "pydoc-bert", "minilm-mlm"):  # the models as the build links them into the root
        (folder / name).symlink_to((ROOT / name).resolve())
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input="\0".join(f"{name}\n{code}" for name, code in advice),
        env={**os.environ, **environment(Project(ROOT).hub_home)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.split("FAILED ")[1:]


@pytest.fixture(scope="module")
def advised() -> list[Statement]:
    return [entry for entry in read_site(ROOT).statements if entry.do]


def test_advice_runs(tmp_path: Path, advised: list[Statement]) -> None:
    assert failures([(entry.name, entry.do) for entry in advised], tmp_path) == []


def test_advice_that_does_not_run_is_named(tmp_path: Path) -> None:
    (failed,) = failures([("bad", "import torch\ntorch.nothing"), ("good", "1 + 1")], tmp_path)
    assert failed.startswith("bad ")
    assert "AttributeError" in failed


def test_advice_fits_a_page(advised: list[Statement]) -> None:
    assert [entry.where for entry in advised if max(map(len, entry.do.splitlines())) > 88] == []
    assert len(advised) > 50
