"""The files of `content/`: what people may write in each of them, and how it is read.

Left out are library_versions.yml and upgrades.yml (library_versions.py), unbound.yml (bound.py) and attacks.csv
(attacks.py).
"""

import ast
import hashlib
import re
import struct
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from explainer.errors import UserError
from explainer.inputs.entries import (
    CONTENT,
    Entry,
    Struct,
    doubles,
    each,
    read_entries,
    read_mapping,
    refuse,
    to_struct,
    unknown,
)
from explainer.inputs.yaml_files import read_yaml
from explainer.plain import SHADOWED, Plain

CHECKPOINTS = f"{CONTENT}/checkpoints.yml"
STATEMENTS = f"{CONTENT}/statements"
PUBLISHED = f"{CONTENT}/published.yml"
GLOSSARY = f"{CONTENT}/glossary.yml"
JOINED = f"{CONTENT}/joined_tables.yml"
LABS = f"{CONTENT}/labs.yml"
TOPICS = f"{CONTENT}/topics.yml"
SOCIAL_CARD = f"{CONTENT}/social_card.yml"
REPORTS = f"{CONTENT}/changes"

# The slug of a snippet that takes no checkpoint: it is run once.
ONCE = "once"
# A page writes these after a dot, where a method of dict would hide them.
_SHADOWED = "|".join(sorted(SHADOWED))
Slug = Annotated[
    str,
    Meta(
        pattern=rf"^(?!({ONCE}|{_SHADOWED})$)[a-z][a-z0-9_]*$",
        description=f"lower-case letters, digits and _, not `{ONCE}` nor a method of dict",
    ),
]
Quotable = Annotated[
    str,
    Meta(
        pattern=rf"^(?!({_SHADOWED})$)[^\W\d]\w*$",
        description="letters, digits and _, and no method of dict: a page must be able to quote it",
    ),
]
FileName = Annotated[str, Meta(pattern=r"^[^\W\d]\w*$", description="letters, digits and _, as it names a file")]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="the file's sha256, 64 hexadecimal digits")]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="a colour as #rrggbb")]
FactName = Annotated[str, Meta(pattern=r"^([^.]+\.){3}", description="a fact's name, facts.topic.snippet.name")]


# --- checkpoints.yml -------------------------------------------------------------------------------------------------


class Source(Struct, frozen=True):
    """Where a checkpoint may come from: an installed `package`, a `folder` or a `program` of the tree, or the `hub`."""

    kind: str
    name: str = ""
    path: str = ""


class Checkpoint(Struct, frozen=True):
    """One checkpoint that the pages speak of. `files` maps each file that is loaded to its sha256.

    One that is not `by_default` is of another kind than the rest: only snippets that say what they need run on it.
    One that is `on_request` is measured only for those who ask for it. `megabytes` is what the hub would send.
    """

    slug: Slug
    id: str
    title: str
    revision: str
    what_for: str
    has: frozenset[str]
    sources: tuple[Source, ...]
    files: Annotated[dict[str, Sha256], Meta(min_length=1, description="at least one file, to be verified")]
    by_default: bool = True
    on_request: bool = False
    megabytes: int = 0

    def fits(self, needs: tuple[str, ...]) -> bool:
        """Return whether a snippet with these `needs` runs on it."""
        return self.has.issuperset(needs) and (self.by_default or bool(needs))

    @property
    def digest(self) -> str:
        """Return twelve digits that name the files: of the sha256 over their hashes, in the order of their names."""
        listing = "".join(f"{name} {sha256}\n" for name, sha256 in sorted(self.files.items()))
        return hashlib.sha256(listing.encode()).hexdigest()[:12]

    @property
    def always_available(self) -> bool:
        """Return whether every machine that can build has it: it does not depend on the hub."""
        return any(source.kind != "hub" for source in self.sources)


def read_checkpoints(root: Path) -> list[Checkpoint]:
    """Return all checkpoints, in the file's order. Raises UserError with a line for each bad entry."""
    if not (root / CHECKPOINTS).exists():
        return []
    found = each(_checkpoint, read_mapping(root, CHECKPOINTS, "checkpoints").items())
    refuse(f"{CHECKPOINTS}:1: the id {problem}" for problem in doubles(one.id for one in found))
    return found


def _checkpoint(slug: str, entry: Any) -> Checkpoint:
    where = f"{CHECKPOINTS}:{getattr(entry, 'line', 1)}: `{slug}`"
    if isinstance(entry, dict) and isinstance(entry.get("sources"), list):
        entry = {**entry, "sources": [_source(where, source) for source in entry["sources"]]}
    return to_struct(Checkpoint, entry, where, slug=slug)


def _source(where: str, entry: Any) -> dict[str, str]:
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

# As the file spells a verdict, and as the page does.
VERDICTS = {
    "right": "Right",
    "wrong": "Wrong",
    "half": "Half right",
    "outdated": "Outdated",
    "false alarm": "False alarm",
}


