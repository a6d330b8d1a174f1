"""Every lab runs as it is, from its own folder, in one kernel, and prints what was recorded."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from explainer.facts.compare import text_kept
from explainer.inputs.checkpoints import read_checkpoints
from explainer.measure import extra_packages as beside
from explainer.measure.find_checkpoints import Finder, Found
from explainer.measure.fork_server import environment
from explainer.paths import Project

ROOT = Path(__file__).resolve().parents[2]
LABS = sorted((ROOT / "docs/artifacts/labs").glob("*.ipynb"))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module", autouse=True)
def _hub_cache() -> None:
    """Lays out the checkpoints that the snippets name, as a build does before it runs anything."""
    finder = Finder(ROOT, Project(ROOT).hub_home)
    for checkpoint in read_checkpoints(ROOT):
        assert not checkpoint.always_available or isinstance(finder.find(checkpoint), Found)


def executed(notebook: Any) -> list[Any]:
    """The code cells of a notebook, run in a kernel that starts where Jupyter would start it."""
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(LABS[0].parent)}})
    # ipywidgets, which transformers asks for in a notebook, only draws its progress bars
    apart = {"PYTHONPATH": str(beside.FOLDER), "PYTHONWARNINGS": "ignore:IProgress"}
    client.execute(env={**environment(Project(ROOT).hub_home), **apart})
    return code_cells(notebook)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(cell: Any, *streams: str) -> list[str]:
    """The lines of a cell's output, as the build records them: no colours, no trailing blanks."""
    text = "".join(output.text for output in cell.outputs if output.get("name") in (streams or ("stdout", "stderr")))
    return [line.rstrip() for line in COLOUR.sub("", text).splitlines()]


def stands_in(lines: list[str], recorded: list[str]) -> bool:
    """Whether every line stands in the recorded output, in this order, its floats within the default tolerance."""
    left = iter(recorded)
    return all(any(text_kept(old, line, 1e-4) == old for old in left) for line in lines)


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_runs_as_it_is_and_prints_what_was_recorded(path: Path) -> None:
    """The record has libraries' messages too. A cell can silence those for all later ones, so they are not compared."""
    recorded = code_cells(nbformat.read(path, as_version=4))
    cells = executed(nbformat.read(path, as_version=4))
    for before, after in zip(recorded, cells, strict=True):
        assert {output.output_type for output in after.outputs} <= {"stream"}
        assert bool(printed(after, "stdout")) == bool(before.outputs), after.source
        if "import logging" not in after.source:  # that reads messages, which an earlier cell may have silenced
            assert stands_in(printed(after, "stdout"), printed(before)), after.source
    if path.stem == "weight_tying":  # no cell of it silences a message that a later one's record has
        assert [printed(cell) for cell in cells] == [printed(cell) for cell in recorded]


def test_there_is_a_lab_for_every_topic() -> None:
    assert [path.stem for path in LABS] == sorted({path.parent.name for path in ROOT.glob("snippets/*/*.py")})


def test_that_check_can_fail() -> None:
    assert stands_in(["norm 0.500001"], ["a message", "norm 0.5"])
    assert not stands_in(["norm 0.6"], ["norm 0.5"])
    assert not stands_in(["b", "a"], ["a", "b"])


def test_a_claim_that_does_not_hold_stops_its_lab() -> None:
    notebook = nbformat.read(LABS[0], as_version=4)
    notebook.cells = notebook.cells[:2]
    notebook.cells[1].source += "\nassert not roots"
    with pytest.raises(CellExecutionError, match="AssertionError"):
        executed(notebook)
