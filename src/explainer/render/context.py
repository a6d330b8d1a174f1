"""Hold what every renderer gets: one `Context` with the inputs, the record and the answers under other versions.

A `Context` also knows which page shows what, and makes the links between pages.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

from explainer.fact_values import PlainValue
from explainer.facts.quotable import common_torch_version, quotable_tree, quotable_values
from explainer.facts.record import Provenance, Record, RunRecord, output_path
from explainer.inputs.content import ONCE, Checkpoint, Statement
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.pages import shown_views
from explainer.inputs.quotes import MARK, Quote, all_quotes
from explainer.inputs.sentences_to_show import ADVICE
from explainer.inputs.site import Site
from explainer.inputs.snippet_settings import deciding_line
from explainer.inputs.snippets import Snippet
from explainer.render.marks import CHECK_MARK, format_mark
from explainer.render.markup import enumeration, slug, words
from explainer.versions.answers import NO_ANSWERS, Answers, ClaimAnswers
from explainer.versions.history import holds_since, quotable_releases, summarize_releases

View: TypeAlias = Callable[[str], str]
"""What a page shows by a macro: it is rendered for the page, given by its source, from which the links start."""


@dataclass(frozen=True)
class ShownRun:
    """Hold one recorded run with what a reader sees of it.

    `checkpoint` heads its tab; None for a claim that runs once. `used_checkpoints` are those that the program read.
    `failure` says that the claim does not hold on this checkpoint, and why; empty where it holds.
    """

    checkpoint: Checkpoint | None
    used_checkpoints: list[Checkpoint]
    measured: Provenance
    facts: dict[str, PlainValue]
    output: str
    failure: str = ""


# The answer of a run, in words.
RUN_ANSWER_WORDS = {"holds": "holds", "fails": "does not hold", "cannot": "cannot run"}


@dataclass(frozen=True)
class Context:
    """Hold one state of the site: everything that people wrote, and everything that is recorded.

    `outputs` (what runs printed with today's libraries) and `reports` (with other libraries) are by artifact; `answers`
    by the key of a claim's snippet, `topic/name`. `root` is the repository's, to see which files are there; with None,
    all are.
    """

    site: Site
    record: Record = field(default_factory=Record)
    outputs: Mapping[str, str] = field(default_factory=dict)
    reports: Mapping[str, str] = field(default_factory=dict)
    answers: Answers = field(default_factory=dict)
    root: Path | None = None

    @cached_property
    def panel_on(self) -> dict[str, str]:
        """Return key → the page that shows the claim's panel (sentence, program and output)."""
        return self._pages_showing("program/")

    @cached_property
    def explained_on(self) -> dict[str, str]:
        """Return key → the page that explains the claim: that with its panel, else its advice, else its first mark."""
        marked = ((self.keys_by_name[_snippet_name(quote)], quote.page) for quote in self.quoted_marks)
        first_marked = dict(reversed([*marked]))  # the first of several pages is written last, and stays
        return {
            **first_marked,
            **self._pages_showing(ADVICE),
            **self.panel_on,
        }

    @cached_property
    def quoted_marks(self) -> list[Quote]:
        """Return every mark of a known claim on a page, in the order of the pages."""
        return [
            quote
            for quote in all_quotes(self.site.pages)
            if quote.name.startswith(f"{MARK}.") and _snippet_name(quote) in self.keys_by_name
        ]

    @cached_property
    def keys_by_name(self) -> dict[str, str]:
        """Return snippet name → key (`topic/name`). Names are unique on the site."""
        return {snippet.name: snippet.key for snippet in self.site.snippets}

    def _pages_showing(self, start: str) -> dict[str, str]:
        return {name.removeprefix(start): page for name, page in self.shown_on.items() if name.startswith(start)}

    @cached_property
    def shown_on(self) -> dict[str, str]:
        """Return view → the page that shows it, the last one if there are several."""
        return {view.name: view.page for view in shown_views(self.site.pages)}

    @cached_property
    def sentences_by_key(self) -> dict[str, str]:
        """Return key → the claim's first sentence."""
        return {snippet.key: snippet.sentence for snippet in self.site.snippets}

    def topic_title(self, topic: str) -> str:
        """Return the title that a reader sees for a topic."""
        return self.site.topics.get(topic, words(topic))

    @cached_property
    def version_dependent_keys(self) -> set[str]:
        """Return the keys of the claims whose programs import a library that the library sets vary."""
        return {snippet.key for snippet in self.site.snippets if self.site.libraries.are_imported(snippet.imports)}

    @cached_property
    def quotable(self) -> dict[str, PlainValue]:
        """Return every dotted name that a sentence may quote, with its value."""
        recorded = (snippet for snippet in self.site.snippets if snippet.key in self.record.claims)
        marks = {f"{MARK}.{snippet.name}": CHECK_MARK for snippet in recorded}
        return quotable_values(self.record, self.site.published, self._other_quotables) | marks

    @cached_property
    def variables(self) -> dict[str, Any]:
        """Return the site's variables, which a sentence quotes: `facts`, `published`, `since` and so on."""
        return quotable_tree(self.record, self.site.published, self._other_quotables)

    @cached_property
    def _other_quotables(self) -> dict[str, Any]:
        """Return what sentences may quote besides facts and published numbers: releases and counts."""
        releases = quotable_releases(self.answers, self.site.libraries.sets, common_torch_version(self.record))
        return {**releases, "counted": self._site_counts()}

    def mark(self, snippet: Snippet, page: str) -> str:
        """Return a claim's mark as Markdown, with its link from `page`."""
        runs = [run for run in self.shown_runs(snippet) if not run.failure]
        # Runs that printed the same line are one entry, with the last one's model.
        models_by_line = {deciding_line(run.output, snippet.decides): run.checkpoint for run in runs}
        printed = [(model.title if model and len(runs) > 1 else "", line) for line, model in models_by_line.items()]
        # An arithmetic claim is about shapes alone, so the mark names no release that it begins with.
        since = "" if snippet.scope == "arithmetic" else self.describe_answers(holds_since, snippet.key)
        releases = self.describe_answers(summarize_releases, snippet.key)
        return format_mark(snippet, self.relative_link(page, claim_page(snippet.key)), printed, releases, since)

    def _site_counts(self) -> dict[str, PlainValue]:
        """Return the counts that pages quote, and in words the lists of checkpoints that were and were not measured."""
        checkpoints = self.site.checkpoints
        measured = [checkpoint for checkpoint in checkpoints if checkpoint.slug in self.measured_slugs]
        not_measured = [checkpoint for checkpoint in checkpoints if checkpoint not in measured]
        return {
            "claims": len(self.record.claims),
            "tested": len(self.answers),
            "sets": len(self.site.libraries.sets),
            "models": len(measured),
            "measured_on": enumeration([checkpoint.title for checkpoint in measured]),
            "not_measured": enumeration([checkpoint.title for checkpoint in not_measured]),
        }

    @cached_property
    def measured_slugs(self) -> set[str]:
        """Return the slugs of the checkpoints that at least one recorded run read."""
        return {
            checkpoint_slug
            for claim in self.record.claims.values()
            for run in claim.runs.values()
            for checkpoint_slug in run.measured.checkpoints
        }

    def shown_runs(self, snippet: Snippet) -> list[ShownRun]:
        """Return a snippet's recorded runs: the one without a checkpoint, then in the order of the checkpoints."""
        checkpoints = {checkpoint.slug: checkpoint for checkpoint in self.site.checkpoints}
        recorded = self.record.runs(snippet.key)
        return [
            ShownRun(
                checkpoints.get(run_slug),
                [checkpoints[used] for used in recorded[run_slug].measured.checkpoints if used in checkpoints],
                recorded[run_slug].measured,
                recorded[run_slug].facts,
                self.outputs[output_path(snippet.key, run_slug)],
                _describe_failure(recorded[run_slug]),
            )
            for run_slug in (ONCE, *checkpoints)  # a run's slug is that of its checkpoint, or ONCE
            if run_slug in recorded
        ]

    def statement_page(self, statement: Statement) -> str:
        """Return the page that lists the statements of a statement's section, or "" if none does."""
        return self.shown_on.get(f"said/{self.folder_of(statement.topic)}", "")

    @cached_property
    def statements_by_key(self) -> dict[str, list[Statement]]:
        """Return key → the statements that rest on the claim."""
        grouped: dict[str, list[Statement]] = {}
        for statement in self.site.statements:
            for key in dict.fromkeys(statement.snippets):
                grouped.setdefault(key, []).append(statement)
        return grouped

    def folder_of(self, topic: str) -> str:
        """Return the top folder whose pages show most of a topic, or "" if no page shows any of it."""
        folders = self._folder_uses.get(topic, Counter())
        return max(folders, key=lambda folder: folders[folder], default="")

    @cached_property
    def _folder_uses(self) -> dict[str, Counter[str]]:
        """Return word → top folder → how many views or marks with that word in their names it shows.

        A topic is such a word: `program/sums/four` counts for `sums`.
        """
        marked = ((self.keys_by_name[_snippet_name(quote)], quote.page) for quote in self.quoted_marks)
        uses: dict[str, Counter[str]] = {}
        for name, page in [*self.shown_on.items(), *marked]:
            if "/" in page:
                for word in {*re.split("[/.]", name)}:
                    uses.setdefault(word, Counter())[page.partition("/")[0]] += 1
        return uses

    def relative_link(self, page: str, target: str) -> str:
        """Return the relative link from the source `page` to the source `target`, for Markdown."""
        return _relative(target, posixpath.dirname(page))

    def panel_anchor(self, key: str) -> str:
        """Return the `#anchor` of a claim's panel, or "" if the page that explains it has only its mark."""
        return f"#{claim_anchor(key)}" if key in self.panel_on else ""

    def claim_link(self, key: str, page: str) -> str:
        """Return a Markdown link from `page` to a claim: to its panel if it is on `page`, else to its own page."""
        return self._panel_link(key, page) or self.relative_link(page, claim_page(key))

    def claim_href(self, key: str, page: str) -> str:
        """Return the same link for raw HTML, which goes by the pages' addresses: Markdown does not rewrite it."""
        return self._panel_link(key, page) or link_between(page, claim_page(key))

    def _panel_link(self, key: str, page: str) -> str:
        return self.panel_anchor(key) if self.panel_on.get(key) == page else ""

    def describe_answers(self, describe: Callable[[ClaimAnswers, list[LibrarySet]], str], key: str) -> str:
        """Return what `describe` says of a claim's answers, or "" if the library sets vary nothing that it imports."""
        if key not in self.version_dependent_keys:
            return ""
        return describe(self.answers.get(key, NO_ANSWERS), self.site.libraries.sets)


def _describe_failure(run: RunRecord) -> str:
    return "" if run.answer == "holds" else f"{RUN_ANSWER_WORDS[run.answer]}: {run.why}"


def _snippet_name(mark: Quote) -> str:
    """Return the name of the snippet whose mark is quoted: `claim.name` → `name`."""
    return mark.name.partition(".")[2]


def address(page: str) -> str:
    """Return a page's address in the built site, from its source: `a/b.md` → `a/b/`, `a/index.md` → `a/`."""
    return page.removesuffix("index.md") if page.endswith("index.md") else page.removesuffix(".md") + "/"


def link_between(page: str, target: str) -> str:
    """Return the relative link between the addresses of two pages in the built site, given by their sources."""
    return _relative(f"/{address(target)}", f"/{address(page)}") + "/"


_relative = cache(posixpath.relpath)  # a build asks for the same pairs thousands of times


def claim_page(key: str) -> str:
    """Return the source of a claim's own page. Never change it: issues elsewhere link to its address."""
    return f"c/{slug(key.rpartition('/')[2])}.md"


def claim_anchor(key: str) -> str:
    """Return the anchor of a claim's panel, unique on the site because a snippet's name is."""
    return "claim-" + slug(key.rpartition("/")[2])
