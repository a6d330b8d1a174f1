"""Check statements: each in full on the page that lists its section."""

from dataclasses import replace

from explainer.inputs.content import Statement
from explainer.render.context import Context
from tests.explainer.parts import SNIPPET, context, every_view, replaced

KEY = "padding/row_is_zero"
STATEMENT = Statement(
    "so_it_is", 1, "It is `so`.", "a thread", "https://e.org/?a=1&b=2", "false alarm", "No.", "padding", (KEY,)
)
PADDING, ALL, SAID = "padding/index.md", "all/index.md", "said/padding"


def site(*statements: Statement) -> Context:
    """Return a site with the claim's panel on one page, and its section's statements on another."""
    pages = {PADDING: f'{{{{ program("{KEY}") }}}}\n', ALL: '{{ said("padding") }}\n'}
    claim = replace(SNIPPET, claim="The `[PAD]` row is zero.")
    found = context(snippets=[claim], statements=list(statements))
    return replace(found, site=replace(found.site, pages=pages))


def test_a_statement_has_its_verdict_first_then_why_its_source_and_what_settles_it() -> None:
    text = every_view(site(STATEMENT))[SAID]
    assert 'class="statement verdict-false-alarm"' in text
    assert "### **False alarm:** It is `so`. { #said-so-it-is .says }\n" in text
    assert "<summary>Why</summary>\n\nNo.\n" in text
    assert "Said in [a thread](https://e.org/?a=1&b=2). Settled by:" in text
    assert "- [The `[PAD]` row is zero.](../c/row-is-zero.md)\n" in text
    assert "What to do" not in text


def test_a_statement_says_what_to_do_in_code_that_can_be_copied() -> None:
    text = every_view(site(replaced(STATEMENT, do="print(1 < 2)\n")))[SAID]
    assert "No.\n\nWhat to do:\n{ .do " in text
    assert "}\nprint(1 < 2)\n```\n\nSaid in [" in text


def test_a_section_lists_the_statements_of_its_topics() -> None:
    statements = STATEMENT, replaced(STATEMENT, name="unseen", topic="elsewhere")
    files = every_view(site(*statements))
    assert [name for name in files if name.startswith("said/")] == [SAID]
    assert files[SAID].count("<summary>") == 1
    made = site(*statements)  # another one: a context remembers which pages show what
    made.site.pages["tying/index.md"] = '{{ measured("elsewhere") }}\n'
    assert "#said-unseen" in every_view(made)["said/tying"]
