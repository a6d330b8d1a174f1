import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from explainer.errors import UserError
from explainer.facts.record import read_record
from explainer.inputs import text_files
from explainer.inputs.content import (
    Published,
    disagreements,
    read_checkpoints,
    read_glossary,
    read_joined_tables,
    read_labs,
    read_published,
    read_statements,
)
from explainer.inputs.library_versions import read_libraries
from explainer.inputs.text_files import OneLineMapping, read_yaml, to_json, to_lined_json, to_yaml
from explainer.paths import Project


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


ENTRY = """checkpoints:
  tiny:
    id: org/tiny
    title: Tiny
    revision: abc
    what_for: tests
    has: [encoder]
    sources: [hub]
    files: {config.json: SHA}
""".replace("SHA", "a" * 64)


def test_a_good_registry(tmp_path: Path) -> None:
    write(tmp_path, "content/checkpoints.yml", ENTRY)
    (checkpoint,) = read_checkpoints(tmp_path)
    assert (checkpoint.slug, checkpoint.id, checkpoint.has) == ("tiny", "org/tiny", frozenset({"encoder"}))
    assert checkpoint.hub_only
    assert checkpoint.fits(()) and checkpoint.fits(("encoder",)) and not checkpoint.fits(("mlm_head",))


def test_one_of_another_kind_is_only_for_snippets_that_say_what_they_need(tmp_path: Path) -> None:
    write(tmp_path, "content/checkpoints.yml", f"{ENTRY}    by_default: false\n")
    (checkpoint,) = read_checkpoints(tmp_path)
    assert checkpoint.fits(("encoder",)) and not checkpoint.fits(())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("checkpoints:\n", "", "content/checkpoints.yml:1: expected a mapping"),
        ("    id: org/tiny\n", "", "content/checkpoints.yml:3: `tiny`: `id` is missing"),
        ("    title: Tiny\n", "    title: [\n", "content/checkpoints.yml:"),
        (
            "    title: Tiny\n",
            "    title: Tiny\n    title: Two\n",
            "content/checkpoints.yml:5: `title` is here twice",
        ),
        ("tiny:", "items:", "content/checkpoints.yml:3: `items`: `slug` must be lower-case letters"),
        ("tiny:", "once:", "content/checkpoints.yml:3: `once`: `slug` must be lower-case letters"),
        ("[hub]", "[floppy]", "content/checkpoints.yml:3: `tiny`: a source is"),
        ("a" * 64, "xyz", "`files.config.json` must be the file's sha256, 64 hexadecimal digits (got 'xyz')"),
        ("    has: [encoder]\n", "    has: [encoder]\n    hass: []\n", "unknown field `hass`"),
        ("has: [encoder]", "has: [[a]]", "`has[0]` must be a text (got a list)"),
        ("{config.json: SHA}".replace("SHA", "a" * 64), "{}", "`files` must be at least one file, to be verified"),
        ("    title: Tiny\n", "    title: \x01\n", "content/checkpoints.yml:1: "),
        ("    title: Tiny\n", "    ? [a]\n    : b\n", "is no text"),
    ],
)
def test_a_broken_registry_is_one_line_with_file_and_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in ENTRY
    write(tmp_path, "content/checkpoints.yml", ENTRY.replace(old, new))
    with pytest.raises(UserError) as caught:
        read_checkpoints(tmp_path)
    assert len(caught.value.lines) == 1
    assert complaint in caught.value.lines[0]


def test_a_file_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert read_checkpoints(tmp_path) == []
    assert not read_statements(tmp_path, set())
    assert not read_published(tmp_path, set())
    assert not read_glossary(tmp_path)
    assert read_joined_tables(tmp_path, {}) == []
    assert read_labs(tmp_path, set()) == []
    assert read_libraries(tmp_path).sets == []


def test_statements_on_a_topic_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, "content/statements/evil.yml", STATEMENT)
    with pytest.raises(UserError, match=r"content/statements/evil\.yml:1: there is no topic `evil`; known: padding"):
        read_statements(tmp_path, {"padding/proof"})


