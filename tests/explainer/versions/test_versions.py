"""Run claims under other versions of small libraries that stand in for the real ones. No torch, no pip."""

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import read_libraries
from explainer.measure.output import without_local_paths
from explainer.paths import Project
from explainer.versions import run_one_set
from explainer.versions.answers import Answer, Answers, read_answers, release_ranges, select_current
from explainer.versions.run import ClaimRunner, bisect, run_sets
from explainer.versions.run_one_set import first_import_of
from tests.conftest import ENGINE_IMPORTS, SNIPPET_SOURCE, TinyProject
from tests.forked import HANG_TIMEOUT, run_forked

CLAIM = '''"""The bias is added once."""

import transformers

times = transformers.BIAS
print("added", times, "times")
assert times == 1, f"the bias is added {times} times"
'''
OTHER = '"""The bias is added once."""\n\nimport oldest\n\nprint("added once")\nassert oldest.ONCE\n'
ONLY_NOW = '"""A table can be asked for."""\n\nfrom transformers import TABLE\n\nassert TABLE\n'
PORTED_BY_THE_BUILD = '''"""The bias is added once."""

import transformers

ports = ("oldest",)

times = transformers.BIAS
assert times == 1  # not 2
'''
SETS = """\
library: transformers
bases:
  none: {}
eras: {"1.0": none}
others: {oldest==0.1: none}
keeps_output: [heads/bias]
sets: [oldest==0.1, transformers==1.0.0, transformers==1.2.0, transformers==2.1.0]
"""
BIAS = {"1.0.0": 0, "1.0.1": 0, "1.1.0": 0, "1.1.1": 2, "1.1.2": 2, "1.2.0": 1, "2.0.0": 1, "2.1.0": 1}


def install(project: TinyProject, library: str, version: str, code: str) -> None:
    """Put a library where `versions.install` would install it."""
    folder = f".cache/overlays/{library}-{version}"
    # Python knows a compiled file by the size and the second of its source, and two versions may share both.
    shutil.rmtree(project.root / folder / "__pycache__", ignore_errors=True)
    project.write(f"{folder}/{library}.py", code)
    project.write(f"{folder}/{library}-{version}.dist-info/METADATA", f"Name: {library}\nVersion: {version}\n")


@pytest.fixture(autouse=True)
def fork_set_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork a set's process from one that has the engine loaded. Only `recorded_project` starts real processes."""
    code = """
import io, sys; from explainer.versions.run_one_set import main
sys.stdin = io.TextIOWrapper(io.BytesIO(sys.argv.pop().encode()))
main()
"""

    def run(*_: object, input: bytes, cwd: Path, env: dict[str, str], **__: object) -> SimpleNamespace:  # noqa: A002
        return SimpleNamespace(
            stderr=run_forked(code, cwd, [input.decode()], env, imports=ENGINE_IMPORTS).stderr.encode()
        )

    monkeypatch.setattr(run_one_set, "subprocess", SimpleNamespace(run=run))


@pytest.fixture
def filled(project: TinyProject) -> TinyProject:
    return fill(project)


@pytest.fixture(scope="module")
def recorded_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = fill(TinyProject(tmp_path_factory.mktemp("recorded")))
    keep(project, run_versions(project)[0])
    return project.root


@pytest.fixture
def known(recorded_project: Path, tmp_path: Path) -> TinyProject:
    """Return a copy of the project in which everything has run and is recorded."""
    shutil.copytree(recorded_project, tmp_path, symlinks=True, dirs_exist_ok=True)
    return TinyProject(tmp_path)


def fill(project: TinyProject) -> TinyProject:
    project.write("content/library_versions.yml", SETS)
    project.snippet("heads/bias", CLAIM)
    project.write("snippets/heads/bias.oldest.py", OTHER)
    project.snippet("heads/table", ONLY_NOW)
    install(project, "oldest", "0.1", "ONCE = True\nBIAS = 2\n")
    for version, times in BIAS.items():
        install(project, "transformers", version, f"BIAS = {times}\n" + ("TABLE = 1\n" if version >= "2" else ""))
    return project


