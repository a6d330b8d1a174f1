"""Everything a person wrote, read and checked: snippets, checkpoints, ledgers, pages; and the runs they ask for."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer import pages
from explainer.advice import Advice, read_advice
from explainer.changes import Report, read_reports
from explainer.errors import UserError
from explainer.ledgers import (
    Figure,
    Joined,
    Published,
    Statement,
    Term,
    read_figures,
    read_glossary,
    read_joined,
    read_published,
    read_statements,
)
from explainer.library_sets import Libraries, read_asked, read_libraries
from explainer.preview import Preview, read_preview
from explainer.registry import ONCE, Checkpoint, by_id, read_checkpoints
from explainer.snippets import Snippet, read_snippets, read_variants


@dataclass
class Sources:
    """All inputs of a build."""

    snippets: list[Snippet]
    checkpoints: list[Checkpoint]
    statements: list[Statement]
    published: list[Published]
    figures: list[Figure]
    glossary: list[Term]
    joined: list[Joined]
    pages: dict[str, str]
    preview: Preview | None
    libraries: Libraries
    asked: dict[str, Any]
    variants: dict[str, tuple[tuple[str, str], ...]]
    reports: list[Report]
    advice: Advice


@dataclass(frozen=True)
class Run:
    """One snippet on one checkpoint (`slug`, and the id the snippet is given); `once` is given none.

    `uses` are the slugs of all checkpoints that the run reads: its own, and those that the snippet names otherwise.
    """

    snippet: Snippet
    slug: str
    checkpoint: str | None
    uses: tuple[str, ...]

    @property
    def name(self) -> str:
        """`topic/name · slug`, as progress and reports spell it."""
        return f"{self.snippet.key} · {self.slug}"


def read_sources(root: Path) -> Sources:
    """Reads all inputs. Raises UserError with every problem found in snippets and registry, then in the ledgers."""
    problems: list[str] = []
    snippets: list[Snippet] = []
    checkpoints: list[Checkpoint] = []
    try:
        checkpoints = read_checkpoints(root)
    except UserError as error:
        problems.extend(error.lines)
    try:
        snippets = read_snippets(root)
    except UserError as error:
        problems.extend(error.lines)
    if not problems:
        problems.extend(_unknown_parameters(snippets, checkpoints))
    if problems:
        raise UserError(*problems)
    keys = {snippet.key for snippet in snippets}
    return Sources(
        snippets,
        checkpoints,
        read_statements(root, keys),
        read_published(root, {snippet.topic for snippet in snippets}),
        read_figures(root, keys),
        read_glossary(root),
        read_joined(root, {snippet.key: snippet.assigned for snippet in snippets}),
        pages.read_pages(root),
        read_preview(root),
        read_libraries(root),
        read_asked(root),
        read_variants(root),
        read_reports(root),
        read_advice(root, keys),
    )


def _unknown_parameters(snippets: list[Snippet], checkpoints: list[Checkpoint]) -> Iterator[str]:
    known = by_id(checkpoints)
    properties = {"encoder"}.union(*(checkpoint.has for checkpoint in checkpoints))
    for snippet in snippets:
        if snippet.parameter is None:
            continue
        for need in snippet.needs:
            if need not in properties:
                yield f"{snippet.path}:1: no checkpoint in checkpoints.yml has `{need}`; known: {_listed(properties)}"
        checkpoint = known.get(snippet.parameter)
        if checkpoint is None:
            yield f"{snippet.path}:1: checkpoints.yml has no id {snippet.parameter!r}; known: {_listed(set(known))}"
        elif missing := set(snippet.needs) & properties - checkpoint.has:
            yield f"{snippet.path}:1: {checkpoint.id} has no {_listed(missing)}, which the snippet needs"


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def plan(sources: Sources) -> list[Run]:
    """Every snippet on every checkpoint that has what it needs; a snippet without a parameter once."""
    runs: list[Run] = []
    for snippet in sources.snippets:
        named = tuple(checkpoint.slug for checkpoint in sources.checkpoints if checkpoint.id in snippet.strings)
        if snippet.parameter is None:
            runs.append(Run(snippet, ONCE, None, named))
            continue
        fits = [checkpoint for checkpoint in sources.checkpoints if set(snippet.needs) <= checkpoint.has]
        runs.extend(
            Run(snippet, checkpoint.slug, checkpoint.id, tuple({checkpoint.slug: 1, **dict.fromkeys(named)}))
            for checkpoint in fits
        )
    return runs


def select(runs: list[Run], wanted: tuple[str, ...], only: tuple[str, ...], sources: Sources) -> list[Run]:
    """The runs of the `wanted` topics or snippets on the checkpoints `only`; nothing named means all.

    Raises UserError for a topic, snippet or slug that is not there.
    """
    slugs = {checkpoint.slug for checkpoint in sources.checkpoints}
    if unknown := [slug for slug in only if slug not in slugs]:
        raise UserError(f"--checkpoint {unknown[0]}: checkpoints.yml has {_listed(slugs)}")
    names = {s.topic for s in sources.snippets} | {s.name for s in sources.snippets}
    names |= {s.key for s in sources.snippets}
    asked = {name.rstrip("/").removeprefix("snippets/").removesuffix(".py") for name in wanted}
    if absent := asked - names:
        raise UserError(f"{sorted(absent)[0]}: no such topic or snippet; --list shows them")
    selected = [
        run
        for run in runs
        if (not asked or asked & {run.snippet.topic, run.snippet.name, run.snippet.key})
        and (not only or run.slug in only)
    ]
    if runs and not selected:
        raise UserError("nothing to run: what is named does not run on that checkpoint; --list shows what does")
    return selected
