"""Small sites for the tests of what is rendered: a snippet, a run, and everything that they are rendered from."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from explainer.fact_values import PlainValue
from explainer.facts.record import CheckpointFiles, ClaimRecord, Provenance, Record, RunRecord, output_path, read_record
from explainer.inputs.library_versions import Libraries, LibrarySet
from explainer.inputs.site import Site
from explainer.inputs.snippets import Snippet
from explainer.paths import Project
from explainer.render.context import Context
from explainer.render.files import claim_files, site_views
from explainer.versions.answers import Answer, ClaimAnswers

ROOT = Path(__file__).resolve().parents[2]

SNIPPET = Snippet(
    topic="padding",
    name="row_is_zero",
    path=Path("snippets/padding/row_is_zero.py"),
    source='"""The row is zero."""\n\nassert True\n',
    claim="The row is zero.",
    checkpoint_id=None,
    needs=("encoder",),
    tolerance=1e-4,
    imports=(),
    assigned_names=frozenset(),
    strings=frozenset(),
    is_seeded=False,
)
PAGE = "somewhere/index.md"
NOTHING = Site([], [], [], [], [], [], [], {}, Libraries([], [], frozenset(), {}), {})


def measured(snippet: Snippet = SNIPPET, **checkpoints: CheckpointFiles) -> Provenance:
    return Provenance(snippet.digest, checkpoints, {"torch": "2.13.0"}, "cpu", "2026-01-02")


def run(facts: dict[str, PlainValue] | None = None, on: Provenance | None = None) -> RunRecord:
    return RunRecord(on or measured(), facts or {})


def answered(sets: Iterable[LibrarySet], answers: Iterable[Answer], *changes: Any) -> ClaimAnswers:
    """Answers under sets, and at changes that a bisection found: the last release and its answer, the first and its."""
    given, after = dict(zip(sets, answers, strict=False)), {}
    for last, was, first, now in changes:
        before, one = LibrarySet("transformers", last), LibrarySet("transformers", first)
        given |= {before: was, one: now}
        after[one] = before
    return ClaimAnswers("", given, after)


def context(
    *,
    runs: dict[str, dict[str, RunRecord]] | None = None,
    outputs: dict[tuple[str, str], str] | None = None,
    panels: dict[str, str] | None = None,
    answers: Any = None,
    recorded_reports: dict[str, str] | None = None,
    **site: Any,
) -> Context:
    """What is rendered from `runs`, by claim and slug; `panels` says which page shows which claim."""
    pages = dict.fromkeys((panels or {}).values(), "")
    for key, page in (panels or {}).items():
        pages[page] += f'{{{{ program("{key}") }}}}\n'
    record = Record({key: ClaimRecord("", by_slug) for key, by_slug in (runs or {}).items()})
    printed = {output_path(*run): text for run, text in (outputs or {}).items()}
    fields = {name: getattr(NOTHING, name) for name in NOTHING.__dataclass_fields__}
    return Context(Site(**{**fields, "pages": pages, **site}), record, printed, recorded_reports or {}, answers or {})


def recorded() -> Context:
    """The project's own record, without what people wrote."""
    return replace(context(), record=read_record(Project(ROOT)))


def every_view(context: Context) -> dict[str, str]:
    """The files of claims, and all that a page could show of them, whether one does or not; links start at PAGE."""
    return {
        **{name: render() for name, render in claim_files(context)},
        **{name: render(PAGE) for name, render in site_views(context)},
    }


replaced = msgspec.structs.replace
