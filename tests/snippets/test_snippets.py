"""The shipped snippets on the real checkpoints: every claim holds, and the committed facts are current."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.facts.record import read_record
from explainer.inputs.content import read_checkpoints
from explainer.inputs.site import Site, read_site
from explainer.measure import extra_packages
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.measure.fork_server import environment
from explainer.paths import Project

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.usefixtures("only_build_here")
@pytest.mark.parametrize(
    "force", [(), pytest.param(("--force",), marks=pytest.mark.long)], ids=["what is stale", "all"]
)
def test_the_committed_facts_are_what_the_snippets_give(force: tuple[str, ...]) -> None:
    """On a fresh clone everything is stale. What is not has run here, from the same program and libraries."""
    command = [sys.executable, "build_artifacts.py", "--check", *force]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ran " in done.stdout


@pytest.fixture(scope="module")
def shipped() -> Site:
    return read_site(ROOT)


def test_the_build_runs_every_snippet_with_its_own_literal_too(shipped: Site) -> None:
    """So that a run as it is written is among those that are recorded, and a reader's copy prints the same."""
    always = {checkpoint.id: checkpoint.slug for checkpoint in shipped.checkpoints if not checkpoint.hub_only}
    record = read_record(Project(ROOT))
    runs = {(snippet.key, always.get(snippet.checkpoint_id or "", "once")) for snippet in shipped.snippets}
    assert [key for key, slug in sorted(runs) if record.run(key, slug) is None] == []


def test_a_snippet_runs_alone_as_a_plain_script() -> None:
    """As the README says it: from the repository's root, with nothing but the cache that the build laid out."""
    script = "snippets/padding_embeddings/pad_row_is_not_zero.py"
    recorded = ROOT / "docs/artifacts/outputs/padding_embeddings/pad_row_is_not_zero.all_minilm.txt"
    env = {**os.environ, **environment(Project(ROOT).hub_home), "PYTHONPATH": ""}
    done = subprocess.run([sys.executable, script], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == recorded.read_text(encoding="utf-8")


RUN_EACH = """
import logging, runpy, sys, traceback
for path in sys.argv[1:]:
    if "transformers" in sys.modules:  # what one snippet silenced, the next may read
        logging.disable(logging.NOTSET)
        for name, logger in logging.root.manager.loggerDict.items():
            if name.startswith("transformers") and isinstance(logger, logging.Logger):
                logger.setLevel(logging.NOTSET)
                logger.disabled = False
        sys.modules["transformers"].logging.set_verbosity_warning()
    try:
        runpy.run_path(path, run_name="__main__")
    except BaseException:
        traceback.print_exc()
        print("DID NOT RUN", path)
"""


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some", "all"])
def test_snippets_run_with_their_own_literal_and_without_the_runner(shipped: Site, every: bool) -> None:
    """In two processes of their own, to save the imports: nothing is overridden, none leans on the runner.

    The quick one takes one program for each set of libraries that any imports: what the runner gives a program beyond
    what a reader has is what it loads and where it looks.
    """
    by_libraries = {
        frozenset(name.split(".")[0] for name in one.imports) - sys.stdlib_module_names: one for one in shipped.snippets
    }
    sample = shipped.snippets if every else by_libraries.values()
    # What is installed beside changes what transformers does: only those that import it find it.
    for folder in ("", str(extra_packages.EXTRA_PACKAGES_FOLDER)):
        paths = [str(one.path) for one in sample if bool(extra_packages.folder_for(one.imports)) == bool(folder)]
        env = {**environment(Project(ROOT).hub_home), "PYTHONPATH": folder}
        command = [sys.executable, "-c", RUN_EACH, *sorted(paths)]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        assert "DID NOT RUN" not in done.stdout, done.stdout + done.stderr


def test_that_check_can_fail(tmp_path: Path) -> None:
    script = tmp_path / "bad.py"
    script.write_text("assert False")
    done = subprocess.run([sys.executable, "-c", RUN_EACH, str(script)], capture_output=True, text=True, check=True)
    assert "DID NOT RUN" in done.stdout


@pytest.mark.parametrize("checkpoint", read_checkpoints(ROOT), ids=lambda checkpoint: checkpoint.slug)
def test_every_checkpoint_verifies(checkpoint) -> None:  # type: ignore[no-untyped-def]
    found = Finder(ROOT, Project(ROOT).hub_home).find(checkpoint)
    if checkpoint.hub_only and isinstance(found, str):
        pytest.skip(f"this checkpoint comes from the hub alone: {found}")
    assert isinstance(found, FoundCheckpoint), found


def test_the_claims_hold_on_a_gpu() -> None:
    """Claims only: a GPU draws other random numbers, so the facts of seeded snippets are not compared."""
    import torch

    if not torch.cuda.is_available():
        pytest.skip("torch sees no CUDA device here")
    command = [sys.executable, "build_artifacts.py", "--check", "--force", "--device", "cuda"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "FAILED" not in done.stdout, done.stdout


def test_every_snippet_says_its_scope(shipped: Site) -> None:
    """Of this site; the engine lets it be left out."""
    without = [str(snippet.path) for snippet in shipped.snippets if snippet.scope is None]
    assert without == []
