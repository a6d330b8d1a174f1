"""The built site in headless Chromium."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
PAGES = ["", "head-structure/", "padding-embeddings/", "weight-tying/", "loading/", "pydoc-bert/"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

if CHROMIUM is None:
    pytest.skip("no Chromium on this machine; `apt-get install chromium` mends it", allow_module_level=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def opened(browser: Browser, address: str, page: str, width: int, scheme: str = "light") -> tuple[Page, list[str]]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab = context.new_page()
    faults: list[str] = []
    tab.on("request", lambda r: None if r.url.startswith((address, "data:")) else faults.append(r.url))
    tab.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.goto(address + page)
    tab.wait_for_load_state("networkidle")
    return tab, faults


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_quiet_fits_and_stays_at_home(browser: Browser, address: str, page: str, width: int) -> None:
    for scheme in ("light", "dark"):
        tab, faults = opened(browser, address, page, width, scheme)
        assert faults == []
        assert tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (background == "rgb(255, 255, 255)") == (scheme == "light")
        tab.context.close()


@pytest.mark.parametrize(
    "query", ["cls.predictions.decoder.bias", "seem corrupted", "seq_relationship", "BertForMaskedLM"]
)
def test_search_finds_keys_and_pieces_of_messages(browser: Browser, address: str, query: str) -> None:
    tab, _ = opened(browser, address, "", 1280)
    tab.wait_for_timeout(1000)  # what is typed before the search worker is ready is not searched for
    tab.get_by_role("textbox", name="Search").click()
    tab.keyboard.type(query, delay=10)
    tab.locator(".md-search-result__item a[href*='loading']").first.wait_for(timeout=10_000)
    tab.context.close()


def test_a_claims_permalink_leads_to_it(browser: Browser, address: str) -> None:
    tab, _ = opened(browser, address, "padding-embeddings/#claim-pad-row-moves-without-padding", 1280)
    claim = tab.locator("#claim-pad-row-moves-without-padding")
    assert "One training step" in claim.inner_text()
    box = claim.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900
    tab.context.close()


def test_a_snippet_downloads_as_it_is(browser: Browser, address: str) -> None:
    tab, _ = opened(browser, address, "padding-embeddings/", 1280)
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Download this snippet").first.click()
    path = download.value.path()
    assert path.read_text() == (ROOT / "snippets/padding_embeddings/pad_row_is_not_zero.py").read_text()
    tab.context.close()


def test_a_page_reads_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + "loading/")
    assert tab.get_by_text("103 of the encoder's 103 tensors").first.is_visible()
    context.close()
