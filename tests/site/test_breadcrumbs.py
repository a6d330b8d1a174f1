"""A reader sees what a page covers, where they are on a page that no menu lists, and who made all of it from what."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.site.built import addresses, pages, read
from tests.site.test_navigation import text_of

TOPICS = ("heads/", "tying/", "padding/", "loading/", "versions/")
UNLISTED = ("c/", "m/", "artifacts/labs/")
COVERS = re.compile(r'</h1>\s*<p class="covers"[^>]*>(.+?)</p>', re.DOTALL)
TAB = re.compile(r'<li class="md-tabs__item md-tabs__item--active">\s*<a href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
WAY = re.compile(r'<nav class="md-path" aria-label="Breadcrumb">(.*?)</nav>', re.DOTALL)
STEP = re.compile(r'<a href="([^"]*)" class="md-path__link">(.*?)</a>', re.DOTALL)
FOOT = re.compile(r'<div class="md-copyright">(.*?)</div>\s*</div>', re.DOTALL)
RUN = re.compile(r"By the authors of .+ · Last run on [\d-]{10} with torch [\d.]+ and transformers [\d.]+, on .+\w")


def covers(html: str) -> str:
    """What a page says under its title that it covers."""
    found = COVERS.search(html)
    return text_of(found[1]) if found else ""


def lost(html: str) -> Iterator[str]:
    """What keeps a reader of a page that no menu lists from knowing where it belongs."""
    tabs, way = TAB.findall(html), WAY.search(html)
    steps = STEP.findall(way[1]) if way else []
    if len(tabs) != 1:
        yield f"{len(tabs)} active tabs"
    if len(steps) != 2:
        yield f"{len(steps)} steps to it"
    elif tabs and (steps[0][0], text_of(steps[0][1])) != (tabs[0][0], text_of(tabs[0][1])):
        yield f"the way begins at {text_of(steps[0][1])}, and the tab is {text_of(tabs[0][1])}"


def foot(html: str) -> str:
    """The line in a page's foot."""
    found = FOOT.findall(html)
    return text_of(found[0]) if len(found) == 1 else ""


def test_every_page_of_a_topic_says_what_it_covers(each_site: Path) -> None:
    of_topics = [one for one in addresses(each_site) if one.startswith(TOPICS)]
    assert len(of_topics) > 20
    assert [one for one in of_topics if not covers(read(each_site / one / "index.html"))] == []
    assert "transformers 5." in covers(read(each_site / "heads/index.html"))


def test_a_page_that_no_menu_lists_has_its_tab_and_the_way_to_it(each_site: Path) -> None:
    found = [one for one in addresses(each_site) if one.startswith(UNLISTED) and one != "m/"]
    assert len(found) > 400
    faults = {one: [*lost(read(each_site / one / "index.html"))] for one in found}
    assert {one: fault for one, fault in faults.items() if fault} == {}
    ways = {
        "m/size-mismatch/": ["Loading & versions", "Messages"],
        "c/deberta-lacks-its-mask-decoder/": ["Heads", "Claims"],
    }
    for page, way in ways.items():
        html = read(each_site / page / "index.html")
        assert [text_of(name) for _, name in STEP.findall(html)] == way


def test_a_lab_is_below_the_labs(site: Path) -> None:
    html = read(site / "artifacts/labs/heads/index.html")
    assert [text_of(name) for _, name in STEP.findall(html)] == ["Tools & proofs", "Labs"]
    contents = re.findall(r'<span class="md-ellipsis">(.*?)</span>', html.partition('data-md-type="toc"')[2], re.DOTALL)
    assert "NSP head reads the pooler alone" in map(text_of, contents)
    assert max(len(text_of(one).split()) for one in contents) <= 12


def test_the_foot_is_the_same_everywhere(each_site: Path) -> None:
    said = {foot(read(path)) for path in pages(each_site)}
    assert len(said) == 1
    assert RUN.fullmatch(said.pop())


def test_these_checks_can_fail(site: Path) -> None:
    claim = read(site / "c/decoder-weight-is-the-embedding/index.html")
    assert [*lost(claim)] == []
    assert [*lost(claim.replace("md-tabs__item--active", ""))] == ["0 active tabs"]
    assert [*lost(claim.replace('aria-label="Breadcrumb"', ""))] == ["0 steps to it"]
    assert [*lost(claim.replace('md-ellipsis">Weight tying', 'md-ellipsis">Heads'))] != []
    heads = read(site / "heads/index.html")
    assert covers(heads.replace("</h1>", "</h1><p>Text.</p>")) == ""
    assert foot(heads) != ""
    assert foot(heads.replace("md-copyright", "made-by")) == ""
    assert not RUN.fullmatch(foot(heads.replace(" with torch ", " ")))
