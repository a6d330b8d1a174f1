"""The site as mkdocs builds it: strict, whole, and asking nothing of another host. No torch."""

import re
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]


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
        assert [url for url in loads(path.read_text(encoding="utf-8")) if urlsplit(url).netloc] == [], path
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_that_check_can_fail() -> None:
    assert loads('<script src="https://cdn.example/x.js"></script>') == ["https://cdn.example/x.js"]
    assert loads('<link rel="stylesheet" href="//fonts.example/x.css"><a href="https://fine.example">x</a>') == [
        "//fonts.example/x.css"
    ]


def test_every_page_shows_its_panels_and_no_unrendered_braces(site: Path) -> None:
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert "{{" not in html, path
        assert "--8&lt;--" not in html, path
    assert (site / "padding-embeddings/index.html").read_text().count('class="panel"') >= 6


def test_artifacts_are_no_pages_but_snippets_can_be_downloaded(site: Path) -> None:
    assert not list((site / "artifacts").rglob("*.html"))
    for path in ROOT.glob("snippets/*/*.py"):
        copy = site / "artifacts" / path.relative_to(ROOT)
        assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[a link](nowhere.md)", "nowhere.md"),
        ("[a link](../weight-tying/index.md#no-such-claim)", "no-such-claim"),
        ("[a link](#no-such-claim)", "no-such-claim"),
        ("{{ facts.padding_embeddings.nothing.once.norm }}", "nothing"),
        ('--8<-- "panels/nothing.md"', "nothing.md"),
        ("[absolute](/weight-tying/)", "/weight-tying/"),
    ],
)
def test_the_strict_build_refuses(
    tmp_path: Path,
    copy_site_sources: Callable[[Path], Path],
    build_site: Callable[..., "subprocess.CompletedProcess[str]"],
    text: str,
    complaint: str,
) -> None:
    folder = copy_site_sources(tmp_path)
    with (folder / "docs/padding-embeddings/index.md").open("a") as page:
        page.write(f"\n{text}\n")
    done = build_site("mkdocs", folder)
    assert done.returncode != 0
    assert complaint in done.stdout + done.stderr
