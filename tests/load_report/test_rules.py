"""Test the rules of the box and the messages: bad entries are refused by line, claims give rules their releases."""

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
labels: {alias: an alias}
forms:
  old: [purr]
rules:
  tail:
    roles: [tail]
    status: [missing]
    where: {holds: pets/names}
    label: alias
    message: tail_lost
    why: Because.
    proof: [pets/names]
examples:
  first: {title: The first, set: transformers_1_0, section: one}
"""
GROWL = """title: Growl
doing: saving
rank: 1
answers:
  - pill: error
    answer: "Yes: the cat growls, so step back."
    code: |
      import cats

      cats.leave("{path}")
    proof: [pets/names]
why:
  text: A sound. It carries.
  proof: [pets/purrs]
match: [a growl, purr]
"""
TAIL = """title: Tail of BertModel
doing: loading
answers:
  - origin: pretrained
    pill: fine
    answer: "No: it grows."
    proof: [pets/names]
  - origin: own
    pill: stop
    answer: "Yes: it is gone."
    proof: [pets/names]
why:
  text: Cats have tails.
  proof: [pets/purrs]
variants: ["`purr` {{ x }}"]
printed: [purr]
sources: ["https://example.org/"]
"""
MESSAGES = {"growl": GROWL, "tail_lost": TAIL}
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


def read(root: Path, text: str = RULES, **messages: str) -> LoadReportSources:
    (root / "src/load_report/messages").mkdir(parents=True)
    for name, content in (MESSAGES | messages).items():
        (root / f"src/load_report/messages/{name}.yml").write_text(content)
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
    growl, tail = rules["messages"]
    assert (growl["slug"], growl["match"]) == ("growl", ["a growl", "purr"])
    assert growl["why"] == {"text": "A sound. It carries.", "proof": ["pets/purrs"]}
    assert growl["answers"][0]["answer"] == "Yes: the cat growls, so step back."
    assert (tail["slug"], [one["pill"] for one in tail["answers"]]) == ("tail-lost", ["fine", "stop"])
    assert list(rules["pills"]) == ["error", "stop", "train", "unknown", "fine"]
    assert rules["rules"][0]["message"] == "tail_lost"
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
        ("    label: alias\n", "    label: a\n", "`tail`: there is no label `a`; known: alias"),
        (
            "message: tail_lost",
            "message: ear_lost",
            "`tail`: there is no message `ear_lost`; did you mean `tail_lost`?",
        ),
        ("    message: tail_lost\n", "", "`tail`: `message` or `answers` is missing: what does the box say?"),
        (
            "    why: Because.\n",
            "    why: Because.\n    answers: [{pill: fine, answer: It depends.}]\n",
            "src/load_report/rules.yml:8: `tail`: `answer` “It depends.” says “It depends”",
        ),
        ("    why: Because.\n", "", "src/load_report/rules.yml:8: `tail`: `why` is missing"),
        ("    proof: [pets/names]\n", "", "src/load_report/rules.yml:8: `tail`: `proof` is missing"),
        (
            "    why: Because.\n",
            "    why: Because.\n    wy: x\n",
            "src/load_report/rules.yml:8: `tail`: unknown field `wy`; known: roles, status, if",
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
            "rules.yml:16: `first`: unknown field `titel`; known: title",
        ),
        ("proof: [pets/names]", "proof: [pets/gone]", "`tail`: there is no snippet `pets/gone`"),
        ("{holds: pets/names}", "{holds: pets/gone}", "`tail`: there is no snippet `pets/gone`"),
    ],
)
def test_bad_rules_are_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in RULES
    with pytest.raises(UserError) as refused:
        read(tmp_path, RULES.replace(old, new, 1))
    assert complaint in "\n".join(refused.value.lines)


LONG = "word " * 26
BAD_MESSAGES = [
    ("proof: [pets/names]", "proof: [pets/gone]", "src/load_report/messages/growl.yml:1: `growl`: there is no snippet"),
    ("proof: [pets/purrs]", "proof: [pets/gone]", "`growl`: there is no snippet `pets/gone`"),
    ("    proof: [pets/names]\n", "", "`growl`: `answers[0].proof` is missing"),
    ("    proof: [pets/names]\n", "    proof: []\n", "`growl`: `answers[0].proof` must not be empty"),
    ("  proof: [pets/purrs]\n", "", "`growl`: `why.proof` is missing"),
    ("pill: error", "pill: bad", "`growl`: `answers[0].pill` must be one of: error, stop, train, unknown, fine"),
    ("doing: saving", "doing: sleeping", "must be one of: loading, saving, training, generating (got 'sleeping')"),
    ("rank: 1", "rank: 11", "`growl`: `rank` must be"),
    ("Yes: the cat growls, so step back.", f"Yes: {LONG}.", "has 27 words: at most 25"),
    ("so step back.", "so step back", "must be one sentence"),
    ("so step back.", "so step back. Then run.", "must be one sentence"),
    ("so step back.", "so it depends.", "says “it depends”: decide, or give an answer for each origin"),
    ("so step back.", "which was dropped on purpose.", "says “dropped on purpose”"),
    ("Yes: the cat", "No: the cat", "contradicts its pill, “Error”: the question is “Is something wrong?”"),
    ("pill: error", "pill: fine", "contradicts its pill, “No problem”"),
    ('cats.leave("{path}")', "\n      ".join("12345678"), "`code` has 10 lines"),
    ('cats.leave("{path}")', f'cats.leave("{LONG}")', "`code` has a line of more than 88 characters"),
    ("pill: error", "origin: own\n    pill: error", "`answers` must be one for any origin, or one for `pretrained`"),
    ("A sound. It carries.", "One. Two. Three. Four.", "`why` has more than 3 sentences"),
    ("A sound. It carries.", "It depends on the cat.", "`why` says “It depends”: say what is the case"),
    ("a growl, ", "'a…', ", "`match[0]` must be a pattern with plain quotes and without white space (got 'a…')"),
    ("doing: saving\n", "doing: saving\ndo: run\n", "`growl`: unknown field `do`; known: title, doing, rank, answers"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), BAD_MESSAGES)
def test_bad_messages_are_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in GROWL
    if "10 lines" in complaint:  # two lines of the program stay
        assert read(tmp_path, growl=GROWL.replace(old, new, 1))
        shutil.rmtree(tmp_path / "src")
        new, complaint = f"{new}\n      9", "`code` has 11 lines: at most 10"
    with pytest.raises(UserError) as refused:
        read(tmp_path, growl=GROWL.replace(old, new, 1))
    assert complaint in "\n".join(refused.value.lines)


def test_two_messages_have_no_rank_in_common(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="`rank` 1 is growl's"):
        read(tmp_path, tail_lost=TAIL.replace("doing: loading\n", "doing: loading\nrank: 1\n"))


def test_a_reply_of_more_than_sixty_words_is_refused(tmp_path: Path) -> None:
    long = TAIL.replace("it grows", "so " * 24 + "it").replace("it is gone", "so " * 24 + "it")
    with pytest.raises(UserError, match=r"the reply beside its code has 6\d words: at most 60"):
        read(tmp_path, tail_lost=long)


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
        (("{cat: Cat,", "{dog: Dog,"), {}, "rules.yml:1: `families`: no names of 'dog' are recorded"),
    ],
)
def test_what_does_not_fit_the_record_is_reported(
    tmp_path: Path, change: tuple[str, str], record: dict[str, Any], complaint: str
) -> None:
    _, problems = render(read(tmp_path, RULES.replace(*change, 1)), **record)
    assert complaint in "\n".join(problems)


def test_a_message_has_a_page_with_its_answers_and_its_proof(tmp_path: Path) -> None:
    files, _ = render(read(tmp_path))
    growl, tail = files["../m/growl.md"], files["../m/tail-lost.md"]
    assert "Generated by build_artifacts.py" in growl
    assert '<div class="message-answer scale-error" markdown="1">' in growl
    assert '<span class="pill">Error</span> Yes: the cat growls, so step back.' in growl
    assert 'cats.leave("pydoc-bert")\n```\n' in growl
    assert "\n\nA sound. It carries.\n" in growl
    assert "**Error.** Yes: the cat growls, so step back.\n\n```python\nimport cats\n" in growl
    assert "Which releases print it" not in growl
    assert "- [A cat purrs.](../c/purrs.md)" in growl
    assert "- transformers 1.0: `purr`" in tail
    assert "under 2 releases" in tail
    assert "- `` `purr` {{ x }} `` (this wording in transformers 1.0)" in tail  # and what the engine leaves alone
    assert tail.rindex("{% raw %}") < tail.index("{{ x }}") < tail.rindex("{% endraw %}")
    tail = tail[tail.index("\n# ") :]  # below the page's head
    pretrained, own = (tail.index(f"If you loaded {words}") for words in ("a pre-trained", "your own fine-tuned"))
    assert pretrained < tail.index("No: it grows.") < own < tail.index("Yes: it is gone.") < tail.index("Evidence")
    assert "A pre-trained model: **No problem.** No: it grows.\n\nYour own fine-tuned one: **Stop.** Yes:" in tail


def test_the_list_of_messages_has_the_commonest_first_then_what_one_was_doing(tmp_path: Path) -> None:
    index = render(read(tmp_path))[0]["../m/index.md"]
    assert re.search(r"## The commonest .*growl\.md.*## While loading .*tail-lost\.md", index, re.DOTALL)
    assert index.count("growl.md") == 1
    assert '<span class="pill scale-fine">No problem</span> <span class="pill scale-stop">Stop</span>' in index


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
