"""Read the files of `content/`, each into a Struct that says what people may write there.

Other modules read the rest: library_versions.py its own file and upgrades.yml, and sentences_to_show.py unbound.yml.
"""

import ast
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from explainer.errors import UserError
from explainer.fact_values import DICT_METHODS, PlainValue
from explainer.inputs.entries import (
    CONTENT_FOLDER,
    ContentEntry,
    Struct,
    duplicates,
    raise_if_any,
    read_each,
    read_entries,
    read_mapping,
    to_struct,
    unknown_names,
)

CHECKPOINTS_FILE = f"{CONTENT_FOLDER}/checkpoints.yml"
STATEMENTS_FOLDER = f"{CONTENT_FOLDER}/statements"
PUBLISHED_FILE = f"{CONTENT_FOLDER}/published.yml"
GLOSSARY_FILE = f"{CONTENT_FOLDER}/glossary.yml"
REDIRECTS_FILE = f"{CONTENT_FOLDER}/redirects.yml"
JOINED_TABLES_FILE = f"{CONTENT_FOLDER}/joined_tables.yml"
LABS_FILE = f"{CONTENT_FOLDER}/labs.yml"
TOPICS_FILE = f"{CONTENT_FOLDER}/topics.yml"

# In place of a checkpoint's slug, for a snippet that takes no checkpoint and so runs once.
ONCE = "once"
# Pages write slugs and names after a dot, where Jinja finds a method of dict before a key: no name may be one.
_DICT_METHOD = "|".join(sorted(DICT_METHODS))
Slug = Annotated[
    str,
    Meta(
        pattern=rf"^(?!({ONCE}|{_DICT_METHOD})$)[a-z][a-z0-9_]*$",
        description=f"lower-case letters, digits and _, not `{ONCE}` nor a method of dict",
    ),
]
Quotable = Annotated[
    str,
    Meta(
        pattern=rf"^(?!({_DICT_METHOD})$)[^\W\d]\w*$",
        description="letters, digits and _, and no method of dict: a page must be able to quote it",
    ),
]
FileName = Annotated[str, Meta(pattern=r"^[^\W\d]\w*$", description="letters, digits and _, as it names a file")]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="the file's sha256, 64 hexadecimal digits")]
FactName = Annotated[str, Meta(pattern=r"^([^.]+\.){3}", description="a fact's name, facts.topic.snippet.name")]


# --- checkpoints.yml -------------------------------------------------------------------------------------------------


class CheckpointSource(Struct, frozen=True):
    """Hold one place to find a checkpoint. `kind` is package, folder, program or hub.

    `name` is the package's name. `path` is a folder in that package, or a folder or program in the repository.
    """

    kind: str
    name: str = ""
    path: str = ""


class Checkpoint(Struct, frozen=True):
    """Hold one checkpoint. `files` maps each file that is loaded to its sha256; `sources` are tried in order.

    `has` are its properties, such as a head: a snippet runs on it only if they include the snippet's `needs`. Without
    `by_default`, only snippets with `needs` run on it. `megabytes` is the size of its download, from the hub or, where
    `download` names a zip below `docs/`, from this site: a reader unzips that folder beside a program.
    """

    slug: Slug
    id: str
    title: str
    revision: str
    what_for: str
    has: frozenset[str]
    sources: tuple[CheckpointSource, ...]
    files: Annotated[dict[str, Sha256], Meta(min_length=1, description="at least one file, to be verified")]
    by_default: bool = True
    megabytes: int = 0
    download: str = ""

    def fits(self, needs: tuple[str, ...]) -> bool:
        """Return whether a snippet with these `needs` runs on this checkpoint."""
        return self.has.issuperset(needs) and (self.by_default or bool(needs))

    @property
    def digest(self) -> str:
        """Return the first 12 hexadecimal digits of the SHA-256 over the files' names and hashes, sorted by name."""
        listing = "".join(f"{name} {sha256}\n" for name, sha256 in sorted(self.files.items()))
        return hashlib.sha256(listing.encode()).hexdigest()[:12]

    @property
    def hub_only(self) -> bool:
        """Return whether most machines lack it, because it comes from the hub alone."""
        return all(source.kind == "hub" for source in self.sources)


def read_checkpoints(root: Path) -> list[Checkpoint]:
    """Return all checkpoints, in the file's order. Raise UserError with a line for each bad entry."""
    if not (root / CHECKPOINTS_FILE).exists():
        return []
    checkpoints = read_each(_read_checkpoint, read_mapping(root, CHECKPOINTS_FILE, "checkpoints").items())
    duplicate_ids = duplicates(checkpoint.id for checkpoint in checkpoints)
    raise_if_any(f"{CHECKPOINTS_FILE}:1: the id {problem}" for problem in duplicate_ids)
    return checkpoints


