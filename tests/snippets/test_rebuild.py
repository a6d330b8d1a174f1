"""A rebuild between two releases of transformers, by make: what it names is exactly what differs, claim by claim.

The other release is an overlay: a folder that comes before the environment's own packages. The quick test takes some of
the site's claims, on a site of their own; the long one takes the whole repository.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from explainer.facts.record import RunRecord, read_record
from explainer.inputs.library_versions import read_libraries
from explainer.measure.fork_server import environment
from explainer.paths import Project
from explainer.versions.install import overlay_paths
from tests.tracked import ROOT, copy, tracked

# A make that neither installs nor asks whether it should: the environment is the one that runs the tests.
BUILT = [f"--old-file={sys.prefix}/.build", f"VENV={sys.prefix}"]


# Two that fail under 4.57.6, two with other random numbers there, one that is the same, and one without transformers.
SOME = (
    "loading/corrupted_line_is_about_the_head",
    "loading/untying_on_load_loses_the_bias",
    "padding_embeddings/pad_gradient_comes_from_the_softmax",
    "padding_embeddings/pad_row_is_an_output_row_too",
    "weight_tying/classifier_is_not_tied",
    "padding_embeddings/plain_embedding_has_a_zero_row",
)
# What a site of these needs beside them: the engine, and what the Makefile calls.
NEEDED = [".gitignore", "Makefile", "src/explainer", "requirements"]
NEEDED += ["checkpoints", "content/checkpoints.yml"]


# The engine's command alone: what this site adds to it needs facts of other claims.
COMMAND = """import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
from explainer.start import start
if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path(__file__).resolve().parent))
"""


class ChangedFact(msgspec.Struct):
    """A fact that differs, as the report has it."""

    fact: str
    was: str
    now: str


class FailedClaim(msgspec.Struct):
    """A claim that does not hold, as the report has it."""

    snippet: str
    claim: str


class NewFacts(msgspec.Struct):
    """How many values are recorded for the first time."""

    values: int


class Report(msgspec.Struct):
    """What a rebuild says as data."""

    title: str
    failed: list[FailedClaim]
    facts: list[ChangedFact]
    new: list[NewFacts]


class Copy:
    """A repository of its own, of all that git tracks or of some claims; under `overlay`, if one is set."""

    def __init__(self, root: Path, *, whole: bool) -> None:
        self.overlay = ""
        wanted = () if whole else (*NEEDED, *(f"snippets/{key}.py" for key in SOME))
        self.root = copy(tracked(*wanted), root)
        if not whole:
            self.write_pages()
        self.run("git", "init", "--quiet")

    def write_pages(self) -> None:
        for key in SOME:
            page = self.root / "docs" / key.split("/")[0] / "index.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            before = page.read_text(encoding="utf-8") if page.exists() else "# A page\n"
            page.write_text(f'{before}\n{{{{ program("{key}") }}}}\n', encoding="utf-8")
        (self.root / "build_artifacts.py").write_text(COMMAND, encoding="utf-8")

    def commit(self) -> None:
        self.run("git", "add", ".")
        self.run("git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-mx")

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "PYTHONPATH": self.overlay, "MAKEFLAGS": ""}
        done = subprocess.run(command, cwd=self.root, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def make(self, *targets: str) -> None:
        self.run("make", *BUILT, *targets)

    def facts(self) -> dict[str, Any]:
        return read_record(Project(self.root)).values()

    def record(self) -> dict[str, dict[str, RunRecord]]:
        """The recorded runs by `topic/snippet`."""
        return {key: claim.runs for key, claim in read_record(Project(self.root)).claims.items()}


def other_release() -> tuple[str, str]:
    """The version and the PYTHONPATH of the newest installed set of transformers 4, from 4.40 on."""
    for one in reversed(read_libraries(ROOT).sets):
        folders = overlay_paths(ROOT / ".cache", one)
        if (4, 40) <= version_numbers(one.version) < (5,) and all(folder.is_dir() for folder in folders):
            path = os.pathsep.join(map(str, folders))
            return version_under(path), path
    return "", ""


def version_numbers(version: str) -> tuple[int, ...]:
    """As numbers, to be compared."""
    return tuple(map(int, version.split(".")))


def version_under(path: str) -> str:
    """The release of transformers that is imported with this PYTHONPATH; empty if the import fails."""
    env = {**environment(Project(ROOT).hub_home), "PYTHONPATH": path}
    code = "import transformers; print(transformers.__version__)"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["some claims", "all"])
def test_a_rebuild_under_another_release_names_exactly_what_differs(tmp_path: Path, whole: bool) -> None:
    version, path = other_release()
    if not version:
        pytest.skip("no other release of transformers in .cache/overlays; `make versions` installs some")
    copy = Copy(tmp_path, whole=whole)
    copy.run(sys.executable, "build_artifacts.py")
    copy.commit()
    before, old = copy.facts(), copy.record()

    copy.overlay = path
    copy.make("rebuild", "proposal")
    after, new = copy.facts(), copy.record()
    report = msgspec.yaml.decode((copy.root / ".cache/report.yml").read_bytes(), type=Report)
    ours = version_under("")
    assert f"transformers {ours} → {version}" in report.title

    assert report.failed
    assert report.facts

    # Facts: those named are those that differ, with both values; what is new is counted.
    assert misnamed(report.facts, before, after) == []
    assert sum(entry.values for entry in report.new) == len(after.keys() - before.keys())

    # Claims: one that is not named as failed was recorded anew under the other release, and one that is was not.
    failed = {entry.snippet for entry in report.failed}
    for key, runs in new.items():
        for slug, run in runs.items():
            if key in failed:
                assert run == old[key][slug], key
            elif "transformers" in old[key][slug].measured.versions:
                assert run.measured.versions["transformers"] == version, key

    # The proposal has the report for its text, and nothing in it that a rebuild may not change.
    said = (copy.root / ".cache/report.md").read_text(encoding="utf-8").strip()
    assert all(fact.fact in said for fact in report.facts)
    text = (copy.root / ".cache/proposal/text.md").read_text(encoding="utf-8").strip()
    assert all(entry.claim in text for entry in report.failed)
    begun, cut, _ = text.partition("\n\nCut here. ")  # what is longer than GitHub takes says so
    assert said.startswith(begun + "\n") if cut else said == text
    changed = copy.run("git", "diff", "--name-only").stdout.split()
    assert changed
    may = tuple(path.relative_to(ROOT).as_posix() for path in Project(ROOT).generated)
    assert not [name for name in changed if not name.startswith(may)]

    # Again: nothing differs any more, and the claims that fail still do.
    copy.make("report")
    again = copy.root / ".cache/report.yml"
    assert again.exists() == bool(failed)
    if failed:
        content = yaml.safe_load(again.read_text(encoding="utf-8"))
        assert {entry["snippet"] for entry in content["failed"]} == failed
        assert content["facts"] == content["new"] == content["because"] == []


def misnamed(facts: Iterable[ChangedFact], before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The facts that a report leaves out, names without cause, or gives another value than they had or have."""
    named = {fact.fact: (fact.was, fact.now) for fact in facts}
    differ = {name: (before[name], after.get(name)) for name in before if before[name] != after.get(name)}
    return sorted(
        name
        for name in named.keys() | differ.keys()
        if name not in named or name not in differ or not all(map(shows, named[name], differ[name]))
    )


def shows(shown: str, value: Any) -> bool:
    """What a report shows of a value is the value, or its beginning."""
    whole = "(none)" if value is None else " ".join(str(value).split())
    return shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))


def test_a_report_that_is_wrong_in_one_fact_is_found() -> None:
    before = {"facts.a": 1.0, "facts.b": 2.0, "facts.c": "x" * 80, "facts.d": 4}
    after = {"facts.a": 1.5, "facts.b": 2.0, "facts.c": "y" * 80, "facts.new": 5}
    a, c = ChangedFact("facts.a", "1.0", "1.5"), ChangedFact("facts.c", "xxx…", "yyy…")
    d = ChangedFact("facts.d", "4", "(none)")
    assert misnamed([a, c, d], before, after) == []
    assert misnamed([a, c], before, after) == ["facts.d"]
    assert misnamed([ChangedFact("facts.a", "1.0", "1.6"), c, d], before, after) == ["facts.a"]
    assert misnamed([a, c, d, ChangedFact("facts.b", "2.0", "2.0")], before, after) == ["facts.b"]
