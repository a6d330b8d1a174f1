from dataclasses import replace
from typing import Any

from explainer.facts.record import CheckpointFiles
from explainer.inputs.checkpoints import Checkpoint
from explainer.inputs.library_versions import Base, Libraries, LibrarySet
from explainer.inputs.statements import Statement
from explainer.render.context import Tab
from explainer.render.markup import fenced
from explainer.render.provenance import measured_on
from explainer.render.statements import statements
from explainer.versions.answers import Answer, ClaimAnswers
from tests.explainer.parts import SNIPPET, context, measured, replaced

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


def test_a_statement_shows_verdict_source_and_proof() -> None:
    entry = Statement(
        "x", 1, "It is so.", "a thread", "https://e.org", "false alarm", "No.", "padding", ("padding/row",)
    )
    claims = [replace(SNIPPET, name="row", claim="The `[PAD]` row is so.", imports=("transformers",))]
    holds = {"padding/row": ClaimAnswers("", {"t": Answer("holds")})}
    libraries = Libraries([LibrarySet("t", "transformers", "4.0.0", Base())], [], frozenset(), {})
    site: dict[str, Any] = {"snippets": claims, "libraries": libraries}
    elsewhere = context(panels={"padding/row": "tying/index.md"}, answers=holds, **site)
    text = statements([entry], elsewhere, "padding/index.md")
    assert "**False alarm.** No." in text
    assert "[a thread](https://e.org)" in text
    since = "(holds wherever it could be tested, from transformers 4.0.0 on)"
    assert f"[The `[PAD]` row is so.](../c/row.md) {since}\n" in text
    assert "What to do" not in text
    assert "verdict-false-alarm" in text
    same_page = statements([entry], context(panels={"padding/row": "padding/index.md"}, **site), "padding/index.md")
    assert "is so.](#claim-row)\n" in same_page


def test_a_statement_says_what_to_do_in_code_that_can_be_copied() -> None:
    entry = Statement("x", 1, "So.", "a thread", "https://e.org", "right", "Yes.", "padding", (), "print(1)\n")
    text = statements([entry], context(), "padding/index.md")
    assert "Yes.\n\nWhat to do:\n{ .do }\n\n```{ .python " in text
    assert "}\nprint(1)\n```\n\nFrom [" in text


def test_a_page_names_each_thing_it_was_measured_on_once() -> None:
    text = measured_on([tab(), tab(None), tab(replaced(CHECKPOINT, title="Two")), tab(device="cuda")])
    assert text.startswith(
        "This page was measured on Tiny at abc123d, Two at abc123d, models and tensors made on the spot;"
    )
    assert "; torch 2.13.0; cpu, cuda." in text