def run_versions(
    project: TinyProject,
    *wanted: str,
    claims: tuple[str, ...] = (),
    force: bool = False,
) -> tuple[dict[str, str], list[str]]:
    progress: list[str] = []
    files = run_sets(claim_runner(project, force=force), list(wanted), list(claims), progress.append)
    return files, progress


def claim_runner(project: TinyProject, **options: bool) -> ClaimRunner:
    return ClaimRunner(Project(project.root), 1, HANG_TIMEOUT, **options)


def clone(project: TinyProject) -> None:
    """Make the project a fresh clone: with what is committed, and without this machine's own answers."""
    shutil.rmtree(project.root / ".cache/answers")


def recorded(project: TinyProject) -> str:
    return project.artifacts()["versions.yml"]


def answers_of(project: TinyProject) -> Answers:
    return read_answers(project.root, read_libraries(project.root))


def answers_by_pin(project: TinyProject, key: str) -> dict[str, Answer]:
    """Return a claim's recorded answers by pin."""
    return {release.pin: answer for release, answer in answers_of(project)[key].answers.items()}


def changes(project: TinyProject) -> list[tuple[str, str]]:
    """Return the recorded changes of the claim about the bias: last release with an answer, first with another."""
    after = answers_of(project)["heads/bias"].after
    return [(last.version, first.version) for first, last in after.items()]


def run_counts(progress: list[str]) -> list[int]:
    """Return how many claims ran under each set, from the lines about the progress."""
    return [int(line.partition(": ")[2].split()[0]) for line in progress]


def keep(project: TinyProject, files: dict[str, str], folder: str = "docs/artifacts") -> None:
    for name, text in files.items():
        project.write(f"{folder}/{name}", text)


def test_a_claim_holds_fails_or_cannot_run(known: TinyProject) -> None:
    assert answers_by_pin(known, "heads/bias") == {
        "oldest==0.1": Answer("holds"),  # by the variant for it
        "transformers==1.0.0": Answer("fails", "the bias is added 0 times"),
        "transformers==1.2.0": Answer("holds"),
        "transformers==2.1.0": Answer("holds"),
    }
    table = answers_by_pin(known, "heads/table")
    assert table["oldest==0.1"] == Answer("cannot", "ModuleNotFoundError: No module named 'transformers'")
    no_table = "ImportError: cannot import name 'TABLE' from 'transformers'"  # and no path of this machine
    assert table["transformers==1.0.0"] == Answer("cannot", no_table)
    assert "\n    - {answer: holds, releases: transformers 1.2.0 2.1.0}\n" in recorded(known)
    assert known.artifacts()["reports/heads/bias.transformers_1_0_0.txt"] == "added 0 times\n"


def test_what_is_known_does_not_run_again_but_an_edit_does(known: TinyProject) -> None:
    assert {re.sub(r".*: ", "", line) for line in run_versions(known)[1]} == {"0 of 2 claims run"}
    known.write("snippets/heads/bias.oldest.py", OTHER + "print()\n")
    assert run_versions(known)[1] == [
        "oldest 0.1: 1 of 2 claims run",
        *(f"transformers {version}: 0 of 2 claims run" for version in ("1.0.0", "1.2.0", "2.1.0")),
    ]


def test_other_words_keep_the_answers(known: TinyProject) -> None:
    before = recorded(known)
    known.write("snippets/heads/bias.py", CLAIM.replace("\ntimes", "\n# a comment\ntolerance = 0.5\ntimes"))
    known.write("snippets/heads/table.py", ONLY_NOW.replace("can be", "may be"))
    again, progress = run_versions(known, "transformers==1.0.0")
    assert progress == ["transformers 1.0.0: 0 of 2 claims run"]
    assert again["versions.yml"] == before


