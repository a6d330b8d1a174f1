"""Navigation that one can guess: six tabs of at most seven entries, and one name for a page wherever it is named."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from mkdocs.utils.yaml import yaml_load

from explainer.inputs.pages import read_pages
from explainer.inputs.site import read_nav
from tests.site.built import GENERATED, ROOT, pages, read

Entry: TypeAlias = "str | dict[str, Any]"
TABS, ENTRIES = 6, 7
HOME, OWN_NAME = "index.html", ("404.html",)
APPENDICES = ("loading/two-threads.md",)  # outside the tabs: pages lead there, and the search
# A pronoun before anything is named, as in “What breaks it”; behind “and” or a colon it may stand for what is before.
PRONOUN = re.compile(r"^(?:(?! and |:).)*\b(?:it|its|it['’]s|them|they|their)\b", re.IGNORECASE)
# What a page, or the menu on it, calls a page.
HEADING = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.DOTALL)
TITLE = re.compile(r"<title>(.*?)</title>")
LINK = re.compile(r'<a href="([^"#]*)" class="md-nav__link">(.*?)</a>', re.DOTALL)


@pytest.fixture(scope="module")
def nav() -> list[Entry]:
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as file:
        entries: list[Entry] = yaml_load(file)["nav"]
    return entries


def text_of(html: str) -> str:
    """What is read: no tags, no sign behind a heading."""
    without = re.sub(r'<a class="headerlink".*?</a>|<[^>]+>', "", html, flags=re.DOTALL)
    return " ".join(unescape(without).split())


def sources() -> list[str]:
    """The pages, in their order."""
    return [page for _, inside in read_nav(ROOT) for page in inside]


def crowded(nav: list[Entry]) -> Iterator[str]:
    """What is wrong with the tabs; a group in a section is one entry."""
    home, *tabs = nav
    if list(home) != ["Home"]:
        yield "the first is not Home"
    if len(tabs) != TABS:
        yield f"{len(tabs)} tabs, not {TABS}"
    for tab in tabs:
        ((name, entries),) = tab.items() if isinstance(tab, dict) else [(tab, [])]
        if not isinstance(entries, list) or not 0 < len(entries) <= ENTRIES:
            yield f"{name} has not 1 to {ENTRIES} entries"


def built(source: str) -> str:
    """The file that is built from a source."""
    folder = source.removesuffix("index.md") or "./"
    return Path(folder.removesuffix(".md"), "index.html").as_posix()


def misnamed(name: str, html: str, listed: str | None = None) -> Iterator[str]:
    """What is wrong with the names of a page: its heading, its title, and its entry if it has one."""
    headings = [text_of(one) for one in HEADING.findall(html)]
    if len(headings) != 1:
        yield f"{name}: {len(headings)} headings of the first level"
    title = text_of(TITLE.findall(html)[0]).removesuffix(" - BERT, Checked")
    if name not in (HOME, *OWN_NAME) and {title, listed or title} != {*headings}:
        yield f"{name}: headed {headings}, titled {title!r}, listed as {listed!r}"
    if listed and PRONOUN.search(listed):
        yield f"{name}: {listed!r} has a pronoun"


def test_there_are_six_tabs_of_at_most_seven_entries(nav: list[Entry], site: Path) -> None:
    assert list(crowded(nav)) == []
    shown = re.findall(r'class="md-tabs__link">(.*?)</a>', read(site / HOME), re.DOTALL)
    assert [text_of(one) for one in shown] == [name for entry in nav if isinstance(entry, dict) for name in entry]


def test_every_page_that_a_person_writes_but_an_appendix_is_in_the_navigation_once() -> None:
    listed = [source for source in sources() if not source.startswith(GENERATED)]
    assert sorted([*listed, *APPENDICES]) == sorted(read_pages(ROOT))
    assert len({*sources()}) == len(sources())


def test_a_page_has_one_name(site: Path) -> None:
    listed = {f"{link}index.html": text_of(name) for link, name in LINK.findall(read(site / HOME))}
    assert {built(source) for source in sources()} - {HOME} <= listed.keys()
    names = {path.relative_to(site).as_posix(): path for path in pages(site)}
    found = [fault for name, path in names.items() for fault in misnamed(name, read(path), listed.get(name))]
    assert found == []


def test_these_checks_can_fail() -> None:
    tabs: list[Entry] = [{"Home": "index.md"}, *({f"Tab {n}": ["a.md"]} for n in range(TABS))]
    assert list(crowded(tabs)) == []
    assert list(crowded(tabs[1:])) == ["the first is not Home", "5 tabs, not 6"]
    assert list(crowded([*tabs[:-1], {"Long": ["a.md", {"Group": ["b.md"] * 9}] * 4}])) == [
        "Long has not 1 to 7 entries"
    ]
    page = '<title>A &amp; b - BERT, Checked</title><h1 id="a">A &amp; <code>b</code><a class="headerlink">¶</a></h1>'
    assert list(misnamed("a/", page, "A & b")) == []
    assert list(misnamed("a/", page, "A and b")) == ["a/: headed ['A & b'], titled 'A & b', listed as 'A and b'"]
    assert list(misnamed("a/", page.replace("<title>A", "<title>The a"))) != []
    assert list(misnamed("a/", page + "<h1>A &amp; b</h1>")) == ["a/: 2 headings of the first level"]
    for listed, fine in (("What breaks it", False), ("What they ran on: b", False), ("The head and its bias", True)):
        assert (list(misnamed("a/", f"<title>{listed}</title><h1>{listed}</h1>", listed)) == []) == fine
