"""Reads `content/library_versions.yml`: the sets of library versions under which claims run again, oldest first."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from explainer.errors import UserError
from explainer.inputs.code_digest import digest, normalised
from explainer.inputs.entries import CONTENT, Struct, to_struct
from explainer.inputs.yaml_files import read_yaml

FILE = f"{CONTENT}/library_versions.yml"
LIBRARY = "transformers"  # the one whose releases are searched, and for which snippets are written
ASKED = "versions.yml"  # below the artifacts: what was answered
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+")


class Base(Struct, frozen=True):
    """What a release needs beside it, pinned, and Python to run before anything is imported, such as hiding one."""

    pins: tuple[str, ...] = ()
    prepare: str = ""


class _File(Struct, frozen=True):
    sets: tuple[str, ...]
    bases: dict[str, Base] = msgspec.field(default_factory=dict)
    eras: dict[str, str] = msgspec.field(default_factory=dict)
    others: dict[str, str] = msgspec.field(default_factory=dict)
    keeps_output: frozenset[str] = frozenset()
    pulls: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    not_tested: dict[str, str] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class LibrarySet:
    """One library at one release, and what it needs beside it; torch and the rest are shared.

    The base matters where it is installed: two are the same release if library and version are.
    """

    library: str
    version: str
    base: Base = field(default=Base(), compare=False)

    @property
    def title(self) -> str:
        """As a page writes it."""
        return f"{self.library} {self.version}"

    @property
    def slug(self) -> str:
        """Its name in the name of a file."""
        return re.sub(r"[^a-z0-9]+", "_", self.title.lower())

    @property
    def module(self) -> str:
        """What one imports; also the ending of a snippet's variant for this library."""
        return self.library.replace("-", "_")

    @property
    def pin(self) -> str:
        """As pip writes it."""
        return f"{self.library}=={self.version}"

    @property
    def digest(self) -> str:
        """Names what is installed for it: an answer is of these releases."""
        return digest(self.pin, *self.base.pins, normalised(self.base.prepare))

    @property
    def order(self) -> tuple[bool, str, tuple[int, ...]]:
        """Sort releases by this: the libraries before transformers come first, 4.9.2 comes before 4.10.0."""
        return self.library == LIBRARY, self.library, numbers(self.version)


@dataclass(frozen=True)
class Libraries:
    """The whole file. `eras` say which base a release needs: the last that starts at or before it, by version.

    `not_tested` has pieces of messages that tell of our own limits and not of the library, each with the reason.
    """

    sets: list[LibrarySet]
    eras: list[tuple[str, Base]]
    keeps_output: frozenset[str]
    pulls: dict[str, dict[str, str]]
    not_tested: dict[str, str] = field(default_factory=dict)

    def concern(self, imports: Iterable[str]) -> bool:
        """Whether a program with these imports, dotted names, imports one of the libraries: it may answer otherwise."""
        return not {name.partition(".")[0] for name in imports}.isdisjoint(one.module for one in self.sets)

    def release(self, version: str) -> LibrarySet:
        """A release of the library that is searched; it need not be one of the sets."""
        bases = [base for since, base in self.eras if numbers(since) <= numbers(version)]
        return LibrarySet(LIBRARY, version, bases[-1] if bases else Base())

    def digest_of(self, one: LibrarySet) -> str:
        """Return what would be installed for a release today; nothing for a library whose base is not known."""
        if one.library == LIBRARY:
            return self.release(one.version).digest
        return next((other.digest for other in self.sets if other == one), "")


@cache
def numbers(version: str) -> tuple[int, ...]:
    """A release as numbers that sort: 4.9.2 before 4.10.0."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def read_libraries(root: Path) -> Libraries:
    """The file. Raises UserError with file and line for a bad entry; no file means no sets."""
    if not (root / FILE).exists():
        return Libraries([], [], frozenset(), {})
    written = to_struct(_File, read_yaml(root / FILE, root), f"{FILE}:1")
    for name, base in written.bases.items():
        if bad := [pin for pin in base.pins if not PIN.fullmatch(pin)]:
            raise UserError(f"{FILE}:1: base `{name}` holds {bad[0]!r}; write NAME==VERSION")
    if unknown := [name for name in (*written.eras.values(), *written.others.values()) if name not in written.bases]:
        raise UserError(f"{FILE}:1: there is no base {unknown[0]!r}; known: {', '.join(written.bases)}")
    eras = [(since, written.bases[name]) for since, name in written.eras.items()]
    libraries = Libraries([], eras, written.keeps_output, written.pulls, written.not_tested)
    for pin in written.sets:
        if not PIN.fullmatch(pin):
            raise UserError(f"{FILE}:1: `sets` holds {pin!r}; write LIBRARY==VERSION")
        library, _, version = pin.partition("==")
        if library != LIBRARY and pin not in written.others:
            raise UserError(f"{FILE}:1: {pin} is no release of {LIBRARY}: say under `others` which base it needs")
        if library == LIBRARY:
            libraries.sets.append(libraries.release(version))
        else:
            libraries.sets.append(LibrarySet(library, version, written.bases[written.others[pin]]))
    return libraries
