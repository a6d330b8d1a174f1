"""Every figure that we keep a bound for, and whether it holds: `make benchmark`. Exit status 1 if one does not.

    python -m tests.benchmarks [--all] [inspection] [speed] [peers]

`--all` adds `make test` and `.ci/run`, which take minutes.
"""

import sys

from tests.benchmarks import inspection, peers, speed
from tests.benchmarks.figures import Report


def main(arguments: list[str]) -> int:
    """Measures what is named, or everything."""
    figures, parts = Report(), {*arguments} - {"--all"}
    if not parts or "inspection" in parts:
        inspection.report(figures)
    if not parts or "speed" in parts:
        speed.report(figures)
    if "--all" in arguments:
        speed.report_tests(figures)
    if not parts or "peers" in parts:
        peers.report(figures)
    return figures.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
