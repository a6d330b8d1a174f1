"""Measure every speed that has a bound: `make benchmark`. Exit status 1 if a bound is missed.

    PYTHONPATH=src python -m tests.benchmarks [edits] [browser] [peers] [tests]

Without names it measures all but `tests`, which take half an hour: `make benchmark ALL=1`. Nothing else should run
meanwhile.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import browser, edits, peers
from tests.benchmarks.measurements import MAKE, ROOT, Measurements, run

PARTS = ("edits", "browser", "peers", "tests")
NOT_COPIED = (
    ".git",
    ".venv",
    "site",
    "overlays",
    "homes",
    ".*_cache",
    "__pycache__",
    "node_modules",
)


@contextmanager
def built_copy() -> Iterator[Path]:
    """Yield a temporary copy of the repository with its site built and nothing stale. It uses this environment."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
        (tree / ".venv").symlink_to(Path(sys.prefix).resolve())
        run((*MAKE, "site"), tree)
        yield tree


def main(parts: list[str]) -> int:
    """Measure the named parts, or all but the tests. Return the exit status."""
    parts = parts or [part for part in PARTS if part != "tests"]
    if unknown := [part for part in parts if part not in PARTS]:
        raise SystemExit(f"{', '.join(unknown)}: not one of {', '.join(PARTS)}")
    measurements = Measurements()
    if {"edits", "browser"} & {*parts}:
        with built_copy() as tree:
            if "browser" in parts:
                browser.measure(measurements, tree)
            if "edits" in parts:
                edits.measure(measurements, tree)
    if "peers" in parts:
        peers.measure(measurements)
    if "tests" in parts:
        edits.measure_tests(measurements)
    if measurements.missed:
        print(f"missed: {', '.join(measurements.missed)}", file=sys.stderr)
    return 1 if measurements.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
