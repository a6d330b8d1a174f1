"""The site's one hook: a lab's cells become Markdown, so that its page is rendered and its links are checked as any.

mkdocs-jupyter says which files are labs and gives them for download; nbconvert is not run. Zensical ignores hooks and
notebooks: there a lab is a download.
"""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority
from mkdocs.structure.pages import Page

# The search need not find what a topic's page says already. Code and output hold no macros.
HEAD = "---\nsearch:\n  exclude: true\nrender_macros: false\n---\n\n"
DOWNLOAD = '<p><a href="{}" download>Download this notebook</a></p>'
# The engine writes a claim's anchor before its heading, because a heading in Jupyter has none of its choosing.
ANCHORED = re.compile(r'<a id="([^"]+)"></a>\n\n(## .*)')
INCLUDE = re.compile(r"^(\s*)(-+8<-+)", re.MULTILINE)


@event_priority(-100)
def on_pre_page(page: Page, **_: object) -> None:
    """Takes back what mkdocs-jupyter set: a lab's page is rendered from Markdown."""
    if page.file.src_uri.endswith(".ipynb"):
        del page.render


def on_page_read_source(page: Page, **_: object) -> str | None:
    """A lab's cells as the Markdown of its page; None for any other page."""
    path = Path(page.file.src_uri)
    if path.suffix != ".ipynb":
        return None
    title, *cells = json.loads(page.file.content_string)["cells"]
    parts = [_markdown(title), DOWNLOAD.format(path.name), *map(_markdown, cells)]
    return HEAD + '<div class="lab" markdown="1">\n\n' + "\n\n".join(parts) + "\n\n</div>\n"


def _markdown(cell: dict[str, Any]) -> str:
    """A cell's text, or its code and below it what the code printed."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return ANCHORED.sub(r"\2 {#\1}", source)
    printed = "".join(line for output in cell["outputs"] for line in output["text"])
    return _fenced(source, "python") + (_fenced(printed.rstrip("\n"), "text") if printed else "")


def _fenced(text: str, language: str) -> str:
    """A code block that nothing in the text ends, and in which nothing is included."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n" + INCLUDE.sub(r"\1;\2", text) + f"\n{fence}\n\n"
