from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explainer.errors import UserError
from explainer.inputs.checkpoints import Checkpoint
from explainer.inputs.ledgers import Statement, Term, read_figures, read_glossary
from explainer.inputs.pages import first_quote, unlinked_terms
from explainer.inputs.snippets import Snippet
from explainer.render import overviews

SNIPPET = Snippet(
    topic="padding",
    name="row_is_zero",
    path=Path("snippets/padding/row_is_zero.py"),
    source="",
    claim="The `row` is < zero.",
    parameter="org/tiny",
    needs=("mlm_head",),
    tolerance=1e-4,
    imports=(),
    assigned=frozenset(),
    strings=frozenset(),
    seeded=False,
)
TINY = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset({"mlm_head"}), (), {})
BARE = replace(TINY, slug="bare", id="org/bare", title="Bare", has=frozenset())
AWAY = replace(TINY, slug="away", id="org/away", title="Away")
RUN: dict[str, Any] = {"measured": {"tiny": {}}, "facts": {}}
RECORD: dict[str, Any] = {"padding": {"row_is_zero": {"claim": "", "runs": {"tiny": RUN}}}}
PAGES = {"padding/row_is_zero": "padding/index.md"}


def test_a_claim_says_on_which_checkpoints_it_holds() -> None:
    table = overviews.claims_by_checkpoint([SNIPPET], [TINY, BARE, AWAY], RECORD, PAGES, "claims/index.md")
    assert '<a href="../padding/#claim-row-is-zero">The <code>row</code> is &lt; zero.</a>' in table
    cells = table.split("</a></td>")[1].split("</tr>")[0]
    assert (
        cells
        == '<td class="holds">holds</td><td class="cannot">has no mlm head</td><td class="cannot">not run yet</td>'
    )


def test_a_claim_without_a_checkpoint_and_one_never_run() -> None:
    once = {"padding": {"row_is_zero": {"claim": "", "runs": {"once": RUN}}}}
    assert "holds (asked once)" in overviews.claims_by_checkpoint([SNIPPET], [TINY], once, PAGES, "x/index.md")
    assert "holds" not in overviews.claims_by_checkpoint([SNIPPET], [TINY], {}, PAGES, "x/index.md")


def test_the_checkpoints_say_whether_anything_was_measured_on_them() -> None:
    lines = overviews.checkpoint_table([TINY, AWAY], RECORD).splitlines()
    assert lines[2].endswith("| yes |")
    assert lines[3].endswith("| not yet |")
    assert "at revision `abc123d`" in lines[2]


def test_statements_have_filters_for_what_there_is() -> None:
    said = Statement("one", 1, "It is zero.", "thread", "https://example.org", "half", "Why.", "padding", ())
    text = overviews.all_statements([said], {}, {}, "claims/index.md")
    assert 'value="padding"' in text
    assert 'value="half"' in text
    assert 'value="wrong"' not in text
    assert 'class="statement verdict-half topic-padding"' in text
    assert "#said-one" in text
    assert " hidden " in text.splitlines()[0]  # without JavaScript there is nothing to choose


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
    fact = "facts.a.b.once.norm"
    quote = first_quote({"a/index.md": f"one\n{{{{ {fact} | round(2) }}}}"}, fact)
    assert quote is not None
    assert (quote.page, quote.line, quote.digits) == ("a/index.md", 2, 2)
    assert first_quote({"a/index.md": "nothing"}, fact) is None


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("draw: rows", "drawn: rows", "figures.yml:2: `tall`: `draw` is missing or of the wrong kind"),
        ("a.b.once", "a.c.once", "figures.yml:2: `tall`: `facts` is topic.snippet.run, of a snippet that is there"),
        ("a.b.once", "a.b", "figures.yml:2: `tall`: `facts` is topic.snippet.run, of a snippet that is there"),
    ],
)
def test_a_broken_ledger_of_figures(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    good = "figures:\n  tall: {draw: rows, facts: a.b.once, title: t, caption: c}\n"
    (tmp_path / "figures.yml").write_text(good)
    assert read_figures(tmp_path, {"a/b"})[0].facts == "a.b.once"
    (tmp_path / "figures.yml").write_text(good.replace(old, new))
    with pytest.raises(UserError) as error:
        read_figures(tmp_path, {"a/b"})
    assert error.value.lines[0].startswith(complaint)


def test_a_broken_glossary(tmp_path: Path) -> None:
    (tmp_path / "glossary.yml").write_text("terms:\n  Logit: {meaning: a score}\n")
    with pytest.raises(UserError, match="`Logit`: `means` is missing"):
        read_glossary(tmp_path)
