"""The built site in headless Chromium: every page that was built, found by listing; a new page needs no edit."""

import functools
import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDE, NARROW = 1280, 390
# Everything that a click would show: what is folded away is checked too.
UNFOLD = """() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  const style = document.createElement("style");
  style.textContent = ".tabbed-set > .tabbed-content > .tabbed-block { display: block !important }";
  document.head.append(style);
}"""
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
# Highlighted code is most of a page's elements, and has the same colours on all pages: axe sees them on one.
IN_COLOUR = "versions/"
ONE_COLOUR = """() => {
  for (const code of document.querySelectorAll("pre > code")) code.replaceChildren(code.textContent);
}"""
# Panels, headings, tables and code that take no room, other than behind a tab or in closed details.
UNSEEN = """() => [...document.querySelectorAll(":is(h1, h2, h3, .panel, .statement, pre, table)")]
  .filter((e) => e.closest("article") && !e.closest(".tabbed-block, details:not([open])") && !e.offsetHeight)
  .map((e) => e.outerHTML.slice(0, 80))"""
AXE = Axe()

if CHROMIUM is None:
    pytest.skip("no Chromium on this machine; `apt-get install chromium` mends it", allow_module_level=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as where:
        yield where


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def paths(site: Path) -> list[str]:
    """Every built page, as a reader asks for it."""
    return sorted(path.relative_to(site).as_posix().removesuffix("index.html") for path in site.rglob("*.html"))


def axe_findings(tab: Page) -> list[str]:
    """One line for each rule and way in which it is broken, with the first element of which that is true."""
    broken: dict[str, list[str]] = {}
    for found in AXE.run(tab).response["violations"]:
        for node in found["nodes"]:
            reason = " ".join(node["failureSummary"].split())
            broken.setdefault(f"axe: {found['id']}: {reason}", []).append(str(node["target"]))
    return [f"{reason} {where[0]} and {len(where) - 1} more" for reason, where in broken.items()]


class Visitor:
    """One tab in one colour scheme and width, which goes from page to page and says what is wrong with each."""

    def __init__(
        self, browser: Browser, address: str, scheme: str = "light", width: int = WIDE, *, axe: bool = True
    ) -> None:
        self.address = address
        self.axe = axe
        self.tab = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.heard: list[str] = []
        self.tab.on("request", lambda request: self.hear("asks", request.url, not self.own(request.url)))
        self.tab.on("console", lambda said: self.hear(said.type, said.text, said.type in ("error", "warning")))
        self.tab.on("pageerror", lambda error: self.hear("page error", str(error)))

    def own(self, url: str) -> bool:
        return url.startswith((self.address, "data:", "blob:"))

    def hear(self, kind: str, text: str, fault: bool = True) -> None:
        if fault:
            self.heard.append(f"{kind}: {text}")

    def faults(self, path: str) -> list[str]:
        self.heard.clear()
        self.tab.goto(self.address + path)
        seen = [] if self.tab.evaluate(FITS) else ["the page scrolls sideways"]
        self.tab.evaluate(UNFOLD)
        seen += [] if self.tab.evaluate(FITS) else ["the page scrolls sideways, unfolded"]
        if self.axe:
            if path != IN_COLOUR:
                self.tab.evaluate(ONE_COLOUR)
            seen += axe_findings(self.tab)
        self.tab.wait_for_load_state("networkidle")
        return [f"{path or 'home'}: {fault}" for fault in [*seen, *self.heard]]


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_quiet_fits_stays_at_home_and_is_accessible(
    browser: Browser, address: str, site: Path, scheme: str, width: int
) -> None:
    # Contrast hangs on the scheme, places on the width: two of the four have both, and axe takes most of the time.
    visitor = Visitor(browser, address, scheme, width, axe=(scheme == "light") == (width == WIDE))
    faults: list[str] = []
    assert IN_COLOUR in paths(site)
    for path in paths(site):
        faults += visitor.faults(path)
        background = visitor.tab.evaluate("getComputedStyle(document.body).backgroundColor")
        if (background == "rgb(255, 255, 255)") != (scheme == "light"):
            faults.append(f"{path}: not {scheme}, but {background}")
    visitor.tab.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("", ""),
        ('<img src="data:,">', "axe: image-alt"),
        ('<p style="color: #999">pale</p>', "axe: color-contrast"),
        ('<details><summary>more</summary><p style="color: #999">pale</p></details>', "axe: color-contrast"),
        ('<div style="width: 2000px">wide</div>', "the page scrolls sideways"),
        ('<details><summary>more</summary><div style="width: 2000px">wide</div></details>', "sideways, unfolded"),
        ("<script>console.error('oh')</script>", "error: oh"),
        ("<script>console.warn('ah')</script>", "warning: ah"),
        ("<script>nothing()</script>", "page error: nothing is not defined"),
        ('<img alt="x" src="http://elsewhere.invalid/x.png">', "asks: http://elsewhere.invalid/x.png"),
        ('<img alt="x" src="nowhere.png">', "404"),
    ],
)
def test_each_of_these_checks_can_fail(browser: Browser, tmp_path: Path, body: str, complaint: str) -> None:
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head>'
        f"<body><main><h1>A page</h1>{body}</main></body></html>"
    )
    assert paths(tmp_path) == [""]
    with served(tmp_path) as where:
        visitor = Visitor(browser, where)
        faults = visitor.faults("")
        visitor.tab.close()
    assert any(complaint in fault for fault in faults) if complaint else faults == []


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": WIDE, "height": 900})
    yield context
    context.close()


