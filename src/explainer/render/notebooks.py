"""Render a lab (of content/labs.yml: a notebook in which readers change and run claims) with the recorded outputs.

It is JSON in the format nbformat 4.5: https://nbformat.readthedocs.io/en/latest/format_description.html
"""

import hashlib
from typing import Any

from explainer.inputs.content import CHECKPOINTS_FILE, Lab
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import to_json
from explainer.render.claims import code_of
from explainer.render.context import Context, ShownRun, claim_page
from explainer.render.markup import short_title, slug
from explainer.render.provenance import caption, describe_provenance, staleness_notes
from explainer.render.templating import render

# Jupyter starts a kernel in the notebook's own folder, but snippets name files from the repository's root. A notebook
# that was moved out of the repository finds no root and stays where it is.
SETUP_CODE = f"""\
# The snippets name files from the repository's root, so go up to it.
import os
from pathlib import Path

here = Path.cwd()
registry = "{CHECKPOINTS_FILE}"
roots = [folder for folder in (here, *here.parents) if (folder / registry).exists()]
os.chdir(roots[0] if roots else here)"""


def notebook(lab: Lab, context: Context) -> str:
    """Return the text of `docs/artifacts/labs/<name>.ipynb`."""
    snippets_by_key = {snippet.key: snippet for snippet in context.site.snippets}
    snippets = [snippets_by_key[key] for key in lab.claims]
    runs = {snippet.key: _run_on_own_checkpoint(snippet, context) for snippet in snippets}
    introduction = _introduction(lab, [run for run in runs.values() if run])
    cells = [_cell("markdown", "title", introduction), _code_cell("setup", SETUP_CODE)]
    for snippet in snippets:
        run = runs[snippet.key]
        anchor = f"lab-{slug(snippet.name)}"
        heading = _cell("markdown", snippet.key, _heading_text(snippet, anchor, run))
        # On the site, overrides/lab_pages.py makes the anchor the heading's id, to which claims' pages link.
        cells.append({**heading, "metadata": {"anchor": anchor}})
        cells.append(_code_cell(snippet.key, code_of(snippet.source), run.output if run else ""))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return to_json({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


def _run_on_own_checkpoint(snippet: Snippet, context: Context) -> ShownRun | None:
    """Return the recorded run on the checkpoint that the source itself names, or None if there is none yet."""
    runs = {run.checkpoint.id if run.checkpoint else None: run for run in context.shown_runs(snippet)}
    return runs.get(snippet.checkpoint_id)


def _introduction(lab: Lab, runs: list[ShownRun]) -> str:
    recorded = f" The outputs were recorded with {describe_provenance(runs)}." if runs else ""
    instructions = (
        "**To run it**, start Jupyter in the repository that this site is built from, with these library versions, and "
        "open this notebook. Checkpoints that the repository does not hold come from the model hub."
    )
    return f"# {lab.title}\n\n{lab.introduction}\n\nChange a program and run it again.{recorded}\n\n{instructions}"


def _heading_text(snippet: Snippet, anchor: str, run: ShownRun | None) -> str:
    return render(
        "lab_heading.md",
        anchor=anchor,
        title=short_title(snippet.name, snippet.claim),
        claim=snippet.claim,
        caption=caption(run) if run else "No output is recorded yet.",
        page=f"../../{claim_page(snippet.key)}",
        notes=staleness_notes(snippet, run) if run else [],
    )


def _code_cell(key: str, source: str, output: str = "") -> dict[str, Any]:
    stdout = {"output_type": "stream", "name": "stdout", "text": _lines(output)}
    return {**_cell("code", key, source), "execution_count": None, "outputs": [stdout] if output.strip() else []}


def _cell(kind: str, key: str, source: str) -> dict[str, Any]:
    """Return a cell. Its id is a hash of `key`: the same in every build, and within nbformat's 64 characters."""
    cell_id = f"{'code' if kind == 'code' else 'text'}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    return {"cell_type": kind, "id": cell_id, "metadata": {}, "source": _lines(source)}


def _lines(text: str) -> list[str]:
    """Return the lines as notebooks store them, so that a diff shows single lines."""
    return text.splitlines(keepends=True)
