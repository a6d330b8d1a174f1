"""What everything is rendered from: the inputs, the record and the answers under other versions, passed whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from explainer.facts.record import Measured, Record, output_path
from explainer.inputs.checkpoints import ONCE, Checkpoint
from explainer.inputs.pages import included
from explainer.inputs.site import Site
from explainer.inputs.snippets import Snippet
from explainer.measure.plan import Run
from explainer.plain import Plain
from explainer.versions.history import first_holding, since, span
from explainer.versions.record import Record as Answers


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
    def _checkpoints(self) -> dict[str, Checkpoint]:
        return {checkpoint.slug: checkpoint for checkpoint in self.site.checkpoints}

    @cached_property
    def _uses(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return {(run.snippet.key, run.slug): run.uses for run in self.runs}

    def tabs(self, snippet: Snippet) -> list[Tab]:
        """The recorded runs of a snippet: the one without a checkpoint, then in the order of the checkpoints."""
        recorded = self.record.runs(snippet.key)
        return [
            Tab(
                self._checkpoints.get(slug),
                [self._checkpoints[used] for used in self._uses[snippet.key, slug]],
                recorded[slug].measured,
                recorded[slug].facts,
                self.outputs[output_path(snippet.key, slug)],
            )
            for slug in (ONCE, *self._checkpoints)
            if slug in recorded
        ]

    def link(self, key: str, page: str) -> str:
        """A link from `page` to the panel of a snippet, as Markdown has it."""
        return link_to(key, self.shown_on, page)

    def href(self, key: str, page: str) -> str:
        """The same in raw HTML, which Markdown does not see: the address in the built site."""
        return self.link(key, page).replace("index.md", "")

    def span(self, key: str) -> str:
        """Under which versions a claim holds, in a sentence; empty if it never ran under others."""
        return span(self.answers[key], self.site.libraries.sets) if key in self.answers else ""

    def since(self, key: str) -> str:
        """What the newest versions answer, and from which on; empty if it never ran under others."""
        return since(self.answers[key], self.site.libraries.sets) if key in self.answers else ""

    def first_holding(self, key: str) -> str:
        """The first version from which on a claim holds; empty where that is not known."""
        return first_holding(self.answers[key], self.site.libraries.sets) if key in self.answers else ""


def link_to(key: str, shown_on: Mapping[str, str], page: str) -> str:
    """A link from `page` to the panel of a snippet; `shown_on` has the page that each is on."""
    anchor = f"#{anchor_of(key)}"
    target = shown_on.get(key, page)
    return anchor if target == page else f"../{target}{anchor}"


def anchor_of(key: str) -> str:
    """The permalink of a claim, unique on the site because a snippet's name is."""
    return "claim-" + key.rpartition("/")[2].replace("_", "-")
