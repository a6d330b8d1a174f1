"""What became of each claim's mutants: kept on this machine as they ran, and committed in short."""

import json
from pathlib import Path

import msgspec

from explainer.inputs.yaml_files import to_lined_json
from explainer.paths import Project

FILE = "mutants.json"  # below the artifacts


class Fate(msgspec.Struct, frozen=True):
    """What became of one mutant: `killed` by the asserts at `lines`, `survived`, `crashed`, or `none`: no change."""

    name: str
    kind: str
    line: int
    state: str
    lines: list[int] = []
    why: str = ""


class Ran(msgspec.Struct, frozen=True):
    """All of one claim, as it was run: `made_from` names all that it depends on.

    `needed` are the lines of asserts that fail alone for some value of what they look at.
    """

    made_from: str
    seconds: float
    fates: list[Fate]
    failure: str = ""
    needed: list[int] = []


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One claim in the record. Lines are given by their text, which outlives a move.

    `mutants` are those that ran to their end; of `equivalent` ones, listed by hand, none is among them. `survivors`
    are names of mutants, and `unneeded` and `repeats` texts of asserts. `fresh_weights`: whether they fail the claim,
    where it reads a file of weights.
    """

    digest: str
    mutants: int
    killed: int
    crashed: int
    equivalent: int = 0
    survivors: list[str] = []
    unneeded: list[str] = []
    repeats: list[str] = []
    fresh_weights: bool | None = None


def read_record(root: Path) -> dict[str, Entry]:
    """Claim → what was recorded; nothing where there is no record."""
    try:
        content = (Project(root).artifacts / FILE).read_bytes()
        return msgspec.json.decode(content, type=dict[str, Entry])
    except (OSError, msgspec.DecodeError):
        return {}


def to_text(entries: dict[str, Entry]) -> str:
    """The record as a file: a line for each claim."""
    plain = {key: json.loads(msgspec.json.encode(entry)) for key, entry in sorted(entries.items())}
    return to_lined_json(plain, width=100_000, levels=1)
