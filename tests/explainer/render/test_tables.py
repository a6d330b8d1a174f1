"""Check tables of facts: how a value is written in a cell, and what a row says."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from explainer.fact_values import PlainValue
from explainer.inputs.content import JoinedTable, Published
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.render import tables
from explainer.render.cells import MAX_SEARCHED_ROWS
from explainer.render.joined_tables import joined_table_views
from explainer.versions.answers import Answer, ClaimAnswers
from tests.explainer.parts import PAGE, SNIPPET, context, measured, run

ROOT = Path(__file__).resolve().parents[3]


def shown(value: Any) -> str:
    """Return the HTML inside of the cell of a value."""
    return tables.table_html([{"x": value}]).split("<td>")[1].split("</td>")[0]


def test_a_diff_table_says_it_in_words_and_in_colour() -> None:
    text = tables.table_html([{"key": "cls.bias", "diff": "only in the class"}, {"key": "a<b", "diff": "same"}])
    assert '<tr class="diff-added"><td><code>cls.<wbr>bias</code></td> <td>only in the class</td></tr>' in text
    assert "a&lt;b" in text


@pytest.mark.parametrize(
    ("rows", "searched"),
    [
        ([{"class": "BertForMaskedLM", "parameters": 109514298}], True),
        ([{"key": "cls.bias"}] * MAX_SEARCHED_ROWS, True),
        ([{"key": "cls.bias"}] * (MAX_SEARCHED_ROWS + 1), False),
        ([{"step": 1, "loss": 0.5}], False),
    ],
)
def test_the_search_reads_tables_with_a_few_names(rows: list[dict[str, PlainValue]], searched: bool) -> None:
    assert ("data-search-exclude" in tables.table_html(rows)) != searched


@pytest.mark.parametrize(
    ("value", "html"),
    [
        (True, "yes"),
        (0.123456, "0.1235"),
        ([2, 3], "<code>(2, 3)</code>"),
        ([], "—"),
        ("", "—"),
        ("a.b", "<code>a.<wbr>b</code>"),
        ("a.b, c_d", "<code>a.<wbr>b</code>, <code>c_<wbr>d</code>"),
        ("a.b, and so on", "a.<wbr>b, and so on"),
        ("7.22", "7.22"),
        ("`half()`, `to(dtype)`", "<code>half()</code>, <code>to(<wbr>dtype)</code>"),
        ("32.8 ± 0.5 %", "32.8\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.5%"),
        ("b_c new", "b_<wbr>c new"),
        ("a <b>", "a &lt;b&gt;"),
        ("`a<b>`", "<code>a&lt;b&gt;</code>"),
        (["<b>"], "<code>(&lt;b&gt;)</code>"),
        ("Two words.", "Two words."),
        (7, "7"),
        (-0.25, "−0.25"),
        (-7, "−7"),
        ("-100", "−100"),
        ("4.56-4.57 %", "4.56-4.57%"),
        ("BertForSequenceClassification", "BertForSequenceClassification"),
    ],
)
def test_cells(value: Any, html: str) -> None:
    assert shown(value) == html


@pytest.mark.parametrize(
    ("column", "shown_as"),
    [
        ([1.69, -1.8, 97.0], ["1.69", "−1.80", "97.00"]),
        ([17.6, 41.0, 3], ["17.6", "41.0", "3.0"]),
        ([7, 41], ["7", "41"]),
        ([0.5, 1302], ["0.5", "1,302"]),
        ([0.00123, 2.5], ["0.00123", "2.5"]),
        ([1e-6, 2.5], ["1e-06", "2.5"]),
        ([0.25, "none"], ["0.25", "none"]),
    ],
)
def test_the_numbers_of_a_column_have_the_same_decimals(column: list[PlainValue], shown_as: list[str]) -> None:
    text = tables.table_html([{"value": value} for value in column])
    assert re.findall("<td>(.*?)</td>", text) == shown_as


def test_a_column_is_named_in_words_and_a_function_as_it_is() -> None:
    text = tables.table_html([{"first_value": 1, "state_dict()": 2}])
    assert '<th scope="col">first value</th><th scope="col">state_dict()</th>' in text


def test_a_cell_that_is_one_link_leads_there() -> None:
    link = '<a href="https://e.org/x?a=1&amp;b#Y">BertForMaskedLM</a>'
    assert shown("[BertForMaskedLM](https://e.org/x?a=1&b#Y)") == link
    assert shown("[PAD] (a token)") == "[PAD] (a token)"
    assert "<a" not in shown("[x](javascript:alert)")


def test_a_summary_is_a_table() -> None:
    value = dict.fromkeys(("min", "max", "mean", "std", "norm", "zeros"), 0.5)
    text = tables.summary_html("row", {**value, "shape": [3], "dtype": "float32", "first": [0.1], "last": [0.2]})
    assert "<td>share of zeros</td> <td>0.5</td>" in text
    assert "0.1000" in text


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("fine", '<td class="grade-fine"><span class="grade"></span>fine</td>'),
        ("note: new", '<td class="grade-note"><span class="grade">note: </span>new</td>'),
        ("problem: `x`", '<td class="grade-problem"><span class="grade">problem: </span><code>x</code></td>'),
        ("finely", "<td>finely</td>"),
    ],
)
def test_a_cell_that_says_how_much_it_matters_is_marked(value: str, html: str) -> None:
    assert html in tables.table_html([{"what": value}])


def test_the_signs_of_a_table_are_explained_above_it() -> None:
    text = tables.table_html([{"a": "problem: no"}, {"a": "note: new"}, {"a": "fine"}])
    (caption,) = [line for line in text.splitlines() if line.startswith("<caption>")]
    assert re.sub("<[^>]*>", "", caption).split() == ["note", "·", "problem"], "fine is written out"
    assert "<caption>" not in tables.table_html([{"a": "fine"}])


def test_no_line_of_a_table_is_empty() -> None:
    assert "\n\n" not in tables.table_html([{"a": "problem: no", "b": "x", "c": ""}, {"a": "x", "b": "", "c": ""}])


def test_published_numbers_have_a_minus_and_their_source() -> None:
    entry = Published("x", 1, "The <margin>", [-0.5, 2], 2, "a & b", "https://e.org/?a&b", "padding")
    text = tables.published_html([entry])
    assert "The &lt;margin&gt;</td>" in text
    assert ">−0.50, 2</td>" in text
    assert '<a href="https://e.org/?a&amp;b">a &amp; b</a></td>' in text


CELLS = {"what": "`weight = …`", "one": "problem: no"}
JOINED = JoinedTable("one", 3, "Of `weight`.", "row", ("what", "one"), {"First": ("padding/row",)})
OF_PEFT = JoinedTable("one", 3, "x", "row", ("what", "one"), JOINED.groups, "one", {"peft": ("padding/row",)})


def joined(
    *rows: Any, since: str = "", entry: JoinedTable = JOINED, versions: dict[str, str] | None = None
) -> tuple[str, list[str]]:
    """Return the joined table of one claim, whose runs gave these facts, and its problems."""
    on = msgspec.structs.replace(measured(), versions=versions) if versions else None
    runs = {str(place): run({"row": row}, on) for place, row in enumerate(rows)}
    sets = [LibrarySet("transformers", release) for release in (since, "4.2.1")]
    holds = {"padding/row": ClaimAnswers("", dict.fromkeys(sets, Answer("holds")))}
    libraries = Libraries(sets if since else [], [], frozenset(), {})
    found = context(
        snippets=[replace(SNIPPET, name="row", imports=("transformers",))],
        runs={"padding/row": runs},
        panels={"padding/row": "ties/index.md"},
        answers=holds if since else {},
        joined_tables=[entry],
        libraries=libraries,
    )
    files, problems = joined_table_views(found)
    return files["joined/one"](PAGE) if files else "", problems


def test_a_row_of_a_joined_table_leads_to_its_claim() -> None:
    text, problems = joined([CELLS], since="4.1.0")
    assert problems == []
    assert '<th scope="row"><a href="../c/row/"><code>weight = …</code></a></th>' in text
    assert (
        '<td class="grade-problem"><span class="grade">problem: </span>no</td> <td>transformers 4.1.0–4.2.1</td></tr>'
        in text
    )
    assert '<th colspan="3" scope="rowgroup"><span>First</span></th>' in text
    assert "<p>Of <code>weight</code>.</p>" in text
    assert "<code>a.<wbr>b_<wbr>c(…)</code>, d_e</a>" in joined([{**CELLS, "what": "`a.b_c(…)`, d_e"}])[0]
    assert "sortable" not in text


@pytest.mark.parametrize(
    ("versions", "said"),
    [({"torch": "2.1", "transformers": "4.2.1"}, "transformers 4.2.1 only"), ({"torch": "2.1"}, "torch 2.1 only")],
)
def test_a_row_that_nobody_varied_says_so(versions: dict[str, str], said: str) -> None:
    assert f"<td>{said}</td></tr>" in joined([CELLS], versions=versions)[0]


def test_a_row_about_another_library_names_its_version_alone() -> None:
    versions = {"torch": "2.1", "peft": "0.2"}
    text, _ = joined([CELLS], since="4.1.0", entry=OF_PEFT, versions=versions)
    assert "<td>peft 0.2 only</td></tr>" in text
    assert "was run without `peft`" in joined([CELLS], entry=OF_PEFT)[1][0]


def test_a_claim_gives_several_rows_and_a_table_is_filtered() -> None:
    text, problems = joined([CELLS, {**CELLS, "what": "x"}], entry=OF_PEFT, versions={"torch": "2.1", "peft": "0.2"})
    assert problems == []
    assert text.count('href="../c/row/"') == 2
    assert '<div class="joined sortable"' in text
    assert '<th scope="col">what</th> <th scope="col" data-filter="">one</th>' in text


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "padding/row gives no `row`, a list of dicts"),
        (["yes"], "gives no `row`"),
        ([[{"what": "x"}]], "has the columns what; the table has what, one"),
        ([[{"one": "x", "what": "x"}]], "has the columns one, what; the table has what, one"),
        ([[CELLS], [{**CELLS, "one": "yes"}]], "gives another `row` on another checkpoint"),
    ],
)
def test_a_row_that_its_claim_does_not_give_is_refused(rows: list[Any], complaint: str) -> None:
    text, problems = joined(*rows)
    assert text == ""
    assert len(problems) == 1
    assert problems[0].startswith("content/joined_tables.yml:3: `one`: padding/row ")
    assert complaint in problems[0]
