import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest

from explainer.facts.record import CheckpointFiles, Measured
from explainer.inputs.checkpoints import Checkpoint
from explainer.inputs.snippets import Snippet, read_snippet
from explainer.render.context import Context
from explainer.render.files import topic_files
from explainer.render.notebooks import lab
from tests.explainer.parts import context, measured, replaced, run

SOURCE = '''"""The row of `[PAD]` is zero."""

import torch

checkpoint = "org/tiny"

print("fine")
assert True
'''
BELOW = SOURCE.partition("\n\n")[2].strip()
TINY = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset(), (), {})
OTHER = replaced(TINY, slug="other", id="org/other", title="Other")


@pytest.fixture
def snippet(tmp_path: Path) -> Snippet:
    path = tmp_path / "snippets/padding/row_is_zero.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOURCE, encoding="utf-8")
    return read_snippet(path, tmp_path)


def on(snippet: Snippet, slug: str = "tiny") -> Measured:
    return measured(snippet, **{slug: CheckpointFiles("abc123d", TINY.digest)})


def made(
    *snippets: Snippet, recorded: tuple[str, ...] = ("tiny",), output: str = "fine\n", page: bool = True
) -> Context:
    """A site on which these snippets were run as the first of them is, on each of those checkpoints."""
    return context(
        runs={one.key: {slug: run(on=on(snippets[0], slug)) for slug in recorded} for one in snippets},
        outputs={(one.key, slug): output.format(slug) for one in snippets for slug in recorded},
        panels={one.key: "padding/index.md" for one in snippets if page},
        snippets=[*snippets],
        checkpoints=[OTHER, TINY],
    )


def lab_of(*snippets: Snippet, **different: Any) -> str:
    return lab("padding", [*snippets], made(*snippets, **different))


def cells(text: str) -> list[dict[str, Any]]:
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    return [dict(cell) for cell in notebook.cells]


def test_a_lab_is_a_valid_notebook_and_the_same_twice(snippet: Snippet) -> None:
    long = replace(snippet, name="a_long_name_" * 10)
    text = lab_of(snippet, long)
    assert lab_of(snippet, long) == text
    ids = [cell["id"] for cell in cells(text)]
    assert len(set(ids)) == len(ids) == 6
    assert ids[2:4] == [cell["id"] for cell in cells(lab_of(snippet))][2:4]


def test_that_nbformat_refuses_what_is_no_notebook(snippet: Snippet) -> None:
    broken = json.loads(lab_of(snippet))
    broken["cells"][0]["id"] = "no blanks in an id"
    with pytest.raises(nbformat.ValidationError):
        nbformat.validate(broken)


def test_a_cell_has_the_source_below_the_claim_and_its_recorded_output(snippet: Snippet) -> None:
    heading, code = cells(lab_of(snippet))[2:]
    assert "## The row of `[PAD]` is zero.\n" in heading["source"]
    assert '<a id="lab-row-is-zero"></a>' in heading["source"]
    assert "(../../padding/index.md#claim-row-is-zero)" in heading["source"]
    assert "Measured on Tiny at abc123d, torch 2.13.0, cpu, 2026-01-02." in heading["source"]
    assert code["source"] == BELOW
    assert [dict(output) for output in code["outputs"]] == [
        {"output_type": "stream", "name": "stdout", "text": "fine\n"}
    ]


def test_the_title_says_how_to_run_it_and_what_it_was_recorded_on(snippet: Snippet) -> None:
    title, setup = cells(lab("pad_rows", [snippet], made(snippet)))[:2]
    assert title["source"].startswith("# The pad-rows lab\n")
    assert "recorded on Tiny at abc123d; torch 2.13.0; cpu." in title["source"]
    assert "start Jupyter" in title["source"]
    assert "%" not in setup["source"]


def test_a_run_that_is_not_recorded_has_no_output(snippet: Snippet) -> None:
    heading, code = cells(lab_of(snippet, recorded=(), page=False))[2:]
    assert code["outputs"] == []
    assert "No output is recorded yet." in heading["source"]
    assert "](" not in heading["source"]  # and no page shows it
    assert cells(lab_of(snippet, output="\n"))[3]["outputs"] == []


def test_an_output_of_an_earlier_version_says_so(snippet: Snippet) -> None:
    edited = replace(snippet, source=SOURCE + "assert not False\n")
    assert "earlier version" in lab("padding", [edited], made(snippet))
    assert "earlier version" not in lab_of(snippet)


@pytest.mark.parametrize(("recorded", "output"), [(["tiny", "other"], "on tiny\n"), (["other"], None)])
def test_the_output_is_of_the_checkpoint_that_the_source_names(
    snippet: Snippet, recorded: list[str], output: str | None
) -> None:
    found = made(snippet, recorded=tuple(recorded), output="on {}\n")
    files = topic_files(found)
    outputs = cells(files["labs/padding.ipynb"])[3]["outputs"]
    assert [one["text"] for one in outputs] == ([output] if output else [])
    assert "(../artifacts/labs/padding.ipynb#lab-row-is-zero)" in files["panels/padding/row_is_zero.md"]