def test_a_port_answers_quotes_its_source_and_can_be_downloaded(filled: TinyProject) -> None:
    (filled.root / "snippets/heads/bias.oldest.py").unlink()
    filled.write("snippets/heads/bias.py", PORTED_BY_THE_BUILD)
    keep(filled, run_versions(filled, "oldest==0.1", "transformers==2.1.0")[0])
    answers = answers_by_pin(filled, "heads/bias")
    assert answers["oldest==0.1"] == Answer("fails", "does not hold: assert times == 1  # not 2")
    assert answers["transformers==2.1.0"] == Answer("holds")
    filled.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    assert filled.build().returncode == 0
    copy = filled.rendered()["snippets/heads/bias.oldest.py"]
    assert copy == PORTED_BY_THE_BUILD.replace("transformers", "oldest").replace('ports = ("oldest",)\n\n', "")
    page = filled.page("c/bias")
    assert "[for oldest](../artifacts/snippets/heads/bias.oldest.py){ download }" in page
    diff = page.partition("With oldest: the lines that differ")[2].partition("## Output")[0]
    assert "+import oldest" in diff
    assert "ports" not in diff


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        ("cannot import name 'X' from 'lib' (/home/a b/lib/x.py)", "cannot import name 'X' from 'lib'"),
        ("there is no '/var/tmp/tmpab12_cde/file'", "there is no '…/file'"),
        ("no file at '/home/a/site/.cache/homes/lib_1_0/torch/9e7f'. To load", "no file at '…'. To load"),
        ("<module 'x' from '/home/a/.cache/overlays/lib-1.0/x.py'>", "<module 'x' from 'site-packages/x.py'>"),
        ("cannot reach http://127.0.0.1:36061/x", "cannot reach http://127.0.0.1:…/x"),
        ("see https://example.org/tmpfiles, /etc/hosts", "see https://example.org/tmpfiles, /etc/hosts"),
    ],
)
def test_an_answer_names_no_place_of_this_machine(why: str, expected: str) -> None:
    assert without_local_paths(why) == expected


def test_the_command_runs_renders_and_checks(filled: TinyProject) -> None:
    done = filled.build("--versions", "transformers==1.0.0", "transformers==1.2.0")
    assert "no page shows" not in done.stdout
    rows = json.loads(filled.rendered()["versions/releases.json"])["rows"]
    assert "fails" in [state["answer"] for row in rows for state in row["states"]]
    assert "no such set; there are oldest==0.1" in filled.build("--versions", "transformers==7").stderr
    for arguments in (["--versions"], ["--bisect"]):
        assert "--check writes nothing, and --versions" in filled.build("--check", *arguments).stderr
    assert "--claims belongs to --versions" in filled.build("--claims", "heads/bias").stderr
    assert "--claims nothing: no such topic or snippet" in filled.build("--versions", "--claims", "nothing").stderr


def test_only_the_claims_named_run_and_the_others_answers_stay(filled: TinyProject) -> None:
    keep(filled, run_versions(filled, "transformers==1.0.0")[0])
    before = answers_of(filled)
    files, progress = run_versions(filled, claims=("heads/table",))
    assert [line.partition(" of ")[2] for line in progress] == ["1 claims run"] * 4
    assert run_counts(progress) == [1, 0, 1, 1]
    keep(filled, files)
    after = answers_of(filled)
    assert after["heads/bias"] == before["heads/bias"]
    assert len(after["heads/table"].answers) == 4
    assert run_counts(run_versions(filled, "transformers==1.2.0", claims=("bias",))[1]) == [1]
    assert run_counts(run_versions(filled, "transformers==1.2.0", claims=("snippets/heads/bias.py", "heads"))[1]) == [0]


def test_what_this_machine_knows_of_another_claim_s_earlier_program_is_not_recorded(known: TinyProject) -> None:
    known.write("snippets/heads/bias.py", CLAIM.replace("== 1,", "== 2,"))
    (known.root / "docs/artifacts/versions.yml").unlink()
    keep(known, run_versions(known, claims=("table",))[0])
    assert set(answers_of(known)) == {"heads/table"}


