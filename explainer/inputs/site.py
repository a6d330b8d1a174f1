"""Everything that people wrote, read and checked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from explainer.inputs.checkpoints import FILE as CHECKPOINTS
from explainer.inputs.checkpoints import Checkpoint, read_checkpoints
from explainer.inputs.entries import each, refuse
from explainer.inputs.glossary import Term, read_glossary
from explainer.inputs.joined_tables import JoinedTable, read_joined_tables
from explainer.inputs.kept_reports import KeptReport, read_reports
from explainer.inputs.labs import Lab, read_labs
from explainer.inputs.library_versions import Libraries, read_libraries
from explainer.inputs.nav import Section, read_nav
from explainer.inputs.pages import read_pages
from explainer.inputs.ports import read_variants
from explainer.inputs.scopes import scope_problems
from explainer.inputs.snippets import Snippet, read_snippets
from explainer.inputs.social_card import SocialCard, read_social_card
from explainer.inputs.statements import Published, Statement, read_published, read_statements
from explainer.inputs.upgrades import Upgrades, read_upgrades


@dataclass(frozen=True)
class Site:
    """All inputs of a build. `variants` are, by claim, how it is written for which older library."""

    snippets: list[Snippet]
    checkpoints: list[Checkpoint]
    statements: list[Statement]
    published: list[Published]
    glossary: list[Term]
    joined_tables: list[JoinedTable]
    labs: list[Lab]
    pages: dict[str, str]
    social_card: SocialCard | None
    libraries: Libraries
    variants: dict[str, tuple[tuple[str, str], ...]]
    reports: list[KeptReport]
    nav: tuple[Section, ...] = ()
    upgrades: Upgrades = field(default_factory=Upgrades)

    @property
    def assigned(self) -> dict[str, frozenset[str]]:
        """By snippet, the names that it assigns and that may be facts."""
        return {snippet.key: snippet.assigned for snippet in self.snippets}

    @property
    def slugs(self) -> set[str]:
        """What the runs on checkpoints are called."""
        return {checkpoint.slug for checkpoint in self.checkpoints}


def read_site(root: Path) -> Site:
    """Reads all inputs. Raises UserError with every problem of snippets and checkpoints, then of the first bad file."""
    checkpoints: list[Checkpoint]
    snippets: list[Snippet]
    checkpoints, snippets = each(lambda read: read(root), ((read_checkpoints,), (read_snippets,)))
    refuse([*_unknown_parameters(snippets, checkpoints), *scope_problems(snippets, checkpoints, root)])
    keys = {snippet.key for snippet in snippets}
    libraries = read_libraries(root)
    return Site(
        snippets,
        checkpoints,
        read_statements(root, keys),
        read_published(root, {snippet.topic for snippet in snippets}),
        read_glossary(root),
        read_joined_tables(root, {snippet.key: snippet.assigned for snippet in snippets}),
        read_labs(root, keys),
        read_pages(root),
        read_social_card(root),
        libraries,
        read_variants(root, snippets, libraries),
        read_reports(root),
        read_nav(root),
        read_upgrades(root, keys, libraries.sets),
    )


def _unknown_parameters(snippets: list[Snippet], checkpoints: list[Checkpoint]) -> Iterator[str]:
    known = {checkpoint.id: checkpoint for checkpoint in checkpoints}
    properties = set[str]().union(*(checkpoint.has for checkpoint in checkpoints))
    for snippet in snippets:
        if snippet.parameter is None:
            continue
        for need in snippet.needs:
            if need not in properties:
                yield f"{snippet.path}:1: no checkpoint in {CHECKPOINTS} has `{need}`; known: {listed(properties)}"
        checkpoint = known.get(snippet.parameter)
        if checkpoint is None:
            yield f"{snippet.path}:1: {CHECKPOINTS} has no id {snippet.parameter!r}; known: {listed(set(known))}"
        elif missing := set(snippet.needs) & properties - checkpoint.has:
            yield f"{snippet.path}:1: {checkpoint.id} has no {listed(missing)}, which the snippet needs"
        elif not snippet.needs and not checkpoint.by_default:
            yield f"{snippet.path}:1: {checkpoint.id} is only for snippets with `needs`; say there what this one needs"


def listed(names: set[str]) -> str:
    """Names in a message."""
    return ", ".join(sorted(names))
