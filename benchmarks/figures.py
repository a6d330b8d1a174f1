"""Figures, a line for each, and whether every bound holds."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAKE = ("make", "--no-print-directory")
OWN = {"HF_HUB_OFFLINE": "1", "NO_MKDOCS_2_WARNING": "1"}


class Figures:
    """Prints each figure when it is known, and remembers the bounds that were missed."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def add(
        self, what: str, value: float, unit: str = "s", *, most: float | None = None, least: float | None = None
    ) -> None:
        """Print a line, with the bound if it has one."""
        bound = f"at most {most:g}" if most is not None else f"at least {least:g}" if least is not None else ""
        holds = (most is None or value <= most) and (least is None or value >= least)
        if not holds:
            self.missed.append(what)
        verdict = "" if not bound else "holds" if holds else "MISSED"
        print(f"{what:52} {value:9.2f} {unit:5} {bound:14} {verdict}".rstrip(), flush=True)


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> tuple[float, str]:
    """Return the seconds of one whole command in the folder, and what it printed. Ends the benchmark if it fails.

    What it prints goes into a file: on a pipe we would also wait for whatever it left running.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        started = time.perf_counter()
        done = subprocess.run(
            list(command),
            cwd=folder,
            env={**os.environ, **OWN, **environment},
            stdout=printed,
            stderr=printed,
            check=False,
        )
        seconds = time.perf_counter() - started
        printed.seek(0)
        text = printed.read()
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{text[-4000:]}")
    return seconds, text