def _read_checkpoint(slug: str, entry: Any) -> Checkpoint:
    """Convert an entry to a Checkpoint. Raise UserError for a bad field."""
    where = f"{CHECKPOINTS_FILE}:{getattr(entry, 'line', 1)}: `{slug}`"
    if isinstance(entry, dict) and isinstance(entry.get("sources"), list):
        entry = {**entry, "sources": [_source_fields(where, source) for source in entry["sources"]]}
    return to_struct(Checkpoint, entry, where, slug=slug)


def _source_fields(where: str, entry: Any) -> dict[str, str]:
    """Return the fields of a CheckpointSource. Raise UserError, with `where` in front, for an unknown form."""
    match entry:
        case "hub":
            return {"kind": "hub"}
        case {"package": str(name), "path": str(path)}:
            return {"kind": "package", "name": name, "path": path}
        case {"folder": str(path)}:
            return {"kind": "folder", "path": path}
        case {"program": str(path)}:
            return {"kind": "program", "path": path}
    raise UserError(
        f"{where}: a source is `hub`, `folder: PATH`, `program: PATH`, or `package: NAME` with `path: PATH` in it"
    )


# --- statements/<topic>.yml and published.yml ------------------------------------------------------------------------

# The verdict in the file → the verdict on the page.
STATEMENT_VERDICTS = {
    "wrong": "Wrong",
    "half": "Half right",
    "outdated": "Outdated",
    "false alarm": "False alarm",
}


class Statement(ContentEntry, frozen=True):
    """Hold what somebody says, in our words, with the verdict and the keys of the snippets that settle it.

    `do` is a remedy: a few lines of Python that run alone from the repository's root; empty if there is none.
    """

    says: str
    source: str
    url: str
    verdict: str
    why: str
    topic: str
    snippets: Annotated[tuple[str, ...], Meta(min_length=1, description="at least one snippet that settles it")]
    do: str = ""

    @property
    def where(self) -> str:
        """Return the file and line, `content/statements/topic.yml:line`."""
        return f"{STATEMENTS_FOLDER}/{self.topic}.yml:{self.line}"


class Published(ContentEntry, frozen=True):
    """Hold one or several numbers that others have published. `fact` is the dotted name of our measurement, or None.

    `decimals` is how many decimals the source prints: ours agrees if it rounds, or truncates, to the same.
    """

    name: Quotable
    what: str
    value: int | float | list[int | float]
    decimals: int
    source: str
    url: str
    topic: str
    fact: str | None = None


def read_statements(root: Path, snippet_keys: Collection[str]) -> list[Statement]:
    """Return all statements by topic. Raise UserError for a bad field, or an unknown verdict, topic or snippet."""
    topics = {key.split("/")[0] for key in snippet_keys}

    def check(statement: Statement) -> Iterator[str]:
        yield from unknown_names("verdict", [statement.verdict], STATEMENT_VERDICTS)
        yield from unknown_names("snippet", statement.snippets, snippet_keys)
        try:
            ast.parse(statement.do)
        except (SyntaxError, ValueError):
            yield "`do` is lines of Python, a block that begins with `do: |`"

    def read(path: Path) -> list[Statement]:
        file = path.relative_to(root).as_posix()
        entries = read_entries(root, file, "statements", Statement, check, topic=path.stem)
        raise_if_any(f"{file}:1: {problem}" for problem in unknown_names("topic", [path.stem], topics))
        return entries

    paths = sorted((root / STATEMENTS_FOLDER).glob("*.yml"))
    return list(chain.from_iterable(read_each(read, ((path,) for path in paths))))


def read_published(root: Path, topics: Collection[str]) -> list[Published]:
    """Return the published numbers. Raise UserError for a bad field, or a topic without snippets."""
    return read_entries(
        root, PUBLISHED_FILE, "published", Published, lambda entry: unknown_names("topic", [entry.topic], topics)
    )


def disagreements(published: list[Published], facts: dict[str, PlainValue]) -> Iterator[str]:
    """Yield a line for each published entry that differs from our fact; entries without a fact are skipped.

    `facts` are the recorded facts by dotted name.
    """
    for entry in published:
        ours = facts.get(entry.fact or "")
        if ours is None:
            continue
        published_numbers = entry.value if isinstance(entry.value, list) else [entry.value]
        measured_numbers = ours if isinstance(ours, list) else [ours]
        # one unit of the last decimal, because the source may truncate; and 1 % more for errors of float arithmetic
        max_difference = 1.01 * 10.0**-entry.decimals
        if len(published_numbers) != len(measured_numbers) or any(
            not isinstance(measured, int | float) or abs(theirs - measured) > max_difference
            for theirs, measured in zip(published_numbers, measured_numbers, strict=False)
        ):
            yield f"{PUBLISHED_FILE}:{entry.line}: `{entry.name}` says {entry.value}, but {entry.fact} is {ours}"


# --- glossary.yml ----------------------------------------------------------------------------------------------------


