"""Check a claim's panel and its own page."""

import html
from dataclasses import replace
from typing import Any

import pytest

from explainer.fact_values import MAX_SCALARS, PlainValue
from explainer.facts.record import CheckpointFiles
from explainer.inputs.content import ONCE, Checkpoint, Statement
from explainer.render.claims import EXPLANATION_PAGE, SCOPE_ANCHOR, SCOPE_LABELS, code_of
from explainer.render.context import Context, address, link_between
from explainer.render.files import site_views
from explainer.render.overviews import claims_table
from tests.explainer.parts import PAGE, SNIPPET, context, every_view, measured, replaced, run

TINY = Checkpoint("tiny", "org/tiny", "Tiny", "abc123def", "tests", frozenset(), (), {})
TWO = replaced(TINY, slug="two", id="org/two", title="Two")
FILES = CheckpointFiles("abc123d", TINY.digest)
PANEL, OWN = "program/padding/row_is_zero", "../c/row-is-zero.md"


def site(*on: Checkpoint, output: str = "first\nfine\n", page: str = "padding/index.md", **parts: Any) -> Context:
    """Return a site with one claim that ran on these checkpoints, or once; `snippet` and `measured` change them."""
    snippet = replace(SNIPPET, **parts.pop("snippet", {}))
    different = parts.pop("measured", {})
    runs = {
        checkpoint.slug: run(
            parts.pop("facts", {}), replaced(measured(), **{"checkpoints": {checkpoint.slug: FILES}, **different})
        )
        for checkpoint in on
    } or {ONCE: run(parts.pop("facts", {}), replaced(measured(), **different))}
    return context(
        runs={snippet.key: runs},
        outputs={(snippet.key, slug): output for slug in runs},
        panels={snippet.key: page},
        snippets=[snippet],
        checkpoints=list(on),
        **parts,
    )


ADVICE = "advice/padding/row_is_zero"


def test_a_panel_has_the_sentence_its_mark_the_open_program_and_what_it_prints() -> None:
    text = every_view(site(TINY))[PANEL]
    for part in (
        'The row is zero. [✓](../c/row-is-zero.md "',
        "{ .claim #claim-row-is-zero }",
        "assert True",
        "first\nfine",
    ):
        assert part in text
    assert '"""' not in text  # the sentence is there already
    assert "???" not in text


def test_advice_is_an_item_of_a_list_with_the_first_sentence_alone() -> None:
    claim = "Pad on the left. In GPT-2, with float32."
    text = every_view(site(TINY, snippet={"claim": claim}))[ADVICE]
    assert text.startswith("- Pad on the left. [✓](../c/row-is-zero.md")
    assert '"Details: In GPT-2, with float32&#10;Prints: fine"' in text


def test_a_mark_has_nothing_that_would_end_its_title_or_a_table_s_cell() -> None:
    printed = '[PAD] "x" | `y` {{ z }} <b> \\n' + "long " * 40
    text = every_view(site(output=printed))[ADVICE]
    title = text.partition('.md "')[2].rpartition('"){ .proof')[0]
    assert html.unescape(title).startswith("Prints: [PAD] ”x” ¦ y {{ z }} <b> n")
    assert title.endswith(" …")
    assert not {*'"|`{}()[]<>\\'} & {*title}


