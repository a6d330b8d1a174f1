"""Reads `content/upgrades.yml`: what a change of a claim's answer means to somebody who changes the release."""

from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from explainer.errors import UserError
from explainer.inputs.entries import CONTENT, Entry, Struct, entries_of, to_struct
from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.yaml_files import Mapping, read_yaml

FILE = f"{CONTENT}/upgrades.yml"
ANSWERS = ("holds", "fails")
WEIGHTS = range(1, 10)
DETAIL = 3  # lines of this weight or less are folded, and short


class Meaning(Entry, frozen=True):
    """A claim's two answers in the words of a reader. `weight` is 9 for the worst.

    `fails` may give words for each piece of a reason: reasons with the same words are the same answer. `group` and `do`
    may differ by the answer of the release that one goes to. Words that are left out are the claim's own.
    """

    group: str | dict[str, str]
    weight: int
    holds: str = ""
    fails: str | dict[str, str] = ""
    do: str | dict[str, str] = ""

    @property
    def texts(self) -> list[str]:
        """All its words, for checks."""
        given = (self.holds, self.fails, self.do)
        return [text for one in given for text in (one.values() if isinstance(one, dict) else [one])]

    @property
    def rank(self) -> int:
        """Its weight; a claim without words for a reader is a detail."""
        return self.weight if self.holds else min(self.weight, DETAIL)

    def group_of(self, answer: str) -> str:
        """The group of the line, for the answer that one gets."""
        return self.group if isinstance(self.group, str) else self.group[answer]

    def advice(self, answer: str) -> str:
        """What to do about that answer, if anything is known."""
        return self.do if isinstance(self.do, str) else self.do.get(answer, "")


class _Top(Struct, frozen=True):
    start: str
    groups: dict[str, str]
    claims: dict[str, object]


class Upgrades(msgspec.Struct, frozen=True):
    """The whole file. `start` is the set that a page begins with, `groups` are headings, worst first."""

    start: str = ""
    groups: dict[str, str] = {}
    claims: dict[str, Meaning] = {}


def read_upgrades(root: Path, claims: Collection[str], sets: list[LibrarySet]) -> Upgrades:
    """The file; no file means none. Raises UserError with a line for each mistake."""
    if not (root / FILE).exists():
        return Upgrades()
    written = read_yaml(root / FILE, root)
    top = to_struct(_Top, written, f"{FILE}:1")
    if top.start not in {one.pin for one in sets}:
        raise UserError(f"{FILE}:1: `start` is {top.start!r}, and no set of library_versions.yml")
    entries = written["claims"] if isinstance(written, Mapping) else {}
    found = entries_of(entries, FILE, Meaning, lambda entry: _unfit(entry, claims, top.groups))
    return Upgrades(top.start, top.groups, {entry.name: entry for entry in found})


def _unfit(entry: Meaning, claims: Collection[str], groups: Collection[str]) -> Iterator[str]:
    if entry.name not in claims:
        yield "there is no such claim; take the entry out, or name the claim that replaced it"
    if entry.weight not in WEIGHTS:
        yield f"`weight` is {entry.weight}; write {WEIGHTS[0]} to {WEIGHTS[-1]}, the worst last"
    named = [entry.group] if isinstance(entry.group, str) else list(entry.group.values())
    yield from (f"there is no group `{one}`; known: {', '.join(groups)}" for one in named if one not in groups)
    if isinstance(entry.group, dict) and set(entry.group) != set(ANSWERS):
        yield "`group` needs one for `holds` and one for `fails`, or is one word"
    if isinstance(entry.do, dict) and (unknown := sorted(entry.do.keys() - set(ANSWERS))):
        yield f"`do` has {unknown[0]!r}; write `holds` or `fails`"
