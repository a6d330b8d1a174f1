"""Check what the claims' own asserts do not: contradicted numbers, numbers typed by hand, quotes without a source."""

from collections.abc import Iterator

import msgspec

from explainer.facts.record import HOW_TO_MEND, FactName, output_path
from explainer.inputs import pages, prose
from explainer.inputs.content import GLOSSARY_FILE, JOINED_TABLES_FILE, PUBLISHED_FILE, Published, disagreements
from explainer.inputs.library_versions import UPGRADES_FILE
from explainer.inputs.sentences_to_show import unshown_sentences
from explainer.inputs.snippet_settings import bad_decides, few_runs, long_sentences
from explainer.inputs.text_files import CONFLICT_MARK
from explainer.measure.runs import plan
from explainer.render.context import Context


def problems(context: Context, views: set[str]) -> Iterator[str]:
    """Yield a line for each problem of the site. `views` are what a page may show."""
    site = context.site
    yield from disagreements(_published_numbers(context), context.record.values())
    yield from _published_without_fact(context)
    for snippet in site.snippets:
        for slug, run in context.record.runs(snippet.key).items():
            path = output_path(snippet.key, slug)
            if conflict := CONFLICT_MARK.search(context.outputs[path]):
                line = context.outputs[path].count("\n", 0, conflict.start()) + 1
                yield f"docs/artifacts/{path}:{line}: merge-conflict marks; {HOW_TO_MEND}"
            if run.answer != "holds":
                continue  # it ended early: its output need not have the line that decides
            yield from few_runs(snippet, run.facts)
            yield from bad_decides(snippet, slug, context.outputs[path])
    yield from long_sentences(site.snippets)
    yield from unshown_sentences(site.sentences_to_show, site.exemptions)
    quotable_values = context.quotable
    for place, text in _prose_sentences(context):
        yield from prose.typed_numbers(place, text)
    for place, text in _claim_sentences(context):
        yield from prose.typed_versions(place, text)
    for statement in site.statements:
        yield from pages.bad_quotes(statement.where, statement.why, quotable_values)
    yield from pages.check_pages(site.pages, quotable_values, views, site.snippets)
    yield from pages.unlinked_terms(site.pages, site.glossary)
    yield from pages.pages_without_covers(site.pages)


def _published_numbers(context: Context) -> list[Published]:
    """Return the published numbers; each `fact` is its dotted name."""
    slugs = context.site.checkpoint_slugs
    entries_with_facts = ((entry, FactName.parse(entry.fact or "", slugs)) for entry in context.site.published)
    return [msgspec.structs.replace(entry, fact=fact.dotted if fact else None) for entry, fact in entries_with_facts]


def _prose_sentences(context: Context) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of what people wrote outside the pages; `figure_views` checks the captions."""
    site = context.site
    yield from ((entry.where, entry.why) for entry in site.statements)
    yield from ((f"{GLOSSARY_FILE}:{entry.line}", entry.means) for entry in site.glossary)
    yield from ((f"{JOINED_TABLES_FILE}:{entry.line}", entry.caption) for entry in site.joined_tables)
    yield from ((f"{UPGRADES_FILE}:{entry.line}", " ".join(entry.texts)) for entry in site.upgrades.claims.values())


def _claim_sentences(context: Context) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of claims. They may have numbers, which their asserts prove, but no releases."""
    yield from ((f"{snippet.path}:1", snippet.claim) for snippet in context.site.snippets)
    yield from ((entry.where, entry.says) for entry in context.site.statements)


def _published_without_fact(context: Context) -> Iterator[str]:
    """Yield a line for each published number whose `fact` no snippet gives: nothing would ever check it."""
    slugs = context.site.checkpoint_slugs
    assigned_by_run = {(run.snippet.key, run.slug): run.snippet.assigned_names for run in plan(context.site)}
    for entry in context.site.published:
        fact = FactName.parse(entry.fact or "", slugs)
        if entry.fact and (fact is None or fact.fact not in assigned_by_run.get((fact.snippet_key, fact.slug), ())):
            yield f"{PUBLISHED_FILE}:{entry.line}: `{entry.name}`: no snippet gives {entry.fact}"