def test_merge_conflict_marks(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "artifacts"
    folder.mkdir(parents=True)
    (folder / "facts.json").write_text('{"schema": 2,\n<<<<<<< HEAD\n"facts": {}\n=======\n"facts": []}\n>>>>>>> b\n')
    with pytest.raises(UserError, match=r"docs/artifacts/facts\.json:2: merge-conflict marks; take either side"):
        read_record(Project(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": 2, "facts": {}}',
        "[]",
        '{"schema": 3, "measured": {}, "facts": []}',
        "",
        "schema: 2",
        '{"schema": 3, "measured": {}, "facts": {"top": null}}',
        '{"schema": 3, "measured": {}, "facts": {"top": {"one": {"claim": "x", "runs": {"once": {"facts": {}}}}}}}',
    ],
)
def test_a_facts_file_of_another_kind(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "docs" / "artifacts"
    folder.mkdir(parents=True)
    (folder / "facts.json").write_text(text)
    with pytest.raises(UserError, match=r"docs/artifacts/facts\.json:1: expected schema 3"):
        read_record(Project(tmp_path))


STATEMENT = """statements:
  one:
    says: Something.
    source: A thread
    url: https://example.org
    verdict: wrong
    why: Because.
    snippets: [padding/proof]
"""


def test_a_good_ledger(tmp_path: Path) -> None:
    write(tmp_path, "content/statements/padding.yml", STATEMENT)
    (statement,) = read_statements(tmp_path, {"padding/proof"})
    assert (statement.verdict, statement.snippets, statement.line) == ("wrong", ("padding/proof",), 3)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "verdict: wrong",
            "verdict: silly",
            "content/statements/padding.yml:3: `one`: there is no verdict `silly`; known: wrong",
        ),
        ("padding/proof", "padding/absent", "there is no snippet `padding/absent`"),
        ("[padding/proof]", "[]", "`snippets` must be at least one snippet that settles it"),
        ("    why: Because.\n", "", "`why` is missing"),
        ("    why:", "    whyy: x\n    why:", "unknown field `whyy`"),
        ("    says:", "    topic: heads\n    says:", "unknown field `topic`"),
        ("[padding/proof]", "[[padding/proof]]", "`snippets[0]` must be a text (got a list)"),
        ("    why:", "    do: load it again\n    why:", "`do` is lines of Python"),
        ("    why:", "    do: [1]\n    why:", "`do` must be a text (got a list)"),
    ],
)
def test_a_broken_ledger_is_one_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    write(tmp_path, "content/statements/padding.yml", STATEMENT.replace(old, new))
    with pytest.raises(UserError) as caught:
        read_statements(tmp_path, {"padding/proof"})
    assert len(caught.value.lines) == 1
    assert complaint in caught.value.lines[0]


@pytest.mark.parametrize(
    ("name", "topic", "fact", "complaint"),
    [
        ("items", "padding", "facts.a", "a page must be able to quote it"),
        ("a-b", "padding", "facts.a", "a page must be able to quote it"),
        ("row", "nowhere", "facts.a", "there is no topic `nowhere`; known: padding"),
        ("row", "padding", "[]", "`fact` must be a text or nothing"),
    ],
)
def test_a_broken_ledger_of_numbers(tmp_path: Path, name: str, topic: str, fact: str, complaint: str) -> None:
    text = f"published:\n  {name}:\n    topic: {topic}\n    what: x\n    value: 1\n    decimals: 0\n    source: s\n"
    write(tmp_path, "content/published.yml", f"{text}    url: u\n    fact: {fact}\n")
    with pytest.raises(UserError, match=complaint):
        read_published(tmp_path, {"padding"})


LABS = """labs:
  rows:
    title: Rows
    introduction: You look at rows.
    claims: [padding/proof, heads/b]
"""