def test_a_program_without_the_libraries_does_not_run_and_has_no_line(filled: TinyProject) -> None:
    filled.snippet("heads/sum", SNIPPET_SOURCE)
    files, progress = run_versions(filled)
    assert {line.partition(" of ")[2] for line in progress} == {"2 claims run"}
    assert "heads/sum" not in files["versions.yml"]
    with pytest.raises(UserError, match="--claims heads/sum: it imports none of the libraries"):
        run_versions(filled, claims=("heads/sum",))
    filled.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    done = filled.build()
    assert done.returncode == 0, done.stderr
    assert "## Versions" in filled.page("c/bias")
    assert "## Versions" not in filled.page("c/sum")


def test_a_fresh_clone_runs_only_what_the_record_does_not_answer(known: TinyProject) -> None:
    before = recorded(known)
    clone(known)
    again, progress = run_versions(known)
    assert run_counts(progress) == [0, 0, 0, 0]
    assert again["versions.yml"] == before
    assert not [name for name in again if name.startswith("reports/")], "what did not run has no output to write"
    known.snippet("heads/third", CLAIM.replace("The bias is", "It is"))
    assert run_counts(run_versions(known)[1]) == [1, 1, 1, 1]
    clone(known)
    assert run_counts(run_versions(known, force=True)[1]) == [3, 3, 3, 3]
    assert run_counts(run_versions(known, force=True)[1]) == [3, 3, 3, 3], "also what has run here"


def test_a_claim_whose_recorded_output_is_missing_runs_again(known: TinyProject) -> None:
    clone(known)
    (known.root / "docs/artifacts/reports/heads/bias.transformers_1_0_0.txt").unlink()
    files, progress = run_versions(known)
    assert run_counts(progress) == [0, 1, 0, 0]
    assert files["reports/heads/bias.transformers_1_0_0.txt"] == "added 0 times\n"


@pytest.mark.parametrize(("old_text", "new"), [("none: {}", "none: {prepare: 'import sys'}"), ("==1.0.0", "==1.0.1")])
def test_another_set_under_the_same_name_runs_again_and_its_answers_are_not_shown(
    known: TinyProject, old_text: str, new: str
) -> None:
    clone(known)
    known.write("content/library_versions.yml", SETS.replace(old_text, new))
    current = select_current(answers_of(known), claim_runner(known).claim_digests)
    remaining = {release.pin for claim_answers in current.values() for release in claim_answers.answers}
    others = {"oldest==0.1", "transformers==1.2.0", "transformers==2.1.0"}
    # A release that is no set any more keeps its answers; nobody runs it again.
    assert remaining == (set() if "prepare" in new else {*others, "transformers==1.0.0"})
    assert run_counts(run_versions(known, read_libraries(known.root).sets[1].pin)[1]) == [2]


def test_a_comment_in_what_prepares_a_set_is_no_other_set(filled: TinyProject) -> None:
    prepared = SETS.replace("none: {}", "none: {prepare: 'import sys'}")
    filled.write("content/library_versions.yml", prepared)
    [first_set, *_] = read_libraries(filled.root).sets
    filled.write("content/library_versions.yml", prepared.replace("import sys", "import  sys  # why"))
    assert read_libraries(filled.root).sets[0].digest == first_set.digest
    filled.write("content/library_versions.yml", prepared.replace("import sys", "import re"))
    assert read_libraries(filled.root).sets[0].digest != first_set.digest


