"""Every page of a topic is quiet, fits, stays at home, is accessible, and keeps its bounds; and each check can fail.

The other pages have a file of their own, so that two processes share the visits.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.shape import FEWEST, is_topic, topic_pages
from tests.browser.visits import LOOKS, Visitor, served, visited, written
from tests.site.built import addresses


def test_the_pages_of_topics(browser: Browser, site: Path) -> None:
    shapes, faults = visited(browser, site, filter(is_topic, written(site)))
    assert len(topic_pages(shapes)) >= FEWEST  # so many have medians
    assert not faults, "\n".join(faults)


LIGHT, DARK = r"\(light, 1280 wide\)", r"\(dark, 390 wide\)"
# In a fold that a script makes late, as when its data are slow.
LATER = (
    "<details><summary>later</summary><table style='display: block; overflow: auto'><tr><td style='min-width: 2000px'>x"
)
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
    ("<article><table style='font-size: 13px'><tr><td>small</table></article>", f"text of 13px, “small”.*{LIGHT}"),
    ("<article><table><tr><td><code style='font-size: 12px'>x</code></table></article>", f"text of 12px, “x”.*{DARK}"),
    ("<article><table><tr><td>x<td>1,234<tr><td>y<td>-0.5</table></article>", "numbers that are not to the right"),
    ("<article><table><tr><td>x<td style='text-align: right'>7</table></article>", ""),
    ("<article><table><tr>" + "<td>x" * 7 + "</table></article>", f"a table has 7 columns.*{LIGHT}"),
    ("<article><table><tr><td>x<td>y<td>one<br>two<br>three<br>four<br>five</table></article>",
     f"a row is .* px high.*{DARK}"),
    ("<article><details><summary>more</summary>x</details></article><script>addEventListener('toggle', () => {"
     f"document.querySelector('article').insertAdjacentHTML('beforeend', `{LATER}`)"
     "}, { capture: true, once: true })</script>", ""),
    ("<script>fetch('0.html').then(() => { document.querySelector('h1').outerHTML += '<p style=color:#999>pale' })"
     "</script>", f"axe: color-contrast.*{LIGHT}"),
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
