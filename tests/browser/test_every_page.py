"""Every page that was built, found by listing, so that a new page needs no edit; each is opened once for all checks.

Of the pages that the build writes, all of one form, the commit draws some; all of them are opened in the long tier.
"""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.shape import FEWEST, Shape, out_of_bounds, topic_pages
from tests.browser.visits import IN_COLOUR, LOOKS, Visitor, WithoutSearch, served
from tests.site.built import GENERATED, addresses, compressed

SOME = dict(zip(GENERATED, (6, 3, 2), strict=True))  # claims' pages, messages', topics' proofs

# Panels, headings, tables and code that take no room, other than behind a tab or in closed details.
UNSEEN = """() => [...document.querySelectorAll(":is(h1, h2, h3, .panel, .statement, pre, table)")]
  .filter((e) => e.closest("article") && !e.closest(".tabbed-block, details:not([open])") && !e.offsetHeight)
  .map((e) => e.outerHTML.slice(0, 80))"""


def chosen(site: Path) -> list[str]:
    """All pages that people write, the labs, and some of each kind that the build writes."""
    every = addresses(site)
    generated = [path for kind, some in SOME.items() for path in sorted(p for p in every if p.startswith(kind))[:some]]
    return [path for path in every if not path.startswith(GENERATED)] + generated


class Visits:
    """What was seen on pages, each opened once."""

    def __init__(self, browser: Browser, site: Path, every: list[str]) -> None:
        self.faults: list[str] = []
        self.shapes: dict[str, Shape] = {}
        with served(site, WithoutSearch) as address:
            visitor = Visitor(browser, address)
            # Half of the pages open dark and narrow: a script or style that looks only once sees both.
            for number, path in enumerate(every):
                self.faults += visitor.faults(path, number % len(LOOKS))
                file = site / path if path.endswith(".html") else site / path / "index.html"
                self.shapes[path] = Shape(**visitor.shape, weight=compressed(file.read_bytes()))
            visitor.tab.close()


@pytest.fixture(scope="module")
def visits(browser: Browser, site: Path) -> Visits:
    return Visits(browser, site, chosen(site))


def test_every_page_is_quiet_fits_stays_at_home_and_is_accessible(visits: Visits) -> None:
    assert IN_COLOUR in visits.shapes
    assert not visits.faults, "\n".join(visits.faults)


def test_every_page_keeps_its_bounds(visits: Visits) -> None:
    if len(topics := topic_pages(visits.shapes)) < FEWEST:
        warnings.warn(f"{len(topics)} topic pages are visited: too few to ask for their medians", stacklevel=1)
    found = list(out_of_bounds(visits.shapes))
    assert not found, "\n".join(found)


@pytest.mark.long
def test_every_page_that_the_build_writes_is_so_too(browser: Browser, site: Path) -> None:
    every = [path for path in addresses(site) if path.startswith(GENERATED)]
    visits = Visits(browser, site, every)
    found = [*visits.faults, *out_of_bounds(visits.shapes)]
    assert not found, "\n".join(found)


LIGHT, DARK = r"\(light, 1280 wide\)", r"\(dark, 390 wide\)"
CASES = [
    ("", ""),
    ('<img src="data:,">', "axe: image-alt"),
    ('<p style="color: #999">pale</p>', f"axe: color-contrast.*{LIGHT}"),
    ('<p style="color: #444">dim</p>', f"axe: color-contrast.*{DARK}"),
    ('<p>plain</p><div style="background: #555"><p>plain</p></div>', "axe: color-contrast"),
    ('<p hidden>plain</p><p style="opacity: .2">plain</p>', "axe: color-contrast"),
    ("<style>p + p { color: #888 }</style><p>plain</p><p>pale</p>", "axe: color-contrast"),
    ('<details><summary>more</summary><p style="color: #999">pale</p></details>', "axe: color-contrast"),
    ('<p class="tabbed-set"><b class="tabbed-content"><i class="tabbed-block" style="color: #999">pale</i></b></p>',
     "axe: color-contrast"),
    ('<div style="width: 2000px">wide</div>', f"the page scrolls sideways {LIGHT}"),
    ('<div style="width: 600px">wide</div>', f"the page scrolls sideways {DARK}"),
    ('<details><summary>more</summary><div style="width: 2000px">wide</div></details>', f"sideways, unfolded {LIGHT}"),
    ('<details><summary>more</summary><div style="width: 600px">wide</div></details>', f"sideways, unfolded {DARK}"),
    ('<article><pre style="overflow: hidden; white-space: pre">' + "x" * 400 + "</pre></article>", f"unseen.*{DARK}"),
    ("<article><table style='display: block; overflow: auto'><tr><td style='min-width: 600px'>x</table></article>",
     f"a table goes on for .* pixels: x {DARK}"),
    ("<article><table style='display: block; overflow: auto'><tr><td style='min-width: 2000px'>x</table></article>",
     f"pixels: x, and nothing says so {LIGHT}"),
    ("<style>body { background: white !important }</style>", f"not dark, but .*{DARK}"),
    ("<style>body { background: black !important }</style>", f"not light, but .*{LIGHT}"),
    ("<script>console.error('oh')</script>", "error: oh"),
    ("<script>console.warn('ah')</script>", "warning: ah"),
    ("<script>nothing()</script>", "page error: nothing is not defined"),
    ("<script>addEventListener('resize', () => nothing())</script>", "page error: nothing is not defined"),
    ("<script>addEventListener('load', () => fetch('late.json'))</script>", "404"),
    ('<img alt="x" src="http://elsewhere.invalid/x.png">', "asks: http://elsewhere.invalid/x.png"),
    ('<img alt="x" src="nowhere.png">', "404"),
]  # fmt: skip
PAGE = """<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><style>
  body { background: #fff; color: #000 }
  .tabbed-block { display: none }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #fff } }
</style></head><body><main><h1>A page</h1>BODY</main></body></html>"""


@pytest.fixture(scope="module")
def cases(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    folder = tmp_path_factory.mktemp("cases")
    for number, (body, _) in enumerate(CASES):
        (folder / f"{number}.html").write_text(PAGE.replace("BODY", body))
    assert addresses(folder) == sorted(f"{number}.html" for number in range(len(CASES)))
    with served(folder) as where:
        visitor = Visitor(browser, where)
        yield visitor
        visitor.tab.close()


@pytest.mark.parametrize("first", range(len(LOOKS)))
@pytest.mark.parametrize("number", range(len(CASES)))
def test_each_of_these_checks_can_fail(cases: Visitor, number: int, first: int) -> None:
    _, complaint = CASES[number]
    faults = cases.faults(f"{number}.html", first)
    assert any(re.search(complaint, fault) for fault in faults) if complaint else faults == []


def test_every_page_reads_without_javascript(without_javascript: BrowserContext, address: str, site: Path) -> None:
    tab = without_javascript.new_page()
    for path in chosen(site):
        tab.goto(address + path)
        assert tab.locator("article h1").is_visible(), path
        assert tab.evaluate(UNSEEN) == [], path


def test_that_check_can_fail(without_javascript: BrowserContext) -> None:
    tab = without_javascript.new_page()
    tab.set_content("<article><h1>A page</h1><pre hidden>code</pre><details><pre>folded</pre></details></article>")
    assert tab.evaluate(UNSEEN) == ['<pre hidden="">code</pre>']