def test_a_lab_has_its_claims_in_the_order_that_is_written(tmp_path: Path) -> None:
    write(tmp_path, "content/labs.yml", LABS)
    (lab,) = read_labs(tmp_path, {"heads/b", "padding/proof"})
    assert (lab.artifact, lab.line, lab.claims) == ("labs/rows.ipynb", 3, ("padding/proof", "heads/b"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("heads/b", "heads/absent", "content/labs.yml:3: `rows`: there is no snippet `heads/absent`"),
        ("heads/b", "padding/proof", "content/labs.yml:3: `rows`: `padding/proof` is named twice"),
        ("[padding/proof, heads/b]", "[]", "content/labs.yml:3: `rows`: `claims` must not be empty"),
        ("[padding/proof, heads/b]", "heads/b", "content/labs.yml:3: `rows`: `claims` must be a list (got a text)"),
        ("  rows:", "  ../rows:", "content/labs.yml:3: `../rows`: `name` must be letters, digits and _"),
        ("    title: Rows\n", "", "content/labs.yml:3: `rows`: `title` is missing"),
        ("    title:", "    topic: x\n    title:", "content/labs.yml:3: `rows`: unknown field `topic`"),
        ("labs:", "lab:", "content/labs.yml:1: expected a mapping `labs:` from name to entry"),
    ],
)
def test_a_broken_lab_is_one_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    write(tmp_path, "content/labs.yml", LABS.replace(old, new))
    with pytest.raises(UserError) as caught:
        read_labs(tmp_path, {"heads/b", "padding/proof"})
    assert len(caught.value.lines) == 1
    assert caught.value.lines[0].startswith(complaint)


JOINED = """tables:
  one:
    caption: What is what.
    fact: row
    columns: [what]
    groups:
      First: [padding/proof]
      Then: [heads]
"""
ASSIGNED = {"padding/proof": frozenset({"row"}), "heads/b": frozenset({"row"}), "heads/c": frozenset({"rows"})}


def test_a_joined_table_takes_snippets_and_whole_topics(tmp_path: Path) -> None:
    assert read_joined_tables(tmp_path, ASSIGNED) == []
    write(tmp_path, "content/joined_tables.yml", JOINED)
    (table,) = read_joined_tables(tmp_path, ASSIGNED)
    assert (table.name, table.columns, table.line) == ("one", ("what",), 3)
    assert table.rows(ASSIGNED) == [("First", ["padding/proof"]), ("Then", ["heads/b"])]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("padding/proof", "padding/absent", "content/joined_tables.yml:3: `one`: there is no snippet `padding/absent`"),
        ("[heads]", "[tails]", "there is no snippet with `row` in `tails`; known:"),
        ("fact: row", "fact: rows", "there is no snippet with `rows` in `heads`"),
        ("[heads]", "[heads, heads/b]", "`heads/b` is named twice"),
        ("    fact: row\n", "", "`fact` is missing"),
        ("    fact:", "    title: x\n    fact:", "unknown field `title`"),
        ("[heads]", "heads", "`groups.Then` must be a list (got a text)"),
        (
            "    fact:",
            "    tools: {peft: [heads/d]}\n    fact:",
            "there is no row for `tools`, `heads/d`; did you mean `heads/b`?",
        ),
        ("    fact:", "    filter: what\n    fact:", "there is no column to filter by, `what`"),
    ],
)
def test_a_broken_joined_table_is_one_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assigned = {**ASSIGNED, "padding/proof": frozenset({"row", "rows"})}
    if new == "fact: rows":
        assigned["heads/c"] = frozenset()
    write(tmp_path, "content/joined_tables.yml", JOINED.replace(old, new))
    with pytest.raises(UserError) as caught:
        read_joined_tables(tmp_path, assigned)
    assert len(caught.value.lines) == 1
    assert complaint in caught.value.lines[0]


@pytest.mark.parametrize("name", ["content/checkpoints.yml", "content/statements/a.yml"])
def test_a_file_that_is_no_utf_8(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, "")
    (tmp_path / name).write_bytes(b"a: b\nc: \xff\n")
    with pytest.raises(UserError, match=rf"{name}:2: not UTF-8"):
        read_checkpoints(tmp_path) if "checkpoints" in name else read_statements(tmp_path, set())


