import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest

from explainer.facts.record import CheckpointFiles, Provenance
from explainer.inputs.content import Checkpoint, Lab
from explainer.inputs.snippets import Snippet, read_snippet
from explainer.render.context import Context
from explainer.render.files import site_files
from explainer.render.markup import short_title
from explainer.render.notebooks import notebook
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


def measured_on(snippet: Snippet, slug: str = "tiny") -> Provenance:
    return measured(snippet, **{slug: CheckpointFiles("abc123d", TINY.digest)})


def made(*snippets: Snippet, recorded: tuple[str, ...] = ("tiny",), output: str = "fine\n", on: Any = None) -> Context:
    """Return a site with one lab of these snippets, run on `recorded`; `on` is the program that ran, if another."""
    recorded_as = on or snippets[0]
    return context(
        runs={one.key: {slug: run(on=measured_on(recorded_as, slug)) for slug in recorded} for one in snippets},
        outputs={(one.key, slug): output.format(slug) for one in snippets for slug in recorded},
        panels={one.key: "padding/index.md" for one in snippets},
        snippets=[*snippets],
        checkpoints=[OTHER, TINY],
        labs=[lab_with(*snippets)],
    )


def lab_with(*snippets: Snippet) -> Lab:
    return Lab("rows", 1, "Rows, one by one", "You look at a row.", tuple(one.key for one in snippets))


def lab_of(*snippets: Snippet, **different: Any) -> str:
    return notebook(lab_with(*snippets), made(*snippets, **different))


def cells(text: str) -> list[dict[str, Any]]:
    read = nbformat.reads(text, as_version=4)
    nbformat.validate(read)
    return [dict(cell) for cell in read.cells]


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
    assert "## Row is zero\n\nThe row of `[PAD]` is zero.\n" in heading["source"]
    assert '<a id="lab-row-is-zero"></a>' in heading["source"]
    assert "(../../c/row-is-zero.md)" in heading["source"]
    assert (
        "Run with Tiny (revision abc123d), torch 2.13.0, on cpu; the result has been the same since 2026-01-02."
        in heading["source"]
    )
    assert code["source"] == BELOW
    assert [dict(output) for output in code["outputs"]] == [
        {"output_type": "stream", "name": "stdout", "text": "fine\n"}
    ]


def test_the_title_says_how_to_run_it_and_what_it_was_recorded_on(snippet: Snippet) -> None:
    title, setup = cells(lab_of(snippet))[:2]
    assert title["source"].startswith("# Rows, one by one\n\nYou look at a row.\n")
    assert "recorded with Tiny (revision abc123d); torch 2.13.0; cpu." in title["source"]
    assert "start Jupyter" in title["source"]
    assert "%" not in setup["source"]


def test_a_run_that_is_not_recorded_has_no_output(snippet: Snippet) -> None:
    heading, code = cells(lab_of(snippet, recorded=()))[2:]
    assert code["outputs"] == []
    assert "No output is recorded yet." in heading["source"]
    assert cells(lab_of(snippet, output="\n"))[3]["outputs"] == []


def test_an_output_of_an_earlier_version_says_so(snippet: Snippet) -> None:
    edited = replace(snippet, source=SOURCE + "assert not False\n")
    assert "earlier version" in lab_of(edited, on=snippet)
    assert "earlier version" not in lab_of(snippet)


@pytest.mark.parametrize(("recorded", "output"), [(["tiny", "other"], "on tiny\n"), (["other"], None)])
def test_the_output_is_of_the_checkpoint_that_the_source_names(
    snippet: Snippet, recorded: list[str], output: str | None
) -> None:
    outputs = cells(lab_of(snippet, recorded=tuple(recorded), output="on {}\n"))[3]["outputs"]
    assert [one["text"] for one in outputs] == ([output] if output else [])


def test_the_claims_of_a_lab_stand_in_its_order_and_their_pages_alone_lead_to_it(snippet: Snippet) -> None:
    first, left_out = (replace(snippet, name=name) for name in ("z_first", "left_out"))
    found = made(snippet, first, left_out)
    found = replace(found, site=replace(found.site, labs=[lab_with(first, snippet)]))
    files = {name: render() for name, render in site_files(found)}
    assert [name for name in files if name.startswith("labs/")] == ["labs/rows.ipynb"]
    headings = [cell["source"] for cell in cells(files["labs/rows.ipynb"]) if cell["cell_type"] == "markdown"][1:]
    assert [one.partition("\n")[0] for one in headings] == ['<a id="lab-z-first"></a>', '<a id="lab-row-is-zero"></a>']
    assert "(../artifacts/labs/rows.ipynb#lab-row-is-zero)" in files["../c/row-is-zero.md"]
    assert "Download it" in files["../c/left-out.md"]
    assert "labs/" not in files["../c/left-out.md"]


def test_a_heading_is_the_name_of_the_claim_with_names_as_the_claim_has_them() -> None:
    name = "the_nsp_head_s_layernorm_is_new"
    assert short_title(name, "The NSP head's LayerNorm is new.") == "The NSP head's LayerNorm is new"
    assert short_title(name, "It is new.") == "The nsp head's layernorm is new"
