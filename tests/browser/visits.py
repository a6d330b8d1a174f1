"""A tab that goes from page to page and says what is wrong with each; and a server for what it visits."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page

Scheme = Literal["light", "dark"]
Engine = Callable[[str, Any], Any]  # the live model: what a script makes of a state
WIDE, NARROW = 1280, 390
HEIGHT = 900
# Contrast hangs on the scheme, places on the width: two looks at a page see both of each.
LOOKS: tuple[tuple[Scheme, int], ...] = (("light", WIDE), ("dark", NARROW))
CHECKS = Path(__file__).with_name("checks.js")
# Highlighted code is most of a page's elements, and has the same colours on all pages: axe sees them on one.
IN_COLOUR = "inspect/"
NOTHING_TO_FIND = Path(__file__).with_name("nothing_to_find.json")
ONE_COLOUR = """() => {
  for (const code of document.querySelectorAll("pre > code")) code.replaceChildren(code.textContent);
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
    """A new tab with a page, loaded: the theme's scripts have run."""
    tab = context.new_page()
    tab.goto(url)
    return tab


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
        self.running = 0
        self.tab.on("request", lambda request: self.count(1, request.url))
        self.tab.on("requestfinished", lambda _: self.count(-1))
        self.tab.on("requestfailed", lambda _: self.count(-1))
        self.tab.on("console", lambda said: self.hear(said.type, said.text, said.type in ("error", "warning")))
        self.tab.on("pageerror", lambda error: self.hear("page error", str(error)))

    def count(self, change: int, url: str | None = None) -> None:
        self.running += change
        if url and not self.own(url):
            self.heard.append(f"asks: {url}")

    def own(self, url: str) -> bool:
        return url.startswith((self.address, "data:", "blob:"))

    def hear(self, kind: str, text: str, fault: bool = True) -> None:
        if fault:
            self.heard.append(f"{kind}: {text}")

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
        self.running = 0
        opened, other = LOOKS[first], LOOKS[1 - first]
        self.show(*opened)
        self.tab.goto(self.address + path)
        if path != IN_COLOUR:
            self.tab.evaluate(ONE_COLOUR)
        seen = self.look(*opened)
        self.show(*other)
        seen += self.look(*other, again=True)
        self.tab.evaluate("localStorage.clear()")  # where the theme keeps the scheme for the next page
        if self.running:
            self.tab.wait_for_load_state("networkidle")
        return [f"{path or 'home'}: {fault}" for fault in [*seen, *self.heard]]
