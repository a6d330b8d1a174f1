"""The record of attacks: one line for each time that somebody tried to refute a sentence of a page.

A sentence is named by a digest of its words and of the docstrings and programs behind it, so an edited one counts as
not attacked since.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from explainer.inputs.bound import Bound
from explainer.inputs.entries import CONTENT, refuse
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import read_text

ATTACKS = f"{CONTENT}/attacks.csv"
COLUMNS = ["digest", "date", "verdict", "tried", "sentence"]
VERDICTS = ("survives", "too wide", "misleading", "false", "harmful")
FALLS_FIRST = re.compile(
    r"\b(?:never|always|any|all|every|nothing|none|alone|only|whatever|no one|must)\b", re.IGNORECASE
)


class Attack(msgspec.Struct, frozen=True):
    """One attack: what was tried against the sentence, when, and what became of it."""

    date: str
    verdict: str
    tried: str


def read_attacks(root: Path) -> dict[str, list[Attack]]:
    """Return the attacks by digest, in the file's order; none without a file.

    Raises UserError with a line for each row that is not one.
    """
    if not (root / ATTACKS).exists():
        return {}
    rows = list(csv.reader(read_text(root / ATTACKS, root).splitlines()))
    found: dict[str, list[Attack]] = {}
    problems = [] if rows[:1] == [COLUMNS] else [f"{ATTACKS}:1: the first line is {','.join(COLUMNS)}"]
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(COLUMNS):
            problems.append(f"{ATTACKS}:{line}: {len(row)} columns, not {len(COLUMNS)}; quote a text with a comma")
            continue
        name, date, verdict, tried, _ = row
        if verdict not in VERDICTS or not re.fullmatch(r"\d{4}-\d\d-\d\d", date) or not tried:
            known = ", ".join(VERDICTS)
            problems.append(
                f"{ATTACKS}:{line}: a date as 2026-01-31, a verdict ({known}) and what was tried are needed"
            )
        found.setdefault(name, []).append(Attack(date, verdict, tried))
    refuse(problems)
    return found


def not_attacked(
    bound: Iterable[Bound], attacks: Mapping[str, list[Attack]], snippets: Mapping[str, Snippet]
) -> list[str]:
    """Return a line for each sentence that was not attacked since it changed.

    It has the place, the digest that a row of the record begins with, the sentence, and its words that fall first.
    """
    lines = []
    for one in bound:
        name = one.digest(snippets)
        if name not in attacks:
            words = ", ".join(dict.fromkeys(word.lower() for word in FALLS_FIRST.findall(one.sentence)))
            lines.append(f"{one.place}: {name}: {one.sentence}{f' [look at: {words}]' if words else ''}")
    return lines
