import re
from dataclasses import replace

import pytest

from explainer.facts.record import CheckpointFiles
from explainer.inputs.content import Checkpoint, Term
from explainer.inputs.pages import unlinked_terms
from explainer.inputs.quotes import first_quote
from explainer.render import overviews
from explainer.render.overviews import claims_by_checkpoint
from tests.explainer.parts import SNIPPET as PART
from tests.explainer.parts import context, measured, replaced, run

SNIPPET = replace(PART, claim="The `row` is < zero.", parameter="org/tiny", needs=("mlm_head",))
TINY = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset({"mlm_head"}), (), {})
BARE = replaced(TINY, slug="bare", id="org/bare", title="Bare", has=frozenset())
AWAY = replaced(TINY, slug="away", id="org/away", title="Away")
RUN = run(on=measured(tiny=CheckpointFiles("", "")))
PAGES = {SNIPPET.key: "padding/index.md"}


def table(slug: str | None, *checkpoints: Checkpoint) -> str:
    runs = {SNIPPET.key: {slug: RUN}} if slug else {}
    found = context(runs=runs, panels=PAGES, snippets=[SNIPPET], checkpoints=[*checkpoints])
    return claims_by_checkpoint(found)


def test_a_claim_says_on_which_checkpoints_it_holds() -> None:
    text = table("tiny", TINY, BARE, AWAY)
    assert '<th scope="row"><a href="../c/row-is-zero/">The <code>row</code> is &lt; zero.</a>' in text
    cells = re.sub(' data-label="[^"]*"', "", text.split("</a></th>")[1].split("</tr>")[0])
    assert (
        cells
        == ' <td class="holds">holds</td> <td class="cannot">has no mlm head</td> <td class="cannot">not run yet</td>'
    )


def test_a_checkpoint_of_another_kind_is_only_for_claims_that_say_what_they_need() -> None:
    plain, kind = replace(SNIPPET, needs=()), replaced(AWAY, by_default=False)
    found = context(runs={plain.key: {"tiny": RUN}}, panels=PAGES, snippets=[plain], checkpoints=[TINY, kind])
    assert claims_by_checkpoint(found).count(">not for this kind</td>") == 1


def test_a_claim_without_a_checkpoint_and_one_never_run() -> None:
    assert "holds (run once)" in table("once", TINY)
    assert "holds" not in table(None, TINY)


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
    assert '[logit]: ../glossary/index.md#logit "A score that ”counts”."' in overviews.references(TERMS)


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


def test_the_first_quote_of_a_fact_knows_how_it_is_rounded() -> None:
    fact = "facts.a.b.norm"
    quote = first_quote({"a/index.md": f"one\n{{{{ {fact} | round(2) }}}}"}, fact)
    assert quote is not None
    assert (quote.page, quote.line, quote.digits) == ("a/index.md", 2, 2)
    assert first_quote({"a/index.md": "nothing"}, fact) is None
