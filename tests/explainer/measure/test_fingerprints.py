"""Check that a run is repeated if what it depends on changes, and not for other comments or docstrings."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.inputs.code_digest import normalised_source
from explainer.inputs.snippets import Snippet, parse_snippet, read_snippets
from explainer.measure import fingerprints
from explainer.measure.fingerprints import CHILD_MODULES, fingerprint, machinery_digest, with_engine_imports
from explainer.measure.installed import InstalledVersions
from explainer.measure.runs import Run
from explainer.paths import Project


@pytest.fixture
def engine(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the engine, and let digests be of the copy."""
    copy = tmp_path / "explainer"
    shutil.copytree(root / "src/explainer", copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprints, "ENGINE_FOLDER", copy)
    return copy


def test_the_digest_covers_what_a_child_process_loads(root: Path) -> None:
    code = "import sys, {}; print(*(name for name in sys.modules if name.split('.')[0] == 'explainer'))"
    command = [sys.executable, "-c", code.format(", ".join(CHILD_MODULES))]
    done = subprocess.run(command, cwd=root / "src", capture_output=True, text=True, check=True)
    packages = {"explainer", "explainer.measure"}  # they hold a docstring and nothing that runs
    assert set(done.stdout.split()) == {*with_engine_imports(*CHILD_MODULES), *packages}
    for package in packages:
        source = ((root / "src").joinpath(*package.split(".")) / "__init__.py").read_text(encoding="utf-8")
        assert normalised_source(source) == normalised_source("")


CHANGES = [
    ("measure/child.py", "GRACE_PERIOD = 5.0", "GRACE_PERIOD = 6.0"),
    ("measure/child.py", "optimize=0", "optimize=1"),
    ("measure/values.py", "MAX_TABLE_SCALARS = 4_000", "MAX_TABLE_SCALARS = 4_001"),
    ("measure/fork_server.py", '"OMP_NUM_THREADS": "1"', '"OMP_NUM_THREADS": "2"'),
    ("measure/preload.py", "gc.disable()", "gc.enable()"),
    ("measure/extra_packages.py", '"beside"', '"aside"'),
    ("measure/seeds.py", "SEED_SHIFTS = (1000, 2000)", "SEED_SHIFTS = (1, 2)"),
    ("fact_values.py", "SIGNIFICANT_DIGITS = 6", "SIGNIFICANT_DIGITS = 7"),
]


@pytest.mark.parametrize(("name", "old", "new"), CHANGES)
def test_a_change_of_the_code_that_runs_snippets_makes_all_stale(engine: Path, name: str, old: str, new: str) -> None:
    before, text = machinery_digest(), (engine / name).read_text(encoding="utf-8")
    assert old in text
    (engine / name).write_text(text.replace(old, new), encoding="utf-8")
    assert machinery_digest() != before


@pytest.mark.parametrize("name", sorted({name for name, _, _ in CHANGES}))
def test_a_comment_or_a_docstring_in_it_makes_nothing_stale(engine: Path, name: str) -> None:
    before, text = machinery_digest(), (engine / name).read_text(encoding="utf-8")
    (engine / name).write_text('"""Other words."""\n' + text.partition('"""')[2].partition('"""')[2] + "# the end\n")
    assert machinery_digest() == before


def test_what_only_reads_or_renders_makes_nothing_stale(engine: Path) -> None:
    before = machinery_digest()
    for name in ("inputs/snippets.py", "measure/runs.py", "render/panels.py", "facts/record.py"):
        with (engine / name).open("a") as file:
            file.write("\nchanged = 1\n")
    assert machinery_digest() == before
    assert machinery_digest("explainer.versions.run_one_set") != before


SOURCE = '"""A claim."""\n\nimport json\n\ncheckpoint = "a"\ntotal = 4\nassert total == 4 and json\n'


def fingerprint_of(source: str, root: Path, checkpoint: str = "a") -> str:
    snippet: Snippet = parse_snippet(Path("snippets/topic/one.py"), source)
    run = Run(snippet, "slug", checkpoint, ())
    return fingerprint(run, {}, InstalledVersions(), Project(root), "machinery", "cpu")


