"""From the fates of a claim's mutants to what is recorded of it, and to the faults that an author can mend."""

from collections.abc import Collection, Iterator

from explainer.inputs.snippets import Snippet
from explainer.mutate.asserts import only_repeating
from explainer.mutate.equivalent import MOST
from explainer.mutate.program import Program
from explainer.mutate.record import Entry, Fate, Ran

LEAST_KILLED = 0.9  # of all mutants of all claims


class Verdict:
    """A claim, what became of its mutants, and which of them are `listed` as equivalent."""

    def __init__(self, snippet: Snippet, ran: Ran, listed: Collection[str]) -> None:
        self.snippet, self.ran, self.program = snippet, ran, Program(snippet.source)
        self.alone = {*ran.needed, *(fate.lines[0] for fate in ran.fates if len(fate.lines) == 1)}
        self.repeating = only_repeating(self.program)
        # Fresh weights are to be noticed only by a claim about a checkpoint.
        counted = [fate for fate in ran.fates if fate.kind != "weights" or snippet.scope == "checkpoint"]
        self.equivalent = [fate for fate in counted if fate.name in listed]
        self.counted = [fate for fate in counted if fate.name not in listed]

    def of(self, state: str) -> list[Fate]:
        """The mutants with this fate, of those that the claim should notice."""
        return [fate for fate in self.counted if fate.state == state]

    @property
    def fresh_weights(self) -> bool | None:
        """Whether they fail the claim; None where it reads no weights, or they stop the program."""
        states = {fate.state for fate in self.ran.fates if fate.kind == "weights"}
        return None if not states & {"killed", "survived"} else "killed" in states

    @property
    def entry(self) -> Entry:
        """What is recorded."""
        killed, asserts = len(self.of("killed")), self.program.asserts
        return Entry(
            digest=self.snippet.digest,
            mutants=killed + len(self.of("survived")),
            killed=killed,
            crashed=len(self.of("crashed")),
            equivalent=len(self.equivalent),
            survivors=[fate.name for fate in self.of("survived")],
            unneeded=[self.program.text_of(one) for one in asserts if one.lineno not in self.alone | self.repeating],
            repeats=[self.program.text_of(one) for one in asserts if one.lineno in self.repeating],
            fresh_weights=self.fresh_weights,
        )

    def faults(self) -> Iterator[str]:
        """One line for each thing that an author can mend, with file and line."""
        path, scope = self.snippet.path, self.snippet.scope
        for fate in self.of("survived"):
            yield f"{path}:{fate.line}: survived: {fate.name}{f' ({fate.why})' if fate.why else ''}"
        for one in self.program.asserts:
            text = self.program.text_of(one)
            if one.lineno in self.repeating:
                yield f"{path}:{one.lineno}: repeats a number that the claim does not say: {text}"
            elif one.lineno not in self.alone:
                yield f"{path}:{one.lineno}: never fails alone, so others say it already: {text}"
        if not self.of("killed"):
            yield f"{path}:1: no mutant is killed, of {len(self.of('survived'))}"
        if scope == "checkpoint" and self.fresh_weights is False:
            yield f"{path}:1: its scope is a checkpoint, and fresh weights do not fail it"
        elif scope is None and self.fresh_weights is not None:
            verb = "fail it: a checkpoint" if self.fresh_weights else "do not fail it: the library"
            yield f"{path}:1: it says no scope; fresh weights {verb}?"


def table(entries: dict[str, Entry], seconds: float) -> list[str]:
    """Per topic how many mutants are killed, which claims kill none, and how many asserts nothing needs."""
    heads = ("claims", "mutants", "killed", "share", "crashed", "unneeded", "repeats")
    lines = [f"{'topic':24} " + " ".join(f"{head:>8}" for head in heads)]
    topics = sorted({key.partition("/")[0] for key in entries})
    for topic in topics:
        lines.append(_row(topic, [entry for key, entry in entries.items() if key.partition("/")[0] == topic]))
    lines.append(_row("all", list(entries.values())))
    if none := without_a_kill(entries):
        lines.append(f"without a kill: {', '.join(none)}")
    lines.append(f"{seconds:.0f} s")
    return lines


def _row(name: str, entries: list[Entry]) -> str:
    mutants, killed = sum(e.mutants for e in entries), sum(e.killed for e in entries)
    share = f"{killed / mutants:.0%}" if mutants else "-"
    crashed, unneeded = sum(e.crashed for e in entries), sum(len(e.unneeded) for e in entries)
    repeats = sum(len(e.repeats) for e in entries)
    cells = (len(entries), mutants, killed, share, crashed, unneeded, repeats)
    return f"{name:24} " + " ".join(f"{cell:>8}" for cell in cells)


def without_a_kill(entries: dict[str, Entry]) -> list[str]:
    """The claims whose asserts notice nothing."""
    return sorted(key for key, entry in entries.items() if not entry.killed)


def missed(entries: dict[str, Entry]) -> list[str]:
    """The bounds that these claims together miss, a line for each."""
    mutants, killed = sum(e.mutants for e in entries.values()), sum(e.killed for e in entries.values())
    found = []
    if killed < LEAST_KILLED * mutants:
        found.append(f"{killed} of {mutants} mutants are killed, fewer than {LEAST_KILLED:.0%}")
    if none := without_a_kill(entries):
        found.append(f"{len(none)} {'claims kill' if len(none) > 1 else 'claim kills'} no mutant")
    if unneeded := sum(len(entry.unneeded) + len(entry.repeats) for entry in entries.values()):
        found.append(f"{unneeded} {'asserts are' if unneeded > 1 else 'assert is'} not needed, or merely a repeat")
    listed = sum(entry.equivalent for entry in entries.values())
    if listed > MOST * (mutants + listed):
        found.append(f"{listed} of {mutants + listed} mutants are listed as equivalent, more than {MOST:.0%}")
    return found
