"""What a reader does on a page: searches, copies, downloads, follows, switches tabs, with and without JavaScript."""

from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.browser.visits import opened

ROOT = Path(__file__).resolve().parents[2]


def test_the_copy_button_copies_the_code(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + "c/pad-row-is-not-zero/")
    tab.get_by_role("button", name="Copy", exact=True).or_(tab.get_by_title("Copy to clipboard")).first.click()
    source = (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text(encoding="utf-8")
    copied, program = (  # lines that are not empty
        [line for line in text.splitlines() if line]
        for text in (tab.evaluate("navigator.clipboard.readText()"), source)
    )
    assert copied[0].startswith("from transformers import AutoModel")
    assert [line for line in program if line in copied] == copied  # all but its settings, in its order
    assert copied[-1] == program[-1]


def test_the_mark_of_the_open_program_leads_to_its_claim(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "tying/#claim-a-write-is-read-at-both-ends")
    claim = tab.locator("#claim-a-write-is-read-at-both-ends")
    box = claim.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    sentence = claim.inner_text().rpartition(" ")[0]
    claim.get_by_role("link").click()
    tab.wait_for_url(address + "c/a-write-is-read-at-both-ends/")
    assert sentence in tab.locator("h1").inner_text()


def test_a_snippet_downloads_as_it_is(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "c/pad-row-is-not-zero/")
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Download").click()
    path = download.value.path()
    assert path.read_text() == (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text()


def test_a_wide_table_is_reached_by_keyboard_while_it_scrolls(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "pydoc-bert/")
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap table').style.minWidth = '50rem'")
    tab.locator(".md-typeset__scrollwrap[tabindex='0']").first.wait_for()
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap table').style.minWidth = ''")
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap table').style.display = 'none'")
    tab.locator(".md-typeset__scrollwrap[role=group]:not([tabindex])").first.wait_for(state="attached")


def test_a_table_that_grows_in_a_box_that_does_not_says_that_it_goes_on(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "pydoc-bert/")
    tab.locator(".md-typeset__scrollwrap[role=group]").first.wait_for(state="attached")
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap').style.cssText = 'width: 20rem; height: 10rem'")
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap table').style.width = '10rem'")
    tab.locator(".md-typeset__scrollwrap:not([data-scrolls])").first.wait_for(state="attached")
    tab.evaluate("document.querySelector('.md-typeset__scrollwrap table').style.minWidth = '50rem'")
    tab.locator(".md-typeset__scrollwrap[data-scrolls=on]").first.wait_for()


def test_tabs_are_switched_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + "c/pad-row-is-not-zero/")
    first, second, *_ = tab.locator(".tabbed-block").all()
    assert first.is_visible()
    assert not second.is_visible()
    tab.locator(".tabbed-labels").get_by_text("pydoc-bert", exact=True).click()
    assert second.is_visible()
    assert not first.is_visible()
