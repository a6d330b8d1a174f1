"""The site as mkdocs builds it: strict, whole, and asking nothing of another host. No torch."""

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from mkdocs_jupyter.convert import nb2html

from tests.generated import generated
from tests.site.built import GENERATED, ROOT, linked, pages, read

LABS = sorted((generated() / "artifacts/labs").glob("*.ipynb"))
LARGEST = 60_000  # bytes of a page's own HTML, compressed


class Loads(HTMLParser):
    """What a page makes the browser fetch (not where it links to)."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        rel = given.get("rel") or ""
        if tag == "link" and rel not in ("canonical", "next", "prev"):
            self.urls.append(given.get("href") or "")
        elif tag != "a" and given.get("src"):
            self.urls.append(given["src"] or "")


def loads(html: str) -> list[str]:
    parser = Loads()
    parser.feed(html)
    return parser.urls


def test_no_page_asks_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        assert [url for url in loads(linked(read(path))) if urlsplit(url).netloc] == [], path
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_that_check_can_fail() -> None:
    assert loads('<script src="https://cdn.example/x.js"></script>') == ["https://cdn.example/x.js"]
    assert loads('<link rel="stylesheet" href="//fonts.example/x.css"><a href="https://fine.example">x</a>') == [
        "//fonts.example/x.css"
    ]


def test_every_page_shows_its_panels_and_no_unrendered_braces(site: Path) -> None:
    for path in pages(site):
        if not path.relative_to(site).as_posix().startswith(GENERATED):  # there a program may print them
            assert "{{" not in read(path), path
        assert "--8&lt;--" not in read(path), path
    assert (site / "heads/index.html").read_text().count('class="panel"') == 1


def test_of_the_artifacts_only_labs_are_pages_but_snippets_can_be_downloaded(site: Path) -> None:
    pages = {path.relative_to(site / "artifacts/labs").as_posix() for path in (site / "artifacts").rglob("*.html")}
    assert pages == {f"{path.stem}/index.html" for path in LABS}
    assert pages
    for path in ROOT.glob("snippets/*/*.py"):  # variants by hand too
        copy = site / "artifacts" / path.relative_to(ROOT)
        assert copy.read_bytes() == path.read_bytes()
    written = list((generated() / "artifacts").glob("snippets/*/*.*.py"))
    assert len(written) > len(list(ROOT.glob("snippets/*/*.*.py")))  # those that the engine writes
    for path in written:
        assert (site / path.relative_to(generated())).read_bytes() == path.read_bytes()


def test_the_hook_among_the_overrides_is_no_file_of_the_site(each_site: Path) -> None:
    snippets = set((each_site / "artifacts/snippets").rglob("*"))
    assert [path for path in each_site.rglob("*") if path.suffix in (".py", ".pyc") and path not in snippets] == []


def test_the_live_model_s_scripts_and_weights_are_files_of_the_site(each_site: Path) -> None:
    files = [(docs, path) for docs in (ROOT / "docs", generated()) for path in docs.glob("a*/live/*")]
    assert len(files) >= 4
    for docs, path in files:
        assert (each_site / path.relative_to(docs)).read_bytes() == path.read_bytes()


def left_of_nbconvert(html: str) -> list[str]:
    """What makes a notebook's page heavy, or look foreign: its styles, scripts, copies of the code, and marks."""
    return re.findall(r"<(?:script|style|link|clipboard-copy)\b|anchor-link", html)


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_is_a_light_page_from_which_it_can_be_downloaded(site: Path, path: Path) -> None:
    page = site / "artifacts/labs" / path.stem / "index.html"
    html = page.read_text(encoding="utf-8")
    assert len(gzip.compress(html.encode())) < LARGEST
    content = html.partition('<div class="lab">')[2].partition("</article>")[0]
    assert left_of_nbconvert(content) == []
    assert content.count("<h2 id=") == content.count('href="../../../') == path.read_text().count('"## ') > 0
    code = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert content.count('<div class="highlight">') == len(code) + sum(bool(cell["outputs"]) for cell in code)
    link = re.search(r'href="([^"]+)" download', content)
    assert link is not None
    assert (page.parent / link[1]).read_bytes() == path.read_bytes()
    assert f"../artifacts/labs/{path.name}" in (ROOT / "docs/labs/index.md").read_text(encoding="utf-8")


def test_that_check_can_fail_too() -> None:
    """On a notebook's page as mkdocs-jupyter gives it, without the hook."""
    html = nb2html(str(LABS[0]))
    assert {"<script", "<style", "<clipboard-copy", "anchor-link"} <= set(left_of_nbconvert(html))
    assert "cdnjs" in html
    assert len(gzip.compress(html.encode())) > LARGEST


def test_a_claim_leads_to_its_place_in_the_lab(site: Path) -> None:
    page = (site / "c/classifier-is-not-tied/index.html").read_text(encoding="utf-8")
    assert "../../artifacts/labs/tying/#lab-classifier-is-not-tied" in page
    assert 'id="lab-classifier-is-not-tied"' in (site / "artifacts/labs/tying/index.html").read_text()