class Statement(Entry, frozen=True):
    """What somebody says, in our words, with the verdict and the snippets that settle it.

    `do` is what to do about it, a few lines of Python that run alone from the repository's root; or nothing.
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
        """Return its file and line."""
        return f"{STATEMENTS}/{self.topic}.yml:{self.line}"


class Published(Entry, frozen=True):
    """A number, or a few, that others have published. `fact` is the dotted name of ours, where there is one.

    `decimals` is how many the source prints: ours agrees when it rounds, or truncates, to the same.
    """

    name: Quotable
    what: str
    value: int | float | list[int | float]
    decimals: int
    source: str
    url: str
    topic: str
    fact: str | None = None


def read_statements(root: Path, snippets: Collection[str]) -> list[Statement]:
    """Return all statements, topic by topic. Raises UserError for a bad field, an unknown topic or snippet."""
    topics = {key.split("/")[0] for key in snippets}

    def unfit(statement: Statement) -> Iterator[str]:
        yield from unknown("verdict", [statement.verdict], VERDICTS)
        yield from unknown("snippet", statement.snippets, snippets)
        try:
            ast.parse(statement.do)
        except (SyntaxError, ValueError):
            yield "`do` is lines of Python, a block that begins with `do: |`"

    def read(path: Path) -> list[Statement]:
        file = path.relative_to(root).as_posix()
        found = read_entries(root, file, "statements", Statement, unfit, topic=path.stem)
        refuse(f"{file}:1: {problem}" for problem in unknown("topic", [path.stem], topics))
        return found

    paths = sorted((root / STATEMENTS).glob("*.yml"))
    return list(chain.from_iterable(each(read, ((path,) for path in paths))))


def read_published(root: Path, topics: Collection[str]) -> list[Published]:
    """Return the published numbers. Raises UserError for a bad field, or a name or topic that a page could not use."""
    return read_entries(root, PUBLISHED, "published", Published, lambda one: unknown("topic", [one.topic], topics))


def disagreements(published: list[Published], facts: dict[str, Plain]) -> Iterator[str]:
    """Yield a line for each published number that a measured fact contradicts; facts we do not have are passed over."""
    for entry in published:
        ours = facts.get(entry.fact or "")
        if ours is None:
            continue
        theirs = entry.value if isinstance(entry.value, list) else [entry.value]
        measured = ours if isinstance(ours, list) else [ours]
        allowed = 1.01 * 10.0**-entry.decimals
        if len(theirs) != len(measured) or any(
            not isinstance(number, int | float) or abs(printed - number) > allowed
            for printed, number in zip(theirs, measured, strict=False)
        ):
            yield f"{PUBLISHED}:{entry.line}: `{entry.name}` says {entry.value}, but {entry.fact} is {ours}"


# --- glossary.yml ----------------------------------------------------------------------------------------------------


class Term(Entry, frozen=True):
    """A word that the pages use in the field's sense, and what it means. `also` are other spellings of it."""

    means: str
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Return its place on the glossary's page, by which a page refers to it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def read_glossary(root: Path) -> list[Term]:
    """Return all terms, in the file's order. Raises UserError for a bad field."""
    return read_entries(root, GLOSSARY, "terms", Term)


# --- topics.yml ------------------------------------------------------------------------------------------------------


class Topic(Entry, frozen=True):
    """What a reader sees for a topic of claims."""

    title: str


def read_topics(root: Path, topics: Collection[str]) -> dict[str, str]:
    """Return the titles of topics, in the file's order. Raises UserError for a topic that no snippet has."""
    entries = read_entries(root, TOPICS, "topics", Topic, lambda one: unknown("topic", [one.name], topics))
    return {one.name: one.title for one in entries}


# --- joined_tables.yml -----------------------------------------------------------------------------------------------


class JoinedTable(Entry, frozen=True):
    """A table whose rows are the same fact of many claims. `groups` are its headings, each with snippets or topics.

    A topic means all of its snippets that assign the fact. With `filter`, one of the columns, it can be sorted, and
    filtered by that. `tools` names the claims that are about a library of which we have one version.
    """

    caption: str
    fact: str
    columns: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    filter: str = ""
    tools: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def tool_of(self) -> dict[str, str]:
        """Return the library that each of these claims is about."""
        return {key: library for library, keys in self.tools.items() for key in keys}

    def rows(self, assigned: Mapping[str, frozenset[str]]) -> list[tuple[str, list[str]]]:
        """Return the snippets under each heading, in order; `assigned` are the names that each snippet assigns."""

        def expanded(place: str) -> list[str]:
            if "/" in place:
                return [place]
            return [key for key, names in assigned.items() if key.startswith(f"{place}/") and self.fact in names]

        return [(heading, [*chain.from_iterable(map(expanded, places))]) for heading, places in self.groups.items()]


