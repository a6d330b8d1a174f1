"""List all that is rendered from the record: what pages show by a macro, and files that are no page of a person."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from explainer.fact_values import MAX_SCALARS, PlainValue, is_summary, is_table
from explainer.facts.record import FACTS_FILE, FACTS_SCHEMA
from explainer.inputs.content import ONCE
from explainer.inputs.sentences_to_show import ADVICE
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import OneLineMapping, to_lined_json
from explainer.render import (
    claims,
    machine_files,
    notebooks,
    overviews,
    provenance,
    releases,
    statements,
    tables,
)
from explainer.render.context import Context, ShownRun, View, claim_page
from explainer.render.markup import tabbed

STYLE_FOLDER = Path(__file__).parent / "style"  # mkdocs.yml names its sheets as artifacts/style/*.css

# How deep facts.json is indented: down to the single facts, so that a diff has a line for each that changed.
FACTS_LEVELS = 7

RenderFile: TypeAlias = Callable[[], str]


def record_file(context: Context) -> dict[str, str]:
    """Return facts.json, the complete record of what a build measured."""
    facts = context.record.to_builtins()
    for run in (run for topic in facts.values() for claim in topic.values() for run in claim["runs"].values()):
        run["measured"], run["facts"] = OneLineMapping(run["measured"]), dict(sorted(run["facts"].items()))
    record = {"schema": FACTS_SCHEMA, "measured": context.record.shared, "facts": facts}
    return {FACTS_FILE: to_lined_json(record, levels=FACTS_LEVELS)}


def site_files(context: Context) -> Iterator[tuple[str, RenderFile]]:
    """Yield the files of the site that nobody writes, each with what renders it.

    They are the pages of claims, copies to download, labs, style sheets, and data for scripts and other programs. Names
    are relative to the artifacts.
    """
    yield from claim_files(context)
    for lab in context.site.labs:
        yield lab.artifact, partial(notebooks.notebook, lab, context)
    if context.answers:
        for name, text in releases.release_files(context).items():
            yield name, partial(str, text)
    for name, text in machine_files.machine_readable_files(context).items():
        yield name, partial(str, text)
    for sheet in sorted(STYLE_FOLDER.glob("*.css")):
        yield f"style/{sheet.name}", partial(sheet.read_text, encoding="utf-8")


def claim_files(context: Context) -> Iterator[tuple[str, RenderFile]]:
    """Yield the files of each claim: its page, copies to download, long tables."""
    for _, snippets in _recorded_by_topic(context):
        for snippet in snippets:
            yield f"../{claim_page(snippet.key)}", partial(claims.own_page, snippet, context)
            yield claims.copy_path(snippet.key), partial(str, snippet.source)
            for library, source in context.site.variants.get(snippet.key, ()):
                yield claims.copy_path(snippet.key, library), partial(str, source)
            yield from _long_table_files(snippet, context)


def _long_table_files(snippet: Snippet, context: Context) -> Iterator[tuple[str, RenderFile]]:
    for run in context.shown_runs(snippet):
        for name, value in run.facts.items():
            if is_table(value) and is_long(value):
                run_slug = run.checkpoint.slug if run.checkpoint else ONCE
                yield f"tables/{snippet.key}/{name}.{run_slug}.csv", partial(tables.as_csv, value)


def site_views(context: Context) -> Iterator[tuple[str, View]]:
    """Yield what a page may show of claims, published numbers, statements and the whole site, by the view's name."""
    all_runs: list[ShownRun] = []
    for topic, snippets in _recorded_by_topic(context):
        topic_runs = [run for snippet in snippets for run in context.shown_runs(snippet)]
        yield f"measured/{topic}", _same_on_all_pages(provenance.measured_on, topic_runs)
        all_runs += topic_runs
        for snippet in snippets:
            yield f"program/{snippet.key}", partial(claims.panel, snippet, context)
            yield f"{ADVICE}{snippet.key}", partial(claims.advice, snippet, context)
            runs = context.shown_runs(snippet)
            for name in sorted({name for run in runs for name in run.facts if _is_shown_as_table(run, name)}):
                yield f"table/{snippet.key}/{name}", _same_on_all_pages(_fact_tables, name, snippet, context)
    if all_runs:
        yield "measured/all", _same_on_all_pages(provenance.measured_on, all_runs)
    for topic in sorted({number.topic for number in context.site.published}):
        numbers = [number for number in context.site.published if number.topic == topic]
        yield f"numbers/{topic}", _same_on_all_pages(tables.published_html, numbers)
    yield from statements.statement_views(context)
    yield overviews.CLAIMS_TABLE, partial(overviews.claims_table, context)
    yield "measured/checkpoints", _same_on_all_pages(overviews.checkpoint_table, context)
    yield "view/glossary/terms", _same_on_all_pages(overviews.glossary, context.site.glossary)
    if context.answers:
        yield releases.RELEASES_VIEW, partial(releases.grid, context)


def _same_on_all_pages(render: Callable[..., str], *arguments: Any) -> View:
    """Return a view without links, which is the same on every page."""
    return lambda _: render(*arguments)


def _recorded_by_topic(context: Context) -> Iterator[tuple[str, list[Snippet]]]:
    """Yield each topic with its recorded claims."""
    recorded = [snippet for snippet in context.site.snippets if context.shown_runs(snippet)]
    for topic, group in groupby(recorded, lambda snippet: snippet.topic):
        yield topic, list(group)


def _fact_tables(name: str, snippet: Snippet, context: Context) -> str:
    """Return a fact as a table for each run, in tabs."""
    runs = [run for run in context.shown_runs(snippet) if _is_shown_as_table(run, name)]
    return tabbed([(run.checkpoint, _fact_table(name, run.facts[name])) for run in runs]) + "\n"


def _is_shown_as_table(run: ShownRun, name: str) -> bool:
    """Return whether a fact is shown as a table: a list of dicts short enough to read, or a tensor's summary."""
    value = run.facts.get(name, "")
    return is_summary(value) or (is_table(value) and not is_long(value))


def _fact_table(name: str, value: Any) -> str:
    return tables.table_html(value) if is_table(value) else tables.summary_html(name, value)


def is_long(table: list[dict[str, PlainValue]]) -> bool:
    """Return whether a table has too many cells to read: it becomes a CSV file for a page's script."""
    return len(table) * len(table[0]) > MAX_SCALARS
