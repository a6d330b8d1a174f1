"""Read and write `mutants.json`: how many mutants of each claim its asserts notice."""

import json
from pathlib import Path

import msgspec

from explainer.inputs.text_files import to_lined_json
from explainer.paths import Project

MUTANTS_FILE = "mutants.json"  # below the artifacts


class MutantCounts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold the counts of one claim, whose program had this `digest` when it was mutated.

    `killed` is the number of mutants that failed an assert, `survivors` names those that ran to the end, and `mutants`
    is the number of both. Mutants that crashed are not counted.
    """

    digest: str
    mutants: int
    killed: int
    survivors: list[str] = []


def read_mutants(root: Path) -> dict[str, MutantCounts]:
    """Return the counts by claim (`topic/name`); none if the file is missing or broken, as after a merge."""
    try:
        content = (Project(root).artifacts / MUTANTS_FILE).read_bytes()
        return msgspec.json.decode(content, type=dict[str, MutantCounts])
    except (OSError, msgspec.DecodeError):
        return {}


def mutants_text(entries: dict[str, MutantCounts]) -> str:
    """Return the text of the file, with a line for each claim."""
    builtins = {key: json.loads(msgspec.json.encode(entry)) for key, entry in sorted(entries.items())}
    return to_lined_json(builtins, width=100_000, levels=1)  # so wide that no claim takes a second line
