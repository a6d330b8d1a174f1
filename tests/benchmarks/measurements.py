"""Print measurements, one a line, and remember which bounds were missed."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKE = ("make", "--no-print-directory")
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "NO_MKDOCS_2_WARNING": "1"}


class Measurements:
    """Collect measurements: print each at once, and remember in `missed` those that miss their bound."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def add(
        self, name: str, value: float, unit: str = "s", *, at_most: float | None = None, at_least: float | None = None
    ) -> None:
        """Print a measurement, with its bound if it has one, and whether that holds."""
        bound = (
            f"at most {at_most:g}" if at_most is not None else f"at least {at_least:g}" if at_least is not None else ""
        )
        holds = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
        if not holds:
            self.missed.append(name)
        verdict = "" if not bound else "holds" if holds else "MISSED"
        print(f"{name:52} {value:9.2f} {unit:5} {bound:14} {verdict}".rstrip(), flush=True)


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> tuple[float, str]:
    """Run a command in the folder. Return its seconds and what it printed. Raise SystemExit if it fails."""
    # Its output goes into a file: at the end of a pipe we would also wait for processes that it left running.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        started = time.perf_counter()
        done = subprocess.run(
            list(command),
            cwd=folder,
            env={**os.environ, **ENVIRONMENT, **environment},
            stdout=output,
            stderr=output,
            check=False,
        )
        seconds = time.perf_counter() - started
        output.seek(0)
        text = output.read()
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{text[-4000:]}")
    return seconds, text
