"""Plan which snippet runs on which checkpoint."""

from dataclasses import dataclass

from explainer.errors import UserError
from explainer.inputs.content import CHECKPOINTS_FILE, ONCE
from explainer.inputs.entries import comma_separated
from explainer.inputs.site import Site
from explainer.inputs.snippets import Snippet, choose


@dataclass(frozen=True)
class Run:
    """Represent one snippet on one checkpoint: `slug` names it, `checkpoint` is its id. Slug `once` has none.

    `uses` has the slugs of all checkpoints that the run reads: its own, and others that the snippet names in a string.
    `hub_only`: most machines lack its own, so a claim that fails there is an answer. The claim must hold in further
    runs, too, with each of `seed_shifts` added to its seeds.
    """

    snippet: Snippet
    slug: str
    checkpoint: str | None
    uses: tuple[str, ...]
    hub_only: bool = False
    seed_shifts: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Return `topic/name · slug`, the name in progress and reports."""
        return f"{self.snippet.key} · {self.slug}"


def plan(site: Site) -> list[Run]:
    """Return a run of each snippet on each checkpoint that has what it needs, and one if it has no `checkpoint`."""
    runs: list[Run] = []
    for snippet in site.snippets:
        named_slugs = tuple(checkpoint.slug for checkpoint in site.checkpoints if checkpoint.id in snippet.strings)
        if snippet.checkpoint_id is None:
            runs.append(Run(snippet, ONCE, None, named_slugs))
            continue
        runs.extend(
            Run(
                snippet,
                checkpoint.slug,
                checkpoint.id,
                tuple(dict.fromkeys((checkpoint.slug, *named_slugs))),
                checkpoint.hub_only,
            )
            for checkpoint in site.checkpoints
            if checkpoint.fits(snippet.needs)
        )
    return runs


def select(runs: list[Run], names: tuple[str, ...], slugs: tuple[str, ...], site: Site) -> list[Run]:
    """Return the runs of the named topics or snippets on the checkpoints `slugs`; an empty tuple means all.

    Raise UserError if a topic, snippet or slug is unknown, or if nothing is left to run.
    """
    known_slugs = {checkpoint.slug for checkpoint in site.checkpoints}
    if unknown := [slug for slug in slugs if slug not in known_slugs]:
        raise UserError(f"--checkpoint {unknown[0]}: {CHECKPOINTS_FILE} has {comma_separated(known_slugs)}")
    keys = {snippet.key for snippet in choose(site.snippets, names)}
    selected = [run for run in runs if run.snippet.key in keys and (not slugs or run.slug in slugs)]
    if runs and not selected:
        raise UserError("nothing to run: what is named does not run on that checkpoint; --list shows what does")
    return selected
