"""A topic's lab: its snippets as one notebook, each with the output that was recorded. nbformat 4.5, as plain data."""

import hashlib
from dataclasses import dataclass
from typing import Any

from explainer.inputs.checkpoints import FILE
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import to_json
from explainer.render.context import Tab, anchor_of
from explainer.render.panels import code_of, lab_anchor
from explainer.render.provenance import caption, provenance, staleness_notes

# Jupyter starts a kernel in the notebook's own folder; a lab that was carried elsewhere stays where it is.
SETUP = f"""\
# The snippets name files from the repository's root, so go up to it.
import os
from pathlib import Path

here = Path.cwd()
roots = [folder for folder in (here, *here.parents) if (folder / "{FILE}").exists()]
os.chdir(roots[0] if roots else here)
"""


@dataclass(frozen=True)
class Entry:
    """A snippet in its lab: `tab` is the run that its source names, if recorded; `page` is where its panel stands."""

    snippet: Snippet
    tab: Tab | None
    page: str | None


def lab(topic: str, entries: list[Entry]) -> str:
    """The text of `docs/artifacts/labs/<topic>.ipynb`."""
    cells = [_markdown("title", _title(topic, entries)), _code("setup", SETUP.rstrip("\n"))]
    for entry in entries:
        cells.append(_markdown(entry.snippet.key, _heading(entry)))
        cells.append(_code(entry.snippet.key, code_of(entry.snippet.source), entry.tab.output if entry.tab else ""))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return to_json({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


def _title(topic: str, entries: list[Entry]) -> str:
    tabs = [entry.tab for entry in entries if entry.tab]
    recorded = f" The outputs were recorded on {provenance(tabs)}." if tabs else ""
    return f"""\
# The {topic.replace("_", "-")} lab

Every claim of the topic, with the program that proves it. Change it and run it again.{recorded}

**To run it**, start Jupyter in a clone of the repository, with the library versions that it was recorded with, and open
this notebook. Checkpoints that the repository does not hold come from the model hub."""


def _heading(entry: Entry) -> str:
    snippet = entry.snippet
    about = caption(entry.tab) if entry.tab else "No output is recorded yet."
    if entry.page is not None:
        about += f" [This claim on its page](../../{entry.page}#{anchor_of(snippet.name)})."
    lines = [f'<a id="{lab_anchor(snippet.name)}"></a>', f"## {snippet.claim}", about]
    return "\n\n".join(lines + (staleness_notes(snippet, entry.tab) if entry.tab else []))


def _markdown(key: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": _id("text", key), "metadata": {}, "source": _lines(text)}


def _code(key: str, source: str, output: str = "") -> dict[str, Any]:
    printed = {"output_type": "stream", "name": "stdout", "text": _lines(output)}
    return {
        "cell_type": "code",
        "id": _id("code", key),
        "metadata": {},
        "source": _lines(source),
        "execution_count": None,
        "outputs": [printed] if output.strip() else [],
    }


def _id(kind: str, key: str) -> str:
    """A cell's id: the same in every build, and short enough for nbformat whatever a snippet is called."""
    return f"{kind}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def _lines(text: str) -> list[str]:
    """Text as notebooks store it, so that a diff has a line for a line."""
    return text.splitlines(keepends=True)
