"""Measure the seconds of a build, of the site, of an edit until it is visible, and of the tests."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.measurements import ENVIRONMENT, MAKE, ROOT, Measurements, run

RUNS = 5
# Bounds, in seconds.
MAX_NOTHING, MAX_PAGE, MAX_SNIPPET, MAX_SITE, MAX_SERVED = 4.0, 3.0, 6.0, 15.0, 3.0
MAX_TESTS_COLD, MAX_TESTS, MAX_CI = 10 * 60.0, 6 * 60.0, 20 * 60.0
BUILD = (sys.executable, "build_artifacts.py")
EDITED_SNIPPET = "snippets/padding_embeddings/plain_embedding_has_a_zero_row.py"
EDITED_PAGE, ADDRESS = "docs/padding/index.md", "padding/"
SERVE_TIMEOUT = 300.0  # seconds


def measure(measurements: Measurements, tree: Path) -> None:
    """Measure everything but the tests, in a copy of the repository in which nothing is stale."""

    def median_seconds(command: tuple[str, ...], runs: int = RUNS) -> float:
        return median(run(command, tree)[0] for _ in range(runs))

    measurements.add("a build with nothing to do", median_seconds(BUILD), at_most=MAX_NOTHING)
    measurements.add("an edited page", median(_edited_page(tree)), at_most=MAX_PAGE)
    measurements.add("an edited snippet, less its run", median(_edited_snippet(tree)), at_most=MAX_SNIPPET)
    site = (sys.executable, "-m", "mkdocs", "build", "--strict")
    measurements.add("the site", median_seconds(site, 3), at_most=MAX_SITE)
    measurements.add("an edited page under make serve", median(_served(tree)), at_most=MAX_SERVED)


def _edit_page(tree: Path) -> Iterator[str]:
    """Write a new sentence into a page and yield it, RUNS times; then restore the page."""
    page = tree / EDITED_PAGE
    original = page.read_text(encoding="utf-8")
    for number in range(RUNS):
        sentence = f"This sentence is number {number} of the benchmark."
        page.write_text(original.replace("\n\n", f"\n\n{sentence}\n\n", 1), encoding="utf-8")
        yield sentence
    page.write_text(original, encoding="utf-8")


def _edited_page(tree: Path) -> list[float]:
    """Return the seconds of a build after each edit of a page."""
    return [run(BUILD, tree)[0] for _ in _edit_page(tree)]


def _edited_snippet(tree: Path) -> Iterator[float]:
    """Yield the seconds of a build after each edit of a snippet, less the seconds that its program ran."""
    snippet = tree / EDITED_SNIPPET
    for number in range(RUNS):
        snippet.write_text(f"{snippet.read_text(encoding='utf-8')}_edited = {number}\n", encoding="utf-8")
        seconds, printed = run(BUILD, tree)
        program_seconds = [float(text) for text in re.findall(r"  ok  ([\d.]+) s", printed)]
        if len(program_seconds) != 1:
            raise SystemExit(f"one snippet was edited, and {len(program_seconds)} ran:\n{printed}")
        yield seconds - program_seconds[0]


def _served(tree: Path) -> list[float]:
    """Return the seconds from each save of a page until `make serve` shows it."""
    measured = []
    with _serving(tree) as address:
        for sentence in _edit_page(tree):
            measured.append(_seconds_until(address, sentence))
            time.sleep(1.0)  # or the server could take this edit and the next for one
    return measured


def _seconds_until(address: str, text: str) -> float:
    """Wait until the address shows the text. Return the seconds. Raise SystemExit after SERVE_TIMEOUT."""
    started = time.perf_counter()
    while (waited := time.perf_counter() - started) < SERVE_TIMEOUT:
        with suppress(OSError), urllib.request.urlopen(address, timeout=SERVE_TIMEOUT) as answer:  # noqa: S310 (our own)
            if text in answer.read().decode():
                return time.perf_counter() - started
        time.sleep(0.05)
    raise SystemExit(f"{address} did not show {text!r} within {waited:.0f} s")


@contextmanager
def _serving(tree: Path) -> Iterator[str]:
    """Run `make serve` in the tree at an unused port, and yield the page's address. Its process group ends on exit."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = tree / "mkdocs.yml"
    before = settings.read_text(encoding="utf-8")
    settings.write_text(f"dev_addr: 127.0.0.1:{port}\n{before}", encoding="utf-8")
    with (tree / ".cache/serve.log").open("w") as log:
        server = subprocess.Popen(
            [*MAKE, "serve"],
            cwd=tree,
            env={**os.environ, **ENVIRONMENT},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            _seconds_until(address := f"http://127.0.0.1:{port}/{ADDRESS}", "</html>")
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
            settings.write_text(before, encoding="utf-8")


def measure_tests(measurements: Measurements) -> None:
    """Measure `make test` on a clean clone and after `make site`, and all that CI runs, with this environment."""
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        run(("git", "clone", "--quiet", ROOT, clone), ROOT)
        (clone / ".venv").symlink_to(Path(sys.prefix).resolve())
        with (clone / ".git/info/exclude").open("a") as file:
            file.write("/.venv\n")
        measurements.add("make test on a clean clone", run((*MAKE, "test"), clone)[0], at_most=MAX_TESTS_COLD)
        run((*MAKE, "site"), clone)
        measurements.add("make test after a build", run((*MAKE, "test"), clone)[0], at_most=MAX_TESTS)
        run(("git", "clean", "-qdffx", "-e", "/.venv"), clone)
        measurements.add(".ci/run", run((clone / ".ci/run",), clone)[0], at_most=MAX_CI)