@pytest.mark.parametrize(
    ("old", "new", "is_stale"),
    [
        ("A claim.", "The same claim.", False),
        ("total == 4 and json", "(\n    total == 4 and json\n)  # four", False),
        ("total = 4", 'tolerance = 0.1\nneeds = ("mlm_head",)\nports = ("old",)\ntotal = 4', False),
        ('checkpoint = "a"', 'checkpoint = "b"', False),  # the build says which one it is
        ("total = 4", "total = 3 + 1", True),
        ("import json", "import re as json", True),
        ("total == 4", "total <= 4", True),
        ("A claim.", 'A claim."""\nprint(__doc__)\n"""', True),
    ],
)
def test_an_edit_of_a_snippet_makes_its_run_stale_only_if_it_can_matter(
    tmp_path: Path, old: str, new: str, is_stale: bool
) -> None:
    changed = fingerprint_of(SOURCE.replace(old, new), tmp_path) != fingerprint_of(SOURCE, tmp_path)
    assert changed == is_stale


def test_another_checkpoint_is_another_run(tmp_path: Path) -> None:
    assert fingerprint_of(SOURCE, tmp_path, "b") != fingerprint_of(SOURCE, tmp_path)


def test_whatever_a_run_depends_on_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Vary the engine, the device, the checkpoint's files, a library's version, and Python."""
    snippet = parse_snippet(Path("snippets/topic/one.py"), SOURCE.replace("json", "torch"))
    run, project, versions = Run(snippet, "slug", "a", ("slug",)), Project(tmp_path), InstalledVersions()
    arguments = ({"slug": "1"}, versions, project, "machinery", "cpu")
    digests = {fingerprint(run, *arguments), fingerprint(run, {"slug": "2"}, *arguments[1:])}
    digests |= {fingerprint(run, *arguments[:3], "another", "cpu"), fingerprint(run, *arguments[:4], "cuda")}
    monkeypatch.setattr(versions, "version_of", lambda _name: "0.1")
    digests |= {fingerprint(run, *arguments)}
    monkeypatch.setattr(sys, "version", "3")
    assert len({*digests, fingerprint(run, *arguments)}) == 6


PROGRAM = '"""What it does."""\n\nFIRST = 1  # the first\n'
WORDS = "# what is said\nfound: it is there\nlevel: note\n"


@pytest.mark.parametrize(
    ("name", "before", "after", "is_stale"),
    [
        ("tool/part.py", PROGRAM, PROGRAM.replace("What it does", "In other words").replace("the first", "1"), False),
        ("tool/part.py", PROGRAM, PROGRAM.replace("FIRST = 1", "FIRST = 2"), True),
        ("tool/part.py", PROGRAM + "print(__doc__)\n", PROGRAM.replace("What", "Now") + "print(__doc__)\n", True),
        ("tool/part.py", "no program\n", "no program at all\n", True),
        ("tool/words.yml", WORDS, WORDS.replace("what is said", "what a report says"), False),
        ("tool/words.yml", WORDS, WORDS.replace("level: note", "level: problem"), True),
        ("tool/words.yml", WORDS, WORDS.replace("it is there", "it is here"), True),
        ("tool/words.yml", "a: [", "a: [ ", True),
        ("tool/log.json", "[1]", "[2]", True),
    ],
)
def test_only_wording_in_a_file_that_a_snippet_names_makes_nothing_stale(
    tmp_path: Path, name: str, before: str, after: str, is_stale: bool
) -> None:
    source = SOURCE + f"_reads = {name!r}\n"
    (tmp_path / "tool").mkdir()
    (tmp_path / name).write_text(before)
    first = fingerprint_of(source, tmp_path)
    (tmp_path / name).write_text(after)
    assert (fingerprint_of(source, tmp_path) != first) == is_stale


def test_the_wording_of_an_inspection_makes_only_the_runs_stale_that_record_it(root: Path) -> None:
    """Name the snippets that record the wording; others take findings and levels from the code, and do not name it."""
    naming = {snippet.name for snippet in read_snippets(root) if "src/inspector/messages.yml" in snippet.strings}
    assert naming == {"report_of_a_checkpoint", "report_of_all_minilm", "reports_on_ten_styles"}


def test_a_file_that_a_snippet_names_is_part_of_it_wherever_the_repository_lies(tmp_path: Path) -> None:
    source = SOURCE + 'open("logs/log.csv")\n'
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "logs").mkdir(parents=True)
        (folder / "logs/log.csv").write_text("1")
    assert fingerprint_of(source, first) == fingerprint_of(source, second)
    (second / "logs/log.csv").write_text("2")
    assert fingerprint_of(source, first) != fingerprint_of(source, second)
