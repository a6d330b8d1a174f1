"""Check statements: in full on a topic's page, and in a line each on the page that lists all."""

from dataclasses import replace

from explainer.inputs.content import Statement
from explainer.render.context import Context
from tests.explainer.parts import SNIPPET, context, every_view, replaced

KEY = "padding/row_is_zero"
STATEMENT = Statement(
    "so_it_is", 1, "It is `so`.", "a thread", "https://e.org/?a=1&b=2", "false alarm", "No.", "padding", (KEY,)
)
PADDING = "padding/index.md"
ALL = "all/index.md"


def site(*statements: Statement, shown: str = PADDING) -> Context:
    """Return a site with the claim's panel on the page `shown`, and its statements on another page."""
    pages = {PADDING: '--8<-- "statements/padding.md"\n', ALL: '--8<-- "said/padding.md"\n'}
    pages[shown] = pages.get(shown, "") + f'--8<-- "panels/{KEY}.md"\n'
    claim = replace(SNIPPET, claim="The `[PAD]` row is zero.")
    found = context(snippets=[claim], statements=list(statements))
    return replace(found, site=replace(found.site, pages=pages))


def test_a_statement_has_its_verdict_first_then_why_its_source_and_what_settles_it() -> None:
    text = every_view(site(STATEMENT))["statements/padding.md"]
    assert "**False alarm:** It is `so`. [#](#said-so-it-is)" in text
    assert "\n{ .says #said-so-it-is }\n\nNo.\n" in text
    assert "Said in [a thread](https://e.org/?a=1&b=2). Settled by:" in text
    assert "- [The `[PAD]` row is zero.](#claim-row-is-zero)\n" in text
    assert 'class="statement verdict-false-alarm"' in text
    assert "What to do" not in text
    elsewhere = every_view(site(STATEMENT, shown="tying/index.md"))["statements/padding.md"]
    assert "row is zero.](../c/row-is-zero.md)\n" in elsewhere


def test_a_statement_says_what_to_do_in_code_that_can_be_copied() -> None:
    text = every_view(site(replaced(STATEMENT, do="print(1 < 2)\n")))["statements/padding/so_it_is.md"]
    assert "No.\n\nWhat to do:\n{ .do " in text
    assert "}\nprint(1 < 2)\n```\n\nSaid in [" in text


def test_the_page_of_all_has_a_line_for_each_by_the_folder_that_shows_it() -> None:
    unseen = replaced(STATEMENT, name="unseen", topic="elsewhere")
    files = every_view(site(STATEMENT, unseen))
    assert [name for name in files if name.startswith("said/")] == ["said/padding.md"]
    assert files["said/padding.md"].count("\n- ") == 1
    line = "- **False alarm:** It is `so`. [Why](../padding/index.md#said-so-it-is)\n"
    assert line + "  { #said-so-it-is .verdict-false-alarm }\n" in files["said/padding.md"]
    # Nothing includes this one: it is in the folder of its topic, and in full on its claim's own page.
    made = site(STATEMENT, unseen)
    made.site.pages["tying/index.md"] = '--8<-- "measured/elsewhere.md"\n'
    assert "[Why](../c/row-is-zero.md#said-unseen)" in every_view(made)["said/tying.md"]
