"""BERT in one picture: five steps on one figure, each with an address; without JavaScript a strip; first screens."""

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.visits import HEIGHT, NARROW, WIDE, opened, where

ROOT = Path(__file__).resolve().parents[2]
PAGE = "picture/"
STEPS = {"type": "4", "swap": "2", "load": "train-3", "tie": "cut-10", "pad": "tied-1000"}
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".one-bert [data-part]")].map(
  (part) => [part.dataset.part, part.dataset.part === "says" ? part.textContent : part.outerHTML]))"""
LOW = 800  # pixels, of a small laptop's window


@pytest.fixture(scope="module")
def states(site: Path) -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = json.loads((site / "artifacts/one_bert/states.json").read_text())
    return found


def ready(tab: Page) -> Page:
    tab.locator(".ob-steps").wait_for()
    return tab


def turn_to(tab: Page, step: str) -> None:
    link = tab.get_by_label("Steps of the picture").get_by_role("link", name=step, exact=True)
    link.press("Enter")
    expect(link).to_have_attribute("aria-current", "step")
    expect(link).to_be_focused()


def shown(tab: Page) -> Any:
    return tab.evaluate(SHOWN)


def faults(tab: Page, address: str, states: dict[str, dict[str, dict[str, str]]]) -> Iterator[str]:
    """What the page draws of a linked state that the build did not."""
    for step, state in STEPS.items():
        tab.goto("about:blank")
        tab.goto(f"{address}{PAGE}?{step}={state}#{step}")
        ready(tab)
        wanted = {**states[step][""], **states[step][state]}
        seen = shown(tab)
        if seen["says"] != wanted["says"]:
            yield f"{step}: says {seen['says']!r}"
        if tab.locator(".ob-step:visible h2").all_inner_texts() != tab.locator(f"#{step}").all_inner_texts():
            yield f"{step}: another section is shown"
        if tab.locator(".ob-moves:visible").count() != 1:
            yield f"{step}: not one form"
        html = tab.evaluate(
            "(html) => { const t = document.createElement('template'); t.innerHTML = html; return t.innerHTML }",
            wanted["scored"],
        )
        if seen["scored"] != html:
            yield f"{step}: other scores are drawn"


def test_each_state_has_an_address(context: BrowserContext, address: str, states: Any) -> None:
    assert list(faults(context.new_page(), address, states)) == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("...step[chosen(forms[at])]", "", "says"),
        ("part.hidden = index !== at", "part.hidden = index === at", "another section"),
        ("choose(forms[at], Object", "choose(forms[0], Object", "says"),
    ],
)
def test_that_check_can_fail(
    context: BrowserContext, address: str, states: Any, written: str, instead: str, complaint: str
) -> None:
    script = (ROOT / "docs/assets/one-bert.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    changed = script.replace(written, instead)
    tab.route("**/one-bert.js", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    assert any(complaint in fault for fault in faults(tab, address, states))


def test_one_plays_it_through_with_the_keyboard(context: BrowserContext, address: str) -> None:
    tab = ready(opened(context, address + PAGE))
    first = shown(tab)
    tab.get_by_label("A sentence with a gap").press("ArrowDown")
    assert shown(tab)["read"] != first["read"]
    assert where(tab).endswith("?type=1#type")

    turn_to(tab, "Swap the head")
    fill = shown(tab)
    tab.get_by_role("radio", name="fill the gap").press("ArrowDown")
    assert tab.get_by_role("radio", name="next sentence").is_checked()
    two = shown(tab)
    assert all("6 layers, 10.6 million numbers" in one["body"] for one in (fill, two))  # the body stays
    assert (two["head"] != fill["head"], two["scored"] != fill["scored"]) == (True, True)

    turn_to(tab, "Load again")
    answers = set()
    for _ in range(5):
        answers.add(shown(tab)["scored"])
        tab.get_by_role("button", name="Load again").press("Enter")
    assert len(answers) == 5
    tab.get_by_label("in training").check()
    tab.get_by_label("Batches").press("End")
    assert shown(tab)["scored"] not in answers

    turn_to(tab, "Tie")
    ends = shown(tab)
    tab.get_by_label("Turn the row").press("End")
    both = shown(tab)
    assert (both["read"] != ends["read"], both["scored"] != ends["scored"]) == (True, True)

    turn_to(tab, "[PAD]")
    tab.get_by_label("Steps of training").press("End")
    assert "the [PAD] row that is read has length 2.1" in shown(tab)["says"]
    tab.get_by_label("untied").check()
    assert "the [PAD] row that is read has length 0.00" in shown(tab)["says"]


def test_one_may_jump_from_any_step_to_any_other_and_go_back(context: BrowserContext, address: str) -> None:
    titles = {"type": "Fill a gap", "swap": "Swap the head", "load": "Load again", "tie": "Tie", "pad": "[PAD]"}
    for first, then in permutations(STEPS, 2):
        tab = ready(opened(context, f"{address}{PAGE}#{first}"))
        tab.mouse.wheel(0, 5000)
        turn_to(tab, titles[then])
        assert where(tab).endswith(f"#{then}")
        tab.go_back()
        expect(tab.locator(".ob-steps [aria-current]")).to_have_text(titles[first])
        assert where(tab).endswith(f"#{first}")
        tab.close()


def test_back_shows_the_state_that_its_address_names(context: BrowserContext, address: str) -> None:
    tab = ready(opened(context, address + PAGE))
    turn_to(tab, "Tie")
    tab.get_by_label("Turn the row").press("End")
    moved = shown(tab)
    turn_to(tab, "[PAD]")
    turn_to(tab, "Fill a gap")
    for _ in range(2):
        tab.go_back()
    expect(tab.locator(".ob-steps [aria-current]")).to_have_text("Tie")
    assert where(tab).endswith("?tie=tied-10#tie")
    assert shown(tab) == moved
    tab.go_back()
    expect(tab.locator(".ob-steps [aria-current]")).to_have_text("Fill a gap")


def test_without_javascript_there_is_a_strip_of_pictures(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + PAGE)
    assert tab.locator("figure.one-bert:visible").count() == len(STEPS)
    assert tab.locator(".ob-step h2:visible").count() == len(STEPS)
    assert tab.locator("form.ob-moves:visible").count() == 0


def bottom(tab: Page, part: str) -> float:
    box = tab.locator(part).first.bounding_box()
    assert box is not None
    return float(box["y"] + box["height"])


def test_the_field_and_the_picture_are_on_the_first_screen(browser: Browser, address: str) -> None:
    wide = browser.new_page(viewport={"width": WIDE, "height": LOW})
    wide.goto(address)
    wide.locator("#paste-text").wait_for()
    assert bottom(wide, "#paste-text") < bottom(wide, ".one-bert .ob") < LOW
    wide.close()
    narrow = browser.new_page(viewport={"width": NARROW, "height": HEIGHT})
    narrow.goto(address)
    narrow.locator("#paste-text").wait_for()
    assert bottom(narrow, "#paste-text") < LOW
    narrow.close()


def test_on_a_phone_each_step_fits_on_the_screen(browser: Browser, address: str) -> None:
    """What one moves and what it changes: from the form's top to the end of the scores."""
    tab = browser.new_page(viewport={"width": NARROW, "height": HEIGHT})
    for step in STEPS:
        tab.goto(f"{address}{PAGE}#{step}")
        ready(tab)
        top = tab.locator(".ob-moves:visible").bounding_box()
        assert top is not None
        assert bottom(tab, '.one-bert [data-part="scored"]') - top["y"] < HEIGHT - 48, step
    tab.close()


def test_the_closed_menu_of_a_narrow_screen_takes_no_tab(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "picture/")
    tab.set_viewport_size({"width": NARROW, "height": 844})
    for _ in range(10):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.closest('article') !== null"):
            break
    assert tab.evaluate("document.activeElement.closest('article') !== null")
    tab.locator("label.md-header__button[for=__drawer]").click()
    tab.locator(".md-sidebar--primary a").first.wait_for()
    tab.close()
