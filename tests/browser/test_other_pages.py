"""The pages that explain no topic, as tests/browser/test_every_page.py asks those that do; and all without JavaScript.

Pages are found by listing, so that a new one needs no edit. Of those that the build writes, all of one form, some are
opened; all of them in the long tier.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.shape import is_topic
from tests.browser.visits import IN_COLOUR, generated, visited, written
from tests.site.built import GENERATED, addresses

# Panels, headings, tables and code that take no room, other than behind a tab or in closed details.
UNSEEN = """() => [...document.querySelectorAll(":is(h1, h2, h3, .panel, .statement, pre, table)")]
  .filter((e) => e.closest("article") && !e.closest(".tabbed-block, details:not([open])") && !e.offsetHeight)
  .map((e) => e.outerHTML.slice(0, 80))"""


def test_the_other_pages_that_people_write(browser: Browser, site: Path) -> None:
    shapes, faults = visited(browser, site, (path for path in written(site) if not is_topic(path)))
    assert {"", IN_COLOUR, "404.html"} <= shapes.keys()
    assert not faults, "\n".join(faults)


def test_some_pages_that_the_build_writes(browser: Browser, site: Path) -> None:
    shapes, faults = visited(browser, site, generated(site))
    assert {path.split("/")[0] + "/" for path in shapes} == {*GENERATED}
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES := 6))
def test_every_page_that_the_build_writes(browser: Browser, site: Path, share: int) -> None:
    every = [path for path in addresses(site) if path.startswith(GENERATED)]
    _, faults = visited(browser, site, every[share::SHARES])
    assert not faults, "\n".join(faults)


def test_every_page_reads_without_javascript(without_javascript: BrowserContext, address: str, site: Path) -> None:
    tab = without_javascript.new_page()
    for path in [*written(site), *generated(site)]:
        tab.goto(address + path)
        assert tab.locator("article h1").is_visible(), path
        assert tab.evaluate(UNSEEN) == [], path


def test_that_check_can_fail(without_javascript: BrowserContext) -> None:
    tab = without_javascript.new_page()
    tab.set_content("<article><h1>A page</h1><pre hidden>code</pre><details><pre>folded</pre></details></article>")
    assert tab.evaluate(UNSEEN) == ['<pre hidden="">code</pre>']
