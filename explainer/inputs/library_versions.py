"""Reads which releases the claims run under, and what a change of their answers means to somebody who upgrades.

The files are `content/library_versions.yml`, with the sets of library versions, oldest first, and `upgrades.yml`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from explainer.inputs.code_digest import digest, normalised
from explainer.inputs.entries import CONTENT, Entry, Struct, entries_of, refuse, to_struct, unknown
from explainer.inputs.yaml_files import read_yaml

LIBRARY_VERSIONS = f"{CONTENT}/library_versions.yml"
UPGRADES = f"{CONTENT}/upgrades.yml"
ASKED = "versions.yml"  # below the artifacts: what was answered
DETAIL = 3  # lines of an upgrade with this weight or less are folded, and short
Pin = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+$", description="LIBRARY==VERSION")]
Answer = Annotated[str, Meta(pattern="^(holds|fails)$", description="`holds` or `fails`")]


class Base(Struct, frozen=True):
    """What is installed with a release, pinned, and Python to run before anything is imported, such as hiding one."""

    pins: tuple[Pin, ...] = ()
    prepare: str = ""


class _File(Struct, frozen=True):
    library: str
    sets: tuple[Pin, ...]
    bases: dict[str, Base] = msgspec.field(default_factory=dict)
    eras: dict[str, str] = msgspec.field(default_factory=dict)
    others: dict[Pin, str] = msgspec.field(default_factory=dict)
    keeps_output: frozenset[str] = frozenset()
    pulls: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    not_tested: dict[str, str] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class LibrarySet:
    """One library at one release, and what it needs beside it; torch and the rest are shared.

    The base matters where it is installed: two are the same release if library and version are. `is_other` where the
    library is not the one whose releases are searched.
    """

    library: str
    version: str
    base: Base = field(default=Base(), compare=False)
    is_other: bool = field(default=False, compare=False)

    @property
    def title(self) -> str:
        """Return its name as a page writes it."""
        return f"{self.library} {self.version}"

    @property
    def slug(self) -> str:
        """Its name in the name of a file."""
        return re.sub(r"[^a-z0-9]+", "_", self.title.lower())

    @property
    def module(self) -> str:
        """Return what one imports; also the ending of a snippet's variant for this library."""
        return self.library.replace("-", "_")

    @property
    def pin(self) -> str:
        """Return its name as pip writes it."""
        return f"{self.library}=={self.version}"

    @property
    def digest(self) -> str:
        """Return a name for what is installed: an answer is of these releases."""
        return digest(self.pin, *self.base.pins, normalised(self.base.prepare))

    @property
    def order(self) -> tuple[bool, str, tuple[int, ...]]:
        """Sort releases by this: the other libraries come first, 4.9.2 comes before 4.10.0."""
        return not self.is_other, self.library, numbers(self.version)


@dataclass(frozen=True)
class Libraries:
    """The whole file. `eras` say which base a release needs: the last that starts at or before it, by version.

    `library` is the one whose releases are searched, and for which snippets are written; empty without the file.
    `not_tested` has pieces of messages that tell of our own limits and not of the library, each with the reason.
    """

    sets: list[LibrarySet]
    eras: list[tuple[str, Base]]
    keeps_output: frozenset[str]
    pulls: dict[str, dict[str, str]]
    not_tested: dict[str, str] = field(default_factory=dict)
    library: str = ""

    def concern(self, imports: Iterable[str]) -> bool:
        """Return whether one of these dotted imports is of a library here: the answer may differ by release."""
        return not {name.partition(".")[0] for name in imports}.isdisjoint(one.module for one in self.sets)

    def release(self, version: str) -> LibrarySet:
        """Return a release of the library that is searched; it need not be one of the sets."""
        bases = [base for since, base in self.eras if numbers(since) <= numbers(version)]
        return LibrarySet(self.library, version, bases[-1] if bases else Base())

    def named(self, library: str, version: str) -> LibrarySet:
        """Return a release of any library, for what is known of it; it cannot be installed."""
        return LibrarySet(library, version, is_other=library != self.library)

    def digest_of(self, one: LibrarySet) -> str:
        """Return what would be installed for a release today; nothing for a library whose base is not known."""
        if not one.is_other:
            return self.release(one.version).digest
        return next((other.digest for other in self.sets if other == one), "")


