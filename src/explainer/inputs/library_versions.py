"""Read the releases that claims run under, and what a changed answer means to somebody who upgrades.

The files are `content/library_versions.yml`, with the library sets, oldest first, and `content/upgrades.yml`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from explainer.inputs.code_digest import digest_of_texts, normalised_source
from explainer.inputs.entries import (
    CONTENT_FOLDER,
    ContentEntry,
    Struct,
    parse_entries,
    raise_if_any,
    to_struct,
    unknown_names,
)
from explainer.inputs.text_files import read_yaml

LIBRARY_VERSIONS_FILE = f"{CONTENT_FOLDER}/library_versions.yml"
UPGRADES_FILE = f"{CONTENT_FOLDER}/upgrades.yml"
ANSWERS_FILE = "versions.yml"  # below the artifacts: the recorded answers
Pin = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+$", description="LIBRARY==VERSION")]
AnswerName = Annotated[str, Meta(pattern="^(holds|fails)$", description="`holds` or `fails`")]


class BasePackages(Struct, frozen=True):
    """Hold what a library set needs besides its library: pins, and Python to run before any import (or empty)."""

    pins: tuple[Pin, ...] = ()
    prepare: str = ""


class _LibraryVersionsFile(Struct, frozen=True):
    """Represent library_versions.yml as people write it; comments in that file explain its fields."""

    library: str
    sets: tuple[Pin, ...]
    bases: dict[str, BasePackages] = msgspec.field(default_factory=dict)
    eras: dict[str, str] = msgspec.field(default_factory=dict)
    others: dict[Pin, str] = msgspec.field(default_factory=dict)
    keeps_output: frozenset[str] = frozenset()
    pulls: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    not_tested: dict[str, str] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class LibrarySet:
    """Hold one library at one release, with its `base` of other packages. All sets share one torch.

    `is_older_library`: the snippets are written for a later library, of which this is a forerunner. Two sets are equal
    if library and version are, whatever their base: a release is in the record once.
    """

    library: str
    version: str
    base: BasePackages = field(default=BasePackages(), compare=False)
    is_older_library: bool = field(default=False, compare=False)

    @property
    def title(self) -> str:
        """Return the library and version as a page writes them, such as `transformers 4.9.2`."""
        return f"{self.library} {self.version}"

    @property
    def slug(self) -> str:
        """Return the title as part of a file's name, such as `transformers_4_9_2`."""
        return re.sub(r"[^a-z0-9]+", "_", self.title.lower())

    @property
    def module(self) -> str:
        """Return the name to import; a variant of a snippet for this library is `<name>.<module>.py`."""
        return self.library.replace("-", "_")

    @property
    def pin(self) -> str:
        """Return the requirement for pip, such as `transformers==4.9.2`."""
        return f"{self.library}=={self.version}"

    @property
    def digest(self) -> str:
        """Return the digest of what is installed for the set; a recorded answer holds for this digest alone."""
        return digest_of_texts(self.pin, *self.base.pins, normalised_source(self.base.prepare))

    @property
    def sort_key(self) -> tuple[bool, str, tuple[int, ...]]:
        """Return the key to sort sets by: older libraries first, and 4.9.2 before 4.10.0."""
        return not self.is_older_library, self.library, version_numbers(self.version)


@dataclass(frozen=True)
class Libraries:
    """Hold library_versions.yml. `library` is the one that snippets are written for; empty without the file.

    `eras` are pairs of a version and the base that releases need from it on, oldest first. `keeps_output` are the keys
    of claims whose output is recorded under every set. `pulls`: claim → release with a new answer → the pull request
    that changed it. `not_tested`: part of an error message for which our set-up is to blame → the reason in words.
    """

    sets: list[LibrarySet]
    eras: list[tuple[str, BasePackages]]
    keeps_output: frozenset[str]
    pulls: dict[str, dict[str, str]]
    not_tested: dict[str, str] = field(default_factory=dict)
    library: str = ""

    def are_imported(self, imports: Iterable[str]) -> bool:
        """Return whether one of these dotted imports is of a library here: only then can a release change an answer."""
        return not {name.partition(".")[0] for name in imports}.isdisjoint(listed.module for listed in self.sets)

    def set_of_release(self, version: str) -> LibrarySet:
        """Return the set for any release of `library`, with its era's base; it need not be in `sets`."""
        bases = [base for since, base in self.eras if version_numbers(since) <= version_numbers(version)]
        return LibrarySet(self.library, version, bases[-1] if bases else BasePackages())

    def set_without_base(self, library: str, version: str) -> LibrarySet:
        """Return a release of any library, to look up answers with; without its base it cannot be installed."""
        return LibrarySet(library, version, is_older_library=library != self.library)

    def digest_of(self, library_set: LibrarySet) -> str:
        """Return the digest of what would be installed for a set today; "" for an older library that is not listed."""
        if not library_set.is_older_library:
            return self.set_of_release(library_set.version).digest
        return next((listed.digest for listed in self.sets if listed == library_set), "")


