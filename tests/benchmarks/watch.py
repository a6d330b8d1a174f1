"""How long a saved program takes until it is rendered, under `make watch`."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

from tests.benchmarks.figures import MAKE, OWN

PATIENCE = 300.0  # seconds
PAUSE = 0.01  # seconds between two looks
RAN = re.compile(r"  ok  ([\d.]+) s")


def seconds_until_rendered(tree: Path, snippet: str, page: str, runs: int) -> list[float]:
    """Edits a snippet of the tree and looks until the page has it; without what the run itself took."""
    program, shown = tree / snippet, tree / page
    original = program.read_text(encoding="utf-8")
    log = tree / ".cache/watch.log"
    measured = []
    with log.open("w") as said:
        watching = subprocess.Popen(
            [*MAKE, "watch"], cwd=tree, env={**os.environ, **OWN}, stdout=said, stderr=said, start_new_session=True
        )
        try:
            for number in range(runs):
                _wait_for("watching", log, number + 1)
                started = time.perf_counter()
                program.write_text(f"{original}_saved = {number}\n", encoding="utf-8")
                _wait_for(f"_saved = {number}", shown)
                seconds = time.perf_counter() - started
                measured.append(seconds - float(RAN.findall(log.read_text(encoding="utf-8"))[-1]))
        finally:
            os.killpg(watching.pid, signal.SIGINT)
            watching.wait()
            program.write_text(original, encoding="utf-8")
    return measured


def _wait_for(text: str, file: Path, times: int = 1) -> None:
    ends = time.perf_counter() + PATIENCE
    while file.read_text(encoding="utf-8").count(text) < times:
        if time.perf_counter() > ends:
            raise SystemExit(f"{file.name} does not have {text!r} after {PATIENCE:g} s")
        time.sleep(PAUSE)