@cache
def numbers(version: str) -> tuple[int, ...]:
    """Return a release as numbers that sort: 4.9.2 before 4.10.0."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def read_libraries(root: Path) -> Libraries:
    """Return the file. Raises UserError with file and line for a bad entry; no file means no sets."""
    if not (root / LIBRARY_VERSIONS).exists():
        return Libraries([], [], frozenset(), {})
    written = to_struct(_File, read_yaml(root / LIBRARY_VERSIONS, root), f"{LIBRARY_VERSIONS}:1")
    strange = [pin for pin in written.sets if not pin.startswith(f"{written.library}==") and pin not in written.others]
    problems = [
        *unknown("base", [*written.eras.values(), *written.others.values()], written.bases),
        *(f"{pin} is no release of {written.library}: say under `others` which base it needs" for pin in strange),
    ]
    refuse(f"{LIBRARY_VERSIONS}:1: {problem}" for problem in problems)
    eras = [(since, written.bases[name]) for since, name in written.eras.items()]
    libraries = Libraries([], eras, written.keeps_output, written.pulls, written.not_tested, written.library)
    for pin in written.sets:
        library, _, version = pin.partition("==")
        if library == written.library:
            libraries.sets.append(libraries.release(version))
        else:
            libraries.sets.append(LibrarySet(library, version, written.bases[written.others[pin]], is_other=True))
    return libraries


class Meaning(Entry, frozen=True):
    """A claim's two answers in the words of somebody who changes the release. `weight` is 9 for the worst.

    `fails` may give words for each piece of a reason: reasons with the same words are the same answer. `group` and `do`
    may differ by the answer of the release that one goes to. Words that are left out are the claim's own.
    """

    group: (
        str
        | Annotated[
            dict[Answer, str],
            Meta(min_length=2, description="one group, or one for `holds` and one for `fails`"),
        ]
    )
    weight: Annotated[int, Meta(ge=1, le=9, description="1 to 9, the worst last")]
    holds: str = ""
    fails: str | dict[str, str] = ""
    do: str | dict[Answer, str] = ""

    @property
    def texts(self) -> list[str]:
        """Return all its words, for checks."""
        given = (self.holds, self.fails, self.do)
        return [text for one in given for text in (one.values() if isinstance(one, dict) else [one])]

    @property
    def rank(self) -> int:
        """Return its weight; a claim without words for a reader is a detail."""
        return self.weight if self.holds else min(self.weight, DETAIL)

    def group_of(self, answer: str) -> str:
        """Return the group of the line, for the answer that one gets."""
        return self.group if isinstance(self.group, str) else self.group[answer]

    def advice(self, answer: str) -> str:
        """Return what to do about that answer, if anything is known."""
        return self.do if isinstance(self.do, str) else self.do.get(answer, "")


class _Top(Struct, frozen=True):
    start: str
    groups: dict[str, str]
    claims: dict[str, Any]


class Upgrades(msgspec.Struct, frozen=True):
    """The whole file. `start` is the set that a page begins with, `groups` are headings, worst first."""

    start: str = ""
    groups: dict[str, str] = {}
    claims: dict[str, Meaning] = {}


def read_upgrades(root: Path, claims: Collection[str], sets: list[LibrarySet]) -> Upgrades:
    """Return the file; no file means none. Raises UserError with a line for each mistake."""
    if not (root / UPGRADES).exists():
        return Upgrades()
    written = read_yaml(root / UPGRADES, root)
    top = to_struct(_Top, written, f"{UPGRADES}:1")
    refuse(f"{UPGRADES}:1: `start`: {problem}" for problem in unknown("set", [top.start], [one.pin for one in sets]))

    def unfit(entry: Meaning) -> Iterator[str]:
        yield from unknown("snippet", [entry.name], claims)
        yield from unknown("group", [entry.group] if isinstance(entry.group, str) else entry.group.values(), top.groups)

    found = entries_of(written["claims"], UPGRADES, Meaning, unfit)  # where each mapping knows its line
    return Upgrades(top.start, top.groups, {entry.name: entry for entry in found})
