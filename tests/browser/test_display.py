"""What is shown is whole: no word broken inside, no name cut, nothing covered, no page wider than a small telephone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, WithoutSearch, served, written

SMALLEST = 320  # WCAG 1.4.10
ASKED = Path(__file__).with_name("display.js").read_text(encoding="utf-8")
PAGES = ("loading/", "heads/families/", "loading/class-by-file/", "loading/traps/", "picture/", "tying/what-breaks-it/")


@pytest.fixture
def tab(context: BrowserContext) -> Page:
    return context.new_page()


def shown(tab: Page, url: str, width: int) -> Page:
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    tab.goto(url)
    tab.evaluate("document.fonts.ready")
    tab.wait_for_load_state("networkidle")
    tab.evaluate(ASKED)
    return tab


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("page", PAGES)
def test_no_word_is_broken_inside(tab: Page, address: str, page: str, width: int) -> None:
    assert shown(tab, address + page, width).evaluate("display.broken()") == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p style='width: 3em'>one two three four", []),
        ("<p style='width: 3em; overflow-wrap: anywhere'>suspension", ["suspension"]),
        ("<p style='width: 5em'>cls.<wbr>predictions.<wbr>bias", []),
        ("<p style='width: 5em'>Auto<wbr>Model<wbr>For<wbr>CausalLM", ["AutoModelForCausalLM"]),
    ],
)
def test_that_a_broken_word_would_be_seen(tab: Page, html: str, found: list[str]) -> None:
    tab.set_content(f"<article>{html}</p></article>")
    tab.evaluate(ASKED)
    assert tab.evaluate("display.broken()") == found


@pytest.mark.parametrize(("page", "width"), [("loading/", WIDE), ("picture/", WIDE), ("picture/", SMALLEST)])
def test_the_picture_cuts_no_word(tab: Page, address: str, page: str, width: int) -> None:
    shown(tab, address + page, width)
    assert tab.locator(".ob-scored code").count() >= 5
    assert tab.evaluate("display.cut('.ob-scored :is(code, li)')") == []


def test_on_a_telephone_a_table_of_names_has_them_in_full(tab: Page, address: str) -> None:
    """Cut after 18 letters, three rows in a row were the same."""
    shown(tab, address + "tying/what-breaks-it/", NARROW)
    assert tab.locator("td.name, th.name").count() > 20
    assert tab.evaluate("display.cut('article :is(td, th).name')") == []


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("page", ["heads/next-sentence/", "m/the-model-weights-are-not-tied/"])
def test_the_button_that_copies_covers_no_code(tab: Page, address: str, page: str, width: int) -> None:
    shown(tab, address + page, width)
    tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert tab.locator("article .md-code__button").count() > 0
    assert tab.evaluate("display.covered()") == []


def test_a_reply_is_read_without_scrolling_sideways(tab: Page, address: str) -> None:
    shown(tab, address + "m/classifier-newly-initialized/", WIDE)
    assert tab.evaluate("display.cut('#reply code')") == []


@pytest.fixture
def small_tab(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": SMALLEST, "height": HEIGHT})
    yield page
    page.close()


def test_no_page_scrolls_sideways_on_the_smallest_telephone(small_tab: Page, site: Path) -> None:
    with served(site, WithoutSearch) as where:
        wide = []
        for path in written(site):
            small_tab.goto(where + path)
            if small_tab.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                wide.append(path)
    assert wide == []