class Term(ContentEntry, frozen=True):
    """Hold a term of the glossary and its definition. `also` are other spellings of it."""

    means: str
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Return the term's anchor on the glossary's page: `state-dict` for `State dict`."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def read_glossary(root: Path) -> list[Term]:
    """Return all terms, in the file's order. Raise UserError for a bad field."""
    return read_entries(root, GLOSSARY_FILE, "terms", Term)


# --- redirects.yml ---------------------------------------------------------------------------------------------------


class Redirect(ContentEntry, frozen=True):
    """Hold where an old address, `name`, leads; both from the site's root, with a slash at the end."""

    to: str


def read_redirects(root: Path) -> list[Redirect]:
    """Return all redirects, in the file's order. Raise UserError for an address without its slash."""
    return read_entries(root, REDIRECTS_FILE, "redirects", Redirect, _bad_addresses)


def _bad_addresses(redirect: Redirect) -> Iterator[str]:
    yield from (f"`{one}` must end with a slash" for one in (redirect.name, redirect.to) if not one.endswith("/"))


# --- topics.yml ------------------------------------------------------------------------------------------------------


class Topic(ContentEntry, frozen=True):
    """Hold the title that readers see for a topic of claims."""

    title: str


def read_topics(root: Path, topics: Collection[str]) -> dict[str, str]:
    """Return topics' titles by topic, in the file's order. Raise UserError for a topic without snippets."""
    entries = read_entries(
        root, TOPICS_FILE, "topics", Topic, lambda entry: unknown_names("topic", [entry.name], topics)
    )
    return {entry.name: entry.title for entry in entries}


# --- joined_tables.yml -----------------------------------------------------------------------------------------------


class JoinedTable(ContentEntry, frozen=True):
    """Hold a table whose rows are one fact of many claims. `groups` maps each heading to keys of snippets, or topics.

    A topic means all of its snippets that assign the fact. `filter` is the column by which readers can filter the
    table; if it is empty, they can neither sort nor filter. `tools` maps a library of which we test only one version,
    such as peft, to the claims about it.
    """

    caption: str
    fact: str
    columns: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    filter: str = ""
    tools: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def library_by_claim(self) -> dict[str, str]:
        """Return the library of each claim under `tools`, by the claim's key."""
        return {key: library for library, keys in self.tools.items() for key in keys}

    def rows(self, assigned_names: Mapping[str, frozenset[str]]) -> list[tuple[str, list[str]]]:
        """Return the headings, each with the keys of its snippets, in order.

        `assigned_names` are the names that each snippet assigns, by its key.
        """

        def keys_of(member: str) -> list[str]:
            if "/" in member:  # a snippet, not a topic
                return [member]
            return [key for key, names in assigned_names.items() if key.startswith(f"{member}/") and self.fact in names]

        return [(heading, [*chain.from_iterable(map(keys_of, members))]) for heading, members in self.groups.items()]


def read_joined_tables(root: Path, assigned_names: Mapping[str, frozenset[str]]) -> list[JoinedTable]:
    """Return all joined tables. Raise UserError for a bad field, or a row that no snippet gives.

    `assigned_names` are the names that each snippet assigns, by its key.
    """

    def check(table: JoinedTable) -> Iterator[str]:
        row_keys = [key for _, keys in table.rows(assigned_names) for key in keys]
        members = [member for group in table.groups.values() for member in group]
        topics = {key.split("/")[0] for key, names in assigned_names.items() if table.fact in names}
        yield from unknown_names("snippet", (member for member in members if "/" in member), assigned_names)
        yield from unknown_names(
            f"snippet with `{table.fact}` in", (member for member in members if "/" not in member), topics
        )
        yield from duplicates(row_keys)
        yield from unknown_names("row for `tools`,", table.library_by_claim, row_keys)
        yield from unknown_names("column to filter by,", [table.filter] if table.filter else [], table.columns[1:])

    return read_entries(root, JOINED_TABLES_FILE, "tables", JoinedTable, check)


# --- labs.yml --------------------------------------------------------------------------------------------------------


class Lab(ContentEntry, frozen=True):
    """Hold a notebook in which readers change and run claims; `claims` are keys of snippets, in order."""

    name: FileName
    title: str
    introduction: str
    claims: Annotated[tuple[str, ...], Meta(min_length=1)]

    @property
    def artifact(self) -> str:
        """Return the notebook's name below the artifacts."""
        return f"labs/{self.name}.ipynb"


def read_labs(root: Path, snippet_keys: Collection[str]) -> list[Lab]:
    """Return all labs. Raise UserError for a bad field, or a claim that does not exist or is there twice."""
    return read_entries(
        root,
        LABS_FILE,
        "labs",
        Lab,
        lambda lab: chain(unknown_names("snippet", lab.claims, snippet_keys), duplicates(lab.claims)),
    )
