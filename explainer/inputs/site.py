"""Everything a person wrote, read and checked: snippets, checkpoints, ledgers, pages; and the runs they ask for."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs import pages
from explainer.inputs.checkpoints import Checkpoint, by_id, read_checkpoints
from explainer.inputs.kept_reports import Report, read_reports
from explainer.inputs.ledgers import (
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
from explainer.inputs.library_versions import Libraries, read_libraries
from explainer.inputs.ports import read_variants
from explainer.inputs.snippets import Snippet, read_snippets
from explainer.inputs.social_card import Preview, read_preview


@dataclass
class Site:
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
    variants: dict[str, tuple[tuple[str, str], ...]]
    reports: list[Report]


def read_site(root: Path) -> Site:
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
    libraries = read_libraries(root)
    return Site(
        snippets,
        checkpoints,
        read_statements(root, keys),
        read_published(root, {snippet.topic for snippet in snippets}),
        read_figures(root, keys),
        read_glossary(root),
        read_joined(root, {snippet.key: snippet.assigned for snippet in snippets}),
        pages.read_pages(root),
        read_preview(root),
        libraries,
        read_variants(root, snippets, libraries),
        read_reports(root),
    )


def _unknown_parameters(snippets: list[Snippet], checkpoints: list[Checkpoint]) -> Iterator[str]:
    known = by_id(checkpoints)
    properties = {"encoder"}.union(*(checkpoint.has for checkpoint in checkpoints))
    for snippet in snippets:
        if snippet.parameter is None:
            continue
        for need in snippet.needs:
            if need not in properties:
                yield f"{snippet.path}:1: no checkpoint in checkpoints.yml has `{need}`; known: {listed(properties)}"
        checkpoint = known.get(snippet.parameter)
        if checkpoint is None:
            yield f"{snippet.path}:1: checkpoints.yml has no id {snippet.parameter!r}; known: {listed(set(known))}"
        elif missing := set(snippet.needs) & properties - checkpoint.has:
            yield f"{snippet.path}:1: {checkpoint.id} has no {listed(missing)}, which the snippet needs"


def listed(names: set[str]) -> str:
    """Names in a message."""
    return ", ".join(sorted(names))
