"""Read all inputs of a build, and check what concerns several files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from explainer.inputs import content
from explainer.inputs.attacks import Attack, read_attacks
from explainer.inputs.bound_sentences import BoundSentence, UnboundSentence, bound_sentences, read_unbound
from explainer.inputs.entries import raise_if_any, read_each, unknown_names
from explainer.inputs.library_versions import Libraries, Upgrades, read_libraries, read_upgrades
from explainer.inputs.pages import read_pages
from explainer.inputs.snippet_settings import scope_problems
from explainer.inputs.snippets import Snippet, read_snippets
from explainer.inputs.text_files import FastLoader
from explainer.inputs.variants import read_variants

Section = tuple[str, tuple[str, ...]]  # of the nav: its title, empty for a single page, and its pages' paths


@dataclass(frozen=True)
class Site:
    """Hold all inputs of a build.

    `pages` maps paths below `docs/` to texts, `attacks` a sentence's digest to the attacks on it, and `topics` topics
    to titles, in the order of the site's lists. `variants` are, by claim, pairs of an older library's module and the
    program for it.
    """

    snippets: list[Snippet]
    checkpoints: list[content.Checkpoint]
    statements: list[content.Statement]
    published: list[content.Published]
    glossary: list[content.Term]
    joined_tables: list[content.JoinedTable]
    labs: list[content.Lab]
    pages: dict[str, str]
    social_card: content.SocialCard | None
    libraries: Libraries
    variants: dict[str, tuple[tuple[str, str], ...]]
    reports: list[content.ChangeReport]
    nav: tuple[Section, ...] = ()
    upgrades: Upgrades = field(default_factory=Upgrades)
    unbound: list[UnboundSentence] = field(default_factory=list)
    attacks: dict[str, list[Attack]] = field(default_factory=dict)
    topics: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def bound(self) -> list[BoundSentence]:
        """Return the sentences of all pages that claims must show."""
        return bound_sentences(self.pages, self.snippets)

    @cached_property
    def by_name(self) -> dict[str, Snippet]:
        """Return the snippets by name, which is unique on the site."""
        return {snippet.name: snippet for snippet in self.snippets}

    @property
    def assigned(self) -> dict[str, frozenset[str]]:
        """Return, by snippet's key, the names that it assigns and that may become facts."""
        return {snippet.key: snippet.assigned for snippet in self.snippets}

    @property
    def slugs(self) -> set[str]:
        """Return the slugs of all checkpoints, which name the runs on them."""
        return {checkpoint.slug for checkpoint in self.checkpoints}


def read_site(root: Path) -> Site:
    """Read all inputs of the site at `root`.

    Raise UserError with all problems of snippets and checkpoints or, if there are none, of the first other bad file.
    """
    checkpoints: list[content.Checkpoint]
    snippets: list[Snippet]
    # `each` reads both before it raises
    checkpoints, snippets = read_each(lambda read: read(root), ((content.read_checkpoints,), (read_snippets,)))
    raise_if_any([*_bad_parameters(snippets, checkpoints), *scope_problems(snippets, checkpoints, root)])
    keys = {snippet.key for snippet in snippets}
    libraries = read_libraries(root)
    return Site(
        snippets,
        checkpoints,
        content.read_statements(root, keys),
        content.read_published(root, {snippet.topic for snippet in snippets}),
        content.read_glossary(root),
        content.read_joined_tables(root, {snippet.key: snippet.assigned for snippet in snippets}),
        content.read_labs(root, keys),
        read_pages(root),
        content.read_social_card(root),
        libraries,
        read_variants(root, snippets, libraries),
        content.read_change_reports(root),
        read_nav(root),
        read_upgrades(root, keys, libraries.sets),
        read_unbound(root),
        read_attacks(root),
        content.read_topics(root, {snippet.topic for snippet in snippets}),
    )


def _bad_parameters(snippets: list[Snippet], checkpoints: list[content.Checkpoint]) -> Iterator[str]:
    """Yield a line for each snippet whose `checkpoint` or `needs` is unknown, or whose checkpoint lacks a need."""
    known = {checkpoint.id: checkpoint for checkpoint in checkpoints}
    properties = set[str]().union(*(checkpoint.has for checkpoint in checkpoints))
    for snippet in snippets:
        if snippet.parameter is None:
            continue
        where, checkpoint = f"{snippet.path}:1", known.get(snippet.parameter)
        problems = [
            *unknown_names("checkpoint with", snippet.needs, sorted(properties), content.CHECKPOINTS_FILE),
            *unknown_names("checkpoint", [snippet.parameter], sorted(known), content.CHECKPOINTS_FILE),
        ]
        yield from (f"{where}: {problem}" for problem in problems)
        if checkpoint and (missing := set(snippet.needs) & properties - checkpoint.has):
            yield f"{where}: {checkpoint.id} has no {comma_separated(missing)}, which the snippet needs"
        elif checkpoint and not snippet.needs and not checkpoint.by_default:
            yield f"{where}: {checkpoint.id} is only for snippets with `needs`; say there what this one needs"


def comma_separated(names: set[str]) -> str:
    """Return names sorted, with commas, for a message."""
    return ", ".join(sorted(names))


class _Loader(FastLoader):  # type: ignore[misc,valid-type]
    """Load mkdocs.yml with None for its own tags, such as `!ENV`: the nav has none."""


_Loader.add_multi_constructor("!", lambda *_: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def read_nav(root: Path) -> tuple[Section, ...]:
    """Return the sections under `nav` in mkdocs.yml, in order; empty without a `nav`, or if the file is broken.

    This raises nothing, because mkdocs itself reports what is wrong with the file.
    """
    try:
        config = yaml.load((root / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)  # noqa: S506  # a SafeLoader
    except (OSError, ValueError, yaml.YAMLError):
        return ()
    nav = config.get("nav") if isinstance(config, dict) else None
    return tuple(_sections(nav)) if isinstance(nav, list) else ()


def _sections(nav: list[Any]) -> Iterator[Section]:
    """Yield the entries of a nav: a list with a title is a section, a page is one without a title."""
    for entry in nav:
        title, children = next(iter(entry.items())) if isinstance(entry, dict) and entry else ("", entry)
        if isinstance(children, list):
            yield str(title), tuple(_pages(children))
        else:
            yield "", tuple(_pages(entry))


def _pages(entry: Any) -> Iterator[str]:
    """Yield every page below an entry of a nav, at any depth."""
    if isinstance(entry, str):
        yield entry
    for child in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _pages(child)
