"""Every speed that we keep a bound for, and whether it holds: `make benchmark`. Exit status 1 if one does not.

    python -m benchmarks [edits] [browser] [peers] [tests]

Without names it is all but `tests`, which take half an hour: `make benchmark ALL=1`. Nothing else should run meanwhile.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import browser, edits, peers
from benchmarks.figures import MAKE, ROOT, Figures, run

PARTS = ("edits", "browser", "peers", "tests")
LEFT_OUT = (".git", ".venv", "site", "overlays", "homes", "shards", "parts", ".*_cache", "__pycache__", "node_modules")


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the repository in which nothing is stale, with the environment that runs this."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        (tree / ".venv").symlink_to(Path(sys.prefix).resolve())
        run((*MAKE, "site"), tree)
        yield tree


def main(parts: list[str]) -> int:
    """Measure what is named, or everything but the tests."""
    parts = parts or [part for part in PARTS if part != "tests"]
    if unknown := [part for part in parts if part not in PARTS]:
        raise SystemExit(f"{', '.join(unknown)}: not one of {', '.join(PARTS)}")
    figures = Figures()
    if {"edits", "browser"} & {*parts}:
        with copied() as tree:
            if "browser" in parts:
                browser.measure(figures, tree)
            if "edits" in parts:
                edits.measure(figures, tree)
    if "peers" in parts:
        peers.measure(figures)
    if "tests" in parts:
        edits.measure_tests(figures)
    if figures.missed:
        print(f"missed: {', '.join(figures.missed)}", file=sys.stderr)
    return 1 if figures.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
