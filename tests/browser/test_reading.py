"""What a reader does on a page: searches, copies, downloads, follows, switches tabs, with and without JavaScript."""

from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.browser.visits import NARROW, opened

ROOT = Path(__file__).resolve().parents[2]


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
