"""Render a lab, which is a notebook, from Markdown, so that mkdocs checks its links as those of any page.

mkdocs-jupyter adds the notebooks to the site's files, and its own rendering by nbconvert is undone here.
"""

import json
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, keep_trailing_newline=True)
INCLUDE_MARK = re.compile(r"^(\s*)(-+8<-+)", re.MULTILINE)


@event_priority(-100)
def on_pre_page(page: Page, **_: object) -> None:
    """Remove the `render` that mkdocs-jupyter set on a lab's page, so that mkdocs renders Markdown."""
    if page.file.src_uri.endswith(".ipynb"):
        del page.render  # the plugin's, on the object; the class's comes back


def on_page_read_source(page: Page, **_: object) -> str | None:
    """Return a lab's cells as Markdown; None for any other page, which mkdocs then reads itself."""
    path = Path(page.file.src_uri)
    if path.suffix != ".ipynb":
        return None
    title_cell, *cells = json.loads(page.file.content_string)["cells"]
    template = TEMPLATES.get_template("lab_page.md")
    name = "".join(title_cell["source"]).partition("\n")[0].removeprefix("# ").replace("`", "")
    return template.render(
        notebook=path.name, name=name, title=_markdown(title_cell), cells=[_markdown(cell) for cell in cells]
    )


def _markdown(cell: dict[str, Any]) -> Markup:
    """Return a cell as Markdown: its text, or its code with the printed output below."""
    source, anchor = "".join(cell["source"]), cell["metadata"].get("anchor")
    if cell["cell_type"] == "code":
        printed = "".join(line for output in cell["outputs"] for line in output["text"])
        source = _fenced(source, "python") + (_fenced(printed.rstrip("\n"), "text") if printed else "")
    elif anchor:  # the engine puts it before the heading as HTML, because in Jupyter a heading cannot choose its anchor
        _, heading, *rest = source.split("\n\n")
        source = "\n\n".join([f"{heading} {{#{anchor}}}", *rest])
    return Markup(source)  # noqa: S704  # Markdown, on a page of Markdown


def _fenced(text: str, language: str) -> str:
    """Return a code block whose fence is longer than any in the text; `;` escapes pymdownx.snippets' includes."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n" + INCLUDE_MARK.sub(r"\1;\2", text) + f"\n{fence}\n\n"
