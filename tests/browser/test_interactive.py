"""What moves on a page: the gradient lab against the table of its runs, and what people say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import opened, where

ROOT = Path(__file__).resolve().parents[2]

SWITCHES = ("weights", "padding_idx", "mask", "labels", "drawn")
# What the lab shows for each combination, given as what each switch chooses.
LAB = """combinations => {
  const form = document.querySelector("form.switches");
  const text = (selector) => document.querySelector(selector).textContent;
  const rows = [...document.querySelectorAll(".gradient-table tbody tr")];
  return combinations.map((choice) => {
    for (const [name, value] of Object.entries(choice)) {
      form.querySelector(`input[name="${name}"][value="${value}"]`).click();
    }
    return {
      chosen: rows.filter((row) => row.ariaCurrent === "true").map(
        (row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent)
      ),
      open: [...document.querySelectorAll("svg path.arrow")].map((way) => way.classList.contains("open")),
      summary: text(".gradient-figure .summary"),
      drawn: text(".gradient-figure svg"),
      shared: document.querySelectorAll("svg rect.shared").length,
      reasons: [...document.querySelectorAll(".reasons li")].filter((one) => one.offsetHeight).length,
    };
  });
}"""
DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read_back(written: str) -> float:
    """`1.06 × 10⁻⁶` as a number."""
    digits, _, power = written.partition(" × 10")
    return 0.0 if written == "exactly zero" else float(f"{digits}e{power.translate(DIGITS) or 0}")


def combinations() -> list[dict[str, Any]]:
    """All that was measured: the lab shows each of them, and its table has only those that the others follow from."""
    recorded = json.loads((ROOT / "docs/artifacts/facts.json").read_text(encoding="utf-8"))
    claim = recorded["facts"]["gradient_lab"]["which_path_reaches_the_pad_row"]
    found: list[dict[str, Any]] = claim["runs"]["once"]["facts"]["combinations"]
    return found


def lab_faults(tab: Page) -> list[str]:
    """What the gradient lab shows that is not what was measured with the settings of the switches."""
    faults: list[str] = []
    measured = combinations()
    choices = [dict(zip(SWITCHES, row.values(), strict=False)) for row in measured]
    for row, choice, seen in zip(measured, choices, tab.evaluate(LAB, choices), strict=True):
        tied = choice["weights"] == "tied"
        wanted = [row["by lookup"], row["by softmax"], row["on the embedding's row"]]
        wanted += [] if tied else [row["on the decoder's own row"]]
        shown = [
            read_back(size)
            for size in re.findall(r"exactly zero|\d[\d.]*(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?=[.,])", seen["summary"])
        ]
        opened_by = [choice["mask"] == "missing", choice["labels"] == "counted", choice["drawn"] == "yes"]
        reasons = 1 if choice["padding_idx"] == "0" else max(1, sum(opened_by))
        for what, holds in {
            "another row is marked": seen["chosen"] == [[one.replace("-", "−") for one in [*choice.values()][2:]]],
            f"says {shown}, not {wanted}": shown == pytest.approx(wanted, rel=0.005),
            f"ways open: {seen['open']}": seen["open"] == [size > 0 for size in wanted[:2]],
            "no zero in the figure": ("exactly 0" in seen["drawn"]) == (wanted[0] == 0),
            f"{seen['shared']} shared matrices": seen["shared"] == int(tied),
            f"{seen['reasons']} reasons": seen["reasons"] == reasons + 2,
        }.items():
            if not holds:
                faults.append(f"{' '.join(choice.values())}: {what}")
    return faults


def test_the_gradient_lab_shows_the_row_that_its_switches_choose(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "padding/")
    assert len(combinations()) == 2**5
    assert tab.locator(".gradient-table tbody tr").count() == 2**3
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url) if "/search/" not in request.url else None)
    context.set_offline(True)
    assert lab_faults(tab) == []
    tab.get_by_label("pads counted").check()
    summary = tab.locator(".gradient-figure .summary")
    before = summary.inner_text()
    tab.get_by_label("pads counted").press("ArrowUp")
    assert tab.get_by_label("−100 on pads").is_checked()
    assert summary.inner_text() != before
    assert {url.rpartition("/")[2] for url in asked} <= {"favicon.svg"}  # which Chromium asks for at a new address
    context.set_offline(False)
    # The address holds the choice.
    again = opened(context, where(tab))
    assert (
        again.locator(".gradient-figure .summary").inner_text() == tab.locator(".gradient-figure .summary").inner_text()
    )
    assert "untied" in where(again)


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("[SOFTMAX, LOOKUP,", "[LOOKUP, SOFTMAX,", "says"),
        ("open ? cells[BOTH]", "open ? cells[LOOKUP]", "says"),
        ("row === chosen.row", "row !== chosen.row", "another row is marked"),
        ('get("weights") === "tied"', 'get("weights") === "Tied"', "0 shared matrices"),
        ("toExponential(2)", "toExponential(0)", "says"),
        ("open = Number(text) > 0", "open = Number(text) > 1", "ways open"),
        ("reason.hidden = !", "reason.hidden = ", "reasons"),
    ],
)
def test_that_check_of_the_lab_can_fail(
    context: BrowserContext, address: str, written: str, instead: str, complaint: str
) -> None:
    script = (ROOT / "docs/assets/gradient-lab.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    changed = script.replace(written, instead)
    tab.route("**/gradient-lab.js", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    tab.goto(address + "padding/")
    tab.locator("form.switches").wait_for()
    assert any(complaint in fault for fault in lab_faults(tab))


def test_what_people_say_is_found_by_section_verdict_and_words(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "what-people-say/?verdict=Nonsense")
    shown, near = tab.locator(".said .statement:visible"), tab.locator(".near .statement:visible")
    every = shown.count()
    assert every > 100
    form = tab.locator("form.filters")
    form.get_by_label("Weight tying").check()
    form.get_by_label("Wrong").check()
    assert 0 < shown.count() < every
    assert all(one.inner_text().startswith("Wrong: ") for one in shown.all())
    assert [one.inner_text().rstrip("¶") for one in tab.locator("h2:visible").all()] == ["Weight tying"]
    form.get_by_label("Search").fill("DECODER bias xyzzy")
    assert (shown.count(), near.count()) == (0, 5)
    assert all(re.search("decoder|bias", one.text_content() or "") for one in near.all())
    again = opened(context, where(tab))  # the address holds the choice
    assert again.locator(".near .statement:visible").count() == 5
    again.get_by_role("button", name="Show all statements").click()
    assert again.locator(".said .statement:visible").count() == every
    assert "?" not in where(again)
    again.locator("form.filters").get_by_label("Search").fill("xyzzy")
    assert again.get_by_text("No statement fits").is_visible()
    assert not again.get_by_text("These come closest").is_visible()


def test_what_people_say_is_whole_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + "what-people-say/#said-path-or-url")
    assert not tab.locator("form.filters, .near").first.is_visible()
    assert tab.locator(".said .statement:visible").count() == tab.locator(".said .statement").count() > 100
    assert tab.locator(".said h3:target strong").inner_text().endswith(":")


def the_lab_is_whole(tab: Page) -> bool:
    """Whether a page without scripts has the whole table and all reasons, and no switches."""
    tab.get_by_text("Every number").click()
    parts = tab.locator(".gradient-table tbody tr, .reasons li").all()
    return not tab.locator("form.switches").is_visible() and all(part.is_visible() for part in parts)


def test_the_gradient_lab_is_whole_without_javascript(without_javascript: BrowserContext, address: str) -> None:
    assert the_lab_is_whole(opened(without_javascript, address + "padding/"))


def test_the_gradient_lab_is_whole_from_a_disk(context: BrowserContext, site: Path) -> None:
    """There a browser loads no modules."""
    assert the_lab_is_whole(opened(context, (site / "padding/index.html").as_uri()))