def read_joined_tables(root: Path, assigned: Mapping[str, frozenset[str]]) -> list[JoinedTable]:
    """Return all joined tables. Raises UserError for a bad field, or a row that no snippet gives.

    `assigned` are the names that each snippet assigns, by `topic/name`.
    """

    def unfit(table: JoinedTable) -> Iterator[str]:
        rows = [key for _, keys in table.rows(assigned) for key in keys]
        places = [place for places in table.groups.values() for place in places]
        topics = {key.split("/")[0] for key, names in assigned.items() if table.fact in names}
        yield from unknown("snippet", (place for place in places if "/" in place), assigned)
        yield from unknown(f"snippet with `{table.fact}` in", (one for one in places if "/" not in one), topics)
        yield from doubles(rows)
        yield from unknown("row for `tools`,", table.tool_of, rows)
        yield from unknown("column to filter by,", [table.filter] if table.filter else [], table.columns[1:])

    return read_entries(root, JOINED, "tables", JoinedTable, unfit)


# --- labs.yml --------------------------------------------------------------------------------------------------------


class Lab(Entry, frozen=True):
    """Claims to be read, changed and run as one notebook: `claims` are snippets, in the order in which they run."""

    name: FileName
    title: str
    introduction: str
    claims: Annotated[tuple[str, ...], Meta(min_length=1)]

    @property
    def artifact(self) -> str:
        """Return its notebook, below the artifacts."""
        return f"labs/{self.name}.ipynb"


def read_labs(root: Path, snippets: Collection[str]) -> list[Lab]:
    """Return all labs. Raises UserError for a bad field, or a claim that is not there or named twice."""
    return read_entries(
        root, LABS, "labs", Lab, lambda lab: chain(unknown("snippet", lab.claims, snippets), doubles(lab.claims))
    )


# --- social_card.yml -------------------------------------------------------------------------------------------------

SIZE = (1200, 630)  # pixels, as Open Graph has it


class Colours(Struct, frozen=True):
    """What is written in: the title and the sentence, the other lines, and the number."""

    text: Colour = "#ffffff"
    quiet: Colour = "#d0d7de"
    number: Colour = "#ffd33d"


class SocialCard(Struct, frozen=True):
    """The picture that a link to the site shows. `fact` names its measured number, shown to so many `decimals`.

    `background` names a PNG with the site's logo in its upper right; `ground` is what that file holds, b"" for none.
    """

    line: int
    title: str
    lines: Annotated[tuple[str, ...], Meta(max_length=3, description="at most 3 lines of text")]
    fact: str
    decimals: Annotated[int, Meta(ge=0, le=6, description="0 to 6")]
    what: str
    colours: Colours = Colours()
    background: str = ""
    ground: bytes = b""


def read_social_card(root: Path) -> SocialCard | None:
    """Return the card, or None where there is none. Raises UserError with file and line for a bad field."""
    if not (root / SOCIAL_CARD).exists():
        return None
    written = read_yaml(root / SOCIAL_CARD, root)
    line = getattr(written, "line", 1)
    card = to_struct(SocialCard, written, f"{SOCIAL_CARD}:{line}", line=line, ground=b"")
    if not card.background:
        return card
    ground = (root / card.background).read_bytes() if (root / card.background).is_file() else b""
    if not ground.startswith(b"\x89PNG") or ground[16:24] != struct.pack(">II", *SIZE):
        where = f"{SOCIAL_CARD}:{line}: `background`"
        raise UserError(f"{where} must be a PNG of {SIZE[0]} × {SIZE[1]} pixels (got {card.background})")
    return replace(card, ground=ground)


# --- changes/*.yml, written by `build_artifacts.py --report` ---------------------------------------------------------

REPORT_SCHEMA = 1


class FailedClaim(Struct, frozen=True):
    """A claim that did not hold: the run, its words then, and why."""

    snippet: str
    run: str
    claim: str
    why: str


class ChangedFact(Struct, frozen=True):
    """A value that became different, by its dotted name, and the pages that showed it."""

    fact: FactName
    was: str
    now: str
    pages: tuple[str, ...] = ()

    @property
    def snippet(self) -> str:
        """Return the snippet that gave it, `topic/name`."""
        _, topic, name, *_ = self.fact.split(".")
        return f"{topic}/{name}"


class NewFacts(Struct, frozen=True):
    """How many values of a snippet were recorded for the first time."""

    snippet: str
    values: int


class KeptReport(Struct, frozen=True):
    """What became different at one time. `name` is the file's, `note` may be added by hand."""

    name: str
    schema: Annotated[Literal[1], Meta(description="1; write a report with build_artifacts.py --report")]
    date: str
    title: str
    because: tuple[str, ...]
    failed: tuple[FailedClaim, ...]
    facts: tuple[ChangedFact, ...]
    new: tuple[NewFacts, ...]
    note: str = ""


def read_reports(root: Path) -> list[KeptReport]:
    """Return all reports, newest first. Raises UserError for each file that is not one."""

    def read(path: Path) -> KeptReport:
        return to_struct(KeptReport, read_yaml(path, root), f"{path.relative_to(root)}:1", name=path.stem)

    found = each(read, ((path,) for path in sorted((root / REPORTS).glob("*.yml"))))
    return sorted(found, key=lambda report: (report.date, report.name), reverse=True)
