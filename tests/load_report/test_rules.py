"""Test the rules of "Paste your report": bad entries are refused by line, and claims give rules their releases."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bert.parameter_names import names_table
from explainer.errors import UserError
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.versions.answers import Answer
from explainer.versions.history import versions_with
from load_report.files import LoadReport, read_load_report
from load_report.rules import LoadReportSources, read_sources
from tests.explainer.parts import SNIPPET, answered, context

ROOT = Path(__file__).resolve().parents[2]
RULES = """families: {cat: Cat, lion: LION}
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
examples:
  first: {title: The first, set: transformers_1_0, section: one}
"""
KINDS = """
growl:
  group: nothing
  title: Growl
  match: [a growl, purr]
  whole: bad
  about: A sound.
  reason: pets/purrs
  do: [pets/names]
tail_lost:
  group: harmless
  title: Tail
  variants: ["`purr` {{ x }}"]
  printed: [purr]
  rules: [tail]
  reason: pets/names
  why: [pets/purrs]
  sources: ["https://example.org/"]
"""
SHOWN = "shown: {example: first, key: b, rule: tail}\n"
SETS = [LibrarySet("transformers", f"{n}.0") for n in (1, 2, 3)]
COLUMNS = ["key", "full", "role", "module", "published", "alias_of"]
NAMES = {
    "columns": COLUMNS,
    "spelling": {"renamed": {}, "renamed_in": "fur"},
    "families": [
        {
            "family": type_, "name": type_.title(), "prefix": f"{type_}.", "published": "tom", "classes": ["Model"],
            "names": names,
        }
        for type_, names in (
            ("lion", []),
            ("cat", [["a.tail", "cat.a.tail", "tail", "Tail", "(1,)", ""], ["b", "b", "tail", "B", "(1,)", "a.tail"]]),
        )
    ],
    "same_names": [
        {"family": "lynx", "name": "Lynx", "as": "cat", "prefix": "cat.", "classes": ["Model"]},
        {"family": "fox", "name": "Fox", "as": "dog", "prefix": "dog.", "classes": ["Model"]},
    ],
}  # fmt: skip
FAILS, HOLDS = Answer("fails"), Answer("holds")
ANSWERS = {"pets/names": answered(SETS, (FAILS, HOLDS, HOLDS))}
PARTIAL_ANSWERS = {"pets/names": answered(SETS, (FAILS,))}
REPORTS = {
    "reports/pets/purrs.transformers_1_0.txt": "--- one\npurr\n--- two\nhiss\n",
    "reports/pets/purrs.transformers_2_0.txt": "--- one\nmeow\n",
}


def read(root: Path, text: str = RULES, kinds: str = KINDS) -> LoadReportSources:
    (root / "src/load_report").mkdir(parents=True)
    (root / "src/load_report/kinds.yml").write_text(kinds)
    (root / "src/load_report/rules.yml").write_text(text)
    (root / "src/load_report/box.md").write_text("<div></div>\n")
    shutil.copytree(ROOT / "src/load_report/templates", root / "src/load_report/templates")
    sources = read_sources(root, {"pets/names", "pets/purrs"})
    assert sources is not None
    return sources


def render(sources: LoadReportSources, **changes: Any) -> tuple[dict[str, str], list[str]]:
    rendered_from = context(
        snippets=[
            replace(SNIPPET, topic="pets", name="names", claim="Cats have names."),
            replace(SNIPPET, topic="pets", name="purrs", claim="A cat purrs. At rest."),
        ],
        libraries=Libraries(SETS, [], frozenset(), {}),
        panels={"pets/names": "pets/index.md"},
        answers=changes.get("answers", ANSWERS),
        recorded_reports=changes.get("reports", REPORTS),
    )
    return LoadReport(**msgspec.structs.asdict(sources), make_names_table=lambda _: changes.get("names", NAMES)).files(
        rendered_from
    )


def test_the_files_hold_the_names_the_ranges_and_the_examples(tmp_path: Path) -> None:
    files, problems = render(read(tmp_path))
    assert problems == []
    pages = {f"../m/{name}.md" for name in ("index", "growl", "tail-lost")}
    assert files.keys() == {"load_report/rules.json", "load_report/box.md", *pages}
    rules = json.loads(files["load_report/rules.json"])
    assert rules["keys"]["columns"] == ["family", "key", "role", "module", "shape", "alias_of"]
    assert rules["keys"]["rows"] == [
        ["Cat", "cat.a.tail", "tail", "Tail", "(1,)", ""],
        ["Cat", "b", "tail", "B", "(1,)", "cat.a.tail"],
    ]
    cat, lion = rules["families"]
    assert cat == {"name": "Cat", "title": "Cat", "prefix": "cat.", "published": "tom", "classes": ["Model"]}
    assert rules["same_names"] == [{"name": "Lynx", "as": "Cat", "classes": ["Model"]}]
    growl, tail = rules["kinds"]
    assert (growl["slug"], growl["match"], growl["whole"]) == ("growl", ["a growl", "purr"], "bad")
    assert (growl["short"], growl["why"], growl["do"]) == ("A cat purrs", "A sound.", "Cats have names.")
    assert tail == {"slug": "tail-lost", "rules": ["tail"]}  # found by its rules, it needs no words in the box
    assert lion["title"] == "LION"
    assert rules["spelling"] == NAMES["spelling"]
    assert rules["forms"] == {"old": ["1.0", "1.0"]}
    assert rules["rules"][0]["versions"] == [["2.0", ""]]
    assert rules["claims"]["pets/names"]["page"] == "c/names"
    assert [(one["name"], one["text"]) for one in rules["examples"]] == [("first", "purr")]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("report: pets/purrs\n", "", "src/load_report/rules.yml:1: `report` is missing"),
        (
            "report: pets/purrs\n",
            "report: pets/purrs\nshown: {example: none, key: b, rule: none}\n",
            "src/load_report/rules.yml:1: `shown`: there is no example `none`; known: first",
        ),
        (
            "    whole: fine\n",
            "    whole: good\n",
            "rules.yml:9: `tail`: there is no whole `good`; known: bad, fine",
        ),
        ("report: pets/purrs\n", "report: pets/purrs\nmore: {page: pets/}\n", "`more.place` is missing"),
        ("    answer: alias\n", "    answer: a\n", "`tail`: there is no answer `a`; known: alias"),
        ("    why: Because.\n", "", "src/load_report/rules.yml:9: `tail`: `why` is missing"),
        (
            "    why: Because.\n",
            "    why: Because.\n    wy: x\n",
            "src/load_report/rules.yml:9: `tail`: unknown field `wy`; known: roles, status, if",
        ),
        (
            "[missing]",
            "[lost]",
            "`tail`: `status[0]` must be one of: missing, unexpected, mismatched, conversion (got 'lost')",
        ),
        ("{holds: pets/names}", "{is: pets/names}", "`tail`: `where.is` must be one of: holds, fails"),
        (
            "{holds: pets/names}",
            "{holds: pets/names, fails: pets/names}",
            "`tail`: `where` must be {holds: claim} or {fails: claim}",
        ),
        ("roles: [tail]", "roles: []", "`tail`: `roles` must not be empty"),
        ("why: Because.", "why: ''", "`tail`: `why` must not be empty"),
        ("report: pets/purrs", "report: 3", "rules.yml:1: `report` must be a text (got a whole number)"),
        (
            "title: The first",
            "titel: The first",
            "rules.yml:19: `first`: unknown field `titel`; known: title",
        ),
        ("claims: [pets/names]", "claims: [pets/gone]", "`tail`: there is no snippet `pets/gone`"),
        ("{holds: pets/names}", "{holds: pets/gone}", "`tail`: there is no snippet `pets/gone`"),
    ],
)
def test_bad_rules_are_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in RULES
    with pytest.raises(UserError) as refused:
        read(tmp_path, RULES.replace(old, new, 1))
    assert complaint in "\n".join(refused.value.lines)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("reason: pets/purrs", "reason: pets/gone", "src/load_report/kinds.yml:3: `growl`: there is no snippet"),
        ("do: [pets/names]", "do: [pets/gone]", "src/load_report/kinds.yml:3: `growl`: there is no snippet"),
        ("  reason: pets/purrs\n", "", "kinds.yml:3: `growl`: `reason` is missing"),
        ("A sound.", "A sound, " * 20, "`growl`: `about` has more than 30 words: what a reader acts on is a claim's"),
        ("whole: bad", "whole: worse", "`growl`: there is no whole `worse`; known: bad, fine"),
        ("rules: [tail]", "rules: [ear]", "kinds.yml:11: `tail_lost`: there is no rule `ear`; known: tail"),
        (
            "a growl, ",
            "'a…', ",
            "`growl`: `match[0]` must be a pattern with plain quotes and without white space (got 'a…')",
        ),
        ("  do: [pets/names]\n", "", "kinds.yml:3: `growl`: `do` is missing"),
        ("  about: A sound.\n", "", "`growl`: neither `about` nor `why`: a reader wants to know why it is printed"),
        ("do: [pets/names]", "do: ['']", "`growl`: `do[0]` must not be empty"),
    ],
)
def test_bad_kinds_are_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in KINDS
    with pytest.raises(UserError) as refused:
        read(tmp_path, kinds=KINDS.replace(old, new, 1))
    assert complaint in "\n".join(refused.value.lines)


@pytest.mark.parametrize(
    ("change", "record", "complaint"),
    [
        (("roles: [tail]", "roles: [ear]"), {}, "`tail`: no key has the role 'ear'"),
        (("roles: [tail]", "roles: [unknown]"), {}, "no rule is for the role 'tail'"),
        (("examples:", "patterns: [{match: x, role: paw}]\nexamples:"), {}, "no rule is for the role 'paw'"),
        (("[purr]", "[bark]"), {}, "no recorded report has the words of `old`"),
        (("section: one", "section: three"), {}, "`first` is not in reports/pets/purrs.transformers_1_0.txt"),
        (("", ""), {"answers": {}}, "`tail`: pets/names is not tested yet; `make versions CLAIMS=pets/names`"),
        (("", ""), {"answers": PARTIAL_ANSWERS}, "`tail`: pets/names is not tested yet"),
        (("", ""), {"reports": {}}, "no recorded report has the words of `old`"),
        (("report: pets/purrs\n", f"report: pets/purrs\n{SHOWN}"), {}, "`shown`: b is not in the example `first`"),
        (("{cat: Cat,", "{dog: Dog,"), {}, "rules.yml:1: `families`: no names of 'dog' are recorded"),
    ],
)
def test_what_does_not_fit_the_record_is_reported(
    tmp_path: Path, change: tuple[str, str], record: dict[str, Any], complaint: str
) -> None:
    _, problems = render(read(tmp_path, RULES.replace(*change, 1)), **record)
    assert complaint in "\n".join(problems)


def test_the_box_shows_an_example_answered_by_its_rule(tmp_path: Path) -> None:
    text = RULES.replace("why: Because.", 'why: "`{key}` & `{alias}`."').replace("report: pets", f"{SHOWN}report: pets")
    sources = msgspec.structs.replace(
        read(tmp_path, text), box="{{ shown.whole }}: {{ shown.short|code }} {{ shown.why|code }} {{ shown.text }}"
    )
    files, _ = render(sources, reports=REPORTS | {"reports/pets/purrs.transformers_1_0.txt": "--- one\npurr <b>\n"})
    assert files["load_report/box.md"] == (
        "Fine: it is fine. <code>b</code> &amp; <code>cat.<wbr>a.<wbr>tail</code>. purr &lt;b&gt;"
    )


def test_a_verdict_leads_to_the_page_that_the_rules_name(tmp_path: Path) -> None:
    more = {"page": "pets/", "place": "all", "words": "All sounds"}
    files, _ = render(read(tmp_path, f"{RULES}more: {json.dumps(more)}\n"))
    assert json.loads(files["load_report/rules.json"])["more"] == more


def test_a_message_has_a_page_with_its_releases_and_its_proof(tmp_path: Path) -> None:
    files, _ = render(read(tmp_path))
    growl, tail = files["../m/growl.md"], files["../m/tail-lost.md"]
    assert "Generated by build_artifacts.py" in growl
    assert "Does it matter? **Bad.** A cat purrs. [✓](../c/purrs.md" in growl
    assert "\n\nA sound.\n" in growl
    assert "\n- Cats have names. [✓](../c/names.md" in growl
    assert "What to do:\n\n- Cats have names.\n" in growl
    assert "Which releases print it" not in growl
    assert "- [A cat purrs.](../c/purrs.md)" in growl
    assert "- transformers 1.0: `purr`" in tail
    assert "under 2 releases" in tail
    assert "- `` `purr` {{ x }} `` (this wording in transformers 1.0)" in tail  # and what the engine leaves alone
    assert tail.rindex("{% raw %}") < tail.index("{{ x }}") < tail.rindex("{% endraw %}")
    assert "**Fine.** Cats have names. A cat purrs.\n\nWhat to do: Nothing.\n" in tail
    assert re.search(r"## An error.*growl\.md.*## Harmless.*tail-lost\.md", files["../m/index.md"], re.DOTALL)


def test_a_message_is_listed_under_what_its_page_says(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="it is listed under “Harmless, or nearly”, and its page says bad"):
        read(tmp_path, kinds=KINDS.replace("  rules: [tail]\n", "  rules: [tail]\n  whole: bad\n"))


def test_words_that_the_newest_release_prints_have_no_end(tmp_path: Path) -> None:
    newest = {"reports/pets/purrs.transformers_3_0.txt": "--- one\npurr\n"}
    files, _ = render(read(tmp_path), reports=REPORTS | newest)
    assert json.loads(files["load_report/rules.json"])["forms"] == {"old": ["1.0", ""]}
    assert "(this wording in transformers 1.0 and later)" in files["../m/tail-lost.md"]


def test_no_folder_means_no_tool(tmp_path: Path) -> None:
    assert read_load_report(tmp_path, set(), names_table) is None


def test_a_library_that_went_on_under_another_name_is_one_line_of_versions() -> None:
    entry = answered([LibrarySet("port", "0.6", is_older_library=True), *SETS], (FAILS, FAILS, HOLDS, HOLDS))
    assert versions_with(entry, "fails") == [["0.6", "1.0"]]
    assert versions_with(entry, "holds") == [["2.0", ""]]