def test_a_claim_that_has_not_run_says_so_and_is_no_error(filled: TinyProject) -> None:
    filled.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    keep(filled, run_versions(filled, claims=("heads/bias",))[0])
    done = filled.build()
    assert (done.returncode, done.stderr.count("WRONG")) == (0, 0)
    assert 'not tested with other versions yet: 1; `make versions CLAIMS="heads/table"` tests them' in done.stdout
    assert "Not tested with other versions yet." in filled.page("c/table")
    assert "not tested with other versions yet" in filled.rendered()["program/heads/table"]
    assert filled.build("--check").returncode == 0
    keep(filled, run_versions(filled, "transformers==1.0.0", "transformers==2.1.0", claims=("heads/table",))[0])
    assert "not tested with other" not in filled.build().stdout
    assert "2 of 4 versions are not tested yet." in filled.page("c/table")
    assert "tested with 2 of 4 versions so far" in filled.rendered()["program/heads/table"]
    rows = json.loads(filled.rendered()["versions/releases.json"])["rows"]
    assert [row["at"].count(-2) for row in rows if row["page"] == "table"] == [2]
    again = filled.build("--versions", "transformers==1.0.0", "--force")
    assert "transformers 1.0.0: 2 of 2 claims run" in again.stderr
    assert "ran 0," in again.stdout, "--force is for the versions, and makes no run of a build stale"


def test_answers_of_an_earlier_program_are_not_shown_as_the_present_one_s(known: TinyProject) -> None:
    known.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    assert "fails in transformers 1.0.0" in panel_of(known)
    known.write("snippets/heads/bias.py", CLAIM.replace("assert times == 1,", "assert times != 2,"))
    assert "Not tested with other versions yet." in panel_of(known)
    known.write("snippets/heads/bias.py", CLAIM.replace("assert", "# a word\nassert"))
    assert "fails in transformers 1.0.0" in panel_of(known)


def panel_of(project: TinyProject) -> str:
    done = project.build()
    assert done.returncode == 0, done.stdout + done.stderr
    return project.page("c/bias")


def test_changes_that_the_answers_contradict_are_forgotten(filled: TinyProject) -> None:
    keep(filled, bisect(claim_runner(filled), ["bias"], print, list(BIAS)))
    keep(filled, run_versions(filled, "oldest==0.1", claims=("bias",))[0])
    assert {"transformers==1.1.0", "transformers==1.1.2"} < answers_by_pin(filled, "heads/bias").keys()
    install(filled, "transformers", "1.2.0", "BIAS = 2\n")
    keep(filled, run_versions(filled, "transformers==1.2.0", claims=("bias",), force=True)[0])
    assert answers_by_pin(filled, "heads/bias").keys() == {
        library_set.pin for library_set in read_libraries(filled.root).sets
    }
    assert changes(filled) == []


def test_a_program_that_begins_with_another_library_is_not_run() -> None:
    assert first_import_of('"""A claim."""\n\nimport json\n\nfrom old.part import Name\n', {"old"}) == "old"
    assert first_import_of("import json\nimport older\n", {"old"}) is None
    assert first_import_of("print()\nimport old\n", {"old"}) is None, "it prints first, and may fail"


def test_every_change_is_found_to_the_release(filled: TinyProject) -> None:
    progress: list[str] = []
    files = bisect(claim_runner(filled), ["bias"], progress.append, list(BIAS))
    keep(filled, files)
    assert changes(filled) == [("1.1.0", "1.1.1"), ("1.1.2", "1.2.0")]  # not added, then added twice: both are shown
    found = release_ranges(answers_of(filled)["heads/bias"], by_reason=True)
    assert [(release_range.answer, release_range.title) for release_range in found] == [
        ("fails", "transformers 1.0.0 to 1.1.0"),
        ("fails", "transformers 1.1.1 to 1.1.2"),
        ("holds", "transformers 1.2.0 to 2.1.0"),
    ]
    assert found[1].reasons == ("the bias is added 2 times",)
    files, again = run_versions(filled)
    assert run_counts(again) == [2, 1, 1, 1], "what was found is known, and the other claim is not"
    keep(filled, files)
    assert changes(filled) == [("1.1.0", "1.1.1"), ("1.1.2", "1.2.0")]
    assert [line for line in progress if "2.0.0" in line], "a minor series runs also between two that agree"
    with pytest.raises(UserError, match="--bisect nothing: no such topic or snippet"):
        bisect(claim_runner(filled), ["nothing"], progress.append, list(BIAS))


