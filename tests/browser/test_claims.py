"""A claim on its page and at its own address: its mark, its open program, and a link to it in one line."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.visits import HEIGHT, NARROW, WIDE, opened

PAGE, CLAIM = "tying/", "pad-row-is-not-zero"


def test_a_page_s_one_program_is_open_with_its_output_and_a_claim_s_own_is(
    without_javascript: BrowserContext, address: str
) -> None:
    tab = opened(without_javascript, address + PAGE)
    code, output = tab.locator(".panel pre").all()
    assert code.is_visible() and "import" in code.inner_text()
    assert output.is_visible() and "assert" not in output.inner_text()
    tab.goto(f"{address}c/{CLAIM}/")
    assert tab.locator("article pre").first.is_visible()


def test_a_mark_says_on_hover_and_on_focus_what_its_program_printed(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + PAGE)
    mark, said = tab.locator("article a.proof").first, tab.locator(".md-tooltip2--active")
    mark.hover()
    expect(said).to_contain_text("Prints: same Parameter: True")
    tab.mouse.move(0, 0)
    expect(said).to_have_count(0)
    tab.locator("article a.proof").nth(1).focus()
    expect(said).to_contain_text("Prints: ")


LINE = re.compile(r"(Details|Prints|Versions): \S.*")


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_what_a_mark_says_is_a_labelled_line_for_each_part_to_be_read(
    context: BrowserContext, address: str, width: int
) -> None:
    """The theme's own card is bold, of 10 px, and makes one line of all; this mark stands in a bold lead."""
    tab = opened(context, address + PAGE)
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    mark = tab.locator("article strong a.proof, article strong + a.proof").first
    mark.focus()
    said = tab.locator(".md-tooltip2--active .md-tooltip2__inner")
    lines = said.inner_text().splitlines()
    assert len(lines) >= 2 and all(map(LINE.fullmatch, lines)), lines
    style = said.evaluate(
        "card => { const { fontSize, fontWeight } = getComputedStyle(card); return [fontSize, fontWeight] }"
    )
    assert float(style[0].removesuffix("px")) >= 13 and style[1] == "400"
    tall = said.evaluate("card => card.getBoundingClientRect().height / parseFloat(getComputedStyle(card).lineHeight)")
    assert tall > len(lines)


def test_the_first_tap_on_a_mark_shows_it_and_the_second_follows_it(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": NARROW, "height": HEIGHT}, has_touch=True, is_mobile=True)
    tab = opened(context, address + PAGE)
    mark = tab.locator("article a.proof").first
    mark.tap()
    expect(tab.locator(".md-tooltip2--active")).to_contain_text("Prints: ")
    assert tab.url == address + PAGE
    mark.tap()
    tab.wait_for_url(f"{address}c/decoder-weight-is-the-embedding/")
    context.close()


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
    prose = re.sub(r"(?<=```)\w+\n.*?(?=```)", "\n", reply, flags=re.DOTALL)
    lines = [line for line in prose.splitlines() if line.strip()]
    found = [
        line for line, after in zip(lines, [*lines[1:], ""], strict=True) if line.endswith(":") and not goes_on(after)
    ]
    return found + [line for line in lines[-1:] if line != where and not line.endswith(f" {where}")]


def goes_on(line: str) -> bool:
    """Whether a line is what a colon above it announced: code, a line of code below one, or an item of a list."""
    return line.startswith(("```", " ", "- "))


@pytest.mark.parametrize("page", [MESSAGE, WITH_CODE])
def test_a_reply_is_copied_as_it_is_shown_with_all_of_it(context: BrowserContext, address: str, page: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + page)
    tab.get_by_role("button", name="Copy as a reply").click()
    tab.get_by_role("button", name="Copied").wait_for()
    reply = str(tab.evaluate("navigator.clipboard.readText()"))
    assert reply.startswith(("**", "A pre-trained model: **"))
    assert unfinished(reply, address + page) == []
    if page == WITH_CODE:
        code = tab.locator("main pre").first.inner_text().strip()
        assert code.replace("pydoc-bert", "your-model") in reply
    assert tab.locator("#reply pre").inner_text().strip() == reply


def test_that_an_unfinished_reply_would_be_seen() -> None:
    where = "http://127.0.0.1/m/one/"
    assert unfinished(f"Do:\n\n```python\nif x:\n    y\n```\n\nMore: {where}", where) == []
    assert unfinished(f"Do:\n\nMore: {where}", where) == ["Do:"]
    assert unfinished("More: /m/one/", where) == ["More: /m/one/"]


def test_a_reply_can_be_read_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + MESSAGE)
    assert not tab.get_by_role("button", name="Copy as a reply").is_visible()
    assert tab.locator("#reply pre").is_visible()
