"""Read all that people write for a site, and check what concerns several files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from explainer.inputs import content
from explainer.inputs.entries import comma_separated, raise_if_any, read_each, unknown_names
from explainer.inputs.library_versions import Libraries, Upgrades, read_libraries, read_upgrades
from explainer.inputs.pages import read_pages
from explainer.inputs.quotes import all_quotes
from explainer.inputs.sentences_to_show import Exemption, SentenceToShow, read_exemptions, sentences_to_show
from explainer.inputs.snippet_settings import scope_problems
from explainer.inputs.snippets import Snippet, read_snippets
from explainer.inputs.text_files import FastLoader
from explainer.inputs.variants import read_variants

# An entry of the nav: its title, and the paths of all pages below it. For a single page the title is empty.
NavEntry = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Site:
    """Hold all that people write for a site.

    `pages`: path below `docs/` → text. `topics`: topic → title, in the order of the site's lists. `variants`: claim's
    key → pairs of an older library's module and the program.
    """

    snippets: list[Snippet]
    checkpoints: list[content.Checkpoint]
    statements: list[content.Statement]
    published: list[content.Published]
    glossary: list[content.Term]
    joined_tables: list[content.JoinedTable]
    labs: list[content.Lab]
    pages: dict[str, str]
    libraries: Libraries
    variants: dict[str, tuple[tuple[str, str], ...]]
    nav: tuple[NavEntry, ...] = ()
    upgrades: Upgrades = field(default_factory=Upgrades)
    exemptions: list[Exemption] = field(default_factory=list)
    topics: Mapping[str, str] = field(default_factory=dict)
    redirects: list[content.Redirect] = field(default_factory=list)

    @cached_property
    def sentences_to_show(self) -> list[SentenceToShow]:
        """Return the sentences of all pages that claims must show."""
        return sentences_to_show(self.pages, self.snippets)

    @cached_property
    def snippets_by_name(self) -> dict[str, Snippet]:
        """Return the snippets by name, which is unique on the site."""
        return {snippet.name: snippet for snippet in self.snippets}

    @property
    def assigned_names(self) -> dict[str, frozenset[str]]:
        """Return, by snippet's key, the names that it assigns and that may become facts."""
        return _assigned_names(self.snippets)

    @property
    def checkpoint_slugs(self) -> set[str]:
        """Return the slugs of all checkpoints, which name the runs on them."""
        return {checkpoint.slug for checkpoint in self.checkpoints}


def read_site(root: Path) -> Site:
    """Read all inputs of the site at `root`.

    Raise UserError: with all problems of snippets and checkpoints together; if these are good, with those of the first
    other file that is bad.
    """
    checkpoints: list[content.Checkpoint]  # mypy cannot tell which of the two readers gives which list
    snippets: list[Snippet]
    # `read_each` reads both before it raises, so that the problems of both are reported
    checkpoints, snippets = read_each(lambda read: read(root), ((content.read_checkpoints,), (read_snippets,)))
    raise_if_any([*_bad_checkpoints(snippets, checkpoints), *scope_problems(snippets, checkpoints, root)])
    keys, topics = {snippet.key for snippet in snippets}, {snippet.topic for snippet in snippets}
    libraries = read_libraries(root)
    pages, published = read_pages(root), content.read_published(root, topics)
    snippets = _without_unquoted_names(snippets, pages, published)
    return Site(
        snippets=snippets,
        checkpoints=checkpoints,
        statements=content.read_statements(root, keys),
        published=published,
        glossary=content.read_glossary(root),
        joined_tables=content.read_joined_tables(root, _assigned_names(snippets)),
        labs=content.read_labs(root, keys),
        pages=pages,
        libraries=libraries,
        variants=read_variants(root, snippets, libraries),
        nav=read_nav(root),
        upgrades=read_upgrades(root, keys, libraries.sets),
        exemptions=read_exemptions(root),
        topics=content.read_topics(root, topics),
        redirects=content.read_redirects(root),
    )


def _without_unquoted_names(
    snippets: list[Snippet], pages: dict[str, str], published: list[content.Published]
) -> list[Snippet]:
    """Return the snippets, each without the names of its lesson that no page quotes: these are no facts."""
    quoted = {quote.name for quote in all_quotes(pages)} | {entry.fact for entry in published if entry.fact}
    by_claim: dict[str, set[str]] = {}
    for parts in (name.split(".") for name in quoted):  # facts.TOPIC.NAME, perhaps a checkpoint's slug, the fact
        by_claim.setdefault("/".join(parts[1:3]), set()).update(parts[3:])
    unquoted = {snippet.key: snippet.lesson_names - by_claim.get(snippet.key, set()) for snippet in snippets}
    return [
        replace(snippet, assigned_names=snippet.assigned_names - names) if (names := unquoted[snippet.key]) else snippet
        for snippet in snippets
    ]


def _assigned_names(snippets: list[Snippet]) -> dict[str, frozenset[str]]:
    return {snippet.key: snippet.assigned_names for snippet in snippets}


def _bad_checkpoints(snippets: list[Snippet], checkpoints: list[content.Checkpoint]) -> Iterator[str]:
    """Yield a line for each snippet whose `checkpoint` or `needs` is unknown, or whose checkpoint lacks a need."""
    checkpoints_by_id = {checkpoint.id: checkpoint for checkpoint in checkpoints}
    properties = set[str]().union(*(checkpoint.has for checkpoint in checkpoints))
    for snippet in snippets:
        if snippet.checkpoint_id is None:
            continue
        where, checkpoint = f"{snippet.path}:1", checkpoints_by_id.get(snippet.checkpoint_id)
        problems = [
            *unknown_names("checkpoint with", snippet.needs, sorted(properties), content.CHECKPOINTS_FILE),
            *unknown_names("checkpoint", [snippet.checkpoint_id], sorted(checkpoints_by_id), content.CHECKPOINTS_FILE),
        ]
        yield from (f"{where}: {problem}" for problem in problems)
        if checkpoint and (missing := (set(snippet.needs) & properties) - checkpoint.has):
            yield f"{where}: {checkpoint.id} has no {comma_separated(missing)}, which the snippet needs"
        elif checkpoint and not snippet.needs and not checkpoint.by_default:
            yield f"{where}: {checkpoint.id} is only for snippets with `needs`; say there what this one needs"


class _Loader(FastLoader):  # type: ignore[misc,valid-type]
    """Load mkdocs.yml, with None in place of any tagged value such as `!ENV`; nothing under `nav` is tagged."""


_Loader.add_multi_constructor("!", lambda *_: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def read_nav(root: Path) -> tuple[NavEntry, ...]:
    """Return the entries under `nav` in mkdocs.yml, in order; empty without a `nav`, or if the file is broken.

    This raises nothing, because mkdocs itself reports what is wrong with the file.
    """
    try:
        config = yaml.load((root / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)  # noqa: S506  # a SafeLoader
    except (OSError, ValueError, yaml.YAMLError):
        return ()
    nav = config.get("nav") if isinstance(config, dict) else None
    return tuple(_nav_entries(nav)) if isinstance(nav, list) else ()


def _nav_entries(nav: list[Any]) -> Iterator[NavEntry]:
    """Yield an entry for each section, with all pages below it, and for each page that stands alone."""
    for entry in nav:  # a page, or a mapping from one title to a page or to a list
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
