"""From the fates of a claim's mutants to what is recorded of it, and to the faults that an author can mend."""

from collections.abc import Iterator

from explainer.inputs.snippets import Snippet
from explainer.mutate.asserts import only_repeating
from explainer.mutate.program import Program
from explainer.mutate.record import Entry, Fate, Ran

LEAST_KILLED = 0.9  # of all mutants of all claims


def entry_of(snippet: Snippet, ran: Ran) -> Entry:
    """What is recorded of a claim."""
    program = Program(snippet.source)
    fates = _counted(snippet, ran)
    count = {state: sum(fate.state == state for fate in fates) for state in ("killed", "survived", "crashed")}
    alone = {fate.lines[0] for fate in ran.fates if len(fate.lines) == 1}
    repeating = only_repeating(program)
    weights = (fate.state for fate in ran.fates if fate.kind == "weights")
    fresh = [state == "killed" for state in weights if state in ("killed", "survived")]
    return Entry(
        digest=snippet.digest,
        mutants=count["killed"] + count["survived"],
        killed=count["killed"],
        crashed=count["crashed"],
        survivors=[fate.name for fate in fates if fate.state == "survived"],
        unneeded=[program.text_of(one) for one in program.asserts if one.lineno not in alone | repeating],
        repeats=[program.text_of(one) for one in program.asserts if one.lineno in repeating],
        fresh_weights=fresh[0] if fresh else None,
    )


def _counted(snippet: Snippet, ran: Ran) -> list[Fate]:
    """The mutants that the claim should notice: fresh weights only if it is about a checkpoint."""
    return [fate for fate in ran.fates if fate.kind != "weights" or snippet.scope == "checkpoint"]


def faults(snippet: Snippet, ran: Ran) -> Iterator[str]:
    """One line for each thing that an author can mend, with file and line."""
    program = Program(snippet.source)
    entry = entry_of(snippet, ran)
    for fate in _counted(snippet, ran):
        if fate.state == "survived":
            yield f"{snippet.path}:{fate.line}: survived: {_what(fate)}"
    for one in program.asserts:
        if program.text_of(one) in entry.unneeded:
            yield f"{snippet.path}:{one.lineno}: no mutant is killed by this assert alone: {program.text_of(one)}"
        elif program.text_of(one) in entry.repeats:
            yield f"{snippet.path}:{one.lineno}: repeats a number that the claim does not say: {program.text_of(one)}"
    if not entry.killed:
        yield f"{snippet.path}:1: no mutant is killed, of {entry.mutants}"
    if entry.fresh_weights is False and snippet.scope == "checkpoint":
        yield f"{snippet.path}:1: its scope is a checkpoint, and fresh weights do not fail it"
    elif entry.fresh_weights is not None and snippet.scope is None:
        verb = "fail it: a checkpoint" if entry.fresh_weights else "do not fail it: the library"
        yield f"{snippet.path}:1: it says no scope; fresh weights {verb}?"


def _what(fate: Fate) -> str:
    return f"{fate.name}{f' ({fate.why})' if fate.why else ''}"


def table(entries: dict[str, Entry], seconds: float) -> list[str]:
    """Per topic how many mutants are killed, which claims kill none, and how many asserts nothing needs."""
    heads = ("claims", "mutants", "killed", "share", "crashed", "unneeded", "repeats")
    lines = [f"{'topic':24} " + " ".join(f"{head:>8}" for head in heads)]
    topics = sorted({key.partition("/")[0] for key in entries})
    for topic in topics:
        lines.append(_row(topic, [entry for key, entry in entries.items() if key.partition("/")[0] == topic]))
    lines.append(_row("all", list(entries.values())))
    if none := [key for key, entry in entries.items() if not entry.killed]:
        lines.append(f"without a kill: {', '.join(sorted(none))}")
    lines.append(f"{seconds:.0f} s")
    return lines


def _row(name: str, entries: list[Entry]) -> str:
    mutants, killed = sum(e.mutants for e in entries), sum(e.killed for e in entries)
    share = f"{killed / mutants:.0%}" if mutants else "-"
    crashed, unneeded = sum(e.crashed for e in entries), sum(len(e.unneeded) for e in entries)
    repeats = sum(len(e.repeats) for e in entries)
    cells = (len(entries), mutants, killed, share, crashed, unneeded, repeats)
    return f"{name:24} " + " ".join(f"{cell:>8}" for cell in cells)


def missed(entries: dict[str, Entry]) -> list[str]:
    """The bounds that these claims together miss, a line for each."""
    mutants, killed = sum(e.mutants for e in entries.values()), sum(e.killed for e in entries.values())
    found = []
    if mutants and killed < LEAST_KILLED * mutants:
        found.append(f"{killed} of {mutants} mutants are killed, fewer than {LEAST_KILLED:.0%}")
    if none := sum(not entry.killed for entry in entries.values()):
        found.append(f"{none} claims kill no mutant")
    return found
