"""Every link between the site's own pages and files leads somewhere, `#fragment` and all."""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.site.built import ROOT, linked, pages
from tests.site.built import read as text_of


class Page(HTMLParser):
    """The names that a link can lead to, and where the page's own links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if given.get(name)}
        self.links += [given[name] for name in ("href", "xlink:href", "src") if name in given]


@cache
def read(path: Path) -> Page:
    page = Page()
    page.feed(linked(text_of(path)))
    return page


def file_of(site: Path, page: Path, link: str) -> Path:
    """The file of the site that a server gives for a link."""
    path = unquote(urlsplit(link).path)
    # A link from the root, as 404.html has them: it is served at any depth.
    base, path = (site, path.lstrip("/")) if path.startswith("/") else (page.parent, path)
    target = Path(normpath(base / path)) if path else page  # one name for each file, so that it is read once
    return target / "index.html" if target.is_dir() else target


def broken_links(site: Path) -> Iterator[str]:
    for path in pages(site):
        for link in sorted(set(read(path).links)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = file_of(site, path, link)
            if not target.is_file():
                yield f"{path.relative_to(site)}: there is no file for {link}"
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read(target).names:
                yield f"{path.relative_to(site)}: nothing has the name of {link}"


def test_every_link_leads_somewhere(each_site: Path) -> None:
    assert sum(len(read(path).links) for path in each_site.rglob("*.html")) > 100
    assert list(broken_links(each_site)) == []


def test_that_check_can_fail(tmp_path: Path) -> None:
    (tmp_path / "topic").mkdir()
    (tmp_path / "index.html").write_text('<a href="topic/#here">fine</a><a href="topic/#there">broken</a><h2 id="top">')
    (tmp_path / "topic/index.html").write_text(
        '<b id="here"></b><a href="../#top">fine</a><a href="/topic/#here">fine</a><a href="https://else.example/#x">'
        '<a href="#nowhere">broken</a><img src="../nothing.svg"><a href="../index.html?q=1#top">fine</a><a href="">'
    )
    assert list(broken_links(tmp_path)) == [
        "index.html: nothing has the name of topic/#there",
        "topic/index.html: nothing has the name of #nowhere",
        "topic/index.html: there is no file for ../nothing.svg",
    ]


def test_each_address_that_others_link_to_is_a_page(each_site: Path) -> None:
    addresses = (ROOT / "content/addresses.txt").read_text(encoding="utf-8").split()
    assert {address.partition("/")[0] for address in addresses} == {"c", "m"}
    assert [address for address in addresses if not (each_site / address / "index.html").is_file()] == []
    built = {path.parent.relative_to(each_site) for top in "cm" for path in each_site.glob(f"{top}/**/index.html")}
    assert built == {Path(address) for address in addresses}