def test_a_release_that_cannot_be_used_is_passed_over(filled: TinyProject) -> None:
    metadata = filled.root / ".cache/overlays/transformers-1.1.2/transformers-1.1.2.dist-info/METADATA"
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    progress: list[str] = []
    keep(filled, bisect(claim_runner(filled), ["bias"], progress.append, list(BIAS)))
    assert changes(filled) == [("1.1.0", "1.1.1"), ("1.1.1", "1.2.0")]
    assert "transformers is 9.0 there, not 1.1.2" in " ".join(progress)


@pytest.mark.parametrize(
    ("old_text", "new", "complaint"),
    [
        ("answer: holds", "answer: maybe", "Invalid enum value 'maybe'"),
        ("schema: 3", "schema: 2", "Invalid enum value 2"),
        ("claims:", "claim:", "contains unknown field `claim`"),
        ("snippet:", "of:", "contains unknown field `of`"),
        ("transformers 1.0.0", "transformers", "matching regex"),
        ("oldest==0.1", "oldest", "matching regex"),
    ],
)
def test_a_broken_record_is_one_line(known: TinyProject, old_text: str, new: str, complaint: str) -> None:
    text = recorded(known)
    assert old_text in text
    keep(known, {"versions.yml": text.replace(old_text, new, 1)})
    with pytest.raises(UserError) as error:
        answers_of(known)
    assert error.value.lines[0].startswith("docs/artifacts/versions.yml:1: ")
    assert complaint in error.value.lines[0]
    assert error.value.lines[0].endswith("; delete the file and run make versions")


def test_an_answer_of_an_earlier_version_of_the_claim_is_forgotten(known: TinyProject) -> None:
    known.write("snippets/heads/bias.py", CLAIM.replace("== 1,", "== 2,"))
    keep(known, run_versions(known, "transformers==1.0.0")[0])
    assert set(answers_by_pin(known, "heads/bias")) == {"transformers==1.0.0"}


def test_a_folder_of_another_version_is_never_believed(filled: TinyProject) -> None:
    metadata = Path(filled.root / ".cache/overlays/transformers-1.0.0/transformers-1.0.0.dist-info/METADATA")
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    with pytest.raises(UserError, match=r"transformers is 9\.0 there, not 1\.0\.0"):
        run_versions(filled, "transformers==1.0.0")


@pytest.mark.parametrize(
    ("old_text", "new", "complaint"),
    [
        ("transformers==1.2.0", "transformers", "`sets[2]` must be LIBRARY==VERSION (got 'transformers')"),
        ("oldest==0.1, ", "newest==1, ", "newest==1 is no release of transformers: say under `others`"),
        ('"1.0": none', '"1.0": some', "there is no base `some`; known: none"),
        ("none: {}", "none: {pins: [torch]}", "`bases.none.pins[0]` must be LIBRARY==VERSION (got 'torch')"),
        ("library: transformers\n", "", "`library` is missing"),
        ("sets: [", "set: [", "unknown field `set`; known: library, sets, bases"),
    ],
)
def test_a_broken_file_of_sets_is_one_line(project: TinyProject, old_text: str, new: str, complaint: str) -> None:
    project.write("content/library_versions.yml", SETS.replace(old_text, new))
    with pytest.raises(UserError) as error:
        read_libraries(project.root)
    assert error.value.lines[0].startswith(f"content/library_versions.yml:1: {complaint}")


def test_without_the_file_there_is_nothing_to_run(project: TinyProject) -> None:
    assert read_libraries(project.root).sets == []
    assert "lists no sets" in project.build("--versions").stderr
    with pytest.raises(UserError, match="lists no release of a library"):
        bisect(claim_runner(project), [], print, list(BIAS))
