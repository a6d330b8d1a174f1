"""What a reader does on a page: searches, copies, downloads, follows, switches tabs, with and without JavaScript."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, axe_findings, give_checks, opened

ROOT = Path(__file__).resolve().parents[2]
SCHEMES = {"light": "default", "dark": "slate"}  # by the theme's names


def search(tab: Page, query: str) -> None:
    box = tab.get_by_role("textbox", name="Search")
    box.click()
    box.fill("")
    # What is typed before the worker has read the index is not searched for.
    tab.locator(".md-search-result__meta", has_text="Type to start searching").wait_for()
    tab.keyboard.type(query)


@pytest.fixture(scope="module")
def home(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WIDE, "height": HEIGHT})
    yield opened(context, address)
    context.close()


@pytest.mark.parametrize(
    "query",
    [
        "cls.predictions.decoder.bias",
        "newly initialized",
        "seem corrupted",
        "seq_relationship",
        "BertForMaskedLM",
    ],
)
def test_search_finds_keys_and_pieces_of_messages(home: Page, query: str) -> None:
    search(home, query)
    home.locator(".md-search-result__item a[href*='loading']").first.wait_for(timeout=10_000)


def test_what_is_nowhere_is_not_found(home: Page) -> None:
    """The results of the query before are gone: they would answer any other."""
    search(home, "cls.predictions.decoder.bias")
    home.locator(".md-search-result__item a[href*='loading']").first.wait_for(timeout=10_000)
    search(home, "xyzzy")
    home.locator(".md-search-result__meta", has_text="No matching documents").wait_for()
    assert home.locator(".md-search-result__item").count() == 0


def test_open_search_and_open_menu_are_accessible(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    give_checks(tab)
    tab.goto(address)
    search(tab, "decoder.bias")
    tab.locator(".md-search-result__item").first.wait_for(timeout=10_000)
    found = axe_findings_in_both(tab)
    tab.keyboard.press("Escape")
    tab.set_viewport_size({"width": NARROW, "height": HEIGHT})
    tab.locator("label.md-header__button[for=__drawer]").click()
    tab.locator(".md-nav--primary").first.wait_for()
    found += axe_findings_in_both(tab)
    assert not found, "\n".join(found)


def axe_findings_in_both(tab: Page) -> list[str]:
    found: list[str] = []
    for scheme in SCHEMES:
        tab.evaluate("scheme => checks.choose(scheme)", scheme)
        assert tab.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]").count() == 1
        found += axe_findings(tab)
    return found


def test_the_copy_button_copies_the_code(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + "padding/")
    panel = tab.locator(".panel", has=tab.locator("#claim-pad-row-is-not-zero"))
    panel.get_by_role("button", name="Copy").first.click()
    copied = tab.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("from transformers import AutoModel")
    assert (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text().endswith(copied.rstrip() + "\n")


def test_a_claims_permalink_leads_to_it(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "padding/#claim-pad-row-moves-without-padding")
    claim = tab.locator("#claim-pad-row-moves-without-padding")
    assert "One training step" in claim.inner_text()
    box = claim.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    claim.get_by_title("Permanent link").click()
    assert tab.url.endswith("#claim-pad-row-moves-without-padding")


def test_a_snippet_downloads_as_it_is(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "padding/")
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Download this snippet").first.click()
    path = download.value.path()
    assert path.read_text() == (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text()


def test_a_wide_table_is_reached_by_keyboard_while_it_scrolls(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "tying/does-it-help/")
    table = tab.get_by_role("group", name="Table").first
    assert table.get_attribute("tabindex") is None
    tab.set_viewport_size({"width": NARROW, "height": 900})
    tab.locator(".md-typeset__scrollwrap[tabindex='0']").first.wait_for()
    assert table.get_attribute("tabindex") == "0"


def test_tabs_are_switched_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + "padding/")
    panel = tab.locator(".panel", has=tab.locator("#claim-pad-row-is-not-zero"))
    first, second, *_ = panel.locator(".tabbed-block").all()
    assert first.is_visible()
    assert not second.is_visible()
    panel.get_by_text("pydoc-bert", exact=True).click()
    assert second.is_visible()
    assert not first.is_visible()
