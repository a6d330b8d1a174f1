"""Every lab is what was recorded, and, in the long tier, runs as it is: from its own folder, in one kernel."""

import copy
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from explainer.facts.compare import keep_recorded_text
from explainer.facts.record import output_path
from explainer.inputs.code_digest import without_assignments
from explainer.inputs.content import ONCE, Lab, read_checkpoints, read_labs
from explainer.inputs.lessons import without_marks
from explainer.inputs.snippets import HIDDEN_SETTINGS, read_snippet
from explainer.measure import extra_packages
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.measure.fork_server import environment
from explainer.paths import Project
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = Project(ROOT).artifacts
LABS = read_labs(ROOT, {f"{path.parent.name}/{path.stem}" for path in ROOT.glob("snippets/*/*.py")})
SLUGS = {checkpoint.id: checkpoint.slug for checkpoint in read_checkpoints(ROOT)} | {None: ONCE}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def hub_cache() -> None:
    """Lays out the checkpoints that the snippets name, as a build does before it runs anything."""
    finder = Finder(ROOT, Project(ROOT).hub_home)
    for checkpoint in read_checkpoints(ROOT):
        assert checkpoint.hub_only or isinstance(finder.find(checkpoint), FoundCheckpoint)


def executed(notebook: Any) -> list[Any]:
    """The code cells of a notebook, run in a kernel that starts where Jupyter would start it."""
    client = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(generated() / "artifacts/labs")}}
    )
    # ipywidgets, which transformers asks for in a notebook, only draws its progress bars
    apart = {"PYTHONPATH": str(extra_packages.EXTRA_PACKAGES_FOLDER), "PYTHONWARNINGS": "ignore:IProgress"}
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
    return all(any(keep_recorded_text(old, line, 1e-4) == old for old in left) for line in lines)


def read(lab: Lab) -> Any:
    return nbformat.read(generated() / "artifacts" / lab.artifact, as_version=4)


def faults(lab: Lab, notebook: Any) -> list[str]:
    """The claims whose cell is not their program, or not with the output of its run on the checkpoint that it names."""
    _, *cells = code_cells(notebook)
    found = [] if len(cells) == len(lab.claims) else [f"{len(cells)} cells"]
    for key, cell in zip(lab.claims, cells, strict=False):
        snippet = read_snippet(ROOT / f"snippets/{key}.py", ROOT)
        recorded = (ARTIFACTS / output_path(key, SLUGS[snippet.checkpoint_id])).read_text(encoding="utf-8")
        if (
            not without_assignments(without_marks(snippet.source), *HIDDEN_SETTINGS)
            .rstrip()
            .endswith(f'"""\n\n{cell.source}')
        ):
            found.append(f"{key}: another program")
        if "\n".join(printed(cell)).rstrip() != recorded.rstrip():
            found.append(f"{key}: another output")
    return found


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_a_lab_holds_the_programs_of_its_claims_with_their_recorded_outputs(lab: Lab) -> None:
    assert faults(lab, read(lab)) == []


def test_an_altered_lab_is_found() -> None:
    lab = LABS[0]
    for change, found in (("source", "another program"), ("outputs", "another output")):
        notebook = read(lab)
        cell = code_cells(notebook)[2]
        changed = copy.deepcopy(cell)
        changed.source += "\n"
        changed.outputs[0].text += "and more\n"
        cell[change] = changed[change]
        assert faults(lab, notebook) == [f"{lab.claims[1]}: {found}"]
    notebook = read(lab)
    notebook.cells = notebook.cells[:-2]
    assert len(faults(lab, notebook)) == 1


def test_there_are_labs_and_no_other_notebooks() -> None:
    assert len(LABS) == 5
    assert sorted(path.stem for path in (generated() / "artifacts/labs").glob("*.ipynb")) == sorted(
        lab.name for lab in LABS
    )


@pytest.mark.long
@pytest.mark.usefixtures("hub_cache")
@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_a_lab_runs_as_it_is_and_prints_what_was_recorded(lab: Lab) -> None:
    """The record has libraries' messages too. A cell can silence those for all later ones, so they are not compared."""
    recorded, cells = code_cells(read(lab)), executed(read(lab))
    for before, after in zip(recorded, cells, strict=True):
        assert {output.output_type for output in after.outputs} <= {"stream"}
        assert bool(printed(after, "stdout")) == bool(before.outputs), after.source
        assert stands_in(printed(after, "stdout"), printed(before)), after.source
    if lab.name == "loading":  # no cell of it silences a message that a later one's record has
        assert [printed(cell) for cell in cells] == [printed(cell) for cell in recorded]


def test_that_check_can_fail() -> None:
    assert stands_in(["norm 0.500001"], ["a message", "norm 0.5"])
    assert not stands_in(["norm 0.6"], ["norm 0.5"])
    assert not stands_in(["b", "a"], ["a", "b"])


@pytest.mark.long
@pytest.mark.usefixtures("hub_cache")
def test_a_claim_that_does_not_hold_stops_its_lab() -> None:
    notebook = read(LABS[0])
    notebook.cells = notebook.cells[:2]
    notebook.cells[1].source += "\nassert not roots"
    with pytest.raises(CellExecutionError, match="AssertionError"):
        executed(notebook)
