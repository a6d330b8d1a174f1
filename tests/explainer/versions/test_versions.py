"""Claims under other versions, with small libraries that stand in for the real ones. No torch, no pip."""

import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import LibrarySet, read_libraries
from explainer.measure.output import without_local_paths
from explainer.paths import Project
from explainer.versions import run_one_set
from explainer.versions.answers import Answer, Answers, read_answers, release_ranges, select_current
from explainer.versions.run import ClaimRunner, bisect, merge_shards, run_sets
from explainer.versions.run_one_set import first_import_of
from tests.conftest import ENGINE_IMPORTS, SNIPPET_SOURCE, TinyProject
from tests.forked import HANG_TIMEOUT, run_forked

CLAIM = '''"""The bias is added once."""

import transformers

times = transformers.BIAS
print("added", times, "times")
assert times == 1, f"the bias is added {times} times"
'''
OTHER = '"""The bias is added once."""\n\nimport oldest\n\nassert oldest.ONCE\n'
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
    """Puts a library where an overlay of it would be."""
    folder = f".cache/overlays/{library}-{version}"
    # Python knows a compiled file by the size and the second of its source, and two versions may share both.
    shutil.rmtree(project.root / folder / "__pycache__", ignore_errors=True)
    project.write(f"{folder}/{library}.py", code)
    project.write(f"{folder}/{library}-{version}.dist-info/METADATA", f"Name: {library}\nVersion: {version}\n")


