"""A tab that goes from page to page and says what is wrong with each; a server for what it visits; which these are."""

import functools
import http.server
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests import forked
from tests.browser.shape import Shape, out_of_bounds
from tests.site.built import GENERATED, addresses, compressed, read

Scheme = Literal["light", "dark"]
Engine = Callable[[str, Any], Any]  # the live model: what a script makes of a state
# Without windows a tab takes half the time. It is made from the same source, and the others pass, too.
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
HANGS = 1000 * forked.HANG_TIMEOUT  # in milliseconds, as Playwright counts
WIDE, NARROW = 1280, 390
HEIGHT = 900
FRAMES = 10_000  # of a page in which what was asked for is still on its way
# Contrast hangs on the scheme, places on the width: two looks at a page see both of each.
LOOKS: tuple[tuple[Scheme, int], ...] = (("light", WIDE), ("dark", NARROW))
CHECKS = Path(__file__).with_name("checks.js")
# Highlighted code is most of a page's elements, and has the same colours on all pages: axe sees them on one.
IN_COLOUR = "inspect/"
# The tag of an element and its classes. A page's code is in spans of many classes, which say nothing of its form.
ELEMENT = re.compile(r"<(?!span)(\w+)(?:[^<>]*? class=(\"[^\"]*\"|[^\s\">]+))?")
NOTHING_TO_FIND = Path(__file__).with_name("nothing_to_find.json")
ONE_COLOUR = """() => {
  for (const code of document.querySelectorAll("pre > code")) code.replaceChildren(code.textContent);
}"""

# Waits until the page's widgets have run, which come after the page; where no script runs, there are none.
WIDGETS = """() => {
  const site = document.querySelector("script[src$='assets/site.js']");
  if (site && matchMedia("(scripting: enabled)").matches) return import(site.src).then(() => {}, () => {});
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class WithoutSearch(Quiet):
    """For tabs that go from page to page: each would make a new index of all pages; the search has tests of its own."""

    def translate_path(self, path: str) -> str:
        return str(NOTHING_TO_FIND) if path == "/search/search_index.json" else super().translate_path(path)


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A tab that goes on hangs up; what a page does not get, the page says."""


