"""What a build, the site and an edit cost in a copy of this repository, beside the bounds that we keep."""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.figures import MAKE, ROOT, Report, run, times
from tests.benchmarks.serve import seconds_until_served
from tests.benchmarks.watch import seconds_until_rendered

RUNS = 5
MANY = 1000  # runs of the larger tree
NOTHING, NOTHING_OF_MANY, EDITED, SITE, SERVED = 0.5, 0.7, 1.0, 12.0, 3.0  # seconds
TESTS, ALL_OF_CI = 6 * 60.0, 15 * 60.0
BUILD = (sys.executable, "build_artifacts.py")
SNIPPET = "snippets/padding_embeddings/plain_embedding_has_a_zero_row.py"
PAGE = "docs/c/plain-embedding-has-a-zero-row.md"
LEFT_OUT = (".git", "site", "overlays", "homes", "shards", "parts", ".*_cache", "__pycache__", "node_modules")


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the repository in which nothing is stale, with the environment that runs this."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".venv", *LEFT_OUT))
        (tree / ".venv").symlink_to(Path(sys.prefix).resolve())
        run((*MAKE, "site"), tree)
        yield tree


def edited(tree: Path, number: int) -> float:
    """Seconds of a build after one snippet was edited, without what its run took, the wait for the imports included."""
    snippet = tree / SNIPPET
    snippet.write_text(f"{snippet.read_text(encoding='utf-8')}_edited = {number}\n", encoding="utf-8")
    seconds, printed = run(BUILD, tree)
    own = [float(text) for text in re.findall(r"  ok  ([\d.]+) s", printed)]
    if len(own) != 1:
        raise SystemExit(f"one snippet was edited, and {len(own)} ran:\n{printed}")
    return seconds - own[0]


def add_runs(tree: Path, wanted: int) -> int:
    """Adds small snippets, each shown on a page, until a build has as many runs as wanted. Gives their number."""
    _, printed = run((*BUILD, "--list"), tree)
    before = len(re.findall(r" · ", printed))
    numbers = range(before, wanted)
    folder, page = tree / "snippets/many", tree / "docs/many/index.md"
    folder.mkdir(parents=True)
    page.parent.mkdir(parents=True)
    for one in numbers:
        program = (
            f'"""{one} and one are {one + 1}."""\n\ntotal = {one} + 1\n\nprint(total)\nassert total == {one + 1}\n'
        )
        (folder / f"sum_{one}.py").write_text(program, encoding="utf-8")
    shown = "\n\n".join(f'--8<-- "panels/many/sum_{one}.md"' for one in numbers)
    page.write_text(f"# Many sums\n\n{shown}\n", encoding="utf-8")
    return before + len(numbers)


def report(figures: Report) -> None:
    """Measures everything but the tests, and prints it."""
    with copied() as tree:
        figures.seconds("a build with nothing to do", times(lambda: run(BUILD, tree)[0], RUNS), NOTHING)
        figures.seconds("make site with nothing to do", times(lambda: run((*MAKE, "site"), tree)[0], RUNS), NOTHING)
        figures.seconds(
            "one edited snippet, beside its run and imports", [edited(tree, one) for one in range(RUNS)], EDITED
        )
        saved = seconds_until_rendered(tree, SNIPPET, PAGE, RUNS)
        figures.seconds("the same saved under make watch, until its page is written", saved, EDITED)
        run(BUILD, tree)
        site = (sys.executable, "-m", "mkdocs", "build", "--strict")
        figures.seconds("the site", times(lambda: run(site, tree)[0], 3), SITE)
        figures.seconds("an edited page under make serve", seconds_until_served(tree, RUNS), SERVED)
        count = add_runs(tree, MANY)
        run(BUILD, tree)
        figures.seconds(
            f"a build with nothing to do at {count:,} runs", times(lambda: run(BUILD, tree)[0], RUNS), NOTHING_OF_MANY
        )


def report_tests(figures: Report) -> None:
    """Runs the tests and what CI runs once, on a clean clone with the environment that runs this."""
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        run(("git", "clone", "--quiet", ROOT, clone), ROOT)
        (clone / ".venv").symlink_to(Path(sys.prefix).resolve())
        with (clone / ".git/info/exclude").open("a") as file:
            file.write("/.venv\n")
        figures.seconds("make test", [run((*MAKE, "test"), clone)[0]], TESTS)
        run(("git", "clean", "-qdffx", "-e", "/.venv"), clone)
        figures.seconds(".ci/run", [run((clone / ".ci/run",), clone)[0]], ALL_OF_CI)