@pytest.fixture(autouse=True)
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forks the process of a set from one that has the engine loaded. What `asked_once` asks starts one for each."""
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
def old(project: TinyProject) -> TinyProject:
    return filled(project)


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = filled(TinyProject(tmp_path_factory.mktemp("asked")))
    keep(project, run_versions(project)[0])
    return project.root


@pytest.fixture
def known(asked_once: Path, tmp_path: Path) -> TinyProject:
    """The same project in which everything was asked, and is recorded."""
    shutil.copytree(asked_once, tmp_path, symlinks=True, dirs_exist_ok=True)
    return TinyProject(tmp_path)


def filled(project: TinyProject) -> TinyProject:
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
    shard: tuple[int, int] = (1, 1),
    force: bool = False,
) -> tuple[dict[str, str], list[str]]:
    said: list[str] = []
    files = run_sets(all_known(project, force=force), list(wanted), list(claims), shard, said.append)
    return files, said


def all_known(project: TinyProject, **how: bool) -> ClaimRunner:
    return ClaimRunner(Project(project.root), 1, HANG_TIMEOUT, **how)


def clone(project: TinyProject) -> None:
    """As a fresh clone is: with what is committed, and without what was asked on this machine."""
    shutil.rmtree(project.root / ".cache/answers")


def recorded(project: TinyProject) -> str:
    return project.artifacts()["versions.yml"]


def answers_of(project: TinyProject) -> Answers:
    return read_answers(project.root, read_libraries(project.root))


def by_pin(project: TinyProject, key: str) -> dict[str, Answer]:
    """What is recorded of a claim."""
    return {one.pin: answer for one, answer in answers_of(project)[key].answers.items()}


def changes(project: TinyProject) -> list[tuple[str, str]]:
    """The recorded changes of the claim about the bias: the last release with an answer, the first with another."""
    after = answers_of(project)["heads/bias"].after
    return [(last.version, first.version) for first, last in after.items()]


def counted(said: list[str]) -> list[int]:
    """Of the lines about the progress, how many claims were asked under each set."""
    return [int(line.partition(": ")[2].split()[0]) for line in said]


def keep(project: TinyProject, files: dict[str, str], folder: str = "docs/artifacts") -> None:
    for name, text in files.items():
        project.write(f"{folder}/{name}", text)


def test_a_claim_holds_fails_or_cannot_be_asked(known: TinyProject) -> None:
    assert by_pin(known, "heads/bias") == {
        "oldest==0.1": Answer("holds"),  # by the variant for it
        "transformers==1.0.0": Answer("fails", "the bias is added 0 times"),
        "transformers==1.2.0": Answer("holds"),
        "transformers==2.1.0": Answer("holds"),
    }
    table = by_pin(known, "heads/table")
    assert table["oldest==0.1"] == Answer("cannot", "ModuleNotFoundError: No module named 'transformers'")
    no_table = "ImportError: cannot import name 'TABLE' from 'transformers'"  # and no path of this machine
    assert table["transformers==1.0.0"] == Answer("cannot", no_table)
    assert "\n    - {answer: holds, releases: transformers 1.2.0 2.1.0}\n" in recorded(known)
    assert known.artifacts()["reports/heads/bias.transformers_1_0_0.txt"] == "added 0 times\n"


def test_what_is_known_is_not_asked_again_and_an_edit_is(known: TinyProject) -> None:
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
    again, said = run_versions(known, "transformers==1.0.0")
    assert said == ["transformers 1.0.0: 0 of 2 claims run"]
    assert again["versions.yml"] == before


def test_a_port_answers_quotes_its_source_and_can_be_downloaded(old: TinyProject) -> None:
    (old.root / "snippets/heads/bias.oldest.py").unlink()
    old.write("snippets/heads/bias.py", PORTED_BY_THE_BUILD)
    keep(old, run_versions(old, "oldest==0.1", "transformers==2.1.0")[0])
    answers = by_pin(old, "heads/bias")
    assert answers["oldest==0.1"] == Answer("fails", "does not hold: assert times == 1  # not 2")
    assert answers["transformers==2.1.0"] == Answer("holds")
    old.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    assert old.build().returncode == 0
    artifacts = old.artifacts()
    copy = artifacts["snippets/heads/bias.oldest.py"]
    assert copy == PORTED_BY_THE_BUILD.replace("transformers", "oldest").replace('ports = ("oldest",)\n\n', "")
    proofs = old.page("proofs/heads")
    assert "[for oldest](../artifacts/snippets/heads/bias.oldest.py){ download }" in proofs
    diff = proofs.partition("With oldest: the lines that differ")[2].partition("[Download")[0]
    assert "+import oldest" in diff
    assert "ports" not in diff


@pytest.mark.parametrize(
    ("why", "kept"),
    [
        ("cannot import name 'X' from 'lib' (/home/a b/lib/x.py)", "cannot import name 'X' from 'lib'"),
        ("there is no '/var/tmp/tmpab12_cde/file'", "there is no '…/file'"),
        ("no file at '/home/a/site/.cache/homes/lib_1_0/torch/9e7f'. To load", "no file at '…'. To load"),
        ("cannot reach http://127.0.0.1:36061/x", "cannot reach http://127.0.0.1:…/x"),
        ("see https://example.org/tmpfiles, /etc/hosts", "see https://example.org/tmpfiles, /etc/hosts"),
    ],
)
def test_an_answer_names_no_place_of_this_machine(why: str, kept: str) -> None:
    assert without_local_paths(why) == kept


def test_shards_put_together_are_the_bytes_of_one_run(old: TinyProject) -> None:
    whole, _ = run_versions(old)
    for part in (1, 2):
        keep(old, run_versions(old, shard=(part, 2))[0], f"part{part}")
    merged = merge_shards(Project(old.root), [old.root / "part2", old.root / "part1"])
    assert merged == whole


def test_the_command_asks_renders_and_checks(old: TinyProject) -> None:
    done = old.build("--versions", "transformers==1.0.0", "transformers==1.2.0")
    assert "no page shows" not in done.stdout
    table = old.artifacts()["versions/table.md"]
    assert '#under-other-versions">fails</a></td>' in table
    assert "no such set; there are oldest==0.1" in old.build("--versions", "transformers==7").stderr
    for asks in (["--versions"], ["--bisect"], ["--merge", "part"]):
        assert "--check writes nothing, and --versions" in old.build("--check", *asks).stderr
    assert "--claims belongs to --versions" in old.build("--claims", "heads/bias").stderr
    assert "--claims nothing: no such topic or snippet" in old.build("--versions", "--claims", "nothing").stderr
    assert "is not I/N" in old.build("--versions", "--shard", "3/2").stderr


def test_only_the_claims_named_are_asked_and_the_others_answers_stay(old: TinyProject) -> None:
    keep(old, run_versions(old, "transformers==1.0.0")[0])
    before = answers_of(old)
    files, said = run_versions(old, claims=("heads/table",))
    assert [line.partition(" of ")[2] for line in said] == ["1 claims run"] * 4
    assert counted(said) == [1, 0, 1, 1]
    keep(old, files)
    after = answers_of(old)
    assert after["heads/bias"] == before["heads/bias"]
    assert len(after["heads/table"].answers) == 4
    assert counted(run_versions(old, "transformers==1.2.0", claims=("bias",))[1]) == [1]
    assert counted(run_versions(old, "transformers==1.2.0", claims=("snippets/heads/bias.py", "heads"))[1]) == [0]


def test_what_this_machine_knows_of_another_claim_s_earlier_program_is_not_recorded(known: TinyProject) -> None:
    known.write("snippets/heads/bias.py", CLAIM.replace("== 1,", "== 2,"))
    (known.root / "docs/artifacts/versions.yml").unlink()
    keep(known, run_versions(known, claims=("table",))[0])
    assert set(answers_of(known)) == {"heads/table"}


def test_a_program_without_the_libraries_is_not_asked_and_has_no_line(old: TinyProject) -> None:
    old.snippet("heads/sum", SNIPPET_SOURCE)
    files, said = run_versions(old)
    assert {line.partition(" of ")[2] for line in said} == {"2 claims run"}
    assert "heads/sum" not in files["versions.yml"]
    with pytest.raises(UserError, match="--claims heads/sum: it imports none of the libraries"):
        run_versions(old, claims=("heads/sum",))
    old.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    done = old.build()
    assert done.returncode == 0, done.stderr
    assert "## Versions" in old.page("c/bias")
    assert "## Versions" not in old.page("c/sum")


def test_a_fresh_clone_asks_only_what_the_record_does_not_answer(known: TinyProject) -> None:
    before = recorded(known)
    clone(known)
    again, said = run_versions(known)
    assert counted(said) == [0, 0, 0, 0]
    assert again["versions.yml"] == before
    assert not [name for name in again if name.startswith("reports/")], "what was not asked has no output to write"
    known.snippet("heads/third", CLAIM.replace("The bias is", "It is"))
    assert counted(run_versions(known)[1]) == [1, 1, 1, 1]
    clone(known)
    assert counted(run_versions(known, force=True)[1]) == [3, 3, 3, 3]
    assert counted(run_versions(known, force=True)[1]) == [3, 3, 3, 3], "also what was asked here"


def test_a_recorded_output_that_is_missing_is_asked_for(known: TinyProject) -> None:
    clone(known)
    (known.root / "docs/artifacts/reports/heads/bias.transformers_1_0_0.txt").unlink()
    files, said = run_versions(known)
    assert counted(said) == [0, 1, 0, 0]
    assert files["reports/heads/bias.transformers_1_0_0.txt"] == "added 0 times\n"


@pytest.mark.parametrize(("old_text", "new"), [("none: {}", "none: {prepare: 'import sys'}"), ("==1.0.0", "==1.0.1")])
def test_another_set_under_the_same_name_is_asked_again_and_its_answers_are_not_shown(
    known: TinyProject, old_text: str, new: str
) -> None:
    clone(known)
    known.write("content/library_versions.yml", SETS.replace(old_text, new))
    shown = select_current(answers_of(known), all_known(known).programs)
    left = {one.pin for entry in shown.values() for one in entry.answers}
    others = {"oldest==0.1", "transformers==1.2.0", "transformers==2.1.0"}
    # A release that is no set any more keeps its answers; nobody runs it again.
    assert left == (set() if "prepare" in new else {*others, "transformers==1.0.0"})
    assert counted(run_versions(known, read_libraries(known.root).sets[1].pin)[1]) == [2]


def test_a_comment_in_what_prepares_a_set_is_no_other_set(old: TinyProject) -> None:
    prepared = SETS.replace("none: {}", "none: {prepare: 'import sys'}")
    old.write("content/library_versions.yml", prepared)
    [one, *_] = read_libraries(old.root).sets
    old.write("content/library_versions.yml", prepared.replace("import sys", "import  sys  # why"))
    assert read_libraries(old.root).sets[0].digest == one.digest
    old.write("content/library_versions.yml", prepared.replace("import sys", "import re"))
    assert read_libraries(old.root).sets[0].digest != one.digest


def test_a_claim_that_was_not_asked_says_so_and_is_no_error(old: TinyProject) -> None:
    old.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    keep(old, run_versions(old, claims=("heads/bias",))[0])
    done = old.build()
    assert (done.returncode, done.stderr.count("WRONG")) == (0, 0)
    assert 'not tested with other versions yet: 1; `make versions CLAIMS="heads/table"` tests them' in done.stdout
    assert "Not tested with other versions yet." in old.page("c/table")
    assert "not tested with other versions yet" in old.artifacts()["panels/heads/table.md"]
    assert "1 more is not tested with other versions yet." in old.artifacts()["versions/table.md"]
    assert old.build("--check").returncode == 0
    keep(old, run_versions(old, "transformers==1.0.0", "transformers==2.1.0", claims=("heads/table",))[0])
    assert "not tested with other" not in old.build().stdout
    artifacts = old.artifacts()
    assert "2 of 4 versions are not tested yet." in old.page("c/table")
    assert "tested with 2 of 4 versions so far" in artifacts["panels/heads/table.md"]
    assert artifacts["versions/table.md"].count('#under-other-versions" aria-label="not tested yet">?</a></td>') == 2
    again = old.build("--versions", "transformers==1.0.0", "--force")
    assert "transformers 1.0.0: 2 of 2 claims run" in again.stderr
    assert "ran 0," in again.stdout, "--force is for the asking, and makes no run of a build stale"


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


def test_a_shard_s_part_brings_no_old_answer_back(known: TinyProject) -> None:
    """Each part is of its own sets alone: the record that another one began with is not in it."""
    install(known, "transformers", "1.0.0", "BIAS = 1\n")
    for part in (1, 2):
        keep(known, run_versions(known, shard=(part, 2), force=True)[0], f"part{part}")
    merged = merge_shards(Project(known.root), [known.root / "part2", known.root / "part1"])
    assert merged == run_versions(known, force=True)[0]
    keep(known, merged)
    assert answers_of(known)["heads/bias"].answers[LibrarySet("transformers", "1.0.0")] == Answer("holds")


def test_changes_that_the_answers_contradict_are_forgotten(old: TinyProject) -> None:
    keep(old, bisect(all_known(old), ["bias"], print, list(BIAS)))
    keep(old, run_versions(old, "oldest==0.1", claims=("bias",))[0])
    assert {"transformers==1.1.0", "transformers==1.1.2"} < by_pin(old, "heads/bias").keys()
    install(old, "transformers", "1.2.0", "BIAS = 2\n")
    keep(old, run_versions(old, "transformers==1.2.0", claims=("bias",), force=True)[0])
    assert by_pin(old, "heads/bias").keys() == {one.pin for one in read_libraries(old.root).sets}
    assert changes(old) == []


def test_a_program_that_begins_with_another_library_is_not_run() -> None:
    assert first_import_of('"""A claim."""\n\nimport json\n\nfrom old.part import Name\n', {"old"}) == "old"
    assert first_import_of("import json\nimport older\n", {"old"}) is None
    assert first_import_of("print()\nimport old\n", {"old"}) is None, "it prints first, and may fail"


def test_every_change_is_found_to_the_release(old: TinyProject) -> None:
    said: list[str] = []
    files = bisect(all_known(old), ["bias"], said.append, list(BIAS))
    keep(old, files)
    assert changes(old) == [("1.1.0", "1.1.1"), ("1.1.2", "1.2.0")]  # not added, then added twice: both are shown
    found = release_ranges(answers_of(old)["heads/bias"], by_reason=True)
    assert [(one.answer, one.title) for one in found] == [
        ("fails", "transformers 1.0.0 to 1.1.0"),
        ("fails", "transformers 1.1.1 to 1.1.2"),
        ("holds", "transformers 1.2.0 to 2.1.0"),
    ]
    assert found[1].reasons == ("the bias is added 2 times",)
    files, again = run_versions(old)
    assert counted(again) == [2, 1, 1, 1], "what was found is known, and the other claim is not"
    keep(old, files)
    assert changes(old) == [("1.1.0", "1.1.1"), ("1.1.2", "1.2.0")]
    assert [line for line in said if "2.0.0" in line], "a minor series is asked also between two that agree"
    with pytest.raises(UserError, match="--bisect nothing: no such topic or snippet"):
        bisect(all_known(old), ["nothing"], said.append, list(BIAS))


def test_a_release_that_cannot_be_used_is_passed_over(old: TinyProject) -> None:
    metadata = old.root / ".cache/overlays/transformers-1.1.2/transformers-1.1.2.dist-info/METADATA"
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    said: list[str] = []
    keep(old, bisect(all_known(old), ["bias"], said.append, list(BIAS)))
    assert changes(old) == [("1.1.0", "1.1.1"), ("1.1.1", "1.2.0")]
    assert "transformers is 9.0 there, not 1.1.2" in " ".join(said)


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
    assert set(by_pin(known, "heads/bias")) == {"transformers==1.0.0"}


def test_a_folder_of_another_version_is_never_believed(old: TinyProject) -> None:
    metadata = Path(old.root / ".cache/overlays/transformers-1.0.0/transformers-1.0.0.dist-info/METADATA")
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    with pytest.raises(UserError, match=r"transformers is 9\.0 there, not 1\.0\.0"):
        run_versions(old, "transformers==1.0.0")


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


def test_without_the_file_there_is_nothing_to_ask(project: TinyProject) -> None:
    assert read_libraries(project.root).sets == []
    assert "lists no sets" in project.build("--versions").stderr
    with pytest.raises(UserError, match="lists no release of a library"):
        bisect(all_known(project), [], print, list(BIAS))