def test_a_long_table_is_a_file_to_load() -> None:
    rows: list[dict[str, PlainValue]] = [{"step": step, "loss, held out": 0.5} for step in range(MAX_SCALARS // 2 + 1)]
    files = every_view(site(TINY, facts={"curves": rows}))
    table, file = "table/padding/row_is_zero/curves", "tables/padding/row_is_zero/curves.tiny.csv"
    assert table not in files
    assert files[file].splitlines()[:2] == ['step,"loss, held out"', "0,0.5"]
    files = every_view(site(TINY, facts={"curves": rows[:-1]}))
    assert table in files
    assert file not in files


def test_the_line_that_decides_may_be_marked_and_is_escaped() -> None:
    text = every_view(site(TINY, TWO, output="1 < 2 & so on\nlast\n", snippet={"decides": "so on"}))[PANEL]
    assert "<samp>1 &lt; 2 &amp; so on</samp>" in text


def test_several_checkpoints_have_a_line_each_with_its_name() -> None:
    text = every_view(site(TINY, TWO))[PANEL]
    assert text.index("<span>Tiny</span> <samp>fine") < text.index("<span>Two</span> <samp>fine")
    assert "<span>" not in every_view(site(TINY))[PANEL]


def test_links_start_from_the_page_that_shows_the_panel() -> None:
    panel = dict(site_views(site()))[PANEL]
    assert "[✓](c/row-is-zero.md " in panel("index.md")
    assert "[✓](../../c/row-is-zero.md " in panel("a/b/index.md")
    assert [address(page) for page in ("index.md", "a/index.md", "a/b.md")] == ["", "a/", "a/b/"]
    assert link_between("a/b.md", "c/row.md") == "../../c/row/"
    assert link_between("a/index.md", "c/row.md") == "../c/row/"


@pytest.mark.parametrize("scope", ["arithmetic", "library"])
def test_a_badge_says_the_scope_with_a_link_to_what_explains_it(scope: str) -> None:
    made = site(snippet={"scope": scope})
    assert f"\n{SCOPE_LABELS[scope]}\n{{ .badge" in every_view(made)[OWN]
    made.site.pages[EXPLANATION_PAGE] = f"## Scope {{ #{SCOPE_ANCHOR} }}"
    assert f"\n[{SCOPE_LABELS[scope]}](../{EXPLANATION_PAGE}#{SCOPE_ANCHOR})\n{{ .badge" in every_view(made)[OWN]


def test_a_badge_names_the_files_or_counts_the_runs() -> None:
    assert "\ncheckpoint: measured on Tiny\n{ .badge" in every_view(site(TINY, snippet={"scope": "checkpoint"}))[OWN]
    experiment = site(snippet={"scope": "experiment"}, facts={"seeds_run": 5})
    assert "\nexperiment: 5 runs\n{ .badge" in every_view(experiment)[OWN]


def test_a_claim_has_a_page_of_its_own_with_every_output() -> None:
    text = every_view(site(TINY, TWO))[OWN]
    for part in (
        'title: "The row is zero."',
        "# The row is zero. { .claim-title }",
        '=== "Tiny"',
        '`checkpoint = "org/two"`',
        "    first\n    fine",
        "Run with Tiny (revision abc123d), torch 2.13.0, on cpu; the result has been the same since 2026-01-02.",
        "(../padding/index.md#claim-row-is-zero)",
        "“The row is zero.” Holds with torch 2.13.0 on Tiny, Two:",
    ):
        assert part in text
    assert "settles" not in text
    assert "===" not in every_view(site())[OWN]  # run once


def test_an_output_of_an_earlier_version_says_so() -> None:
    for name in (PANEL, OWN):
        assert "earlier version" in every_view(site(measured={"snippet_digest": "another"}))[name]
        assert "earlier version" not in every_view(site())[name]


def test_a_number_stands_under_the_revision_it_was_measured_on() -> None:
    text = every_view(site(TINY, measured={"checkpoints": {"tiny": CheckpointFiles("0ldrev7", "other")}}))[OWN]
    assert "with Tiny (revision 0ldrev7)" in text
    assert "an older revision of the checkpoint" in text
    assert "an older revision of the checkpoint" not in every_view(site(TINY))[OWN]


def test_its_page_says_what_it_settles() -> None:
    statement = Statement(
        "x", 1, "It is `one`.", "a thread", "https://e.org", "wrong", "No.", "padding", (SNIPPET.key,)
    )
    made = site(statements=[statement])
    assert "It is `one`." not in every_view(made)[OWN]  # no page tells why
    made = site(statements=[statement])  # another one: a context remembers which pages show what
    made.site.pages["padding/index.md"] += '{{ said("padding") }}\n'
    text = every_view(made)[OWN]
    assert "No.\n" not in text
    assert "- **Wrong:** It is `one`. [Why](../padding/index.md#said-x)" in text


def test_its_page_shows_what_differs_in_the_program_of_an_older_library() -> None:
    older = {SNIPPET.key: (("old_library", SNIPPET.source.replace("True", "1 == 1")),)}
    text = every_view(site(variants=older))[OWN]
    for part in (
        '??? note "With old-library: the lines that differ"',
        "    -assert True\n    +assert 1 == 1",
        "snippets/padding/row_is_zero.old_library.py",
    ):
        assert part in text


def test_settings_that_the_badge_says_are_not_in_the_shown_program() -> None:
    head = '"""It is."""\n\nimport torch\n\nneeds = ("encoder",)\nscope = "library"\ndecides = "x"\n'
    source = head + "tolerance = 0.1\n\nassert torch\n"
    assert code_of(source) == "import torch\n\ntolerance = 0.1\n\nassert torch"


def test_the_table_of_claims_has_a_column_where_a_claim_has_a_scope() -> None:
    for scope, shown in (("library", "<td>library</td>"), (None, "")):
        text = claims_table(site(snippet={"scope": scope}), PAGE)
        assert ('<th scope="col" data-filter="">scope</th>' in text) == bool(scope)
        assert f"The row is zero.</a></th>{shown}</tr>" in text
