"""Check that a run is repeated after an edit, even beside a cache of an earlier state, as CI restores one.

`tests/explainer/measure/test_fingerprints.py` checks the same for edits of the engine.
"""

from collections.abc import Callable

import pytest

from tests.conftest import SNIPPET_SOURCE, TinyProject
from tests.explainer.pipeline.test_build import MEASURES_A_SIZE, ran, with_checkpoints

READS_A_LOG = SNIPPET_SOURCE.replace("\ntotal", '\nimport torch\n\n_ = open("logs/log.csv")\ntotal', 1)
Edit = Callable[[TinyProject], None]


def edit(name: str, old: str, new: str) -> Edit:
    """Return a function that replaces a text in one file."""

    def change(project: TinyProject) -> None:
        text = (project.root / name).read_text(encoding="utf-8")
        assert old in text
        project.write(name, text.replace(old, new))

    return change


@pytest.mark.parametrize(
    ("change", "runs", "status"),
    [
        # What a person edits in the record is put right by what the run gave.
        pytest.param(edit("docs/artifacts/facts.json", '"total": 4', '"total": 5'), 0, 1, id="a fact"),
        pytest.param(edit("docs/artifacts/outputs/sums/four.once.txt", "total 4", "total 5"), 0, 1, id="an output"),
        pytest.param(edit("docs/artifacts/facts.json", '"torch": "9.0"', '"torch": "8.0"'), 0, 1, id="a version"),
        pytest.param(edit("snippets/sums/four.py", "2 + 2", "2 + 3"), 1, 1, id="a program"),
        pytest.param(edit("logs/log.csv", "1", "2"), 1, 0, id="a file that it names"),
        pytest.param(lambda project: project.library("torch", "9.1"), 1, 1, id="a library"),
    ],
)
def test_an_edit_beside_an_older_cache_is_stale(project: TinyProject, change: Edit, runs: int, status: int) -> None:
    project.write("logs/log.csv", "1")
    project.snippet("sums/four", READS_A_LOG)
    project.build()
    cache = (project.root / ".cache/runs.jsonl").read_text()
    assert ran(project.build("--check")) == []
    change(project)
    # Of the cache CI restores this file alone, whatever a build has left beside it.
    for file in (project.root / ".cache").glob("*.json"):
        file.unlink()
    project.write(".cache/runs.jsonl", cache)
    done = project.build("--check")
    assert f"ran {runs}," in done.stdout
    assert done.returncode == status


def test_other_weights_beside_an_older_cache_are_stale(project: TinyProject) -> None:
    with_checkpoints(project)
    project.snippet("sizes/size", MEASURES_A_SIZE)
    project.build()
    other_digest = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"  # of "1"
    edit("content/checkpoints.yml", "4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce", other_digest)(
        project
    )
    project.write("models/small/size.txt", "1")
    done = project.build("--check")
    assert ran(done) == ["sizes/size · small"]
    assert done.returncode == 1
