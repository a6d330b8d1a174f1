"""The page of releases, as a reader uses it: two releases are chosen, shared, gone back from."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.visits import NARROW, opened, where

PAGE = "versions/"
TEXT = "element => element.innerText.replace(/\\s+/g, ' ').trim()"


def begun(context: BrowserContext, url: str) -> Page:
    tab = opened(context, url)
    tab.locator(".releases-choice:not([hidden])").wait_for()
    return tab


def chosen(tab: Page) -> list[str]:
    """The releases in the two boxes, as a reader sees them."""
    values: list[str] = tab.locator("#releases-from, #releases-to").evaluate_all(
        "boxes => boxes.map((box) => box.selectedOptions[0].textContent)"
    )
    return values


def test_the_script_writes_what_the_build_wrote(
    context: BrowserContext, without_javascript: BrowserContext, address: str
) -> None:
    """The same pair twice: from the page's source, and drawn by the script because the address asks for it."""
    built = opened(without_javascript, address + PAGE)
    assert built.locator(".releases-choice").is_hidden()
    old, new = "4.57.6", built.locator(".releases-sum").inner_text().partition(" to transformers ")[2].partition(":")[0]
    drawn = begun(context, f"{address}{PAGE}?from={old}&to={new}")
    for tab in (built, drawn):
        tab.locator(".releases details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    parts = ".releases-sum, .releases-grid :is(th, td):not(.releases-strip)"
    texts = [tab.locator(parts).evaluate_all(f"all => all.map({TEXT})") for tab in (built, drawn)]
    assert texts[0] == texts[1]
    links = [tab.locator(".releases a").evaluate_all("all => all.map((one) => one.href)") for tab in (built, drawn)]
    assert links[0] == links[1]
    assert len(links[0]) > 10


def test_a_choice_is_in_the_address_and_back_undoes_it(context: BrowserContext, address: str) -> None:
    tab = begun(context, address + PAGE)
    first = chosen(tab)
    told = tab.locator(".releases-sum")
    tab.get_by_role("combobox", name="From").select_option(label="transformers 2.4.1")
    tab.get_by_role("combobox", name="To").select_option(label="transformers 2.5.1")
    assert where(tab) == f"{address}{PAGE}?from=2.4.1&to=2.5.1"
    expect(told).to_contain_text("From transformers 2.4.1 to transformers 2.5.1: ")
    expect(tab.locator(".releases-grid tbody tr").first).to_contain_text("The head adds its bias once.")
    tab.go_back()
    assert chosen(tab) == ["transformers 2.4.1", first[1]]
    expect(told).to_contain_text(f"From transformers 2.4.1 to {first[1]}: ")
    tab.go_back()
    assert chosen(tab) == first
    tab.go_forward()
    tab.reload()
    tab.locator(".releases-choice:not([hidden])").wait_for()
    assert chosen(tab) == ["transformers 2.4.1", first[1]]


def test_going_back_to_an_older_release_is_an_upgrade_the_other_way_round(
    context: BrowserContext, address: str
) -> None:
    tab = begun(context, f"{address}{PAGE}?from=2.4.1&to=2.5.1")
    tab.get_by_role("button", name="Swap").click()
    assert where(tab).endswith("?from=2.5.1&to=2.4.1")
    expect(tab.locator(".releases-grid tbody tr details").first).to_contain_text("Now: The head adds its bias twice")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?from=4.50.0", lambda told: told.startswith("4.50.0 is not in the list; shown is transformers 4.46.3. From")),
        (
            "?from=nonsense",
            lambda told: told.startswith("nonsense is not in the list; shown is transformers 4.57.6. From"),
        ),
        ("?from=4.46.3&to=4.46.3", lambda told: told == "These are one release. Choose another one."),
        ("?to=pytorch-transformers-1.2.0", lambda told: " to pytorch-transformers 1.2.0: " in told),
        ("?from=<b>x</b>", lambda told: told.startswith("<b>x</b> is not in the list; ")),
    ],
)
def test_an_address_says_what_it_shows(
    context: BrowserContext, address: str, query: str, says: Callable[[str], bool]
) -> None:
    told = begun(context, address + PAGE + query).locator(".releases-sum")
    assert says(told.inner_text()), told.inner_text()


def test_the_keyboard_chooses(context: BrowserContext, address: str) -> None:
    tab = begun(context, address + PAGE)
    old, new = chosen(tab)
    tab.get_by_role("combobox", name="From").focus()
    tab.keyboard.press("ArrowDown")
    assert chosen(tab)[0] not in (old, "")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Swap"
    tab.keyboard.press("Enter")
    assert chosen(tab)[0] == new


def test_the_widest_pair_fits_a_phone(context: BrowserContext, address: str) -> None:
    tab = begun(context, f"{address}{PAGE}?from=pytorch-pretrained-bert-0.6.2")
    tab.set_viewport_size({"width": NARROW, "height": 800})
    tab.locator(".releases details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    assert tab.evaluate("document.documentElement.scrollWidth") == NARROW
    assert tab.locator(".releases-choice").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_without_the_data_the_page_keeps_its_pair_and_says_so(context: BrowserContext, address: str) -> None:
    context.route("**/releases.json", lambda route: route.abort())
    tab = opened(context, address + PAGE)
    expect(tab.locator(".releases")).to_contain_text("could not be loaded")
    assert tab.locator(".releases-choice").is_hidden()
    assert tab.locator(".releases-grid tbody tr").count() > 5


def test_words_and_the_kind_of_rows_are_in_the_address(context: BrowserContext, address: str) -> None:
    tab = begun(context, address + PAGE)
    rows = tab.locator(".releases-grid tbody tr")
    few = rows.count()
    tab.get_by_role("combobox", name="Show").select_option(label="every claim")
    every = rows.count()
    assert every > 4 * few
    tab.get_by_role("searchbox", name="Find").fill("float16")
    assert where(tab).endswith("&show=every&q=float16")
    expect(tab.locator(".releases-sum")).to_contain_text(f"Shown below: {rows.count()}.")
    assert 0 < rows.count() < every
    shown = rows.all_inner_texts()
    tab.reload()
    tab.locator(".releases-choice:not([hidden])").wait_for()
    assert rows.all_inner_texts() == shown


def test_a_row_has_a_band_for_each_run_of_equal_answers_and_a_phone_leaves_them_out(
    context: BrowserContext, address: str
) -> None:
    tab = begun(context, f"{address}{PAGE}?from=2.4.1&to=2.5.1")
    strip = tab.locator(".releases-grid tbody tr").first.locator(".releases-strip")
    titles = strip.locator("title").all_text_contents()
    assert [title for title in titles if title.endswith(": fails")]
    assert strip.is_visible()
    tab.set_viewport_size({"width": NARROW, "height": 800})
    assert strip.is_hidden()


@pytest.mark.parametrize("old", ["versions/upgrade/", "versions/table/"])
def test_old_addresses_lead_here_with_the_choice(
    context: BrowserContext, without_javascript: BrowserContext, address: str, old: str
) -> None:
    tab = context.new_page()
    tab.goto(f"{address}{old}?from=2.4.1&to=2.5.1#smaller-changes")
    tab.wait_for_url(f"{address}{PAGE}?from=2.4.1&to=2.5.1#smaller-changes")
    plain = without_javascript.new_page()
    plain.goto(address + old)
    plain.wait_for_url(address + PAGE)
