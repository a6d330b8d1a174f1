"""A claim on its page and at its own address: what is folded unfolds and prints, and a link to it is one line."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import opened

PAGE, CLAIM = "padding/", "pad-row-is-not-zero"
# The first folded program takes room; `display` and the box of a closed fold say nothing of that.
PROGRAM = """() => {
  const code = document.querySelector(".panel details.program pre");
  return code.checkVisibility() && code.getBoundingClientRect().height > 100;
}"""


def test_a_program_unfolds_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + PAGE)
    panel = tab.locator(".panel", has=tab.locator(f"#claim-{CLAIM}"))
    assert panel.locator(".decides").inner_text().count("→") == 0  # a sign of the style sheet, not to be copied
    assert not panel.locator("pre").is_visible()
    panel.locator("summary").click()
    assert panel.locator("pre").is_visible()


def test_a_folded_program_is_on_paper(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + PAGE)
    assert not tab.evaluate(PROGRAM)
    tab.emulate_media(media="print")
    assert tab.evaluate(PROGRAM)


def test_that_a_program_that_stays_folded_would_be_seen(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    tab.route("**/claims.css", lambda route: route.fulfill(body="", content_type="text/css"))
    tab.goto(address + PAGE)
    tab.emulate_media(media="print")
    assert not tab.evaluate(PROGRAM)


def copied(tab: Page) -> str:
    tab.get_by_role("button", name="Copy link for an issue").click()
    tab.get_by_role("button", name="Copied").wait_for()
    return str(tab.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize("claim", [CLAIM, "fresh-bert-has-a-zero-pad-row"])
def test_a_link_for_an_issue_is_one_line_with_all_of_it(context: BrowserContext, address: str, claim: str) -> None:
    """Sentence, verdict, versions, address."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, f"{address}c/{claim}/")
    line = copied(tab)
    sentence = tab.locator("h1").evaluate("heading => heading.firstChild.data.split('[')[0].trim()")
    assert line.count("\n") == 0
    assert line.replace("`", "").startswith(f"“{sentence}")
    assert re.search(r"” Holds with transformers \d+\.\d+\.\d+.*; \w.*: http", line)
    assert line.endswith(f" {address}c/{claim}/")


def test_without_javascript_no_button_offers_to_copy(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, f"{address}c/{CLAIM}/")
    assert not tab.locator(".copy-link button").is_visible()


MESSAGE = "m/classifier-newly-initialized/"


def test_a_reply_is_copied_as_it_is_shown(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + MESSAGE)
    tab.get_by_role("button", name="Copy as a reply").click()
    tab.get_by_role("button", name="Copied").wait_for()
    reply = str(tab.evaluate("navigator.clipboard.readText()"))
    assert reply.startswith("> Some weights of BertForSequenceClassification")
    assert reply.endswith(f" /{MESSAGE}")  # no host is known here
    tab.get_by_text("The text", exact=True).click()
    assert tab.locator("#reply pre").inner_text().strip() == reply


def test_a_reply_can_be_read_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + MESSAGE)
    assert not tab.get_by_role("button", name="Copy as a reply").is_visible()
    tab.get_by_text("The text", exact=True).click()
    assert tab.locator("#reply pre").is_visible()


def test_an_old_address_leads_to_the_claim_that_it_named(context: BrowserContext, address: str) -> None:
    tab = opened(context, f"{address}padding-embeddings/#claim-{CLAIM}")
    tab.wait_for_url(f"{address}{PAGE}#claim-{CLAIM}")
    assert tab.locator(f"#claim-{CLAIM}").is_visible()
