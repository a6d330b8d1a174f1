"""Read the record of attacks: a row for each time that somebody tried to refute a sentence of a page.

A row names its sentence by a digest of the sentence, and of the docstrings and programs of its claims. If one of these
is edited, the digest differs, and the sentence counts as not attacked.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from explainer.inputs.entries import CONTENT_FOLDER, raise_if_any
from explainer.inputs.sentences_to_show import SentenceToShow
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import read_text

ATTACKS_FILE = f"{CONTENT_FOLDER}/attacks.csv"
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
    """Return the attacks on each sentence, by the sentence's digest; empty without a file.

    Raise UserError with a line for each row that is no attack.
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
            verdicts = ", ".join(ATTACK_VERDICTS)
            problems.append(
                f"{ATTACKS_FILE}:{line}: a date as 2026-01-31, a verdict ({verdicts}) and what was tried are needed"
            )
        attacks.setdefault(sentence_digest, []).append(Attack(date, verdict, tried))
    raise_if_any(problems)
    return attacks


def unattacked_sentences(
    sentences: Iterable[SentenceToShow], attacks: Mapping[str, list[Attack]], snippets_by_name: Mapping[str, Snippet]
) -> list[str]:
    """Return a line for each sentence that was not attacked since it, or one of its claims, changed.

    The line has the sentence's place, its digest, its text, and the sweeping words in it.
    """
    lines = []
    for sentence in sentences:
        digest = sentence.digest(snippets_by_name)
        if digest not in attacks:
            sweeping = ", ".join(dict.fromkeys(word.lower() for word in SWEEPING_WORDS.findall(sentence.text)))
            lines.append(f"{sentence.place}: {digest}: {sentence.text}{f' [look at: {sweeping}]' if sweeping else ''}")
    return lines
