"""Check the breadcrumbs of pages that no menu lists, and the line about the last run in the footer."""

from typing import Any

from explainer.render import breadcrumbs
from explainer.render.context import Context
from explainer.render.provenance import last_run_line
from tests.explainer.parts import SNIPPET, context, every_view, measured, replaced, run

KEY, CLAIMS = SNIPPET.key, '{{ measured("claims") }}\n'
NAV = (
    ("", ("index.md",)),
    ("Rows", ("rows/index.md", "rows/all.md")),
    ("Tools", ("tools/index.md", "claims/index.md")),
)
LIST = {"title": "Claims", "address": "claims/"}


def site(pages: dict[str, str], nav: Any = NAV) -> Context:
    return context(
        snippets=[SNIPPET],
        runs={KEY: {"once": run()}},
        outputs={(KEY, "once"): "0\n"},
        pages={"claims/index.md": CLAIMS, **pages},
        nav=nav,
    )


def crumbs(pages: dict[str, str], page: str | None, nav: Any = NAV) -> list[dict[str, str]]:
    return breadcrumbs.crumbs_of_claims("padding", page, site(pages, nav))


def test_the_way_to_a_claim_begins_at_the_tab_of_the_page_that_shows_it() -> None:
    rows = {"title": "Rows", "address": "rows/"}
    assert crumbs({}, "rows/all.md") == [rows, LIST]
    assert crumbs({"rows/all.md": '{{ program("padding/other") }}\n'}, None) == [rows, LIST]  # or most of its topic
    assert crumbs({}, None) == crumbs({}, "index.md") == [{"title": "Tools", "address": "tools/"}, LIST]
    assert crumbs({}, "rows/all.md", nav=()) == [LIST]
    assert breadcrumbs.crumbs_of_claims("padding", None, context()) == []


def test_a_claim_s_page_says_the_way_to_it() -> None:
    files = every_view(site({"rows/all.md": f'{{{{ program("{KEY}") }}}}\n'}))
    line = 'crumbs: [{"address": "rows/", "title": "Rows"}, {"address": "claims/", "title": "Claims"}]\n'
    assert line in files["../c/row-is-zero.md"].partition("\n---\n")[0]


def test_the_foot_says_when_and_with_what_the_record_was_last_run() -> None:
    later = replaced(measured(), date="2026-02-03", versions={"torch": "2.14.0", "transformers": "5.0.0"})
    both = context(runs={KEY: {"once": run()}, "padding/other": {"once": run(on=later)}})
    assert last_run_line(both) == ("Last run on 2026-02-03 with torch 2.13.0, 2.14.0 and transformers 5.0.0")
