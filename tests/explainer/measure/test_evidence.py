"""Check that further runs of a claim happen once, and again only if program, file, library or setting changed."""

import json
import shutil
from pathlib import Path

import pytest

from explainer.inputs.snippets import parse_snippet
from explainer.measure.evidence import Evidence, digest_of, evidence_text, parse_evidence
from explainer.measure.installed import InstalledVersions
from explainer.measure.seeds import SEED_SHIFTS
from explainer.paths import Project
from tests.conftest import TinyProject
from tests.explainer.measure.test_seeds import DRAWING_PROGRAM

# It leaves a mark at each of its runs.
COUNTS_ITS_RUNS = (
    DRAWING_PROGRAM.format(bound=0)
    + "from pathlib import Path\n\nwith Path('runs.txt').open('a') as _log:\n    _log.write('x')\n"
)
HOLDS_BY_LUCK = DRAWING_PROGRAM.format(bound=0.8)


def runs_of(project: TinyProject, *arguments: str) -> int:
    """Return how often the program ran in a build that brings everything up to date."""
    log = project.root / "runs.txt"
    log.unlink(missing_ok=True)
    done = project.build(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return len(log.read_text()) if log.exists() else 0


def seeds_of(project: TinyProject) -> dict[str, str]:
    recorded = json.loads(project.artifacts().get("evidence.json", "{}"))
    return {key: entry["seeds"] for key, entry in recorded.items()}


def test_what_is_recorded_does_not_run_again_but_with_force(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    assert runs_of(project) == 3
    assert runs_of(project) == 0
    shutil.rmtree(project.root / ".cache")
    assert runs_of(project, "--check") == 1, "as on a clean clone"
    assert runs_of(project, "--force") == 3


def test_a_claim_without_evidence_is_stale(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.build()
    (project.root / "docs/artifacts/evidence.json").unlink()
    checked = project.build("--check")
    assert checked.returncode == 1
    assert "STALE   docs/artifacts/evidence.json" in checked.stdout
    assert runs_of(project) == 3
    assert list(seeds_of(project)) == ["luck/drawn"]


@pytest.mark.parametrize("text", ["", "{", "<<<<<<< ours\n{}\n", '{"luck/drawn": {}}', "[]"])
def test_a_broken_file_is_no_evidence(project: TinyProject, text: str) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.build()
    before = seeds_of(project)
    project.write("docs/artifacts/evidence.json", text)
    assert runs_of(project) == 3
    assert seeds_of(project) == before


def test_the_digest_of_another_program_excuses_none(project: TinyProject) -> None:
    project.snippet("luck/good", COUNTS_ITS_RUNS.replace("What is", "All"))
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.build()
    both = seeds_of(project)
    # The same claim, as it was before an edit:
    project.snippet("luck/drawn", HOLDS_BY_LUCK)
    assert f"with {SEED_SHIFTS[0]} added to its seeds" in project.build("--check").stdout
    # and with the digest of its neighbour's program, which holds.
    project.write("docs/artifacts/evidence.json", evidence_text({key: Evidence(both["luck/good"]) for key in both}))
    assert f"with {SEED_SHIFTS[0]} added to its seeds" in project.build().stdout


def test_a_claim_that_did_not_hold_runs_until_it_does(project: TinyProject) -> None:
    project.snippet("luck/drawn", HOLDS_BY_LUCK)
    for _ in range(2):
        assert f"with {SEED_SHIFTS[0]} added to its seeds" in project.build().stdout
        assert seeds_of(project) == {}
    # Also if it is recorded: that it fails now is news.
    snippet = parse_snippet(Path("snippets/luck/drawn.py"), HOLDS_BY_LUCK)
    digest = digest_of(snippet, InstalledVersions(), Project(project.root), SEED_SHIFTS)
    project.write("docs/artifacts/evidence.json", evidence_text({"luck/drawn": Evidence(digest)}))
    assert project.build("--force").returncode == 1
    assert seeds_of(project) == {}


def test_another_scope_and_a_claim_that_goes_leave_nothing(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.snippet("luck/kept", COUNTS_ITS_RUNS.replace("What is", "This"))
    project.snippet("luck/gone", COUNTS_ITS_RUNS.replace("What is", "All"))
    project.build()
    assert sorted(seeds_of(project)) == ["luck/drawn", "luck/gone", "luck/kept"]
    project.snippet("luck/drawn", COUNTS_ITS_RUNS.replace('"library"', '"arithmetic"'))
    (project.root / "snippets/luck/gone.py").unlink()
    project.write("docs/luck/index.md", '# A page\n\n--8<-- "panels/luck/drawn.md"\n--8<-- "panels/luck/kept.md"\n')
    project.build()
    assert sorted(seeds_of(project)) == ["luck/kept"]


def test_what_is_known_of_lesser_cpus_stays(project: TinyProject) -> None:
    project.snippet("luck/drawn", COUNTS_ITS_RUNS)
    project.write(
        "docs/artifacts/evidence.json",
        evidence_text({"luck/drawn": Evidence(cpus_digest="recorded"), "luck/gone": Evidence("x")}),
    )
    project.build()
    [(key, entry)] = json.loads(project.artifacts()["evidence.json"]).items()
    assert (key, entry["cpus"]) == ("luck/drawn", "recorded")


class SameVersion(InstalledVersions):
    """Represent an environment in which every library has this version."""

    def __init__(self, version: str) -> None:
        self.version_of = lambda _name: version  # type: ignore[assignment]


def test_a_digest_covers_program_setting_files_and_libraries(tmp_path: Path) -> None:
    source = COUNTS_ITS_RUNS.replace("import random", "import random\n\nimport torch") + 'open("logs/log.csv")\n'
    (tmp_path / "logs").mkdir()
    log = tmp_path / "logs/log.csv"
    log.write_text("1")

    def digest_with(text: str, version: str = "9.0", setting: object = SEED_SHIFTS) -> str:
        snippet = parse_snippet(Path("snippets/luck/drawn.py"), text)
        return digest_of(snippet, SameVersion(version), Project(tmp_path), setting)

    first = digest_with(source)
    assert digest_with(source.replace("What is drawn is large.", "It is large.") + "# the end\n") == first
    assert digest_with(source, "9.0+cpu") == first
    other_digests = [
        digest_with(source + "assert drawn\n"),
        digest_with(source, "9.1"),
        digest_with(source, setting=(1, 2)),
    ]
    log.write_text("2")
    assert len({first, digest_with(source), *other_digests}) == 5


def test_the_file_has_a_line_for_each_claim_and_none_for_nothing() -> None:
    entries = {"b/b": Evidence("2", "3"), "a/a": Evidence("1"), "c/c": Evidence()}
    text = evidence_text(entries)
    assert text == '{\n "a/a": {"seeds": "1"},\n "b/b": {"seeds": "2", "cpus": "3"}\n}\n'
    assert parse_evidence(text) == {"a/a": Evidence("1"), "b/b": Evidence("2", "3")}
    assert evidence_text({}) == ""
