"""Which snippet runs on which checkpoint."""

from collections.abc import Set
from dataclasses import dataclass

from explainer.errors import UserError
from explainer.inputs.content import CHECKPOINTS, ONCE
from explainer.inputs.site import Site, listed
from explainer.inputs.snippets import Snippet, choose


@dataclass(frozen=True)
class Run:
    """One snippet on one checkpoint (`slug`, and the id the snippet is given); `once` is given none.

    `uses` are the slugs of all checkpoints that the run reads: its own, and those that the snippet names otherwise.
    `on_request`: its own is measured only for those who ask. `shifts` are what is added to each of its seeds in
    further runs, in which its claim must hold, too.
    """

    snippet: Snippet
    slug: str
    checkpoint: str | None
    uses: tuple[str, ...]
    on_request: bool = False
    shifts: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """`topic/name · slug`, as progress and reports spell it."""
        return f"{self.snippet.key} · {self.slug}"


def plan(sources: Site, added: Set[str] = frozenset()) -> list[Run]:
    """Return every snippet on every checkpoint that has what it needs; a snippet without a parameter once.

    Of the checkpoints that are measured on request, only those in `added` take part.
    """
    runs: list[Run] = []
    left_out = {checkpoint.slug for checkpoint in sources.checkpoints if checkpoint.on_request} - added
    for snippet in sources.snippets:
        named = tuple(checkpoint.slug for checkpoint in sources.checkpoints if checkpoint.id in snippet.strings)
        if snippet.parameter is None:
            runs.append(Run(snippet, ONCE, None, named))
            continue
        runs.extend(
            Run(
                snippet,
                checkpoint.slug,
                checkpoint.id,
                tuple(dict.fromkeys((checkpoint.slug, *named))),
                checkpoint.on_request,
            )
            for checkpoint in sources.checkpoints
            if checkpoint.fits(snippet.needs)
        )
    return [run for run in runs if left_out.isdisjoint(run.uses)]


def select(runs: list[Run], wanted: tuple[str, ...], only: tuple[str, ...], sources: Site) -> list[Run]:
    """The runs of the `wanted` topics or snippets on the checkpoints `only`; nothing named means all.

    Raises UserError for a topic, snippet or slug that is not there.
    """
    slugs = {checkpoint.slug for checkpoint in sources.checkpoints}
    if unknown := [slug for slug in only if slug not in slugs]:
        raise UserError(f"--checkpoint {unknown[0]}: {CHECKPOINTS} has {listed(slugs)}")
    keys = {snippet.key for snippet in choose(sources.snippets, wanted)}
    selected = [run for run in runs if run.snippet.key in keys and (not only or run.slug in only)]
    if runs and not selected:
        raise UserError("nothing to run: what is named does not run on that checkpoint; --list shows what does")
    return selected
