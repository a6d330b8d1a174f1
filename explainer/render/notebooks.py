"""A lab: its snippets as one notebook, each with the output that was recorded. nbformat 4.5, as plain data."""

import hashlib
from typing import Any

from explainer.inputs.content import CHECKPOINTS, Lab
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import to_json
from explainer.render.claims import code_of
from explainer.render.context import Context, Tab, claim_page
from explainer.render.markup import short_title, slug
from explainer.render.provenance import caption, provenance, staleness_notes
from explainer.render.templating import render

# Jupyter starts a kernel in the notebook's own folder; a lab that was carried elsewhere stays where it is.
SETUP = f"""\
# The snippets name files from the repository's root, so go up to it.
import os
from pathlib import Path

here = Path.cwd()
registry = "{CHECKPOINTS}"
roots = [folder for folder in (here, *here.parents) if (folder / registry).exists()]
os.chdir(roots[0] if roots else here)"""


def notebook(lab: Lab, context: Context) -> str:
    """The text of `docs/artifacts/labs/<name>.ipynb`."""
    known = {snippet.key: snippet for snippet in context.site.snippets}
    snippets = [known[key] for key in lab.claims]
    recorded = {snippet.key: _run_as_written(snippet, context) for snippet in snippets}
    title = _title(lab, [tab for tab in recorded.values() if tab])
    cells = [_cell("markdown", "title", title), _code("setup", SETUP)]
    for snippet in snippets:
        tab = recorded[snippet.key]
        anchor = f"lab-{slug(snippet.name)}"
        heading = _cell("markdown", snippet.key, _heading(snippet, anchor, tab))
        cells.append({**heading, "metadata": {"anchor": anchor}})  # for the site's page
        cells.append(_code(snippet.key, code_of(snippet.source), tab.output if tab else ""))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return to_json({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


def _run_as_written(snippet: Snippet, context: Context) -> Tab | None:
    """The run on the checkpoint that the source names, if it is recorded."""
    ids = {tab.checkpoint.id if tab.checkpoint else None: tab for tab in context.tabs(snippet)}
    return ids.get(snippet.parameter)


def _title(lab: Lab, tabs: list[Tab]) -> str:
    recorded = f" The outputs were recorded with {provenance(tabs)}." if tabs else ""
    how = (
        "**To run it**, start Jupyter in the repository that this site is built from, with these library versions, and "
        "open this notebook. Checkpoints that the repository does not hold come from the model hub."
    )
    return f"# {lab.title}\n\n{lab.introduction}\n\nChange a program and run it again.{recorded}\n\n{how}"


def _heading(snippet: Snippet, anchor: str, tab: Tab | None) -> str:
    return render(
        "lab_heading.md",
        anchor=anchor,
        title=short_title(snippet.name, snippet.claim),
        claim=snippet.claim,
        caption=caption(tab) if tab else "No output is recorded yet.",
        page=f"../../{claim_page(snippet.key)}",
        notes=staleness_notes(snippet, tab) if tab else [],
    )


def _code(key: str, source: str, output: str = "") -> dict[str, Any]:
    printed = {"output_type": "stream", "name": "stdout", "text": _lines(output)}
    return {**_cell("code", key, source), "execution_count": None, "outputs": [printed] if output.strip() else []}


def _cell(kind: str, key: str, source: str) -> dict[str, Any]:
    """A cell. Its id is the same in every build, and short enough for nbformat whatever a snippet is called."""
    named = f"{'code' if kind == 'code' else 'text'}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    return {"cell_type": kind, "id": named, "metadata": {}, "source": _lines(source)}


def _lines(text: str) -> list[str]:
    """Text as notebooks store it, so that a diff has a line for a line."""
    return text.splitlines(keepends=True)
