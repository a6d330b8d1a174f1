"""Claims under other versions, with small libraries that stand in for the real ones. No torch, no pip."""

import re
from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import read_libraries
from explainer.paths import Project
from explainer.versions.answers import Answer, read_answers
from explainer.versions.ask import ask_sets, merged_parts
from explainer.versions.bisect import bisect
from explainer.versions.run import without_places
from tests.conftest import Tree

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
bases:
  none: {}
eras: {"1.0": none}
others: {oldest==0.1: none}
keeps_output: [heads/bias]
sets: [oldest==0.1, transformers==1.0.0, transformers==1.2.0, transformers==2.1.0]
"""
BIAS = {"1.0.0": 0, "1.0.1": 0, "1.1.0": 0, "1.1.1": 2, "1.1.2": 2, "1.2.0": 1, "2.0.0": 1, "2.1.0": 1}


def install(tree: Tree, library: str, version: str, code: str) -> None:
    """Puts a library where an overlay of it would be."""
    folder = f".cache/overlays/{library}-{version}"
    tree.write(f"{folder}/{library}.py", code)
    tree.write(f"{folder}/{library}-{version}.dist-info/METADATA", f"Name: {library}\nVersion: {version}\n")


@pytest.fixture
def old(tree: Tree) -> Tree:
    tree.write("content/library_versions.yml", SETS)
    tree.snippet("heads/bias", CLAIM)
    tree.write("snippets/heads/bias.oldest.py", OTHER)
    tree.snippet("heads/table", ONLY_NOW)
    install(tree, "oldest", "0.1", "ONCE = True\nBIAS = 2\n")
    for version, times in BIAS.items():
        install(tree, "transformers", version, f"BIAS = {times}\n" + ("TABLE = 1\n" if version >= "2" else ""))
    return tree


def asked(tree: Tree, *wanted: str, shard: tuple[int, int] = (1, 1)) -> tuple[dict[str, str], list[str]]:
    said: list[str] = []
    files = ask_sets(Project(tree.root), list(wanted), shard, 1, 30.0, said.append)
    return files, said


def keep(tree: Tree, files: dict[str, str], folder: str = "docs/artifacts") -> None:
    for name, text in files.items():
        tree.write(f"{folder}/{name}", text)


def test_a_claim_holds_fails_or_cannot_be_asked(old: Tree) -> None:
    files, _ = asked(old)
    keep(old, files)
    record = read_answers(old.root)
    assert record["heads/bias"].answers == {
        "oldest_0_1": Answer("holds"),  # by the variant for it
        "transformers_1_0_0": Answer("fails", "the bias is added 0 times"),
        "transformers_1_2_0": Answer("holds"),
        "transformers_2_1_0": Answer("holds"),
    }
    table = record["heads/table"].answers
    assert table["oldest_0_1"] == Answer("cannot", "ModuleNotFoundError: No module named 'transformers'")
    no_table = "ImportError: cannot import name 'TABLE' from 'transformers'"  # and no path of this machine
    assert table["transformers_1_0_0"] == Answer("cannot", no_table)
    assert files["reports/heads/bias.transformers_1_0_0.txt"] == "added 0 times\n"


def test_what_is_known_is_not_asked_again_and_an_edit_is(old: Tree) -> None:
    asked(old)
    assert {re.sub(r".*: ", "", line) for line in asked(old)[1]} == {"0 of 2 claims asked"}
    old.write("snippets/heads/bias.oldest.py", OTHER + "print()\n")
    assert asked(old)[1] == [
        "oldest 0.1: 1 of 2 claims asked",
        *(f"transformers {version}: 0 of 2 claims asked" for version in ("1.0.0", "1.2.0", "2.1.0")),
    ]


def test_other_words_keep_the_answers(old: Tree) -> None:
    files, _ = asked(old)
    keep(old, files)
    old.write("snippets/heads/bias.py", CLAIM.replace("\ntimes", "\n# a comment\ntolerance = 0.5\ntimes"))
    old.write("snippets/heads/table.py", ONLY_NOW.replace("can be", "may be"))
    again, said = asked(old, "transformers==1.0.0")
    assert said == ["transformers 1.0.0: 0 of 2 claims asked"]
    assert again["versions.yml"] == files["versions.yml"]


def test_a_port_answers_quotes_its_source_and_can_be_downloaded(old: Tree) -> None:
    (old.root / "snippets/heads/bias.oldest.py").unlink()
    old.write("snippets/heads/bias.py", PORTED_BY_THE_BUILD)
    keep(old, asked(old, "oldest==0.1", "transformers==2.1.0")[0])
    answers = read_answers(old.root)["heads/bias"].answers
    assert answers["oldest_0_1"] == Answer("fails", "does not hold: assert times == 1  # not 2")
    assert answers["transformers_2_1_0"] == Answer("holds")
    old.write("libraries/transformers.py", "BIAS = 1\nTABLE = 1\n")
    assert old.build().returncode == 0
    artifacts = old.artifacts()
    copy = artifacts["snippets/heads/bias.oldest.py"]
    assert copy == PORTED_BY_THE_BUILD.replace("transformers", "oldest").replace('ports = ("oldest",)\n\n', "")
    panel = artifacts["panels/heads/bias.md"]
    assert "[for oldest](../artifacts/snippets/heads/bias.oldest.py){ download }" in panel
    diff = panel.partition("What one wrote with oldest")[2]
    assert "+import oldest" in diff
    assert "ports" not in diff


@pytest.mark.parametrize(
    ("why", "kept"),
    [
        ("cannot import name 'X' from 'lib' (/home/a b/lib/x.py)", "cannot import name 'X' from 'lib'"),
        ("there is no '/var/tmp/tmpab12_cde/file'", "there is no '…/file'"),
        ("cannot reach http://127.0.0.1:36061/x", "cannot reach http://127.0.0.1:…/x"),
        ("see https://example.org/tmpfiles, /etc/hosts", "see https://example.org/tmpfiles, /etc/hosts"),
    ],
)
def test_an_answer_names_no_place_of_this_machine(why: str, kept: str) -> None:
    assert without_places(why) == kept


def test_shards_put_together_are_the_bytes_of_one_run(old: Tree) -> None:
    whole, _ = asked(old)
    for part in (1, 2):
        keep(old, asked(old, shard=(part, 2))[0], f"part{part}")
    merged = merged_parts(Project(old.root), [old.root / "part2", old.root / "part1"])
    assert merged == whole


def test_the_command_asks_renders_and_checks(old: Tree) -> None:
    done = old.build("--versions", "transformers==1.0.0", "transformers==1.2.0")
    assert "no page shows" not in done.stdout
    table = old.artifacts()["versions/table.md"]
    assert '<td colspan="1" class="fails" title="the bias is added 0 times">fails</td>' in table
    assert "no such set; there are oldest==0.1" in old.build("--versions", "transformers==7").stderr
    assert "--check writes nothing, and --versions" in old.build("--versions", "--check").stderr
    assert "is not I/N" in old.build("--versions", "--shard", "3/2").stderr


def test_every_change_is_found_to_the_release(old: Tree) -> None:
    said: list[str] = []
    files = bisect(Project(old.root), ["bias"], 1, 30.0, said.append, list(BIAS))
    keep(old, files)
    flips = read_answers(old.root)["heads/bias"].flips
    assert [(flip.last, flip.first, flip.was, flip.now) for flip in flips] == [
        ("1.1.0", "1.1.1", "fails", "fails"),  # not added, then added twice: both are shown
        ("1.1.2", "1.2.0", "fails", "holds"),
    ]
    assert flips[0].why == "the bias is added 2 times"
    assert [line for line in said if "2.0.0" in line], "a minor series is asked also between two that agree"
    with pytest.raises(UserError, match="--bisect nothing: there is no such claim"):
        bisect(Project(old.root), ["nothing"], 1, 30.0, said.append, list(BIAS))


def test_a_release_that_cannot_be_used_is_passed_over(old: Tree) -> None:
    metadata = old.root / ".cache/overlays/transformers-1.1.2/transformers-1.1.2.dist-info/METADATA"
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    said: list[str] = []
    keep(old, bisect(Project(old.root), ["bias"], 1, 30.0, said.append, list(BIAS)))
    flips = [(flip.last, flip.first) for flip in read_answers(old.root)["heads/bias"].flips]
    assert flips == [("1.1.0", "1.1.1"), ("1.1.1", "1.2.0")]
    assert "transformers is 9.0 there, not 1.1.2" in " ".join(said)


@pytest.mark.parametrize(
    ("old_text", "new", "complaint"),
    [
        ("answer: holds", "answer: maybe", "Invalid enum value 'maybe'"),
        ("schema: 1", "schema: 2", "Invalid enum value 2"),
        ("claims:", "claim:", "contains unknown field `claim`"),
        ("snippet:", "of:", "contains unknown field `of`"),
    ],
)
def test_a_broken_record_is_one_line(old: Tree, old_text: str, new: str, complaint: str) -> None:
    text = asked(old, "transformers==1.2.0")[0]["versions.yml"]
    assert old_text in text
    keep(old, {"versions.yml": text.replace(old_text, new, 1)})
    with pytest.raises(UserError) as error:
        read_answers(old.root)
    assert error.value.lines[0].startswith("docs/artifacts/versions.yml:1: ")
    assert complaint in error.value.lines[0]
    assert error.value.lines[0].endswith("; delete the file and ask again")


def test_an_answer_of_an_earlier_version_of_the_claim_is_forgotten(old: Tree) -> None:
    keep(old, asked(old)[0])
    old.write("snippets/heads/bias.py", CLAIM.replace("== 1,", "== 2,"))
    keep(old, asked(old, "transformers==1.0.0")[0])
    assert set(read_answers(old.root)["heads/bias"].answers) == {"transformers_1_0_0"}


def test_a_folder_of_another_version_is_never_believed(old: Tree) -> None:
    metadata = Path(old.root / ".cache/overlays/transformers-1.0.0/transformers-1.0.0.dist-info/METADATA")
    metadata.write_text("Name: transformers\nVersion: 9.0\n")
    with pytest.raises(UserError, match=r"transformers is 9\.0 there, not 1\.0\.0"):
        asked(old, "transformers==1.0.0")


@pytest.mark.parametrize(
    ("old_text", "new", "complaint"),
    [
        ("transformers==1.2.0", "transformers", "`sets` holds 'transformers'; write LIBRARY==VERSION"),
        ("oldest==0.1, ", "newest==1, ", "newest==1 is no release of transformers: say under `others`"),
        ('"1.0": none', '"1.0": some', "there is no base 'some'; known: none"),
        ("none: {}", "none: {pins: [torch]}", "base `none` holds 'torch'; write NAME==VERSION"),
        ("sets: [", "set: [", "unknown field `set`; known: sets, bases"),
    ],
)
def test_a_broken_file_of_sets_is_one_line(tree: Tree, old_text: str, new: str, complaint: str) -> None:
    tree.write("content/library_versions.yml", SETS.replace(old_text, new))
    with pytest.raises(UserError) as error:
        read_libraries(tree.root)
    assert error.value.lines[0].startswith(f"content/library_versions.yml:1: {complaint}")


def test_without_the_file_there_is_nothing_to_ask(tree: Tree) -> None:
    assert read_libraries(tree.root).sets == []
    assert "lists no sets" in tree.build("--versions").stderr
    with pytest.raises(UserError, match="lists no release of transformers"):
        bisect(Project(tree.root), [], 1, 30.0, print, list(BIAS))