def published(value: Any, decimals: int = 4) -> Published:
    return Published(
        "row", 7, "a row", value, decimals, "somebody", "https://example.org", "padding", "facts.a.b.c.row"
    )


@pytest.mark.parametrize(
    ("theirs", "ours", "agree"),
    [
        ([-0.0102, 1.0], [-0.01024, 1.00004], True),
        ([-0.0614], [-0.06149], True),  # truncated, as a reader may print it
        ([-0.0102], [-0.0112], False),
        (0.5, 0.5, True),
        ([0.5], [0.5, 0.6], False),
    ],
)
def test_published_numbers_are_compared_where_we_have_them(theirs: Any, ours: Any, agree: bool) -> None:
    lines = list(disagreements([published(theirs)], {"facts.a.b.c.row": ours}))
    assert lines == [] if agree else lines[0].startswith("content/published.yml:7: `row` says")
    assert list(disagreements([published(theirs)], {})) == []


def test_the_shipped_ledgers_are_good(root: Path) -> None:
    keys = {f"{path.parent.name}/{path.stem}" for path in root.glob("snippets/*/*.py")}
    assert len(read_statements(root, keys)) >= 10
    assert read_published(root, {key.split("/")[0] for key in keys})


def test_yaml_has_a_line_for_each_fact_and_json_no_nan(tmp_path: Path) -> None:
    data = {"b": [1, 2], "a": OneLineMapping(x=1, y=[1.5]), "rows": [OneLineMapping(k="v")]}
    text = to_yaml(data, "made")
    assert text == "# made\nb: [1, 2]\na: {x: 1, y: [1.5]}\nrows:\n- {k: v}\n"
    (tmp_path / "x.yml").write_text(text)
    assert read_yaml(tmp_path / "x.yml", tmp_path) == data
    with pytest.raises(ValueError, match="Out of range"):
        to_json({"x": float("nan")})


def test_json_has_a_line_for_each_part_that_is_short() -> None:
    data = {"runs": {"a": {"x": 1}, "b": OneLineMapping(y=[1, 2])}, "long": ["é" * 30, "f"], "none": {}}
    assert to_lined_json(data, width=30) == (
        '{\n "runs": {\n  "a": {"x": 1},\n  "b": {"y": [1, 2]}\n },\n "long": [\n  "'
        + "é" * 30
        + '",\n  "f"\n ],\n "none": {}\n}\n'
    )
    assert to_lined_json(data, width=300, levels=2).startswith('{\n "runs": {\n  "a": {"x": 1},\n')
    assert json.loads(to_lined_json(data, levels=9)) == data


def test_a_date_is_a_text_and_a_mapping_knows_its_line(tmp_path: Path) -> None:
    write(tmp_path, "x.yml", "a:\n  b: [{c: 1}, x]\nd: 2020-01-02\n")
    found = read_yaml(tmp_path / "x.yml", tmp_path)
    assert found == {"a": {"b": [{"c": 1}, "x"]}, "d": "2020-01-02"}
    assert (found.line, found["a"].line, found["a"]["b"][0].line) == (1, 2, 2)


def test_yaml_is_written_the_same_without_libyaml(root: Path) -> None:
    class Slow(yaml.SafeDumper):
        def ignore_aliases(self, _data: Any) -> bool:
            return True

    Slow.yaml_representers = text_files._Dumper.yaml_representers
    data = json.loads(json.dumps(read_yaml(root / "content/published.yml", root)))  # plain mappings
    data["odd"] = ["é\u2028 ", "a: b", "", "yes", "1_000", "\t#", 0.1]
    options: dict[str, Any] = {"allow_unicode": True, "default_flow_style": False, "width": 10_000, "sort_keys": False}
    assert to_yaml(data, "made") == "# made\n" + yaml.dump(data, Dumper=Slow, **options)


def test_a_broken_glossary(tmp_path: Path) -> None:
    write(tmp_path, "content/glossary.yml", "terms:\n  Logit: {meaning: a score}\n")
    with pytest.raises(UserError, match="`Logit`: unknown field `meaning`; known: means, also"):
        read_glossary(tmp_path)
