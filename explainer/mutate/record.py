"""What became of each claim's mutants, as it is committed."""

import json
from pathlib import Path

import msgspec

from explainer.inputs.yaml_files import to_lined_json
from explainer.paths import Project

FILE = "mutants.json"  # below the artifacts


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One claim in the record: the program of this `digest` was changed.

    `mutants` are the changes that ran to their end or failed an assert, and `killed` those that failed one. A change
    with which the program crashed is in neither number. `survivors` are the names of the others.
    """

    digest: str
    mutants: int
    killed: int
    survivors: list[str] = []


def read_record(root: Path) -> dict[str, Entry]:
    """Return what is recorded of each claim; nothing where there is no record."""
    try:
        content = (Project(root).artifacts / FILE).read_bytes()
        return msgspec.json.decode(content, type=dict[str, Entry])
    except (OSError, msgspec.DecodeError):
        return {}


def to_text(entries: dict[str, Entry]) -> str:
    """Return the record as a file: a line for each claim."""
    plain = {key: json.loads(msgspec.json.encode(entry)) for key, entry in sorted(entries.items())}
    return to_lined_json(plain, width=100_000, levels=1)
