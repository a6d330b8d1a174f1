from typing import Any

from explainer.facts.record import CheckpointFiles
from explainer.inputs.content import Checkpoint
from explainer.render.context import ShownRun
from explainer.render.markup import fenced
from explainer.render.provenance import measured_on
from tests.explainer.parts import measured, replaced

CHECKPOINT = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset(), (), {})
FILES = CheckpointFiles("abc123d", CHECKPOINT.digest)
MEASURED = measured(tiny=FILES)


def shown_run(checkpoint: Checkpoint | None = CHECKPOINT, output: str = "fine\n", **different: Any) -> ShownRun:
    uses = [checkpoint] if checkpoint else []
    return ShownRun(checkpoint, uses, replaced(MEASURED, **different), {}, output)


def test_nothing_in_an_output_can_end_its_block_or_include_a_file() -> None:
    text = fenced('```\n--8<-- "secret.md"\n  --8<-- "x"', "text")
    assert text.startswith('````{ .text data-search-exclude="" }\n')
    assert text.endswith("\n````")
    assert '\n;--8<-- "secret.md"' in text
    assert '\n  ;--8<-- "x"' in text


def test_a_page_names_each_thing_it_was_measured_on_once() -> None:
    text = measured_on(
        [shown_run(), shown_run(None), shown_run(replaced(CHECKPOINT, title="Two")), shown_run(device="cuda")]
    )
    assert text.startswith(
        "Where the numbers on this page come from: Tiny (revision abc123d), Two (revision abc123d), fresh models;"
    )
    assert "; torch 2.13.0; cpu, cuda." in text


def test_a_page_whose_programs_load_no_library_names_none() -> None:
    text = measured_on([shown_run(None, versions={"python": "3.11.7"})])
    assert text.startswith("Where the numbers on this page come from: files of the repository; cpu.")
