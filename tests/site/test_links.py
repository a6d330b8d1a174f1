"""Every link between the site's own pages and files leads somewhere, `#fragment` and all, in both engines' output."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from mkdocs.utils.yaml import yaml_load

from tests.site.built import ROOT, leads_on, linked, pages
from tests.site.built import read as text_of

MOVED = re.compile(r'location\.href="([^"]*)"\+\(anchor\?"#"\+anchor:""\)')  # with what is behind the #
MOVED_PLAINLY = re.compile(r'http-equiv="refresh" content="0; url=([^"]*)"')  # where no script runs


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


@pytest.mark.parametrize("engine", ["site", "zensical_site"])
def test_every_link_leads_somewhere(engine: str, request: pytest.FixtureRequest) -> None:
    site: Path = request.getfixturevalue(engine)
    assert sum(len(read(path).links) for path in site.rglob("*.html")) > 100
    assert list(broken_links(site)) == []


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


def lost(site: Path, moved: Iterable[str]) -> Iterator[str]:
    """Old addresses (files below the site) that are not there, lead to no page, or forget what is behind the `#`."""
    built = {path.relative_to(site).as_posix() for path in site.rglob("*.html") if leads_on(path)}
    yield from (f"{name}: there is no such address" for name in sorted(set(moved) - built))
    for name in sorted(built):
        html = text_of(site / name)
        yield from (f"{name}: forgets what is behind the #" for _ in range(not MOVED.search(html)))
        for target in {*MOVED.findall(html), *MOVED_PLAINLY.findall(html)}:
            file = file_of(site, site / name, target)
            if not file.is_file() or leads_on(file):
                yield f"{name}: {target} is no page"


@pytest.mark.parametrize("engine", ["site", "zensical_site"])
def test_each_old_address_leads_to_a_page_and_keeps_the_fragment(engine: str, request: pytest.FixtureRequest) -> None:
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as file:
        plugins = yaml_load(file)["plugins"]
    (redirects,) = [one["redirects"]["redirect_maps"] for one in plugins if "redirects" in one]
    assert len(redirects) > 30
    assert list(lost(request.getfixturevalue(engine), [str(Path(old).with_suffix(".html")) for old in redirects])) == []


def test_that_a_lost_address_is_seen(tmp_path: Path) -> None:
    script, plain = 'location.href="{0}"+(anchor?"#"+anchor:"")', '<meta http-equiv="refresh" content="0; url={0}">'
    moved = f"<script>{script}</script>{plain}"
    (tmp_path / "page.html").write_text("<h1>A page</h1>")
    for name, html in {
        "fine": moved.format("page.html"),
        "twice": moved.format("fine.html"),
        "gone": moved.format("nowhere.html"),
        "short": moved.format("page.html").replace('"#"+anchor', '""'),
    }.items():
        (tmp_path / f"{name}.html").write_text(html)
    assert list(lost(tmp_path, ["fine.html", "other.html"])) == [
        "other.html: there is no such address",
        "gone.html: nowhere.html is no page",
        "short.html: forgets what is behind the #",
        "twice.html: fine.html is no page",
    ]
