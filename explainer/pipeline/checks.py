"""What is wrong beside the claims themselves: contradicted numbers, numbers typed by hand, pages that do not fit."""

from collections.abc import Iterator

import msgspec

from explainer.facts.record import FactName, output_path
from explainer.inputs import pages, prose
from explainer.inputs.bound import unshown
from explainer.inputs.content import GLOSSARY, JOINED, PUBLISHED, Published, disagreements
from explainer.inputs.library_versions import UPGRADES
from explainer.inputs.settings import few_runs, long_sentences, undecided
from explainer.measure.plan import plan
from explainer.render.context import Context
from explainer.render.upgrades import unspoken


def problems(context: Context, files: set[str]) -> Iterator[str]:
    """One line for each; `files` are the artifacts that a page may include."""
    site = context.site
    yield from disagreements(_published(context, on_request=False), context.record.values())
    yield from _unknown_facts(context)
    for snippet in site.snippets:
        for slug, run in context.record.runs(snippet.key).items():
            if run.answer != "holds":
                continue  # what it printed before it ended decides nothing
            yield from few_runs(snippet, run.facts)
            yield from undecided(snippet, slug, context.outputs[output_path(snippet.key, slug)])
    yield from long_sentences(site.snippets)
    yield from unshown(site.bound, site.unbound)
    names = context.quotable
    for place, text in _prose(context):
        yield from prose.typed_numbers(place, text)
    for place, text in _claimed(context):
        yield from prose.typed_versions(place, text)
    for entry in site.statements:
        yield from pages.bad_quotes(entry.where, entry.why, names)
    yield from pages.check_pages(site.pages, names, files, site.snippets)
    yield from pages.unlinked_terms(site.pages, site.glossary)
    yield from pages.uncovered(site.pages)
    yield from pages.misplaced_marks(site.pages)
    yield from unspoken(context)


def answers(context: Context) -> Iterator[str]:
    """Return a line for each published number that a model on request contradicts: no fault of the site's."""
    yield from disagreements(_published(context, on_request=True), context.record.values())


def _published(context: Context, *, on_request: bool) -> list[Published]:
    requested = {checkpoint.slug for checkpoint in context.site.checkpoints if checkpoint.on_request}
    slugs = context.site.slugs
    facts = ((entry, FactName.parse(entry.fact or "", slugs)) for entry in context.site.published)
    return [
        msgspec.structs.replace(entry, fact=fact.dotted if fact else None)
        for entry, fact in facts
        if (fact is not None and fact.slug in requested) == on_request
    ]


def _prose(context: Context) -> Iterator[tuple[str, str]]:
    """Sentences that people wrote outside the pages, with their place. (`figure_files` checks the captions.)"""
    site = context.site
    yield from ((entry.where, entry.why) for entry in site.statements)
    yield from ((f"{GLOSSARY}:{entry.line}", entry.means) for entry in site.glossary)
    yield from ((f"{JOINED}:{entry.line}", entry.caption) for entry in site.joined_tables)
    yield from ((f"{UPGRADES}:{entry.line}", " ".join(entry.texts)) for entry in site.upgrades.claims.values())


def _claimed(context: Context) -> Iterator[tuple[str, str]]:
    """Sentences whose numbers are what they claim; a release would be none of them."""
    yield from ((f"{snippet.path}:1", snippet.claim) for snippet in context.site.snippets)
    yield from ((entry.where, entry.says) for entry in context.site.statements)


def _unknown_facts(context: Context) -> Iterator[str]:
    """Published numbers whose `fact` can never exist, and so would never be compared."""
    slugs = context.site.slugs
    runs = {(run.snippet.key, run.slug): run.snippet.assigned for run in plan(context.site, slugs)}
    for entry in context.site.published:
        fact = FactName.parse(entry.fact or "", slugs)
        if entry.fact and (fact is None or fact.fact not in runs.get((fact.snippet, fact.slug), ())):
            yield f"{PUBLISHED}:{entry.line}: `{entry.name}`: no snippet gives {entry.fact}"
