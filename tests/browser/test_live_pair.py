"""The live pair: it starts when somebody asks for it, and says of two sentences what the model says, in five ways."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.test_live_head import asked, rewrite, said, started
from tests.browser.visits import HEIGHT, NARROW, Engine, axe_findings, give_checks
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]
PAGE = "heads/next-sentence/"

# The five rows: the way, what is said of it, both scores and both probabilities.
SHOWN = """() => [...document.querySelectorAll(".live tbody tr")].map((row) => [
  [...row.querySelector("th").childNodes].find((one) => one.nodeType === 3).data,
  row.querySelector("small")?.textContent ?? "",
  ...[...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.replace("−", "-").replace(/[^-.\\d]/g, ""))),
])"""
WANTED = """async ([first, second, typed]) => {
  const { load } = await import("/assets/live/model.js");
  const model = (window.model ??= await load("/artifacts/live/"));
  const { ids, types } = model.tokenizer.pair(first, second);
  const { scores, probabilities } = model.nextSentence(model.encode(ids, typed ? types : types.map(() => 0)).at(-1));
  return [...scores, ...probabilities.map((one) => 100 * one)];
}"""


def recorded() -> dict[str, Any]:
    """The facts of the example."""
    every = json.loads((ROOT / "docs/artifacts/facts.json").read_text(encoding="utf-8"))["facts"]
    facts: dict[str, Any] = every["next_sentence"]["one_pair_in_five_ways"]["runs"]["once"]["facts"]
    return facts


def faults(tab: Page, engine: Engine, first: str, second: str) -> Iterator[str]:
    """What the five rows say of two sentences that the engine does not."""
    another = recorded()["another"]
    shown = tab.evaluate(SHOWN)
    mixed = shown[2][1]
    if mixed == second or sorted(mixed.split()) != sorted(second.split()):
        yield f"shuffled: {mixed}"
    pairs = [(first, second, True), (second, first, True), (first, mixed, True), (first, another, True)]
    for row, pair in zip(shown, [*pairs, (first, another, False)], strict=True):
        wanted = engine(WANTED, [*pair])
        if row[2:] != pytest.approx(wanted, abs=0.051) or row[2:4] != pytest.approx(wanted[:2], abs=0.0051):
            yield f"{row[0].strip()}: {row[2:]}, not {wanted}"
    verdict = "is next" if shown[0][4] > shown[0][5] else "is not"
    if f"says “{verdict}”" not in said(tab):
        yield f"says {said(tab)}"


def test_it_starts_by_a_click_and_computes_what_was_recorded(
    context: BrowserContext, address: str, engine: Engine
) -> None:
    tab = context.new_page()
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    tab.goto(address + PAGE)
    tab.locator(".live-start").wait_for()
    tab.wait_for_load_state("networkidle")
    assert not [url for url in requests if "safetensors" in url]
    table = tab.locator(".live-pair table").first
    assert table.is_visible()
    tab.get_by_role("button", name="Run pydoc-bert").press("Enter")
    tab.locator(".live-answer strong").wait_for()
    assert not table.is_visible()
    facts = recorded()
    shown = tab.evaluate(SHOWN)
    wanted = [list(row.values()) for row in facts["ways"]]
    assert [[row[0].strip(), *row[2:5]] for row in shown] == wanted
    assert shown[2][1] == facts["second_shuffled"]
    assert list(faults(tab, engine, facts["first"], facts["second"])) == []
    assert all(url.startswith(address) for url in requests)
    assert asked(tab) == {}


def test_what_one_types_swaps_and_shuffles_is_in_the_address(
    context: BrowserContext, address: str, engine: Engine
) -> None:
    tab = started(context.new_page(), address + PAGE)
    first, second = recorded()["first"], recorded()["second"]
    tab.get_by_role("button", name="Swap").click()
    assert asked(tab) == {"first": second, "second": first}
    assert list(faults(tab, engine, second, first)) == []
    before = tab.evaluate(SHOWN)[2][1]
    tab.get_by_role("button", name="Shuffle again").click()
    assert asked(tab)["seed"] == "2"
    assert tab.evaluate(SHOWN)[2][1] != before
    tab.get_by_label("Second sentence").fill("Print the sum of two numbers & more.")
    tab.wait_for_url("**second=Print*")
    shared, rows = tab.evaluate("() => location.href"), tab.evaluate(SHOWN)
    again = started(context.new_page(), shared)
    assert again.evaluate(SHOWN) == rows
    assert list(faults(again, engine, second, "Print the sum of two numbers & more.")) == []
    again.get_by_role("button", name="Back to the example").click()
    assert asked(again) == {}
    again.get_by_label("First sentence").fill(" ")
    again.get_by_text("Type two sentences.").wait_for()
    again.get_by_label("First sentence").fill("a list of words " * 40)
    again.get_by_text("is cut off").wait_for()
    assert len(again.evaluate(SHOWN)) == 5


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("first: second, second: first },", "first, second },", "swapped: "),
        ("variant.types !== false &&", "", "another second, all token types 0: "),
        ("at > first.length + 1", "at > first.length + 2", "as they are: "),
        ("words[other], words[last]];", "words[last], words[other]];", "shuffled: "),
        ("next > not ?", "next < not ?", "says pydoc-bert"),
    ],
)
def test_that_check_can_fail(
    context: BrowserContext, address: str, engine: Engine, written: str, instead: str, complaint: str
) -> None:
    tab = context.new_page()
    rewrite(tab, "live-pair.js", written, instead)
    started(tab, address + PAGE)
    found = list(faults(tab, engine, recorded()["first"], recorded()["second"]))
    assert any(fault.startswith(complaint) for fault in found)


def test_it_is_accessible_and_fits_a_telephone_in_the_dark(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    give_checks(tab)
    tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    tab.set_viewport_size({"width": NARROW, "height": HEIGHT})
    started(tab, address + PAGE)
    assert axe_findings(tab, ".live-pair") == []
    assert tab.evaluate("() => document.documentElement.scrollWidth") == NARROW
    linked = tab.locator(".live-claim").evaluate_all("all => all.map((one) => one.pathname.split('/').at(-2))")
    assert all((generated() / f"c/{name}.md").exists() for name in linked)
    assert len(linked) == 5
    tab.emulate_media(color_scheme="light")
    assert axe_findings(tab, ".live-pair") == []


def test_without_javascript_the_table_is_there(without_javascript: BrowserContext, address: str) -> None:
    tab = without_javascript.new_page()
    tab.goto(address + PAGE)
    assert tab.locator(".live-pair tbody tr:visible").count() == 5
    assert tab.locator(".live").count() == 0
