"""Reads `library_versions.yml`: the sets of library versions under which claims are asked again, oldest first."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml

FILE = "library_versions.yml"
LIBRARY = "transformers"  # the one whose releases are searched, and for which snippets are written
ASKED = "versions.yml"  # below the artifacts: what was answered
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+")


@dataclass(frozen=True)
class Base:
    """What a release needs beside it, pinned, and Python to run before anything is imported, such as hiding one."""

    pins: tuple[str, ...] = ()
    prepare: str = ""


@dataclass(frozen=True)
class LibrarySet:
    """One library at one release, and what it needs beside it; torch and the rest are shared."""

    slug: str
    library: str
    version: str
    base: Base

    @property
    def title(self) -> str:
        """As a page writes it."""
        return f"{self.library} {self.version}"

    @property
    def module(self) -> str:
        """What one imports; also the ending of a snippet's variant for this library."""
        return self.library.replace("-", "_")

    @property
    def pin(self) -> str:
        """As pip writes it."""
        return f"{self.library}=={self.version}"

    def at(self, version: str) -> "LibrarySet":
        """Another release of the same library, to be named and not to be installed."""
        return LibrarySet(slug_of(self.library, version), self.library, version, Base())


@dataclass(frozen=True)
class Libraries:
    """The whole file. `eras` say which base a release needs: the last that starts at or before it, by version."""

    sets: list[LibrarySet]
    eras: list[tuple[str, Base]]
    keeps_output: frozenset[str]
    pulls: dict[str, dict[str, str]]

    def release(self, version: str) -> LibrarySet:
        """A release of the library that is searched; it need not be one of the sets."""
        bases = [base for since, base in self.eras if numbers(since) <= numbers(version)]
        return LibrarySet(slug_of(LIBRARY, version), LIBRARY, version, bases[-1] if bases else Base())


def slug_of(library: str, version: str) -> str:
    """A set's name in the record."""
    return re.sub(r"[^a-z0-9]+", "_", f"{library}_{version}".lower())


def numbers(version: str) -> tuple[int, ...]:
    """A release as numbers that sort: 4.9.2 before 4.10.0."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def read_libraries(root: Path) -> Libraries:
    """The file. Raises UserError with file and line for a bad entry; no file means no sets."""
    if not (root / FILE).exists():
        return Libraries([], [], frozenset(), {})
    document = read_yaml(root / FILE, root)
    if not isinstance(document, Mapping) or not isinstance(document.get("sets"), list):
        raise UserError(f"{FILE}:1: expected `sets:`, a list of LIBRARY==VERSION")
    bases = document.get("bases", {})
    eras = [(str(since), _base(name, bases)) for since, name in document.get("eras", {}).items()]
    others = {str(pin): _base(name, bases) for pin, name in document.get("others", {}).items()}
    libraries = Libraries(
        [],
        eras,
        frozenset(document.get("keeps_output", [])),
        {k: dict(v) for k, v in document.get("pulls", {}).items()},
    )
    for pin in document["sets"]:
        if not isinstance(pin, str) or not PIN.fullmatch(pin):
            raise UserError(f"{FILE}:1: `sets` holds {pin!r}; write LIBRARY==VERSION")
        library, _, version = pin.partition("==")
        if library == LIBRARY:
            libraries.sets.append(libraries.release(version))
        elif pin in others:
            libraries.sets.append(LibrarySet(slug_of(library, version), library, version, others[pin]))
        else:
            raise UserError(f"{FILE}:1: {pin} is no release of {LIBRARY}: say under `others` which base it needs")
    return libraries


def _base(name: Any, bases: Any) -> Base:
    if not isinstance(bases, dict) or not isinstance(bases.get(name), dict):
        raise UserError(f"{FILE}:1: there is no base {name!r}; known: {', '.join(map(str, bases))}")
    pins = bases[name].get("pins", [])
    if bad := [pin for pin in pins if not PIN.fullmatch(str(pin))]:
        raise UserError(f"{FILE}:1: base `{name}` holds {bad[0]!r}; write NAME==VERSION")
    return Base(tuple(pins), bases[name].get("prepare", ""))