@cache
def version_numbers(version: str) -> tuple[int, ...]:
    """Return the integers of a version, as a key that sorts 4.9.2 before 4.10.0."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def read_libraries(root: Path) -> Libraries:
    """Return library_versions.yml; no sets without the file. Raise UserError with a line for each mistake."""
    if not (root / LIBRARY_VERSIONS_FILE).exists():
        return Libraries([], [], frozenset(), {})
    file = to_struct(_LibraryVersionsFile, read_yaml(root / LIBRARY_VERSIONS_FILE, root), f"{LIBRARY_VERSIONS_FILE}:1")
    pins_without_base = [pin for pin in file.sets if not pin.startswith(f"{file.library}==") and pin not in file.others]
    problems = [
        *unknown_names("base", [*file.eras.values(), *file.others.values()], file.bases),
        *(
            f"{pin} is no release of {file.library}: say under `others` which base it needs"
            for pin in pins_without_base
        ),
    ]
    raise_if_any(f"{LIBRARY_VERSIONS_FILE}:1: {problem}" for problem in problems)
    eras = [(since, file.bases[name]) for since, name in file.eras.items()]
    # the sets are added below, because `set_of_release` needs the eras
    libraries = Libraries([], eras, file.keeps_output, file.pulls, file.not_tested, file.library)
    for pin in file.sets:
        library, _, version = pin.partition("==")
        if library == file.library:
            libraries.sets.append(libraries.set_of_release(version))
        else:
            libraries.sets.append(LibrarySet(library, version, file.bases[file.others[pin]], is_older_library=True))
    return libraries


class UpgradeNote(ContentEntry, frozen=True):
    """Hold what a claim's answers mean to somebody who changes the release. What is empty is said by the claim itself.

    `fails` is a text, or maps parts of the recorded reason to texts; reasons with the same text count as one answer.
    `do` may differ by the new release's answer.
    """

    holds: str = ""
    fails: str | dict[str, str] = ""
    do: str | dict[AnswerName, str] = ""

    @property
    def texts(self) -> list[str]:
        """Return all texts that readers see, for checks of prose."""
        fields = (self.holds, self.fails, self.do)
        return [text for value in fields for text in (value.values() if isinstance(value, dict) else [value])]

    def failure(self, why: str) -> str:
        """Return the words for a failure with this recorded reason; empty if there are none."""
        if isinstance(self.fails, str):
            return self.fails
        return next((words for piece, words in self.fails.items() if piece in why), "")

    def advice(self, answer: str) -> str:
        """Return what to do about this answer; empty if nothing."""
        return self.do if isinstance(self.do, str) else self.do.get(answer, "")


class _UpgradesFile(Struct, frozen=True):
    """Represent upgrades.yml as people write it; `claims` are not yet converted."""

    start: str
    claims: dict[str, Any]


class Upgrades(msgspec.Struct, frozen=True):
    """Hold upgrades.yml: the pin that a page begins with, and notes by claim, the heaviest change first."""

    start: str = ""
    claims: dict[str, UpgradeNote] = {}


def read_upgrades(root: Path, claim_keys: Collection[str], sets: list[LibrarySet]) -> Upgrades:
    """Return upgrades.yml; it is empty without the file. Raise UserError with a line for each mistake."""
    if not (root / UPGRADES_FILE).exists():
        return Upgrades()
    data = read_yaml(root / UPGRADES_FILE, root)
    file = to_struct(_UpgradesFile, data, f"{UPGRADES_FILE}:1")
    raise_if_any(
        f"{UPGRADES_FILE}:1: `start`: {problem}"
        for problem in unknown_names("set", [file.start], [library_set.pin for library_set in sets])
    )

    def check(entry: UpgradeNote) -> Iterator[str]:
        yield from unknown_names("snippet", [entry.name], claim_keys)

    # not `file.claims`: msgspec copied those mappings, and the copies have no line numbers
    entries = parse_entries(data["claims"], UPGRADES_FILE, UpgradeNote, check)
    return Upgrades(file.start, {entry.name: entry for entry in entries})
