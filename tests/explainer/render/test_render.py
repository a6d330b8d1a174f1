from dataclasses import replace
from typing import Any

import pytest

from explainer.facts.record import CheckpointFiles
from explainer.inputs.checkpoints import Checkpoint
from explainer.inputs.joined_tables import JoinedTable
from explainer.inputs.library_versions import Base, Libraries, LibrarySet
from explainer.render import tables
from explainer.render.context import Tab
from explainer.render.joined_tables import joined_tables
from explainer.render.markup import fenced
from explainer.render.provenance import measured_on
from explainer.versions.answers import Answer, ClaimAnswers
from tests.explainer.parts import SNIPPET, context, measured, replaced, run

CHECKPOINT = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset(), (), {})
FILES = CheckpointFiles("abc123d", CHECKPOINT.digest)
MEASURED = measured(tiny=FILES)


def tab(checkpoint: Checkpoint | None = CHECKPOINT, output: str = "fine\n", **different: Any) -> Tab:
    uses = [checkpoint] if checkpoint else []
    return Tab(checkpoint, uses, replaced(MEASURED, **different), {}, output)


def test_nothing_in_an_output_can_end_its_block_or_include_a_file() -> None:
    text = fenced('```\n--8<-- "secret.md"\n  --8<-- "x"', "text")
    assert text.startswith('````{ .text data-search-exclude="" }\n')
    assert text.endswith("\n````")
    assert '\n;--8<-- "secret.md"' in text
    assert '\n  ;--8<-- "x"' in text


def test_a_diff_table_says_it_in_words_and_in_colour() -> None:
    text = tables.table([{"key": "cls.bias", "diff": "only in the class"}, {"key": "a<b", "diff": "same"}])
    assert '<tr class="diff-added"><td><code>cls.bias</code></td><td>only in the class</td></tr>' in text
    assert "a&lt;b" in text


@pytest.mark.parametrize(
    ("value", "html"),
    [
        (True, "yes"),
        (0.123456, "0.1235"),
        ([2, 3], "<code>(2, 3)</code>"),
        ([], "—"),
        ("", "—"),
        ("a.b", "<code>a.b</code>"),
        ("a.b, c_d", "<code>a.b</code>, <code>c_d</code>"),
        ("a.b, and so on", "a.b, and so on"),
        ("7.22", "7.22"),
        ("`half()`, `to(dtype)`", "<code>half()</code>, <code>to(dtype)</code>"),
        ("32.8 ± 0.5 %", "32.8&nbsp;±&nbsp;0.5&nbsp;%"),
        ("Two words.", "Two words."),
        (7, "7"),
    ],
)
def test_cells(value: Any, html: str) -> None:
    assert tables.cell(value) == html


def test_a_column_is_named_in_words_and_a_function_as_it_is() -> None:
    text = tables.table([{"first_value": 1, "state_dict()": 2}])
    assert '<th scope="col">first value</th><th scope="col">state_dict()</th>' in text


def test_the_name_of_a_class_may_break_before_a_capital() -> None:
    assert tables.cell("BertForMaskedLM") == "Bert<wbr>For<wbr>Masked<wbr>LM"
    assert tables.cell("BertModel") == "BertModel"
    assert tables.cell("A Sentence Of Words") == "A Sentence Of Words"


def test_a_cell_that_is_one_link_leads_there() -> None:
    link = '<a href="https://e.org/x?a=1&amp;b#Y">Bert<wbr>For<wbr>Masked<wbr>LM</a>'
    assert tables.cell("[BertForMaskedLM](https://e.org/x?a=1&b#Y)") == link
    assert tables.cell("[PAD] (a token)") == "[PAD] (a token)"
    assert "<a" not in tables.cell("[x](javascript:alert)")


def test_a_summary_is_a_table() -> None:
    value = dict.fromkeys(("min", "max", "mean", "std", "norm", "zeros"), 0.5)
    text = tables.summary_table("row", {**value, "shape": [3], "dtype": "float32", "first": [0.1], "last": [0.2]})
    assert "<td>share of zeros</td><td>0.5</td>" in text
    assert "0.1000" in text


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("fine", '<td class="grade-fine">fine</td>'),
        ("note: new", '<td class="grade-note">note: new</td>'),
        ("problem: random", '<td class="grade-problem">problem: random</td>'),
        ("finely", "<td>finely</td>"),
    ],
)
def test_a_cell_that_says_how_much_it_matters_is_marked(value: str, html: str) -> None:
    assert html in tables.table([{"what": value}])


def test_a_page_names_each_thing_it_was_measured_on_once() -> None:
    text = measured_on([tab(), tab(None), tab(replaced(CHECKPOINT, title="Two")), tab(device="cuda")])
    assert text.startswith(
        "Where the numbers on this page come from: Tiny (revision abc123d), Two (revision abc123d), fresh models;"
    )
    assert "; torch 2.13.0; cpu, cuda." in text


CELLS = {"what": "`weight = …`", "one": "problem: no"}
JOINED = JoinedTable("one", 3, "Of `weight`.", "row", ("what", "one"), {"First": ("padding/row",)})


def joined(*rows: Any, since: str = "") -> tuple[str, list[str]]:
    """The table of the one claim, whose runs gave these facts."""
    runs = {str(place): run({"row": row}) for place, row in enumerate(rows)}
    holds = {"padding/row": ClaimAnswers("", {"t": Answer("holds")})}
    libraries = Libraries([LibrarySet("t", "transformers", "4.1.0", Base())] if since else [], [], frozenset(), {})
    found = context(
        snippets=[replace(SNIPPET, name="row", imports=("transformers",))],
        runs={"padding/row": runs},
        panels={"padding/row": "ties/index.md"},
        answers=holds if since else {},
        joined_tables=[JOINED],
        libraries=libraries,
    )
    files, problems = joined_tables(found)
    return files.get("tables/joined/one.md", ""), problems


def test_a_row_of_a_joined_table_leads_to_its_claim() -> None:
    text, problems = joined([CELLS], since="transformers 4.1.0")
    assert problems == []
    assert '<th scope="row"><a href="../c/row/"><code>weight = …</code></a></th>' in text
    assert '<td class="grade-problem">problem: no</td><td>transformers 4.1.0</td></tr>' in text
    assert '<th colspan="3" scope="rowgroup"><span>First</span></th>' in text
    assert "<p>Of <code>weight</code>.</p>" in text
    assert "<code>a.<wbr>b_<wbr>c(…)</code>, d_e</a>" in joined([{**CELLS, "what": "`a.b_c(…)`, d_e"}])[0]
    assert "<td>—</td></tr>" in joined([CELLS])[0]


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "padding/row gives no `row`, a list of one dict"),
        (["yes"], "gives no `row`"),
        ([[CELLS, CELLS]], "gives no `row`"),
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
