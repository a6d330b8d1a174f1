"""The rules of "Paste your report": each bad entry is refused by line, and claims give them their ranges."""

from pathlib import Path
from typing import Any

import pytest

from explainer.errors import UserError
from explainer.inputs.library_versions import Base, LibrarySet
from explainer.inputs.yaml_files import read_yaml
from explainer.versions.history import intervals
from explainer.versions.record import Answer, ClaimAnswers
from load_report.files import advice_files
from load_report.rules import Advice, read_advice

LEDGER = """keys:
  Cat: pets.names.once.cats
report: pets/purrs
wholes: {bad: Bad, fine: Fine}
answers: {alias: an alias}
forms:
  old: [purr]
rules:
  tail:
    roles: [tail]
    status: [missing]
    where: {holds: pets/names}
    answer: alias
    whole: fine
    short: it is fine
    why: Because.
    do: Nothing.
    claims: [pets/names]
lines:
  growl: {has: growl, why: A sound., claims: [pets/purrs]}
examples:
  first: {title: The first, set: cat_1_0, section: one}
"""
SETS = [LibrarySet(f"cat_{n}_0", "transformers", f"{n}.0", Base()) for n in (1, 2, 3)]
RECORD = {"pets": {"names": {"runs": {"once": {"facts": {"cats": [{"key": "a.tail", "role": "tail"}]}}}}}}
ASKED = {"pets/names": ClaimAnswers("", {f"cat_{n}_0": Answer("holds" if n > 1 else "fails") for n in (1, 2, 3)})}
REPORTS = {
    "reports/pets/purrs.cat_1_0.txt": "--- one\npurr\n--- two\nhiss\n",
    "reports/pets/purrs.cat_2_0.txt": "--- one\nmeow\n",
}


def read(root: Path, text: str = LEDGER) -> Advice:
    (root / "load_report").mkdir()
    (root / "load_report/rules.yml").write_text(text)
    (root / "load_report/box.md").write_text("<div></div>\n")
    (root / "load_report/page.js").write_text("RULES;\n")
    return read_advice(root, {"pets/names", "pets/purrs"})


def made(advice: Advice, **other: Any) -> tuple[dict[str, str], list[str]]:
    given: dict[str, Any] = {"record": RECORD, "asked": ASKED, "existing": REPORTS, **other}
    return advice_files(
        advice,
        {"pets/names": "Cats have names.", "pets/purrs": "Cats purr."},
        given["record"],
        given["asked"],
        SETS,
        {"pets/names": "pets/index.md"},
        given["existing"],
    )


def test_the_files_hold_the_names_the_ranges_and_the_examples(tmp_path: Path) -> None:
    files, problems = made(read(tmp_path))
    assert problems == []
    assert files.keys() == {"paste/rules.json", "paste/paste.js", "paste/box.md"}
    (tmp_path / "rules.json").write_text(files["paste/rules.json"])
    rules = read_yaml(tmp_path / "rules.json", tmp_path)
    assert rules["keys"] == {"columns": ["family", "key", "role"], "rows": [["Cat", "a.tail", "tail"]]}
    assert rules["forms"] == {"old": ["1.0", "1.0"]}
    assert rules["rules"][0]["versions"] == [["2.0", ""]]
    assert rules["claims"]["pets/names"]["anchor"] == "claim-names"
    assert '"text":"purr"' in files["paste/paste.js"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("report: pets/purrs\n", "", "load_report/rules.yml:1: expected"),
        (
            "    whole: fine\n",
            "    whole: good\n",
            "rules.yml:10: `tail`: whole 'good' is none of: bad, fine",
        ),
        ("    answer: alias\n", "    answer: a\n", "`tail`: answer 'a' is none of: alias"),
        ("    why: Because.\n", "", "load_report/rules.yml:10: `tail`: `why` is missing"),
        ("    why: Because.\n", "    why: Because.\n    wy: x\n", "`tail`: unknown field `wy`"),
        ("[missing]", "[lost]", "`tail`: status 'lost' is none of:"),
        ("{holds: pets/names}", "{is: pets/names}", "`tail`: `where` is"),
        ("claims: [pets/names]", "claims: [pets/gone]", "`tail`: there is no snippet `pets/gone`"),
        ("{holds: pets/names}", "{holds: pets/gone}", "`tail`: there is no snippet `pets/gone`"),
        ("claims: [pets/purrs]}", "claims: [pets/gone]}", "load_report/rules.yml:20: `growl`: there is no snippet"),
        ("pets.names.once.cats", "pets.names", "`keys`: `Cat` is topic.snippet.run.fact"),
    ],
)
def test_a_bad_ledger_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in LEDGER
    with pytest.raises(UserError) as refused:
        read(tmp_path, LEDGER.replace(old, new, 1))
    assert complaint in "\n".join(refused.value.lines)


@pytest.mark.parametrize(
    ("ledger", "other", "complaint"),
    [
        (("roles: [tail]", "roles: [ear]"), {}, "`tail`: no key has the role 'ear'"),
        (("roles: [tail]", "roles: [unknown]"), {}, "no rule is for the role 'tail'"),
        (("[purr]", "[bark]"), {}, "no recorded report has the words of `old`"),
        (("section: one", "section: three"), {}, "`first` is not in reports/pets/purrs.cat_1_0.txt"),
        (("", ""), {"asked": {}}, "`tail`: pets/names was never asked"),
        (("", ""), {"record": {}}, "pets.names.once.cats is not recorded as a table"),
    ],
)
def test_what_does_not_fit_the_record_is_said(
    tmp_path: Path, ledger: tuple[str, str], other: dict[str, Any], complaint: str
) -> None:
    _, problems = made(read(tmp_path, LEDGER.replace(*ledger, 1)), **other)
    assert complaint in "\n".join(problems)


def test_a_module_that_cannot_be_bundled_is_said(tmp_path: Path) -> None:
    advice = read(tmp_path)
    files, problems = made(Advice(advice.rules, {"page.js": "export default 1;\n"}, advice.box))
    assert (files, problems) == ({}, ["load_report/page.js: an import or export in a form that cannot be bundled"])


def test_no_folder_means_no_files(tmp_path: Path) -> None:
    assert made(read_advice(tmp_path, set())) == ({}, [])


def test_a_library_that_went_on_under_another_name_is_one_line_of_versions() -> None:
    sets = [LibrarySet("port_0_6", "port", "0.6", Base()), *SETS]
    entry = ClaimAnswers("", {"port_0_6": Answer("fails"), **ASKED["pets/names"].answers})
    assert intervals(entry, sets, "fails") == [["0.6", "1.0"]]
    assert intervals(entry, sets, "holds") == [["2.0", ""]]
