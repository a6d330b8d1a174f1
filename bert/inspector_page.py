"""The inspector for the reader's browser: its modules, the names and the messages in one script.

The page about the inspector loads it, and so does the worker that it starts. It is made of files in the repository.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bert.parameter_names import small_table
from explainer.errors import UserError
from explainer.inputs.text_files import FastLoader, read_text
from explainer.render.context import Context
from load_report.bundle import bundle

FOLDER = "inspector"
FILE = f"{FOLDER}/page.js"
MODULES = "inspector/page"
MAIN = "main.js"
MESSAGES = "inspector/messages.yml"
# What only the type checker reads, within a line: `bundle` takes away the lines that are nothing else.
TYPES = re.compile(r"/\*\* @(?:type|param)[^\n]*?\*/ ?")


@dataclass(frozen=True)
class InspectorPage:
    """The script, as a tool of the site. It rests on no claim."""

    modules: dict[str, str]
    messages: dict[str, Any]

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """None."""
        return iter(())

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """The script, or one line that says why there is none."""
        try:
            data = {"names": small_table(context), "messages": self.messages}
            return {FILE: bundle(self.modules, MAIN, data, "INSPECTOR")}, []
        except UserError as error:
            return {}, [f"{FILE}: {error}"]
        except ValueError as error:
            return {}, [f"{MODULES}/{error}"]


def read_inspector_page(root: Path, _snippets: set[str]) -> InspectorPage | None:
    """The tool, on a site with the modules."""
    if not (root / MODULES / MAIN).is_file():
        return None
    modules = {path.name: TYPES.sub("", read_text(path, root)) for path in sorted((root / MODULES).glob("*.js"))}
    return InspectorPage(modules, yaml.load(read_text(root / MESSAGES, root), Loader=FastLoader))  # noqa: S506
