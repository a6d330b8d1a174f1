"""Check the files for programs that read the site: `llms.txt` and `claims.json`."""

import json
from dataclasses import replace
from typing import Any

import pytest

from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.inputs.pages import description_of
from explainer.render.context import Context
from explainer.render.machine_files import machine_readable_files
from explainer.versions.answers import Answer
from tests.explainer.parts import SNIPPET, answered, context, run

KEY = "padding/row_is_zero"
SETS = [LibrarySet("torch", f"{n}.0") for n in (1, 2)]
HOME = "---\nhide: [toc]\ndescription: Rows & ranks.\n---\n\n# A site\n"
PAGES = {"index.md": HOME, "padding/index.md": f'# Padding\n\n{{{{ program("{KEY}") }}}}\n', "notes.md": "# Notes\n"}


def made(**changed: Any) -> Context:
    fields: dict[str, Any] = {
        "snippets": [replace(SNIPPET, imports=("torch",))],
        "runs": {KEY: {"once": run()}},
        "outputs": {(KEY, "once"): "0\n"},
        "libraries": Libraries(SETS, [], frozenset(), {}),
        "answers": {KEY: answered(SETS, (Answer("fails"), Answer("holds")))},
        "pages": PAGES,
        "nav": (("", ("index.md",)), ("The row", ("padding/index.md", "gone.md"))),
    }
    return context(**{**fields, **changed})


def test_a_claim_is_an_entry_with_its_answers_and_addresses() -> None:
    [entry] = json.loads(machine_readable_files(made())["../claims.json"])["claims"]
    assert (entry["name"], entry["claim"], entry["holds_on"]) == (KEY, "The row is zero.", [])
    assert entry["address"] == "c/row-is-zero/"
    assert entry["explained"] == "padding/#claim-row-is-zero"
    assert [(one["answer"], one["first"], one["last"]) for one in entry["releases"]] == [
        ("fails", "torch 1.0", "torch 1.0"),
        ("holds", "torch 2.0", "torch 2.0"),
    ]


def test_pages_are_listed_by_section_in_the_order_of_the_navigation() -> None:
    text = machine_readable_files(made())["../llms.txt"]
    assert text.startswith("# A site\n\n> Rows & ranks.\n")
    assert "## The row\n\n- [Padding](padding/)\n" in text
    assert "Notes" not in text
    assert "- [Notes](notes/)" in machine_readable_files(made(nav=()))["../llms.txt"]


def test_a_site_without_claims_or_without_a_home_has_none_of_it() -> None:
    assert machine_readable_files(made(runs={}, pages={})) == {}
    assert machine_readable_files(made(runs={})).keys() == {"../llms.txt"}
    assert "claims.json" not in machine_readable_files(made(runs={}))["../llms.txt"]


@pytest.mark.parametrize("text", ["# A page\n", "---\ntitle: x\n---\n\ndescription: no\n", ""])
def test_only_front_matter_describes_a_page(text: str) -> None:
    assert description_of(HOME) == "Rows & ranks."
    assert description_of(text) == ""


def test_how_much_there_is_can_be_quoted() -> None:
    names = made().quotable
    assert (names["counted.claims"], names["counted.tested"], names["counted.sets"]) == (1, 1, 2)
    assert (names["counted.models"], names["counted.measured_on"], names["counted.not_measured"]) == (0, "", "")