def opened(context: BrowserContext, url: str) -> Page:
    tab = context.new_page()
    tab.goto(url)
    tab.wait_for_load_state("networkidle")
    return tab


def search(tab: Page, query: str) -> None:
    tab.get_by_role("textbox", name="Search").click()
    # What is typed before the worker has read the index is not searched for.
    tab.locator(".md-search-result__meta", has_text="Type to start searching").wait_for()
    tab.keyboard.type(query, delay=10)


@pytest.mark.parametrize(
    "query",
    [
        "cls.predictions.decoder.bias",
        "newly initialized",
        "seem corrupted",
        "seq_relationship",
        "BertForMaskedLM",
    ],
)
def test_search_finds_keys_and_pieces_of_messages(context: BrowserContext, address: str, query: str) -> None:
    tab = opened(context, address)
    search(tab, query)
    tab.locator(".md-search-result__item a[href*='loading']").first.wait_for(timeout=10_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_open_search_and_open_menu_are_accessible(browser: Browser, address: str, scheme: str) -> None:
    visitor = Visitor(browser, address, scheme, WIDE)
    visitor.tab.goto(address + "weight-tying/")
    search(visitor.tab, "decoder.bias")
    visitor.tab.locator(".md-search-result__item").first.wait_for(timeout=10_000)
    visitor.tab.wait_for_timeout(500)  # until it has faded in
    assert not (found := axe_findings(visitor.tab)), "\n".join(found)
    visitor.tab.set_viewport_size({"width": NARROW, "height": 900})
    visitor.tab.goto(address + "weight-tying/")
    visitor.tab.locator("label.md-header__button[for=__drawer]").click()
    visitor.tab.wait_for_timeout(500)
    assert visitor.tab.locator(".md-nav--primary").first.is_visible()
    assert not (found := axe_findings(visitor.tab)), "\n".join(found)
    visitor.tab.close()


def test_the_copy_button_copies_the_code(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened(context, address + "padding-embeddings/")
    panel = tab.locator(".panel", has=tab.locator("#claim-pad-row-is-not-zero"))
    panel.get_by_role("button", name="Copy").first.click()
    copied = tab.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("from transformers import BertModel")
    assert (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text().endswith(copied.rstrip() + "\n")


def test_a_claims_permalink_leads_to_it(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "padding-embeddings/#claim-pad-row-moves-without-padding")
    claim = tab.locator("#claim-pad-row-moves-without-padding")
    assert "One training step" in claim.inner_text()
    box = claim.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    claim.get_by_title("Permanent link").click()
    assert tab.url.endswith("#claim-pad-row-moves-without-padding")


def test_a_snippet_downloads_as_it_is(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "padding-embeddings/")
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Download this snippet").first.click()
    path = download.value.path()
    assert path.read_text() == (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text()


def test_a_wide_table_is_reached_by_keyboard_while_it_scrolls(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "tying-helps/")
    table = tab.get_by_role("group", name="Table").first
    assert table.get_attribute("tabindex") is None
    tab.set_viewport_size({"width": NARROW, "height": 900})
    tab.locator(".md-typeset__scrollwrap[tabindex='0']").first.wait_for()
    assert table.get_attribute("tabindex") == "0"


def test_every_page_reads_without_javascript(browser: Browser, address: str, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    for path in paths(site):
        tab.goto(address + path)
        assert tab.locator("article h1").is_visible(), path
        assert tab.evaluate(UNSEEN) == [], path
    context.close()


def test_that_check_can_fail(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.set_content("<article><h1>A page</h1><pre hidden>code</pre><details><pre>folded</pre></details></article>")
    assert tab.evaluate(UNSEEN) == ['<pre hidden="">code</pre>']
    context.close()


def test_tabs_are_switched_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + "padding-embeddings/")
    panel = tab.locator(".panel", has=tab.locator("#claim-pad-row-is-not-zero"))
    first, second = panel.locator(".tabbed-block").all()
    assert first.is_visible()
    assert not second.is_visible()
    panel.get_by_text("pydoc-bert", exact=True).click()
    assert second.is_visible()
    assert not first.is_visible()
    context.close()


# What the lab shows for each combination, next to the row of its own table that it must have come from.
LAB = """() => {
  const form = document.querySelector("form.switches");
  const names = [...form.querySelectorAll("fieldset")].map((one) => one.name);
  const text = (selector) => document.querySelector(selector).textContent;
  return [...document.querySelectorAll(".gradient-table tbody tr")].map((row) => {
    const cells = [...row.cells].map((cell) => cell.textContent);
    names.forEach((name, column) => {
      form.querySelector(`input[name="${name}"][value="${cells[column]}"]`).click();
    });
    const height = (kind) => Number(document.querySelector(`svg rect.${kind}`)?.getAttribute("height") ?? 0);
    return {
      cells: cells,
      chosen: [...document.querySelectorAll(".gradient-table [aria-current=true]")].map((one) => one === row),
      bars: [height("lookup"), height("softmax")],
      summary: text(".gradient-figure .summary"),
      drawn: text(".gradient-figure svg"),
      shared: document.querySelectorAll("svg rect.shared").length,
      reasons: [...document.querySelectorAll(".reasons li")].filter((one) => one.offsetHeight).length,
    };
  });
}"""
SIZE = re.compile(r"exactly zero|\d[\d.]*(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?=[.,])")
DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read_back(written: str) -> float:
    """`1.06 × 10⁻⁶` as a number."""
    digits, _, power = written.partition(" × 10")
    return 0.0 if written == "exactly zero" else float(f"{digits}e{power.translate(DIGITS) or 0}")


def lab_faults(tab: Page) -> list[str]:
    """What the gradient lab shows that is not in the row of the table that the switches choose."""
    faults: list[str] = []
    for seen in tab.evaluate(LAB):
        cells, said = seen["cells"], seen["summary"]
        wanted = [
            float(cells[5]),
            float(cells[6]),
            *(float(cells[column]) for column in (9, 10) if cells[column] != "—"),
        ]
        shown = [read_back(size) for size in re.findall(r"exactly zero|\d[\d.]*(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?=[.,])", said)]
        tied, opened_by = cells[0] == "tied", [cells[2] == "missing", cells[3] == "counted", cells[4] == "yes"]
        reasons = 1 if cells[1] == "0" else max(1, sum(opened_by))
        for what, holds in {
            "another row is marked": seen["chosen"] == [True],
            f"says {shown}, not {wanted}": shown == pytest.approx(wanted, rel=0.005),
            f"bars of {seen['bars']}": [bar > 0 for bar in seen["bars"]] == [size > 0 for size in wanted[:2]],
            "no zero in the figure": ("exactly 0" in seen["drawn"]) == (wanted[0] == 0),
            f"{seen['shared']} shared matrices": seen["shared"] == int(tied),
            f"{seen['reasons']} reasons": seen["reasons"] == reasons + 2,
        }.items():
            if not holds:
                faults.append(f"{' '.join(cells[:5])}: {what}")
    return faults


def test_the_gradient_lab_shows_the_row_that_its_switches_choose(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "gradient-lab/")
    assert tab.locator(".gradient-table tbody tr").count() == 2**5
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
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
    again = opened(context, tab.url)
    assert (
        again.locator(".gradient-figure .summary").inner_text() == tab.locator(".gradient-figure .summary").inner_text()
    )
    assert "untied" in again.url


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("[LOOKUP, SOFTMAX,", "[SOFTMAX, LOOKUP,", "says"),
        ("one === row", "one !== row", "another row is marked"),
        ('=== "—"', '=== "-"', "0 shared matrices"),
        ("toExponential(2)", "toExponential(0)", "says"),
        ('if (size > 0) add("rect"', 'if (size > 1) add("rect"', "bars of"),
        ("reason.hidden = !", "reason.hidden = ", "reasons"),
    ],
)
def test_that_check_of_the_lab_can_fail(
    context: BrowserContext, address: str, written: str, instead: str, complaint: str
) -> None:
    script = (ROOT / "docs/assets/gradient-lab.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    tab.route("**/gradient-lab.js", lambda route: route.fulfill(body=script.replace(written, instead)))
    tab.goto(address + "gradient-lab/")
    tab.locator("form.switches").wait_for()
    assert any(complaint in fault for fault in lab_faults(tab))


def test_the_gradient_lab_works_from_a_disk(context: BrowserContext, site: Path) -> None:
    tab = context.new_page()
    said: list[str] = []  # the theme's search has its own complaint there
    tab.on("pageerror", lambda error: said.append(str(error)) if "gradient-lab" in str(error.stack) else None)
    tab.goto((site / "gradient-lab/index.html").as_uri())
    tab.locator("form.switches").wait_for()
    assert lab_faults(tab) == []
    assert said == []


def test_the_gradient_lab_is_whole_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + "gradient-lab/")
    assert not tab.locator("form.switches").is_visible()
    assert all(row.is_visible() for row in tab.locator(".gradient-table tbody tr").all())
    assert all(reason.is_visible() for reason in tab.locator(".reasons li").all())
    context.close()


def step_faults(tab: Page) -> list[str]:
    """What is wrong when each step of the head is chosen in turn."""
    drawing = tab.locator(".figure-steps svg")
    steps = drawing.locator(".step")
    tall = int(float(drawing.get_attribute("viewBox").split()[3]))
    faults = []
    for number, choice in enumerate(tab.locator("form.stepper input").all(), start=1):
        choice.check()
        every = choice.get_attribute("value") == "all"
        shown = [step.is_visible() for step in steps.all()]
        if shown != [every or at == number for at in range(1, len(shown) + 1)]:
            faults.append(f"choice {number} shows {shown}")
        window = [float(part) for part in drawing.get_attribute("viewBox").split()]
        if window != ([0, 0, 360, tall * len(shown)] if every else [0, tall * (number - 1), 360, tall]):
            faults.append(f"choice {number} has the window {window}")
        if not every and not tab.locator(".step-words").inner_text().startswith(f"Step {number} of"):
            faults.append(f"choice {number} says {tab.locator('.step-words').inner_text()}")
    return faults


def test_the_steps_of_the_head_are_shown_one_at_a_time(context: BrowserContext, address: str) -> None:
    tab = opened(context, address + "head-steps/")
    assert tab.locator(".step:visible").count() == 1
    assert tab.locator("form.stepper input").count() == tab.locator(".step").count() + 1
    assert step_faults(tab) == []
    tab.get_by_label("3 GELU").check()
    tab.get_by_label("3 GELU").press("ArrowRight")
    assert tab.get_by_label("4 LayerNorm").is_checked()
    assert tab.url.endswith("?step=4")
    tab.emulate_media(media="print")  # paper has all of them
    tab.locator(".step").last.wait_for()
    assert tab.locator(".step:visible").count() == tab.locator(".step").count()


def table_faults(tab: Page) -> list[str]:
    """What is wrong with the table of cousins when it is sorted by the keyboard, and filtered."""
    box = tab.locator(".sortable").first
    order = "[...document.querySelector('.sortable tbody').rows].map((row) => row.cells[2].textContent)"
    head = box.locator("th").nth(2)
    faults: list[str] = []
    for wanted in ("ascending", "descending"):
        head.get_by_role("button").press("Enter")
        counts = [int(text.replace(",", "")) for text in tab.evaluate(order)]
        if counts != sorted(counts, reverse=wanted == "descending") or len(set(counts)) != 10:
            faults.append(f"not {wanted}: {counts}")
        if head.get_attribute("aria-sort") != wanted or box.locator("[aria-sort]").count() != 1:
            faults.append(f"does not say {wanted}")
    box.get_by_role("searchbox").fill("electra")
    visible = [row.inner_text() for row in box.locator("tbody tr").all() if row.is_visible()]
    if len(visible) != 2 or not all("ELECTRA" in row for row in visible):
        faults.append(f"filtered to {visible}")
    if box.get_by_role("status").inner_text() != "2 of 10 rows":
        faults.append("does not say how many rows are left")
    return faults


def test_a_table_sorts_and_filters(context: BrowserContext, address: str) -> None:
    assert table_faults(opened(context, address + "cousins/")) == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("at !== index", "at === index", "shows"),
        ("${index * tall}", "${tall}", "has the window"),
        ("steps[index].getAttribute", "steps[0].getAttribute", "says"),
    ],
)
def test_that_check_of_the_steps_can_fail(
    context: BrowserContext, address: str, written: str, instead: str, complaint: str
) -> None:
    script = (ROOT / "docs/assets/head-steps.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    tab.route("**/head-steps.js", lambda route: route.fulfill(body=script.replace(written, instead)))
    tab.goto(address + "head-steps/")
    tab.locator("form.stepper").wait_for()
    assert any(complaint in fault for fault in step_faults(tab))


def test_the_steps_are_whole_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + "head-steps/")
    assert not tab.locator("form.stepper").is_visible()
    assert tab.locator(".step:visible").count() == 7
    context.close()


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('replaceAll(",", "")', 'replaceAll(";", "")', "not ascending"),
        ('down === 1 ? "ascending"', 'down === 2 ? "ascending"', "does not say ascending"),
        ("row.hidden = !", "row.hidden = ", "filtered to"),
        ("(row) => !row.hidden", "(row) => row.hidden", "does not say how many"),
    ],
)
def test_that_check_of_the_table_can_fail(
    context: BrowserContext, address: str, written: str, instead: str, complaint: str
) -> None:
    script = (ROOT / "docs/assets/sort-table.js").read_text(encoding="utf-8")
    assert written in script
    tab = context.new_page()
    tab.route("**/sort-table.js", lambda route: route.fulfill(body=script.replace(written, instead)))
    tab.goto(address + "cousins/")
    tab.locator(".table-filter").first.wait_for()
    assert any(complaint in fault for fault in table_faults(tab))


def test_a_sortable_table_is_whole_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + "cousins/")
    rows = tab.locator(".sortable").first.locator("tbody tr").all()
    assert len(rows) == 10
    assert all(row.is_visible() for row in rows)
    assert tab.locator(".table-filter, .sortable th button").count() == 0
    context.close()
