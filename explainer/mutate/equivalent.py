"""Mutants that are the same program in other words: listed by hand, each with the reason."""

from collections.abc import Iterator
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.entries import CONTENT, Entry, read_entries
from explainer.inputs.snippets import Snippet
from explainer.mutate.mutants import candidates
from explainer.mutate.program import Program

FILE = f"{CONTENT}/equivalent_mutants.yml"
MOST = 0.05  # of all mutants


class Equivalent(Entry, frozen=True):
    """`mutant` is its name, as `--mutate` prints a survivor: the line's text, an arrow, and the change."""

    claim: str
    mutant: str
    reason: str


def read_equivalents(root: Path, snippets: list[Snippet]) -> list[Equivalent]:
    """The file's entries. Raises UserError for a claim or a mutant that is not there, or an entry without a reason."""
    sources = {snippet.key: snippet.source for snippet in snippets}
    names: dict[str, set[str]] = {}

    def unfit(entry: Equivalent) -> Iterator[str]:
        if entry.claim not in sources:
            yield f"there is no claim {entry.claim!r}"
            return
        if entry.claim not in names:
            names[entry.claim] = {mutant.name for mutant in candidates(Program(sources[entry.claim]))}
        if entry.mutant not in names[entry.claim]:
            yield f"{entry.claim} has no such mutant (any more): {entry.mutant!r}; remove the entry"
        if not entry.reason.strip():
            yield "say in `reason` why it is the same program"

    return read_entries(root, FILE, "equivalent", Equivalent, unfit)


def of_claim(equivalents: list[Equivalent], key: str) -> frozenset[str]:
    """The names of a claim's mutants that are listed."""
    return frozenset(entry.mutant for entry in equivalents if entry.claim == key)


def refuse_killed(equivalents: list[Equivalent], killed: dict[str, set[str]]) -> None:
    """Raises UserError for each listed mutant that an assert killed: it is no equivalent."""
    wrong = [
        f"{FILE}:{entry.line}: `{entry.name}`: an assert of {entry.claim} notices it; remove the entry"
        for entry in equivalents
        if entry.mutant in killed.get(entry.claim, ())
    ]
    if wrong:
        raise UserError(*wrong)
