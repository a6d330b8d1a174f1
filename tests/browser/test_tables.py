"""Tables that open, sort and filter: by tap, by key and by address. What all tables look like is in checks.js."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, opened, where

ROOT = Path(__file__).resolve().parents[2]
SCREEN = 844  # of a telephone
SCREENS = 9  # in which a page with one long table ends
WHO_TIES, BREAKS, CLAIMS = "tying/who-ties/", "tying/what-breaks-it/", "all-claims/"


@pytest.fixture
def telephone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": NARROW, "height": SCREEN}, has_touch=True)
    yield context
    context.close()


def rest_of(row: Locator) -> Locator:
    return row.locator("xpath=following-sibling::tr[1][contains(@class, 'rest')]")


def line_faults(tab: Page) -> list[str]:
    """What is wrong with the first row of a table on a telephone: it is one line, and opens and closes."""
    row = tab.locator(".sortable tbody tr:not(.topic)").first
    opener, cell = row.locator(".opener"), row.locator(".beside")
    seen = [one.is_visible() for one in row.locator("th, td").all()].count(True)
    faults = [] if seen == 2 and opener.get_attribute("aria-expanded") == "false" else ["not one closed line"]
    if faults:
        return faults
    for how, act in (("tap", cell.tap), ("key", lambda: opener.press("Enter")), ("button", opener.tap)):
        act()
        names = rest_of(row).locator("dt").all_inner_texts() if rest_of(row).count() else []
        if opener.get_attribute("aria-expanded") != "true" or len(names) != row.locator("th, td").count() - 1:
            faults.append(f"does not open by {how}: {names}")
        act()
        if opener.get_attribute("aria-expanded") != "false" or rest_of(row).count():
            faults.append(f"does not close by {how}")
    return faults


@pytest.mark.parametrize("path", [WHO_TIES, BREAKS, CLAIMS])
def test_on_a_telephone_a_row_is_a_line_that_opens(telephone: BrowserContext, address: str, path: str) -> None:
    tab = opened(telephone, address + path)
    assert line_faults(tab) == []
    tab.locator(".sortable tbody .opener").first.press(" ")
    tab.set_viewport_size(
        {"width": WIDE, "height": HEIGHT}
    )  # it has no more to say than the row, or only what is folded
    if path != CLAIMS:
        tab.locator(".rest dt:visible").first.wait_for()
    names = tab.locator(".rest dt:visible").all_inner_texts()
    assert names == {WHO_TIES: ["output bias", "pad row", "scale or cap"], BREAKS: ["tested with"], CLAIMS: []}[path]


@pytest.mark.parametrize("path", [WHO_TIES, BREAKS])
def test_a_page_with_a_long_table_is_short_on_a_telephone(telephone: BrowserContext, address: str, path: str) -> None:
    tab = opened(telephone, address + path)
    assert tab.evaluate("document.documentElement.scrollHeight") < SCREENS * SCREEN


def with_script(context: BrowserContext, url: str, name: str, written: str, instead: str) -> Page:
    """A page with one of its scripts changed."""
    script = (ROOT / "docs/assets" / name).read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    changed = script.replace(written, instead)
    tab.route(f"**/{name}", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    tab.goto(url)
    tab.locator(".table-filter").first.wait_for()
    return tab


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('table.toggleAttribute("data-lines", lines)', "", "not one closed line"),
        ("target !== opener && elsewhere", "target !== opener", "does not open by tap"),
        ("if (open) row.after", "if (!open) row.after", "does not open by key"),
        ("else row.nextElementSibling?.remove()", "", "does not close by button"),
        ("heads.slice(1).map", "heads.slice(2).map", "does not open by tap"),
    ],
)
def test_that_check_of_a_line_can_fail(
    telephone: BrowserContext, address: str, written: str, instead: str, complaint: str
) -> None:
    faults = line_faults(with_script(telephone, address + WHO_TIES, "tables.js", written, instead))
    assert any(complaint in fault for fault in faults), faults


def table_faults(tab: Page) -> list[str]:
    """What is wrong with the table of cousins when it is sorted by its list and by the keyboard, and filtered."""
    box = tab.locator(".sortable").first
    order = "[...document.querySelector('.sortable tbody').rows].map((row) => row.cells[3].textContent)"
    head = box.locator("th").nth(3)
    faults: list[str] = []
    for wanted in ("ascending", "descending"):
        head.get_by_role("button").press("Enter")
        counts = [float(text) for text in tab.evaluate(order) if text != "—"]
        if counts != sorted(counts, reverse=wanted == "descending") or len(set(counts)) < 9:
            faults.append(f"not {wanted}: {counts}")
        if head.get_attribute("aria-sort") != wanted or box.locator("[aria-sort]").count() != 1:
            faults.append(f"does not say {wanted}")
    box.get_by_label("Sort by").select_option("model ↑")
    names = [one.inner_text() for one in box.locator("tbody tr > :first-child").all()]
    if names != sorted(names, key=str.lower) or box.locator("[aria-sort]").inner_text().split()[0] != "model":
        faults.append(f"not in the list's order: {names}")
    box.locator(".opener").first.evaluate("opener => opener.click()")
    box.get_by_role("searchbox").fill("electra")
    visible = [row.inner_text() for row in box.locator("tbody tr").all() if row.is_visible()]
    if len(visible) != 2 or not all("ELECTRA" in row for row in visible):
        faults.append(f"filtered to {visible}")
    if box.get_by_role("status").inner_text() != "2 of 10 rows":
        faults.append("does not say how many rows are left")
    return faults


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_table_sorts_and_filters(context: BrowserContext, address: str, width: int) -> None:
    tab = context.new_page()
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    tab.goto(address + "heads/families/")
    assert table_faults(tab) == []


@pytest.mark.parametrize(
    ("name", "written", "instead", "complaint"),
    [
        ("sort-table.js", 'replaceAll(",", "")', 'replaceAll("1", "")', "not ascending"),
        ("sort-table.js", 'down === 1 ? "ascending"', 'down === 2 ? "ascending"', "does not say ascending"),
        ("sort-table.js", "`${name} ↑`, `${column} 1`", "`${name} ↑`, `${column} -1`", "not in the list's order"),
        ("filter.js", "element.hidden = !", "element.hidden = ", "filtered to"),
        ("filter.js", "${shown.size} of", "${items.length} of", "does not say how many"),
    ],
)
def test_that_check_of_the_table_can_fail(
    context: BrowserContext, address: str, name: str, written: str, instead: str, complaint: str
) -> None:
    faults = table_faults(with_script(context, address + "heads/families/", name, written, instead))
    assert any(complaint in fault for fault in faults), faults


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_table_of_sections_filters_by_them_and_by_a_column(context: BrowserContext, address: str, width: int) -> None:
    tab = context.new_page()
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    tab.goto(address + BREAKS)
    box = tab.locator(".sortable")
    section, one = box.locator("select[name=section]"), box.locator("select[name=still-one-object]")
    rows, headings = box.locator("tbody tr:not(.topic):visible"), box.locator(".topic:visible")
    every, sections = rows.count(), headings.count()
    section.select_option("Train")
    assert (headings.count(), rows.count()) == (1, 3)
    one.select_option("no")
    assert (headings.count(), rows.count()) == (0, 0)
    section.select_option("")
    assert 3 < rows.count() < every
    assert all("no" in row.locator("td").first.inner_text() for row in rows.all())
    assert box.get_by_role("status").inner_text() == f"{rows.count()} of {every} rows"
    one.select_option("")
    first = rows.first.inner_text()
    for order, headed in (("do ↑", 0), ("do ↓", 0), ("the page’s order", sections)):
        box.get_by_label("Sort by").select_option(order)
        assert (headings.count(), rows.count()) == (headed, every)
    assert rows.first.inner_text() == first
    if width == NARROW:
        rows.first.locator(".opener").press("Enter")
        what_to_do, tie = (rest_of(rows.first).get_by_text(name, exact=True) for name in ("do", "still one object"))
        top = "one => one.getBoundingClientRect().top"
        assert what_to_do.evaluate(top) < tie.evaluate(top)


def test_a_table_that_markdown_wrote_opens_too(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    tab.set_viewport_size({"width": NARROW, "height": HEIGHT})
    tab.goto(address + "tying/recipes/")
    table = tab.locator("article table").first
    names = table.locator("th").all_text_contents()[1:]
    table.locator(".opener").first.press("Enter")
    assert table.locator(".rest dt").all_inner_texts() == names


def shown(tab: Page) -> list[list[str]]:
    """The claims that are shown: the words of each cell, and the topic before them."""
    found: list[list[str]] = tab.evaluate("""() => {
      let topic = "";
      return [...document.querySelector(".claims tbody").rows].flatMap((row) => {
        if (row.matches(".topic")) topic = row.textContent.trim();
        const words = [topic, ...[...row.cells].map((cell) => cell.textContent.trim())];
        return row.matches(".topic") || row.hidden ? [] : [words];
      });
    }""")
    return found


CHOICES: list[tuple[str, str, Any]] = [
    ("Topic", "What weight tying is", lambda row: row[0] == "What weight tying is"),
    ("Scope", "experiment", lambda row: row[2] == "experiment"),
    ("Model", "pydoc-bert", lambda row: "pydoc-bert" in row[3]),
    ("Release", "transformers 5.24.0", lambda row: row[4].endswith(" on")),
]


def claims_faults(tab: Page, every: list[list[str]]) -> list[str]:
    """What is wrong with the filter of all claims, choice by choice."""
    form = tab.locator(".claims form")
    faults: list[str] = []
    for label, value, fits in CHOICES:
        select = form.locator(f"select[name={label.lower()}]")
        select.select_option(value)
        found = shown(tab)
        if found != [row for row in every if fits(row)] or not 0 < len(found) < len(every):
            faults.append(f"{label} shows {len(found)}")
        if form.get_by_role("status").inner_text() != f"{len(found)} of {len(every)} rows":
            faults.append(f"{label} does not count")
        if f"{label.lower()}=" not in where(tab):
            faults.append(f"{label} is not in the address")
        select.select_option("")
    form.get_by_role("searchbox").fill("Decoder.bias predictions")
    found = shown(tab)
    if not found or not all(re.search("decoder.bias", str(row)) and "predictions" in str(row) for row in found):
        faults.append(f"words show {len(found)}")
    return faults


def test_all_claims_are_found_by_each_choice_and_by_words(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + CLAIMS)
    every = shown(tab)
    assert len(every) > 300
    assert claims_faults(tab, every) == []
    tab.locator(".claims select[name=scope]").select_option("library")
    again = opened(context, where(tab))
    again.locator(".claims [role=status]:not(:empty)").wait_for()  # its script comes after the page
    assert shown(again) == shown(tab) != every
    assert re.search(r"\?q=Decoder.bias(\+|%20)predictions&scope=library$", where(again))
    other = opened(context, address + CLAIMS + "?scope=nonsense&other=1")
    other.locator(".claims [role=status]:not(:empty)").wait_for()
    assert len(shown(other)) == len(every)


@pytest.mark.parametrize(
    ("name", "written", "instead", "complaint"),
    [
        ("sort-table.js", "first + at);", "first);", "Model shows"),
        ("sort-table.js", '[sectionOf.get(row)?.textContent.trim() ?? ""]', '["What weight tying is"]', "Topic shows"),
        ("filter.js", "has[name].includes(value)", "true", "Scope shows"),
        ("shared.js", "query.set(name, value)", "0", "Model is not in the address"),
        ("filter.js", "words.every", "words.some", "words show"),
    ],
)
def test_that_check_of_the_claims_can_fail(
    context: BrowserContext, address: str, name: str, written: str, instead: str, complaint: str
) -> None:
    every = shown(opened(context, address + CLAIMS))
    faults = claims_faults(with_script(context, address + CLAIMS, name, written, instead), every)
    assert any(complaint in fault for fault in faults), faults


@pytest.mark.parametrize(("path", "rows"), [("heads/families/", 10), (CLAIMS, 300), (WHO_TIES, 35)])
def test_a_table_is_whole_without_javascript(
    without_javascript: BrowserContext, address: str, path: str, rows: int
) -> None:
    tab = opened(without_javascript, address + path)
    box = tab.locator(".sortable").first
    hidden = "rows => rows.flatMap((row) => [...row.cells]).filter((cell) => !cell.checkVisibility()).length"
    assert box.locator("tbody tr").evaluate_all(hidden) == 0
    assert box.locator("tbody tr:not(.topic)").count() >= rows
    assert tab.locator(".table-filter, .sortable th button, .opener").count() == 0
