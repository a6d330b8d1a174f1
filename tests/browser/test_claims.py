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


MESSAGE, WITH_CODE = "m/classifier-newly-initialized/", "m/the-model-weights-are-not-tied/"


def unfinished(reply: str, where: str) -> list[str]:
    """What a reader of the reply could not use: an address without a host, a colon with nothing after it."""
    lines = [line for line in reply.splitlines() if line.strip()]
    found = [
        line for line, after in zip(lines, [*lines[1:], ""], strict=True) if line.endswith(":") and not goes_on(after)
    ]
    return found + [line for line in lines[-1:] if not line.endswith(f" {where}")]


def goes_on(line: str) -> bool:
    """Whether a line is what a colon above it announced: code, or a line of code below one."""
    return line.startswith(("```", " "))


@pytest.mark.parametrize("page", [MESSAGE, WITH_CODE])
def test_a_reply_is_copied_as_it_is_shown_with_all_of_it(context: BrowserContext, address: str, page: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + page)
    tab.get_by_role("button", name="Copy as a reply").click()
    tab.get_by_role("button", name="Copied").wait_for()
    reply = str(tab.evaluate("navigator.clipboard.readText()"))
    assert reply.startswith("> ")
    assert unfinished(reply, address + page) == []
    if page == WITH_CODE:
        assert tab.locator("main pre").first.inner_text().strip() in reply
    tab.get_by_text("The text", exact=True).click()
    assert tab.locator("#reply pre").inner_text().strip() == reply


def test_that_an_unfinished_reply_would_be_seen() -> None:
    where = "http://127.0.0.1/m/one/"
    assert unfinished(f"Do:\n\n```python\nif x:\n    y\n```\n\nMore: {where}", where) == []
    assert unfinished(f"Do:\n\nMore: {where}", where) == ["Do:"]
    assert unfinished("More: /m/one/", where) == ["More: /m/one/"]


def test_a_reply_can_be_read_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + MESSAGE)
    assert not tab.get_by_role("button", name="Copy as a reply").is_visible()
    tab.get_by_text("The text", exact=True).click()
    assert tab.locator("#reply pre").is_visible()
