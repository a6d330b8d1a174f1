"""How long an edit takes until the page that is served shows it."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.benchmarks.figures import MAKE, OWN

PAGE, ADDRESS = "docs/padding/index.md", "padding/"
PATIENCE = 300.0  # seconds
PAUSE = 0.05  # seconds between two looks


def seconds_until_served(tree: Path, runs: int) -> list[float]:
    """Edits a page of the tree under `make serve`, and looks until the new sentence is there."""
    page = tree / PAGE
    original = page.read_text(encoding="utf-8")
    measured = []
    with _serving(tree) as address:
        for number in range(runs):
            sentence = f"This sentence is number {number} of the benchmark."
            page.write_text(original.replace("\n\n", f"\n\n{sentence}\n\n", 1), encoding="utf-8")
            measured.append(wait_for(address + ADDRESS, sentence))
            time.sleep(1.0)  # so that the next edit is one of its own
    page.write_text(original, encoding="utf-8")
    return measured


def wait_for(address: str, text: str, patience: float = PATIENCE) -> float:
    """Seconds until the address shows the text. Raises TimeoutError when it does not."""
    started = time.perf_counter()
    while (waited := time.perf_counter() - started) < patience:
        with suppress(OSError), urllib.request.urlopen(address, timeout=patience) as answer:  # noqa: S310 (our own)
            if text in answer.read().decode():
                return time.perf_counter() - started
        time.sleep(PAUSE)
    raise TimeoutError(f"{address} did not show {text!r} within {waited:.0f} s")


@contextmanager
def _serving(tree: Path) -> Iterator[str]:
    """`make serve` in the tree at a port that is free; the address. It ends with all that it started."""
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
            wait_for(f"http://127.0.0.1:{port}/{ADDRESS}", "</html>")
            yield f"http://127.0.0.1:{port}/"
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
            settings.write_text(before, encoding="utf-8")
