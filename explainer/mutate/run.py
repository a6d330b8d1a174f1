"""`--mutate`: changes the programs of claims, runs them as the build does, and records which changes make them fail."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from explainer.errors import UserError
from explainer.inputs.snippets import Snippet, choose, read_snippets
from explainer.inputs.yaml_files import replace_text
from explainer.measure import fork_server
from explainer.measure.plan import Run
from explainer.measure.runner import Result, run_all
from explainer.mutate.operators import Mutant, Operator, Program, mutants
from explainer.mutate.record import FILE, Entry, read_record, to_text
from explainer.paths import Project
from explainer.plain import NAMED

SHORTEST, TIMES = 5.0, 5.0  # seconds, and by how much longer than its program a mutant may run
Fate: TypeAlias = Literal["killed", "survived", "crashed"]
Say: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Mutations:
    """Runs mutants, `jobs` at a time, with `limit` seconds for a claim's program as it is."""

    project: Project
    operators: tuple[Operator, ...]
    jobs: int
    limit: float

    def run(self, snippet: Snippet) -> list[tuple[Mutant, Fate]]:
        """Return what became of each mutant. Raises UserError for a program that fails without any change."""
        [first] = self._results(snippet, [snippet.source], self.limit)
        if first.failure:
            raise UserError(f"{first.failure} (without any change: build the claim first)")
        found = mutants(Program(snippet), self.operators)
        results = self._results(snippet, [one.source for one in found], max(SHORTEST, TIMES * first.seconds))
        return [(mutant, fate_of(result)) for mutant, result in zip(found, results, strict=True)]

    def _results(self, snippet: Snippet, sources: list[str], limit: float) -> list[Result]:
        programs = [replace(snippet, source=source, assigned=frozenset()) for source in sources]  # no facts
        return run_all(
            [Run(program, f"mutant-{number}", None, ()) for number, program in enumerate(programs)],
            root=self.project.root,
            hub_home=self.project.hub_home,
            device="cpu",
            jobs=self.jobs,
            limit=limit,
            progress=lambda _result: None,
        )


def fate_of(result: Result) -> Fate:
    """Tell whether a mutant is killed: only by a failing assert of the program itself.

    One that raises anything else, hangs or is stopped has crashed. That is counted for neither side: it shows that the
    program cannot run with the change, and nothing about what its asserts notice.
    """
    if not result.failure:
        return "survived"
    return "killed" if result.refuted else "crashed"


def mutate(project: Project, wanted: list[str], mutations: Mutations, say: Say, progress: Say, *, force: bool) -> int:
    """Run the mutants of the claims that are named, or of all that were not mutated since their program changed.

    The record is written after each claim. Returns 0, whatever survives; raises UserError for an unknown name, and in
    the end for programs that fail without any change.
    """
    snippets = read_snippets(project.root)
    digests = {snippet.key: snippet.digest for snippet in snippets}
    record = {key: one for key, one in read_record(project.root).items() if digests.get(key) == one.digest}
    asked = [one for one in choose(snippets, wanted, "--mutate") if wanted or force or one.key not in record]
    if asked:
        fork_server.start(project.hub_home, *({n for n in one.imports if n.split(".")[0] in NAMED} for one in asked))
    faults: list[str] = []
    for number, snippet in enumerate(asked, 1):
        started = time.monotonic()
        try:
            fates = mutations.run(snippet)
        except UserError as error:
            faults += error.lines
            continue
        record[snippet.key] = entry_of(snippet, fates)
        replace_text(project.artifacts / FILE, to_text(record))
        progress(f"{number}/{len(asked)} {snippet.key}: {_in_short(fates)}, {time.monotonic() - started:.0f} s")
        for line in survivors(snippet, fates):
            say(line)
    say(_total([record[one.key] for one in asked if one.key in record]))
    if faults:
        raise UserError(*faults)
    return 0


def entry_of(snippet: Snippet, fates: list[tuple[Mutant, Fate]]) -> Entry:
    """Return what is recorded of a claim."""
    killed = sum(fate == "killed" for _, fate in fates)
    survived = [mutant.name for mutant, fate in fates if fate == "survived"]
    return Entry(snippet.digest, killed + len(survived), killed, survived)


def survivors(snippet: Snippet, fates: list[tuple[Mutant, Fate]]) -> Iterator[str]:
    """Yield one line for each change that no assert notices, with file and line."""
    for mutant, fate in fates:
        if fate == "survived":
            yield f"{snippet.path}:{mutant.line or 1}: survived: {mutant.name}"


def _in_short(fates: list[tuple[Mutant, Fate]]) -> str:
    count = [sum(fate == one for _, fate in fates) for one in ("killed", "survived", "crashed")]
    return "{} killed, {} survived, {} crashed".format(*count)


def _total(entries: list[Entry]) -> str:
    if not entries:
        return "no program changed since it was mutated; --force changes all of them again"
    killed, changes = sum(one.killed for one in entries), sum(one.mutants for one in entries)
    return f"{killed} of {changes} small changes to {len(entries)} program{'s' * (len(entries) > 1)} make it fail"
