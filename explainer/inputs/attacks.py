"""Read the record of attacks: a row for each time that somebody tried to refute a sentence of a page.

A row names its sentence by a digest of the words, and of the docstrings and programs behind them. After an edit of
any of these the digest differs, and the sentence counts as not attacked.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from explainer.inputs.bound_sentences import BoundSentence
from explainer.inputs.entries import CONTENT, raise_if_any
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import read_text

ATTACKS_FILE = f"{CONTENT}/attacks.csv"
ATTACK_COLUMNS = ["digest", "date", "verdict", "tried", "sentence"]
ATTACK_VERDICTS = ("survives", "too wide", "misleading", "false", "harmful")
SWEEPING_WORDS = re.compile(  # a sentence with one of these is the easiest to refute
    r"\b(?:never|always|any|all|every|nothing|none|alone|only|whatever|no one|must)\b", re.IGNORECASE
)


class Attack(msgspec.Struct, frozen=True):
    """Hold one attack: what was tried against the sentence, when (as 2026-01-31), and one of ATTACK_VERDICTS."""

    date: str
    verdict: str
    tried: str


def read_attacks(root: Path) -> dict[str, list[Attack]]:
    """Return the attacks by their sentence's digest, in the file's order; empty without a file.

    Raise UserError with a line for each malformed row.
    """
    if not (root / ATTACKS_FILE).exists():
        return {}
    rows = list(csv.reader(read_text(root / ATTACKS_FILE, root).splitlines()))
    attacks: dict[str, list[Attack]] = {}
    problems = (
        [] if rows[:1] == [ATTACK_COLUMNS] else [f"{ATTACKS_FILE}:1: the first line is {','.join(ATTACK_COLUMNS)}"]
    )
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(ATTACK_COLUMNS):
            problems.append(
                f"{ATTACKS_FILE}:{line}: {len(row)} columns, not {len(ATTACK_COLUMNS)}; quote a text with a comma"
            )
            continue
        sentence_digest, date, verdict, tried, _ = row
        if verdict not in ATTACK_VERDICTS or not re.fullmatch(r"\d{4}-\d\d-\d\d", date) or not tried:
            known = ", ".join(ATTACK_VERDICTS)
            problems.append(
                f"{ATTACKS_FILE}:{line}: a date as 2026-01-31, a verdict ({known}) and what was tried are needed"
            )
        attacks.setdefault(sentence_digest, []).append(Attack(date, verdict, tried))
    raise_if_any(problems)
    return attacks


def unattacked_sentences(
    bound: Iterable[BoundSentence], attacks: Mapping[str, list[Attack]], snippets: Mapping[str, Snippet]
) -> list[str]:
    """Return a line for each sentence that was not attacked since it changed.

    The line has the place, the digest with which a row of the record begins, the sentence, and its sweeping words.
    """
    lines = []
    for sentence in bound:
        digest = sentence.digest(snippets)
        if digest not in attacks:
            words = ", ".join(dict.fromkeys(word.lower() for word in SWEEPING_WORDS.findall(sentence.text)))
            lines.append(f"{sentence.place}: {digest}: {sentence.text}{f' [look at: {words}]' if words else ''}")
    return lines
