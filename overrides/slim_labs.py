"""The site's one hook: a lab's page gets the code blocks of the other pages, and loses nbconvert's styles and scripts.

Zensical ignores hooks and notebooks: there a lab is a download.
"""

import posixpath
from pathlib import PurePosixPath

from bs4 import BeautifulSoup, Tag
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

CODE = '<div class="language-{} highlight"><pre><code>{}</code></pre></div>'
DOWNLOAD = '<p><a href="{}" download>Download this notebook</a></p>'


def on_page_read_source(page: Page, **_: object) -> str | None:
    """A notebook is no Markdown with macros in it; and the search need not find what the topic's page says already."""
    return "---\nsearch:\n  exclude: true\n---\n" if page.file.src_uri.endswith(".ipynb") else None


def on_page_content(html: str, page: Page, files: Files, **_: object) -> str | None:
    """Text, code and output of a notebook's cells, in their order, and nothing else of nbconvert's page."""
    if not page.file.src_uri.endswith(".ipynb"):
        return None
    notebook = BeautifulSoup(html, "html.parser")
    for link in notebook.select('a[href*=".md#"]'):
        _lead_to_page(link, page, files)
    claims = [_named(heading) for heading in notebook.select("h1, h2")][1:]
    page.toc = get_toc([{"level": 2, "id": anchor, "name": name, "children": []} for anchor, name in claims])
    page.present_anchor_ids = {str(tag["id"]) for tag in notebook.select("[id]")}
    parts = [_part(part) for part in notebook.select(".jp-RenderedMarkdown, .highlight-ipynb, .jp-RenderedText")]
    parts.insert(1, DOWNLOAD.format(PurePosixPath(page.file.src_uri).name))
    return '<div class="lab">\n' + "\n".join(parts) + "\n</div>"


def _lead_to_page(link: Tag, page: Page, files: Files) -> None:
    """mkdocs leaves links in notebooks as they are; this one it now checks with all others, at the end of its build."""
    written = str(link["href"])
    path, _, anchor = written.partition("#")
    target = files.get_file_from_path(posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), path)))
    if target is None:
        raise PluginError(f"{page.file.src_uri} contains a link {written!r}, but there is no such page")
    page.links_to_anchors = page.links_to_anchors or {}
    page.links_to_anchors.setdefault(target, {})[anchor] = written
    link["href"] = f"{target.url_relative_to(page.file)}#{anchor}"


def _named(heading: Tag) -> tuple[str, str]:
    """A heading's anchor and name. A claim's anchor stands in front of it, because a heading of Markdown has none."""
    if (before := heading.find_previous_sibling("p")) and (anchor := before.select_one("a[id]")):
        heading["id"] = anchor["id"]
        before.decompose()
    marks = [mark.extract() for mark in heading.select("a.anchor-link")]
    name = heading.decode_contents()
    for mark in marks:
        mark.attrs = {"class": "headerlink", "href": f"#{heading['id']}", "title": "Permanent link"}
        heading.append(mark)
    return str(heading["id"]), name


def _part(part: Tag) -> str:
    """One cell's text, its code, or its output, as mkdocs-material writes them."""
    if "jp-RenderedMarkdown" in part["class"]:
        return part.decode_contents()
    language = "python" if "highlight-ipynb" in part["class"] else "text"
    return CODE.format(language, part.pre.decode_contents().strip("\n") if part.pre else "")
