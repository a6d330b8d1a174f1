"""Figures with their bounds: a line for each, and in the end whether all of them hold."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKE = ("make", "--no-print-directory")
OWN = {"HF_HUB_OFFLINE": "1", "NO_MKDOCS_2_WARNING": "1"}


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> tuple[float, str]:
    """Seconds of one whole command in the folder, and what it printed. Ends the benchmark if the command fails.

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


def times(work: Callable[[], float], runs: int) -> list[float]:
    """What the work gives, several times."""
    return [work() for _ in range(runs)]


@dataclass
class Report:
    """Prints each figure when it is known, and remembers the bounds that were missed."""

    missed: list[str] = field(default_factory=list)

    def seconds(self, what: str, measured: list[float], bound: float | None = None) -> float:
        """A line with the median, and its bound in seconds if it has one. Gives the median."""
        middle = statistics.median(measured)
        spread = f"({min(measured):.2f} to {max(measured):.2f}, {len(measured)} runs)" if len(measured) > 1 else ""
        limit = "" if bound is None else f"at most {bound:g} s"
        self._line(what, f"{middle:.2f} s", limit, None if bound is None else middle <= bound, spread)
        return middle

    def ratio(self, what: str, value: float, bound: float) -> None:
        """A line with how many times faster something is, and how many times it must be."""
        self._line(what, f"{value:.1f} times", f"at least {bound:g}", value >= bound)

    def times_at_most(self, what: str, value: float, bound: float) -> None:
        """A line with how many times as long something takes, and how many times it may."""
        self._line(what, f"{value:.2f} times", f"at most {bound:g}", value <= bound)

    def fact(self, what: str, text: str, holds: bool | None) -> None:
        """A line with something that is so; None if we keep no bound for it."""
        self._line(what, text, "", holds)

    def finish(self) -> int:
        """The exit status: 1 if a bound was missed."""
        if self.missed:
            print(f"missed: {', '.join(self.missed)}", file=sys.stderr)
        return 1 if self.missed else 0

    def _line(self, what: str, value: str, limit: str, holds: bool | None, more: str = "") -> None:
        verdict = {True: "holds", False: "MISSED", None: ""}[holds]
        if holds is False:
            self.missed.append(what)
        print(f"{what:52} {value:>12}   {limit:18} {verdict:6} {more}".rstrip(), flush=True)
