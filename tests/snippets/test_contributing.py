"""CONTRIBUTING's claim in ten minutes, done word for word in a copy of the repository, on the real all-MiniLM.

The build is told the snippet's name each time: where everything was built before, nothing else would run. What is said
of an assert that fails, `tests/explainer/pipeline/test_build.py` shows.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.facts.record import read_record
from explainer.paths import Project
from explainer.pipeline.artifact_files import read_files
from explainer.render.context import claim_page
from tests.tracked import ROOT, copy, tracked

PYTEST = ".venv/bin/python -m pytest -p no:cacheprovider"
# Those of `make test` that look at every snippet, page and panel, and need no torch and no built site.
CONCERNED = "tests/pages/test_pages.py tests/snippets/test_versions.py"


class Example:
    """What CONTRIBUTING says: the files that one writes, what one adds to the page, and the commands."""

    def __init__(self, text: str) -> None:
        section = text.partition("## Add a claim, in ten minutes\n")[2].partition("\n## ")[0]
        _, write, run, show, again = re.split(r"^\*\*\d\. ", section, flags=re.MULTILINE)
        [self.snippet] = re.findall(r"`(snippets/[^`]+)`", write.partition("```")[0])
        [self.program] = re.findall(r"```python\n(.*?)```", write, re.DOTALL)
        [self.page] = re.findall(r"`(docs/[^`]+)`", show.partition("```")[0])
        self.include, self.sentence = re.findall(r"```markdown\n(.*?)```", show, re.DOTALL)
        [self.run, *_] = re.findall(r"`([^`]+)`", run)
        [self.mutate] = re.findall(r"`([^`]+ --mutate [^`]+)`", run)
        [self.build, *_] = re.findall(r"`(.+?) && make serve`", again)
        self.topic, self.name = Path(self.snippet).parent.name, Path(self.snippet).stem


class Clone:
    """A copy of what git tracks or would track, with the environment that runs the tests as its own."""

    def __init__(self, root: Path) -> None:
        self.root = copy(tracked(), root)
        (root / ".venv").symlink_to(sys.prefix)

    def run(self, command: str) -> str:
        """The command's output; it must succeed."""
        done = subprocess.run(shlex.split(command), cwd=self.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def recorded(self) -> dict[str, str]:
        return read_files(Project(self.root))

    def generated(self, name: str) -> str:
        """A file that the site adds."""
        self.run(".venv/bin/python build_artifacts.py --files added")
        return (self.root / "added" / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example() -> Example:
    return Example((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def add_to_the_page(clone: Clone, example: Example) -> None:
    """Where the page says what it was measured on, which is its end."""
    page = clone.root / example.page
    before, measured, after = page.read_text(encoding="utf-8").rpartition('{{ measured("')
    page.write_text(f"{before}{example.include}\n{example.sentence}\n{measured}{after}", encoding="utf-8")


def test_a_claim_in_ten_minutes_is_green_in_the_end(tmp_path: Path, example: Example) -> None:
    clone = Clone(tmp_path)
    before = clone.recorded()

    # The claim holds, and has its own address; no other page shows it yet.
    (clone.root / example.snippet).write_text(example.program, encoding="utf-8")
    assert "WRONG" not in clone.run(example.run)
    own = f"{claim_page(f'{example.topic}/{example.name}')}"
    assert "Where it is explained" not in clone.generated(own)

    # Its asserts notice every change.
    assert re.search(r"^(\d+) of \1 small changes to 1 program make it fail$", clone.run(example.mutate), re.MULTILINE)

    add_to_the_page(clone, example)
    said = clone.run(f"{example.build} {example.name}")
    waiting = re.search(r'not tested with other versions yet: (\d+); `make versions CLAIMS="([^"]+)"` tests them', said)
    assert waiting
    assert f"{example.topic}/{example.name}" in waiting[2] or int(waiting[1]) > 3  # it names the first three of them
    shown = clone.generated(own)
    assert "Where it is explained" in shown
    assert "Not tested with other versions yet." in shown
    assert clone.generated(f"artifacts/{example.snippet}") == example.program  # the reader's copy
    [quoted] = re.findall(r"{{ (facts[.\w]+)", example.sentence)
    assert quoted in read_record(Project(clone.root)).values()
    assert len(clone.recorded().keys() - before.keys()) == 1, "of a new claim, git gets its output alone"

    clone.run(f".venv/bin/ruff check {example.snippet}")
    clone.run(f".venv/bin/ruff format --check {example.snippet}")
    clone.run(f"{PYTEST} {CONCERNED}")
