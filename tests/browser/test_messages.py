"""A message's page at a glance: a title of two lines on a telephone, the verdict in its colour, then the reply."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, Scheme, opened
from tests.site.built import addresses, read

HEADING = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.DOTALL)
# The box's green, amber, red and blue.
PAGES = {
    "decoder-bias-newly-initialized": ("fine", "rgb(46, 125, 50)"),
    "classifier-newly-initialized": ("train", "rgb(249, 168, 37)"),
    "size-mismatch": ("error", "rgb(198, 40, 40)"),
    "attention-mask-is-not-set": ("own", "rgb(21, 101, 192)"),
}
# How many lines each of these headings takes, and whether what it shows is cut off by its box.
LINES = """(headings) => headings.map((html) => {
  const title = document.querySelector("h1");
  title.innerHTML = html;
  const lines = Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight));
  return [lines, title.scrollHeight > title.clientHeight + 2];
})"""
VERDICT = """() => {
  const verdict = document.querySelector(".paste-shown"), style = getComputedStyle(verdict);
  const bottom = (one) => one.getBoundingClientRect().bottom;
  return {
    classes: verdict.className, colour: style.borderLeftColor, width: parseFloat(style.borderLeftWidth),
    words: verdict.innerText, bottom: bottom(verdict), button: bottom(document.querySelector("[data-copies]")),
  };
}"""


def page_of(context: BrowserContext, address: str, name: str, width: int, scheme: Scheme = "light") -> Page:
    tab = opened(context, f"{address}m/{name}/")
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
def test_the_verdict_has_its_colour_and_words_and_the_reply_is_near(
    context: BrowserContext, address: str, name: str, scheme: Scheme, width: int
) -> None:
    seen = page_of(context, address, name, width, scheme).evaluate(VERDICT)
    whole, colour = PAGES[name]
    assert seen["classes"] == f"paste-shown paste-{whole}"
    assert (seen["colour"], seen["width"] >= 5) == (colour, True)
    assert seen["words"].startswith("Does it matter? ")
    assert seen["bottom"] < seen["button"] < HEIGHT / 2


def test_a_verdict_without_its_colour_is_seen(context: BrowserContext, address: str) -> None:
    tab = page_of(context, address, "size-mismatch", WIDE)
    tab.evaluate("document.querySelector('.paste-shown').className = 'paste-shown'")
    assert tab.evaluate(VERDICT)["colour"] not in [colour for _, colour in PAGES.values()]
