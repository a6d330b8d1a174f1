"""One browser and one server for all that is asked of the built site in Chromium."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.visits import CHROMIUM, FLAGS, HANGS, HEIGHT, WIDE, Engine, opened, served


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine; `apt-get install chromium` mends it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=HANGS)
        browser.on("context", lambda context: context.set_default_timeout(HANGS))
        expect.set_options(timeout=HANGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def address(browser: Browser, site: Path) -> Iterator[str]:
    """Where the built site is served; it takes the browser first, so that nothing is built where there is none."""
    with served(site) as where:
        yield where


@pytest.fixture(scope="package")
def engine(browser: Browser, address: str) -> Iterator[Engine]:
    """What the engine says, from a tab of its own which loads it once: a function of a script and a state."""
    tab = browser.new_page()
    tab.goto(address + "assets/live/")
    told: dict[str, Any] = {}

    def answer(script: str, state: Any) -> Any:
        key = script + json.dumps(state)
        if key not in told:
            told[key] = tab.evaluate(script, state)
        return told[key]

    yield answer
    tab.close()


@pytest.fixture(scope="package")
def kept(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A context with a tab that stays open: others of the site share its process, and open in half the time."""
    context = browser.new_context(viewport={"width": WIDE, "height": HEIGHT})
    opened(context, address + "404.html")
    yield context
    context.close()


@pytest.fixture
def context(kept: BrowserContext) -> Iterator[BrowserContext]:
    """It, for a test alone: what the test opened, stored, replaced by a route and was allowed is gone after it.

    Files stay in the browser's cache. A test that adds scripts or listeners to a context makes its own.
    """
    yield kept
    first, *others = kept.pages
    for tab in others:
        tab.close()
    first.evaluate("() => [localStorage, sessionStorage].forEach((storage) => storage.clear())")
    kept.unroute_all()
    kept.clear_permissions()
    kept.set_offline(False)


@pytest.fixture
def without_javascript(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": WIDE, "height": HEIGHT}, java_script_enabled=False)
    yield context
    context.close()
