"""A message's page at a glance: a title of two lines on a telephone, each answer in its colour, on one screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, Scheme, opened
from tests.load_report.test_corpus import MESSAGES
from tests.site.built import addresses, read

HEADING = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.DOTALL)
# The scale's colours: of an answer's edge and of its pill.
SCALE = {
    "error": "rgb(183, 28, 28)",
    "stop": "rgb(198, 40, 40)",
    "train": "rgb(249, 168, 37)",
    "fine": "rgb(46, 125, 50)",
}
PAGES = {
    "decoder-bias-newly-initialized": ["fine"],
    "classifier-newly-initialized": ["train", "stop"],
    "size-mismatch": ["error"],
}
# How many lines each of these headings takes, and whether what it shows is cut off by its box.
LINES = """(headings) => headings.map((html) => {
  const title = document.querySelector("h1");
  title.innerHTML = html;
  const lines = Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight));
  return [lines, title.scrollHeight > title.clientHeight + 2];
})"""
# What a reader sees of each answer, and where the parts of the page end.
ANSWERS = """() => [...document.querySelectorAll(".message-answer")].map((answer) => {
  const pill = answer.querySelector(".pill"), { top, left } = answer.getBoundingClientRect();
  return { edge: getComputedStyle(answer).borderLeftColor, pill: getComputedStyle(pill).backgroundColor, top, left };
})"""
BOTTOM = """() => Math.max(...[...document.querySelectorAll(".message-answers > *")].map(
  (part) => part.getBoundingClientRect().bottom))"""


def page_of(context: BrowserContext, address: str, name: str, width: int, scheme: Scheme = "light") -> Page:
    tab = opened(context, f"{address}m/{name}/" if name else f"{address}m/")
    tab.emulate_media(color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    return tab


def test_every_title_takes_two_lines_on_a_telephone(context: BrowserContext, address: str, site: Path) -> None:
    pages = [one for one in addresses(site) if re.fullmatch("m/.+", one)]
    headings = [HEADING.findall(read(site / one / "index.html"))[0] for one in pages]
    tab = page_of(context, address, "size-mismatch", NARROW)
    told = dict(zip(pages, tab.evaluate(LINES, headings), strict=True))
    assert len(told) > 40
    assert {page: lines for page, lines in told.items() if lines[0] > 2} == {}
    assert len([page for page, (_, cut) in told.items() if cut]) <= 2  # below, the message is whole
    [(lines, cut)] = tab.evaluate(LINES, ["some words of a message " * 10])
    assert lines > 2 or cut


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", NARROW)])
@pytest.mark.parametrize("name", PAGES)
def test_each_answer_has_its_colour_and_two_stand_side_by_side_where_there_is_room(
    context: BrowserContext, address: str, name: str, scheme: Scheme, width: int
) -> None:
    seen = page_of(context, address, name, width, scheme).evaluate(ANSWERS)
    assert [one["edge"] for one in seen] == [one["pill"] for one in seen] == [SCALE[pill] for pill in PAGES[name]]
    if len(seen) > 1:
        first, second = seen
        assert (first["top"] == second["top"], first["left"] == second["left"]) == (width == WIDE, width == NARROW)


@pytest.mark.parametrize("rank", range(1, 11))
def test_all_but_the_evidence_of_the_commonest_is_on_one_screen(
    context: BrowserContext, address: str, rank: int
) -> None:
    (name,) = (message.slug for message in MESSAGES if message.rank == rank)
    tab = page_of(context, address, name, WIDE)
    tab.set_viewport_size({"width": WIDE, "height": 800})
    assert tab.evaluate(BOTTOM) <= 800
    assert tab.locator("details.evidence").get_attribute("open") is None


def test_a_pill_without_its_colour_is_seen(context: BrowserContext, address: str) -> None:
    tab = page_of(context, address, "size-mismatch", WIDE)
    tab.evaluate("document.querySelector('.message-answer').className = 'message-answer'")
    assert tab.evaluate(ANSWERS)[0]["pill"] not in SCALE.values()


def test_the_list_is_filtered_by_words(context: BrowserContext, address: str) -> None:
    tab = page_of(context, address, "", WIDE)
    tab.get_by_role("searchbox", name="Show only").fill("pad_token_id")
    shown = [item.inner_text() for item in tab.locator(".message-list li:visible").all()]
    assert shown
    assert all("pad_token_id" in text for text in shown)
    assert tab.get_by_role("heading", name="While saving").is_hidden()
