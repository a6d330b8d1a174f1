"""Render what the page with the inspector loads: the inspector's Python, and the report that the page shows first."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bert.parameter_names import small_table
from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.text_files import read_text, read_yaml
from explainer.render.context import Context

EXAMPLE_CLAIM = "inspect_checkpoint/report_of_all_minilm"
PACKAGE = "inspector"
# Python for browsers. `make` takes it from npm's package; where there is no npm, the page sends readers to the command.
PYODIDE_FILE = "docs/assets/pyodide/pyodide.mjs"


@dataclass(frozen=True)
class InspectorPage:
    """Render two files for the inspector's page: `program.json` (path → text) and `example.json`."""

    modules: dict[str, str]  # path of each Python file → its text
    messages: dict[str, Any]  # the content of messages.yml
    has_pyodide: bool  # so that the page can read dropped files

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield the claim whose report is the example."""
        yield f"{PACKAGE}/example.json: the report", EXAMPLE_CLAIM

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return texts by path below the artifacts, and problems: if facts are not recorded, no text and one line."""
        run = context.record.run(EXAMPLE_CLAIM, ONCE)
        if run is None or "report" not in run.facts:
            return {}, [f"{PACKAGE}/example.json: no report; run: python build_artifacts.py {EXAMPLE_CLAIM}"]
        try:
            names = small_table(context)
        except UserError as error:
            return {}, [f"{PACKAGE}/program.json: {error}"]
        example = {"reader": self.has_pyodide, "report": run.facts["report"]}
        return {
            f"{PACKAGE}/program.json": json.dumps(self.program_files(names)),
            f"{PACKAGE}/example.json": json.dumps(example),
        }, []

    def program_files(self, names: dict[str, Any]) -> dict[str, str]:
        """Return the texts of the program's files by path; `names` is the table that `small_table` returns."""
        data = {"messages.json": self.messages, "names/names.json": names}
        return self.modules | {f"{PACKAGE}/{path}": json.dumps(content) for path, content in data.items()}


def read_inspector_page(root: Path, snippets: set[str]) -> InspectorPage | None:
    """Return the tool, or None for a site without the snippet whose report is the example."""
    if EXAMPLE_CLAIM not in snippets:
        return None
    folder = root / "src" / PACKAGE
    modules = {f"{PACKAGE}/{path.name}": read_text(path, root) for path in sorted(folder.glob("*.py"))}
    messages = read_yaml(folder / "messages.yml", root)
    return InspectorPage(modules, messages, (root / PYODIDE_FILE).is_file())
