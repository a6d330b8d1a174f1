"""The life of a row: what the switches show is in the log's numbers, and what was not run cannot be chosen."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import opened, where

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = ROOT / "docs/artifacts/tables/row_lives/one_departure_at_a_time/curves.once.csv"
PAGE = "padding/in-training/"
ROWS = ("[PAD]", "[unused]", "common", "rare")
NO_SWITCH = ("Pads",)
CHOICES = """() => [...document.querySelectorAll("form.switches fieldset")].flatMap((field) =>
  [...field.querySelectorAll("input")].map((one) => [field.name, one.value, one.matches(":disabled"), one.checked]))"""

Row = dict[str, str]


def read() -> tuple[list[str], list[Row]]:
    """The names of the switches, and the last point of each condition that they can show."""
    with NUMBERS.open(encoding="utf-8", newline="") as file:
        points = list(csv.DictReader(file))
    names = next(iter(points[0]))  # of all switches; below it how they were set
    points = [{**point, **dict(zip(names.split(" · "), point[names].split(" · "), strict=True))} for point in points]
    switches = [name for name in names.split(" · ") if name not in NO_SWITCH]
    ends = [point for point in points if point["step"] == points[-1]["step"]]
    return switches, [end for end in ends if all(end[name] == ends[0][name] for name in NO_SWITCH)]


def faults(tab: Page, address: str) -> Iterator[str]:
    """What the figure shows of each condition that the file does not say, by its address."""
    switches, ends = read()
    for end in ends:
        tab.goto(f"{address}{PAGE}?{urlencode({name: end[name] for name in switches})}")
        tab.locator("figure.row-life .summary").wait_for()
        named = ", ".join(end[name] for name in switches)
        said = tab.locator("figure.row-life .summary").inner_text()
        shown = [float(number) for number in re.findall(r"\d\.\d\d", said)]
        columns = ("", " least", " most") if end["runs"] != "1" else ("",)
        wanted = [float(end[f"{row}{column}"]) for row in ROWS for column in columns]
        if shown != pytest.approx(wanted, abs=0.0051):
            yield f"{named}: says {shown}, not {wanted}"
        for name, value, disabled, checked in tab.evaluate(CHOICES):
            changed = {**end, name: value}
            was_run = any(all(one[key] == changed[key] for key in switches) for one in ends)
            if disabled == was_run:
                yield f"{named}: {name} {value} can be chosen: {not was_run}"
            if checked != (end[name] == value):
                yield f"{named}: {name} {value} is not what was chosen"
        if tab.locator("figure.row-life svg .curve").count() != len(ROWS):
            yield f"{named}: not {len(ROWS)} curves"


def test_the_life_of_a_row_shows_what_was_run_and_nothing_else(context: BrowserContext, address: str) -> None:
    assert len(read()[1]) > 10
    assert list(faults(context.new_page(), address)) == []


def test_a_switch_changes_figure_words_and_address(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + PAGE)
    summary = tab.locator("figure.row-life .summary")
    summary.wait_for()
    before = summary.inner_text()
    tab.get_by_role("radio", name="SGD").check()
    assert summary.inner_text() != before
    assert where(tab).endswith("?Optimiser=SGD")
    tab.get_by_role("button", name="Back to the base").click()
    assert tab.get_by_label("AdamW").is_checked()
    assert summary.inner_text() == before
    assert "?" not in where(tab)


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("radio.disabled = !", "radio.disabled = false && !", "can be chosen"),
        ("run[run.length - 1];\n  const norm", "run[run.length - 2];\n  const norm", "says"),
        ("= ROWS.map(", "= ROWS.slice(1).map(", "not 4 curves"),
    ],
)
def test_that_check_can_fail(context: BrowserContext, address: str, written: str, instead: str, complaint: str) -> None:
    script = (ROOT / "docs/assets/row-life.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    changed = script.replace(written, instead)
    tab.route("**/row-life.js", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    assert any(complaint in fault for fault in faults(tab, address))


def test_without_javascript_the_table_of_all_conditions_stays(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + PAGE)
    assert not tab.locator("figure.row-life").is_visible()
    tab.locator("summary", has_text="in numbers").click()
    assert tab.get_by_text("no mask, no padding_idx", exact=True).first.is_visible()
