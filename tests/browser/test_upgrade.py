"""The view by upgrade, as a reader uses it: two releases are chosen, shared, gone back from."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.visits import NARROW, opened, where

PAGE = "versions/upgrade/"
TEXT = "element => element.innerText.replace(/\\s+/g, ' ').trim()"


def begun(context: BrowserContext, url: str) -> Page:
    tab = opened(context, url)
    tab.locator(".upgrade-choice:not([hidden])").wait_for()
    return tab


def chosen(tab: Page) -> list[str]:
    """The releases in the two boxes, as a reader sees them."""
    values: list[str] = tab.locator(".upgrade-choice select").evaluate_all(
        "boxes => boxes.map((box) => box.selectedOptions[0].textContent)"
    )
    return values


def test_the_script_writes_what_the_build_wrote(
    context: BrowserContext, without_javascript: BrowserContext, address: str
) -> None:
    """The same pair twice: from the page's source, and drawn by the script because the address asks for it."""
    built = opened(without_javascript, address + PAGE)
    assert built.locator(".upgrade-choice").is_hidden()
    old, new = "4.57.6", built.locator(".upgrade-sum").inner_text().partition(" to transformers ")[2].partition(":")[0]
    drawn = begun(context, f"{address}{PAGE}?from={old}&to={new}")
    for tab in (built, drawn):
        tab.locator(".upgrade details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    texts = [tab.locator(".upgrade").evaluate(TEXT) for tab in (built, drawn)]
    assert texts[0] == texts[1]
    links = [tab.locator(".upgrade a").evaluate_all("all => all.map((one) => one.href)") for tab in (built, drawn)]
    assert links[0] == links[1]
    assert len(links[0]) > 10


def test_a_choice_is_in_the_address_and_back_undoes_it(context: BrowserContext, address: str) -> None:
    tab = begun(context, address + PAGE)
    first = chosen(tab)
    told = tab.locator(".upgrade-sum")
    tab.get_by_role("combobox", name="From").select_option(label="transformers 2.4.1")
    tab.get_by_role("combobox", name="To").select_option(label="transformers 2.5.1")
    assert where(tab) == f"{address}{PAGE}?from=2.4.1&to=2.5.1"
    expect(told).to_contain_text("From transformers 2.4.1 to transformers 2.5.1: ")
    expect(tab.locator(".upgrade-lines li").first).to_contain_text("The head adds its bias once.")
    tab.go_back()
    assert chosen(tab) == ["transformers 2.4.1", first[1]]
    expect(told).to_contain_text(f"From transformers 2.4.1 to {first[1]}: ")
    tab.go_back()
    assert chosen(tab) == first
    tab.go_forward()
    tab.reload()
    tab.locator(".upgrade-choice:not([hidden])").wait_for()
    assert chosen(tab) == ["transformers 2.4.1", first[1]]


def test_going_back_to_an_older_release_is_an_upgrade_the_other_way_round(
    context: BrowserContext, address: str
) -> None:
    tab = begun(context, f"{address}{PAGE}?from=2.4.1&to=2.5.1")
    tab.get_by_role("button", name="Swap").click()
    assert where(tab).endswith("?from=2.5.1&to=2.4.1")
    expect(tab.locator(".upgrade-lines li").first).to_contain_text("Now: The head adds its bias twice")


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
    told = begun(context, address + PAGE + query).locator(".upgrade-sum")
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
    tab.locator(".upgrade details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    assert tab.evaluate("document.documentElement.scrollWidth") == NARROW
    assert tab.locator(".upgrade-choice").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_without_the_data_the_page_keeps_its_pair_and_says_so(context: BrowserContext, address: str) -> None:
    context.route("**/upgrade.json", lambda route: route.abort())
    tab = opened(context, address + PAGE)
    expect(tab.locator(".upgrade")).to_contain_text("could not be loaded")
    assert tab.locator(".upgrade-choice").is_hidden()
    assert tab.locator(".upgrade-lines li").count() > 5
