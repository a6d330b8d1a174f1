import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from explainer.facts.record import CheckpointFiles, RunRecord
from explainer.inputs.content import Checkpoint, Term
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.inputs.pages import unlinked_terms
from explainer.inputs.snippets import Snippet
from explainer.render import overviews
from explainer.render.overviews import claims_table
from explainer.versions.answers import Answer, AnswerState
from tests.explainer.parts import PAGE, answered, context, measured, replaced, run
from tests.explainer.parts import SNIPPET as PART

SNIPPET = replace(PART, claim="The `row` is < zero.", checkpoint_id="org/tiny", needs=("mlm_head",))
TINY = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset({"mlm_head"}), (), {})
AWAY = replaced(TINY, slug="away", id="org/away", title="Away")
FILES = CheckpointFiles("", "")
RUN = run(on=measured(tiny=FILES))


def table(runs: dict[str, RunRecord], *, of: Snippet = SNIPPET, **more: Any) -> str:
    recorded = {of.key: runs} if runs else {}
    return claims_table(context(runs=recorded, panels={of.key: "padding/index.md"}, snippets=[of], **more), PAGE)


def test_a_claim_names_the_models_on_which_it_holds() -> None:
    bare = replaced(TINY, slug="bare", id="org/bare", title="Bare")
    failed = msgspec.structs.replace(run(on=measured(bare=FILES)), answer="fails")
    text = table({"tiny": RUN, "bare": failed}, checkpoints=[TINY, AWAY, bare])
    assert '<th scope="row"><a href="../c/row-is-zero/">The <code>row</code> is &lt; zero.</a>' in text
    assert '<th scope="col" data-filter="Tiny|Away|Bare">model</th>' in text
    assert '<td data-in="0 2">Tiny; does not hold on Bare</td>' in text
    assert "release" not in text


def test_a_claim_that_is_run_once_names_the_model_that_it_read_or_none() -> None:
    assert '<td data-in="0">Tiny</td>' in table({"once": RUN}, checkpoints=[TINY])
    assert "<td>—</td>" in table({"once": run()}, checkpoints=[TINY])
    assert "<td" not in table({}, checkpoints=[TINY])


def test_a_claim_names_the_releases_in_which_it_holds() -> None:
    sets = [LibrarySet("transformers", f"4.{minor}.0") for minor in range(5)]
    given: list[AnswerState] = ["holds", "fails", "holds", "holds", "cannot"]
    answers = {SNIPPET.key: answered(sets, map(Answer, given))}
    of = replace(SNIPPET, imports=("transformers",))
    more: Any = {"libraries": Libraries(sets, [], frozenset(), {}), "answers": answers}
    text = table({"once": RUN}, of=of, **more)
    assert 'data-filter="transformers 4.4.0|transformers 4.3.0|' in text
    assert '<td data-in="1-2 4">4.0.0, 4.2.0–4.3.0</td>' in text
    assert "<td>not tested</td>" in table({"once": RUN}, of=of, **{**more, "answers": {}})
    assert "<td>—</td>" in table({"once": RUN}, **more), "it imports nothing that varied"


def test_topics_have_titles_and_an_order() -> None:
    others = [replace(SNIPPET, topic=topic) for topic in ("a_topic", "b_topic", "c_topic")]
    runs = {one.key: {"once": RUN} for one in others}
    text = claims_table(context(runs=runs, snippets=others, topics={"c_topic": "Third", "b_topic": "Second"}), PAGE)
    assert re.findall('rowgroup"><span>(.*?)</span>', text) == ["Third", "Second", "a topic"]


def test_the_checkpoints_say_whether_anything_was_measured_on_them() -> None:
    lines = overviews.checkpoint_table(
        context(runs={SNIPPET.key: {"tiny": RUN}}, checkpoints=[TINY, AWAY])
    ).splitlines()
    assert lines[2].endswith("| yes |")
    assert lines[3].endswith("| not yet |")
    assert "at revision `abc123d`" in lines[2]


TERMS = [Term("Logit", 1, 'A `score` that "counts".', ("logits",)), Term("State dict", 2, "A table.", ())]


def test_a_term_is_a_heading_and_a_reference() -> None:
    assert "## State dict { #state-dict }" in overviews.glossary(TERMS)
    assert '[logit]: ../glossary/index.md#logit "A score that ”counts”."' in overviews.references(
        context(glossary=TERMS), PAGE
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("A [logit][logit] is a logit.", None),
        ("# A logit\n\n`logit` and ```logit```", None),
        ("{{ facts.logit }} <a logit> logitech", None),
        (
            "The logits are high.",
            "docs/a/index.md:1: `logits` is in the glossary; link it at first use: [logits][logit]",
        ),
        ("One Logit.\n\nA [logit][logit].", "docs/a/index.md:1: `Logit`"),
        ("All\na state dict holds", "docs/a/index.md:2: `state dict`"),
    ],
)
def test_a_word_of_the_glossary_is_linked_at_its_first_use(text: str, complaint: str | None) -> None:
    lines = unlinked_terms({"a/index.md": text, "index.md": "A logit.", "glossary/index.md": "A logit."}, TERMS)
    assert (lines == []) if complaint is None else lines[0].startswith(complaint)
