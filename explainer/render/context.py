"""What everything is rendered from: the inputs, the record and the answers under other versions, passed whole."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from explainer.facts.quotable import quotable, shared_versions
from explainer.facts.record import Measured, Record, output_path
from explainer.inputs.bound import ADVICE, DEEP, Bound
from explainer.inputs.content import ONCE, Checkpoint, Statement
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.pages import included
from explainer.inputs.quotes import Quote, quoted_facts
from explainer.inputs.settings import deciding_line
from explainer.inputs.site import Site
from explainer.inputs.snippets import Snippet
from explainer.mutate.record import Entry
from explainer.plain import Plain
from explainer.render.marks import mark
from explainer.render.markup import enumeration, slug, words
from explainer.versions.answers import NOTHING, Answers, ClaimAnswers
from explainer.versions.history import first_release, in_short, quotable_releases

ANYWHERE = "somewhere/index.md"  # a page as deep as most: where an artifact is that no page includes
# How a page quotes a mark, by its depth: a link in it starts from the page, and the engine fills in the same for all.
MARKED_FROM = {"shown": ANYWHERE, "deep": "somewhere/deep/index.md"}


@dataclass(frozen=True)
class Tab:
    """One recorded run as a page shows it. `checkpoint` heads the tab; it is None for a claim that is run once.

    `uses` are the checkpoints that the run read. `against` is empty where the claim holds. Of a checkpoint that was
    measured on request it may say that the claim does not hold there, and why.
    """

    checkpoint: Checkpoint | None
    uses: list[Checkpoint]
    measured: Measured
    facts: dict[str, Plain]
    output: str
    against: str = ""


ANSWERS = {"holds": "holds", "fails": "does not hold", "cannot": "cannot run"}  # a run's, in words


@dataclass(frozen=True)
class Context:
    """One edition of the site: everything that is written, and everything that is recorded.

    `outputs` and `reports` are what runs printed, with today's libraries and with others, by artifact.
    """

    site: Site
    record: Record = field(default_factory=Record)
    outputs: Mapping[str, str] = field(default_factory=dict)
    reports: Mapping[str, str] = field(default_factory=dict)
    answers: Answers = field(default_factory=dict)
    mutants: Mapping[str, Entry] = field(default_factory=dict)

    @cached_property
    def panel_on(self) -> dict[str, str]:
        """The page that each snippet's panel is on, with its program."""
        return self._on("panels/")

    @cached_property
    def shown_on(self) -> dict[str, str]:
        """The page that explains each claim: the one with its panel, or its advice, or the first with its mark."""
        marked = ((self.keys[_marked(quote)], quote.page) for quote in self.quoted_marks)
        return {**dict(reversed([*marked])), **self._on(ADVICE), **self._on(DEEP), **self.panel_on}

    @cached_property
    def quoted_marks(self) -> list[Quote]:
        """Every mark on a page, in the order of the pages."""
        quotes = quoted_facts(self.site.pages)
        return [one for one in quotes if one.name.partition(".")[0] in MARKED_FROM and _marked(one) in self.keys]

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of the snippets by their names, which are unique on the site."""
        return {snippet.name: snippet.key for snippet in self.site.snippets}

    def _on(self, folder: str) -> dict[str, str]:
        return {
            name.removeprefix(folder).removesuffix(".md"): page
            for name, page in self.included_on.items()
            if name.startswith(folder)
        }

    @cached_property
    def included_on(self) -> dict[str, str]:
        """The page that includes each artifact, the last if there are several."""
        return {quote.name: quote.page for quote in included(self.site.pages)}

    def page_of(self, artifact: str) -> str:
        """The page that includes an artifact, which its links start from."""
        return self.included_on.get(artifact, ANYWHERE)

    @cached_property
    def claims(self) -> dict[str, str]:
        """The first sentence of every claim, by snippet."""
        return {snippet.key: snippet.sentence for snippet in self.site.snippets}

    def topic_title(self, topic: str) -> str:
        """What a reader sees for a topic."""
        return self.site.topics.get(topic, words(topic))

    @cached_property
    def concerned(self) -> set[str]:
        """The claims that can answer otherwise under other versions."""
        return {snippet.key for snippet in self.site.snippets if self.site.libraries.concern(snippet.imports)}

    @cached_property
    def quotable(self) -> dict[str, Plain]:
        """Every dotted name that a sentence may quote, with its value."""
        return quotable(self.record, self.site.published, self.other_quotables)

    @cached_property
    def other_quotables(self) -> dict[str, Any]:
        """What a sentence may quote beside facts and published numbers: versions, and counts of the whole site."""
        releases = quotable_releases(self.answers, self.site.libraries.sets, shared_versions(self.record))
        return {**releases, "counted": self._counted(), **{top: self.marks(top) for top in MARKED_FROM}}

    def marks(self, top: str) -> dict[str, str]:
        """The mark of each recorded claim that pages as deep as that of `top` may quote, by the snippet's name."""
        page = MARKED_FROM[top]
        return {one.name: self.mark(one, page) for one in self.site.snippets if one.key in self.record.claims}

    def mark(self, snippet: Snippet, page: str) -> str:
        """A claim's mark, on a page."""
        tabs = [tab for tab in self.tabs(snippet) if not tab.against]
        named = len(tabs) > 1
        lines = {deciding_line(tab.output, snippet.decides): tab.checkpoint for tab in tabs}
        printed = [(one.title if one and named else "", line) for line, one in lines.items()]
        held, since = (self.under_versions(say, snippet.key) for say in (in_short, first_release))
        since = "" if snippet.scope == "arithmetic" else since
        return mark(snippet, self.way(page, claim_page(snippet.key)), printed, held, since)

    @cached_property
    def bound_of(self) -> dict[str, list[Bound]]:
        """The sentences of the pages that each claim shows, by the snippet's name."""
        found: dict[str, list[Bound]] = {}
        for one in self.site.bound:
            for name in one.claims:
                found.setdefault(name, []).append(one)
        return found

    def _counted(self) -> dict[str, Plain]:
        """How much the site holds, and on which models it was measured, in words; none of it typed by hand."""
        measured = [one for one in self.site.checkpoints if one.slug in self.measured_on]
        return {
            "claims": len(self.record.claims),
            "tested": len(self.answers),
            "sets": len(self.site.libraries.sets),
            "models": len(measured),
            "measured_on": enumeration([one.title for one in measured]),
            "not_measured": enumeration([one.title for one in self.site.checkpoints if one not in measured]),
        }

    @cached_property
    def measured_on(self) -> set[str]:
        """The slugs of the checkpoints that any recorded run read."""
        return {
            slug
            for claim in self.record.claims.values()
            for run in claim.runs.values()
            for slug in run.measured.checkpoints
        }

    def tabs(self, snippet: Snippet) -> list[Tab]:
        """The recorded runs of a snippet: the one without a checkpoint, then in the order of the checkpoints."""
        known = {checkpoint.slug: checkpoint for checkpoint in self.site.checkpoints}
        recorded = self.record.runs(snippet.key)
        return [
            Tab(
                known.get(slug),
                [known[used] for used in recorded[slug].measured.checkpoints if used in known],
                recorded[slug].measured,
                recorded[slug].facts,
                self.outputs[output_path(snippet.key, slug)],
                f"{ANSWERS[recorded[slug].answer]}: {recorded[slug].why}" if recorded[slug].answer != "holds" else "",
            )
            for slug in (ONCE, *known)
            if slug in recorded
        ]

    def statement_page(self, entry: Statement) -> str:
        """The page that shows in full what people say: one that includes it, or the first of its claims' own."""
        names = (f"statements/{entry.topic}/{entry.name}.md", f"statements/{entry.topic}.md")
        shown = [self.included_on[name] for name in names if name in self.included_on]
        return shown[0] if shown else claim_page(entry.snippets[0])

    @cached_property
    def statements_on(self) -> dict[str, list[Statement]]:
        """The statements that each page shows in full."""
        return _grouped((self.statement_page(entry), entry) for entry in self.site.statements)

    @cached_property
    def statements_of(self) -> dict[str, list[Statement]]:
        """The statements that rest on each claim."""
        return _grouped((key, entry) for entry in self.site.statements for key in dict.fromkeys(entry.snippets))

    def statement_section(self, entry: Statement) -> str:
        """The folder of a page that includes it, or else the one with most of its topic; empty if there is none."""
        page = self.statement_page(entry)
        if page != claim_page(entry.snippets[0]):
            return page.partition("/")[0]
        return self.folder_of(entry.topic)

    def folder_of(self, topic: str) -> str:
        """The folder of the pages with most of a topic; empty if none has anything of it."""
        folders = self._folders_of.get(topic, Counter())
        return max(folders, key=lambda folder: folders[folder], default="")

    @cached_property
    def _folders_of(self) -> dict[str, Counter[str]]:
        """By each word in the name of an artifact or a marked claim, such as a topic: its uses by folder."""
        found: dict[str, Counter[str]] = {}
        for name, page in [
            *self.included_on.items(),
            *((self.keys[_marked(one)], one.page) for one in self.quoted_marks),
        ]:
            if "/" in page:
                for word in {*re.split("[/.]", name)}:
                    found.setdefault(word, Counter())[page.partition("/")[0]] += 1
        return found

    def way(self, page: str, target: str) -> str:
        """A link from `page` to a source, as Markdown has it."""
        return _relative(target, posixpath.dirname(page))

    def anchor(self, key: str) -> str:
        """The place of a claim's panel on the page that explains it; empty where it has only a mark there."""
        return f"#{anchor_of(key)}" if key in self.panel_on else ""

    def link(self, key: str, page: str) -> str:
        """A link from `page` to a claim, as Markdown has it: down the page if it is there, or to its own page."""
        here = self.panel_on.get(key) == page
        return f"#{anchor_of(key)}" if here else self.way(page, claim_page(key))

    def href(self, key: str, page: str) -> str:
        """The same in raw HTML, which Markdown does not see: from address to address in the built site."""
        here = self.panel_on.get(key) == page
        return f"#{anchor_of(key)}" if here else between(page, claim_page(key))

    def under_versions(self, say: Callable[[ClaimAnswers, list[LibrarySet]], str], key: str) -> str:
        """Return a claim under other versions, in the words of `say`; none if it imports no library of the sets."""
        return say(self.answers.get(key, NOTHING), self.site.libraries.sets) if key in self.concerned else ""


def _marked(quote: Quote) -> str:
    """The name of the snippet whose mark is quoted."""
    return quote.name.partition(".")[2]


def address(page: str) -> str:
    """Where a page is in the built site, by its source below `docs/`: `a/b.md` → `a/b/`, `a/index.md` → `a/`."""
    return page.removesuffix("index.md") if page.endswith("index.md") else page.removesuffix(".md") + "/"


def between(page: str, target: str) -> str:
    """The way from a page to another in the built site, by their sources."""
    return _relative(f"/{address(target)}", f"/{address(page)}") + "/"


_relative = cache(posixpath.relpath)


def _grouped(pairs: Iterable[tuple[str, Statement]]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for key, entry in pairs:
        found.setdefault(key, []).append(entry)
    return found


def claim_page(key: str) -> str:
    """The source of a claim's own page. Its address is short, and stays: it is in other people's issues."""
    return f"c/{slug(key.rpartition('/')[2])}.md"


def proof_page(topic: str) -> str:
    """The source of the page with all proofs of a topic."""
    return f"proofs/{slug(topic)}.md"


def anchor_of(key: str) -> str:
    """The permalink of a claim, unique on the site because a snippet's name is."""
    return "claim-" + slug(key.rpartition("/")[2])
