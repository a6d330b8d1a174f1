"""What everything is rendered from: the inputs, the record and the answers under other versions, passed whole."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from explainer.facts.quotable import quotable, shared_versions
from explainer.facts.record import Measured, Record, output_path
from explainer.inputs.checkpoints import ONCE, Checkpoint
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.pages import included
from explainer.inputs.site import Site
from explainer.inputs.snippets import Snippet
from explainer.measure.plan import Run
from explainer.mutate.record import Entry
from explainer.plain import Plain
from explainer.versions.answers import NOTHING, Answers, ClaimAnswers
from explainer.versions.releases import quotable_releases

ACROSS = "claims/index.md"  # a page as deep as any: what it shows links to panels as it would on any other


@dataclass(frozen=True)
class Tab:
    """One recorded run as a page shows it. `checkpoint` heads the tab; it is None for a claim that is run once.

    `uses` are the checkpoints that the run read.
    """

    checkpoint: Checkpoint | None
    uses: list[Checkpoint]
    measured: Measured
    facts: dict[str, Plain]
    output: str


@dataclass(frozen=True)
class Context:
    """One edition of the site. `runs` are all that the inputs ask for, `outputs` the recorded ones by artifact."""

    site: Site
    record: Record = field(default_factory=Record)
    outputs: Mapping[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    answers: Answers = field(default_factory=dict)
    mutants: Mapping[str, Entry] = field(default_factory=dict)

    @cached_property
    def shown_on(self) -> dict[str, str]:
        """The page that each snippet's panel is on."""
        return {
            quote.name.removeprefix("panels/").removesuffix(".md"): quote.page
            for quote in included(self.site.pages)
            if quote.name.startswith("panels/")
        }

    @cached_property
    def claims(self) -> dict[str, str]:
        """The words of every claim, by snippet."""
        return {snippet.key: snippet.claim for snippet in self.site.snippets}

    @cached_property
    def concerned(self) -> set[str]:
        """The claims that can answer otherwise under other versions."""
        return {snippet.key for snippet in self.site.snippets if self.site.libraries.concern(snippet.imports)}

    @cached_property
    def quotable(self) -> dict[str, Plain]:
        """Every dotted name that a sentence may quote, with its value."""
        return quotable(self.record, self.site.published, self.releases)

    @cached_property
    def releases(self) -> dict[str, Any]:
        """The version numbers that a sentence may quote."""
        return quotable_releases(self.answers, self.site.libraries.sets, shared_versions(self.record))

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
            )
            for slug in (ONCE, *known)
            if slug in recorded
        ]

    def link(self, key: str, page: str = ACROSS) -> str:
        """A link from `page` to the panel of a snippet, as Markdown has it."""
        target = self.shown_on.get(key, page)
        return ("" if target == page else f"../{target}") + f"#{anchor_of(key)}"

    def href(self, key: str) -> str:
        """The same in raw HTML, which Markdown does not see: the address in the built site."""
        return self.link(key).replace("index.md", "")

    def under_versions(self, say: Callable[[ClaimAnswers, list[LibrarySet]], str], key: str) -> str:
        """A claim under other versions, in the words of `say`; none for one that imports no library of the sets."""
        return say(self.answers.get(key, NOTHING), self.site.libraries.sets) if key in self.concerned else ""


def anchor_of(key: str) -> str:
    """The permalink of a claim, unique on the site because a snippet's name is."""
    return "claim-" + key.rpartition("/")[2].replace("_", "-")
