"""What a build, the site, an edit and the tests cost."""

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

from benchmarks.figures import MAKE, OWN, ROOT, Figures, run

RUNS = 5
NOTHING, PAGE, SNIPPET, SITE, SERVED = 0.5, 2.0, 5.0, 15.0, 3.0  # seconds
TESTS_COLD, TESTS, ALL_OF_CI = 10 * 60.0, 6 * 60.0, 20 * 60.0
BUILD = (sys.executable, "build_artifacts.py")
EDITED_SNIPPET = "snippets/padding_embeddings/plain_embedding_has_a_zero_row.py"
EDITED_PAGE, ADDRESS = "docs/padding/index.md", "padding/"
PATIENCE = 300.0  # seconds


def measure(figures: Figures, tree: Path) -> None:
    """Measure everything but the tests, in a copy of the repository in which nothing is stale."""

    def middle(command: tuple[str, ...], runs: int = RUNS) -> float:
        return median(run(command, tree)[0] for _ in range(runs))

    figures.add("a build with nothing to do", middle(BUILD), most=NOTHING)
    figures.add("make site with nothing to do", middle((*MAKE, "site")), most=NOTHING)
    figures.add("an edited page", median(_edited_page(tree)), most=PAGE)
    figures.add("an edited snippet, beside its run", median(_edited_snippet(tree)), most=SNIPPET)
    figures.add("the site", middle((sys.executable, "-m", "mkdocs", "build", "--strict"), 3), most=SITE)
    figures.add("an edited page under make serve", median(_served(tree)), most=SERVED)


def _sentences(tree: Path) -> Iterator[str]:
    """Write sentence after sentence into a page, and leave the page as it was."""
    page = tree / EDITED_PAGE
    original = page.read_text(encoding="utf-8")
    for number in range(RUNS):
        sentence = f"This sentence is number {number} of the benchmark."
        page.write_text(original.replace("\n\n", f"\n\n{sentence}\n\n", 1), encoding="utf-8")
        yield sentence
    page.write_text(original, encoding="utf-8")


def _edited_page(tree: Path) -> list[float]:
    return [run(BUILD, tree)[0] for _ in _sentences(tree)]


def _edited_snippet(tree: Path) -> Iterator[float]:
    """Yield the seconds of builds after one snippet was edited, without what its run took."""
    snippet = tree / EDITED_SNIPPET
    for number in range(RUNS):
        snippet.write_text(f"{snippet.read_text(encoding='utf-8')}_edited = {number}\n", encoding="utf-8")
        seconds, printed = run(BUILD, tree)
        own = [float(text) for text in re.findall(r"  ok  ([\d.]+) s", printed)]
        if len(own) != 1:
            raise SystemExit(f"one snippet was edited, and {len(own)} ran:\n{printed}")
        yield seconds - own[0]


def _served(tree: Path) -> list[float]:
    """The seconds from the save of a page until `make serve` shows it."""
    measured = []
    with _serving(tree) as address:
        for sentence in _sentences(tree):
            measured.append(_seconds_until(address, sentence))
            time.sleep(1.0)  # so that the next edit is one of its own
    return measured


def _seconds_until(address: str, text: str) -> float:
    """Wait until the address shows the text."""
    started = time.perf_counter()
    while (waited := time.perf_counter() - started) < PATIENCE:
        with suppress(OSError), urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 (our own)
            if text in answer.read().decode():
                return time.perf_counter() - started
        time.sleep(0.05)
    raise SystemExit(f"{address} did not show {text!r} within {waited:.0f} s")


@contextmanager
def _serving(tree: Path) -> Iterator[str]:
    """`make serve` in the tree at a port that is free; the page's address. It ends with all that it started."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = tree / "mkdocs.yml"
    before = settings.read_text(encoding="utf-8")
    settings.write_text(f"dev_addr: 127.0.0.1:{port}\n{before}", encoding="utf-8")
    with (tree / ".cache/serve.log").open("w") as log:
        server = subprocess.Popen(
            [*MAKE, "serve"], cwd=tree, env={**os.environ, **OWN}, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _seconds_until(address := f"http://127.0.0.1:{port}/{ADDRESS}", "</html>")
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
            settings.write_text(before, encoding="utf-8")


def measure_tests(figures: Figures) -> None:
    """Run the tests on a clean clone, again after what they built, and what CI runs; with the environment of this."""
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        run(("git", "clone", "--quiet", ROOT, clone), ROOT)
        (clone / ".venv").symlink_to(Path(sys.prefix).resolve())
        with (clone / ".git/info/exclude").open("a") as file:
            file.write("/.venv\n")
        figures.add("make test on a clean clone", run((*MAKE, "test"), clone)[0], most=TESTS_COLD)
        run((*MAKE, "site"), clone)
        figures.add("make test after a build", run((*MAKE, "test"), clone)[0], most=TESTS)
        run(("git", "clean", "-qdffx", "-e", "/.venv"), clone)
        figures.add(".ci/run", run((clone / ".ci/run",), clone)[0], most=ALL_OF_CI)