@contextmanager
def served(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    handler = functools.partial(kind, directory=str(folder))
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def opened(context: BrowserContext, url: str) -> Page:
    """A new tab with a page, loaded: the theme's scripts have run, and those of its widgets."""
    tab = context.new_page()
    tab.goto(url)
    tab.evaluate(WIDGETS)
    return tab


def where(tab: Page) -> str:
    """The tab's address, read where it is: Playwright hears of a change later."""
    return str(tab.evaluate("location.href"))


def give_checks(tab: Page) -> None:
    """Every page that the tab opens from now on has `axe` and `checks`."""
    tab.add_init_script(AXE_SCRIPT)
    tab.add_init_script(path=CHECKS)


def axe_findings(tab: Page, within: str = "html") -> list[str]:
    """What axe finds in an element of a tab with the checks: a line for each way in which a rule is broken."""
    found: list[str] = tab.evaluate("within => checks.inaccessible(within)", within)
    return found


class Visitor:
    """One tab, which opens a page once, looks at it light and wide, dark and narrow, and says what is wrong with it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.tab = browser.new_page()
        give_checks(self.tab)
        self.heard: list[str] = []
        self.shape: dict[str, Any] = {}  # of the page that was opened last
        self.running: set[Request] = set()
        self.tab.on("request", self.ask)
        self.tab.on("requestfinished", lambda request: self.running.discard(request))
        self.tab.on("requestfailed", lambda request: self.running.discard(request))
        self.tab.on("console", lambda said: self.hear(said.type, said.text, said.type in ("error", "warning")))
        self.tab.on("pageerror", lambda error: self.hear("page error", str(error)))

    def ask(self, request: Request) -> None:
        self.running.add(request)
        if not self.own(request.url):
            self.heard.append(f"asks: {request.url}")

    def own(self, url: str) -> bool:
        return url.startswith((self.address, "data:", "blob:"))

    def hear(self, kind: str, text: str, fault: bool = True) -> None:
        if fault:
            self.heard.append(f"{kind}: {text}")

    def settle(self) -> None:
        """Waits for what the page asked for, until nothing is on its way: scripts may draw what they then have."""
        for _ in range(FRAMES):
            self.tab.evaluate("checks.frame()")
            if not self.running:
                return
        self.heard += [f"never gets: {request.url}" for request in self.running]

    def show(self, scheme: Scheme, width: int) -> None:
        self.tab.emulate_media(color_scheme=scheme)
        self.tab.set_viewport_size({"width": width, "height": HEIGHT})

    def look(self, scheme: Scheme, width: int, again: bool = False) -> list[str]:
        seen = self.tab.evaluate("([scheme, again]) => checks.faults(scheme, again)", [scheme, again])
        if width == WIDE:
            self.shape = seen["shape"]
        return [f"{fault} ({scheme}, {width} wide)" for fault in seen["found"]]

    def faults(self, path: str, first: int = 0) -> list[str]:
        """What is wrong with a page that is opened in one of the looks, and then gets the other."""
        self.heard.clear()
        self.running.clear()
        opened, other = LOOKS[first], LOOKS[1 - first]
        self.show(*opened)
        self.tab.goto(self.address + path)
        self.settle()
        if path != IN_COLOUR:
            self.tab.evaluate(ONE_COLOUR)
        seen = self.look(*opened)
        self.show(*other)
        seen += self.look(*other, again=True)
        self.tab.evaluate("localStorage.clear()")  # where the theme keeps the scheme for the next page
        self.settle()
        return [f"{path or 'home'}: {fault}" for fault in [*seen, *self.heard]]


def file_of(site: Path, path: str) -> Path:
    """The file of an address."""
    return site / path if path.endswith(".html") else site / path / "index.html"


def elements(html: str) -> set[str]:
    """The kinds of element in a page's article, by tag and class."""
    article = html.partition("<article")[2].partition("</article>")[0]
    found = ((tag, classes.strip('"').split()) for tag, classes in ELEMENT.findall(article))
    return {f"{tag}.{one}" for tag, classes in found for one in ["", *classes]}


def examples(site: Path, paths: Iterable[str]) -> list[str]:
    """Of pages of one form: the longest, each shorter one with an element that no longer one has, and the shortest."""
    texts = {path: read(file_of(site, path)) for path in paths}
    *longer, shortest = sorted(texts, key=lambda path: (-len(texts[path]), path))
    seen: set[str] = set()
    found = []
    for path in longer:
        if (kinds := elements(texts[path])) - seen:
            found.append(path)
            seen |= kinds
    return [*found, shortest]


def written(site: Path) -> list[str]:
    """All pages that people write, and the labs."""
    return [path for path in addresses(site) if not path.startswith(GENERATED)]


def generated(site: Path) -> list[str]:
    """Some of each folder of pages that the build writes: these show every kind of element that there is."""
    every = addresses(site)
    return [path for kind in GENERATED for path in examples(site, (one for one in every if one.startswith(kind)))]


def visited(browser: Browser, site: Path, paths: Iterable[str]) -> tuple[dict[str, Shape], list[str]]:
    """The shapes of pages, each opened once, and what is wrong with them."""
    faults: list[str] = []
    shapes: dict[str, Shape] = {}
    with served(site, WithoutSearch) as address:
        visitor = Visitor(browser, address)
        # Half of the pages open dark and narrow: a script or style that looks only once sees both.
        for number, path in enumerate(paths):
            faults += visitor.faults(path, number % len(LOOKS))
            shapes[path] = Shape(**visitor.shape, weight=compressed(file_of(site, path).read_bytes()))
        visitor.tab.close()
    return shapes, [*faults, *out_of_bounds(shapes)]
