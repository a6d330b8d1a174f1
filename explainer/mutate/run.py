"""Run `--mutate`: change the programs of claims, run them as a build does, and record which changes make them fail."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.snippets import Snippet, choose, read_snippets
from explainer.inputs.text_files import replace_text
from explainer.measure import fork_server
from explainer.measure.runner import Result, run_all
from explainer.measure.runs import Run
from explainer.mutate.mutants_file import MUTANTS_FILE, MutantCounts, read_mutants, to_text
from explainer.mutate.operators import Mutant, Operator, Program, make_mutants
from explainer.paths import Project

# A mutant that loops for ever is stopped after so many times what its program takes, but no sooner than MIN_LIMIT.
MIN_LIMIT = 5.0  # seconds
MAX_SLOWDOWN = 5.0
Fate: TypeAlias = Literal["killed", "survived", "crashed"]
PrintLine: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class MutantRunner:
    """Run mutants, `jobs` at a time. `limit` is the time in seconds for a program without changes."""

    project: Project
    operators: tuple[Operator, ...]
    jobs: int
    limit: float

    def run(self, snippet: Snippet) -> list[tuple[Mutant, Fate]]:
        """Return each mutant with its fate. Raise UserError if the program fails without any change."""
        [original] = self._results(snippet, [snippet.source], self.limit)
        if original.failure:
            raise UserError(f"{original.failure} (without any change: build the claim first)")
        programs = make_mutants(Program(snippet), self.operators)
        limit = max(MIN_LIMIT, MAX_SLOWDOWN * original.seconds)
        results = self._results(snippet, [mutant.source for mutant in programs], limit)
        return [(mutant, fate_of(result)) for mutant, result in zip(programs, results, strict=True)]

    def _results(self, snippet: Snippet, sources: list[str], limit: float) -> list[Result]:
        # Without assigned names: only whether an assert fails is of interest, and no fact is measured.
        programs = [replace(snippet, source=source, assigned_names=frozenset()) for source in sources]
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
    """Return the fate of a mutant: killed only if an assert of the program itself fails.

    A mutant that raises another error, hangs or is stopped has crashed. That shows that the program cannot run with the
    change, and nothing about what its asserts notice.
    """
    if not result.failure:
        return "survived"
    return "killed" if result.refuted else "crashed"


def mutate(
    project: Project,
    wanted: list[str],
    mutations: MutantRunner,
    print_result: PrintLine,
    print_progress: PrintLine,
    *,
    force: bool,
) -> int:
    """Run the mutants of the `wanted` claims or, if none is named, of those whose program changed since the last time.

    With `force` and no names, run all. The record is written after each claim. Return 0, whatever survives. Raise
    UserError if a name is unknown, and after the last claim if a program failed without any change.
    """
    snippets = read_snippets(project.root)
    digests = {snippet.key: snippet.digest for snippet in snippets}
    record = {key: entry for key, entry in read_mutants(project.root).items() if digests.get(key) == entry.digest}
    chosen = choose(snippets, wanted, "--mutate")
    selected = [snippet for snippet in chosen if wanted or force or snippet.key not in record]
    if selected:
        # Once for all claims: a server that started for one claim would lack what the next one imports.
        imports = ({name for name in snippet.imports if name.split(".")[0] in MAIN_LIBRARIES} for snippet in selected)
        fork_server.start(project.hub_home, *imports)
    faults: list[str] = []
    for number, snippet in enumerate(selected, 1):
        started = time.monotonic()
        try:
            fates = mutations.run(snippet)
        except UserError as error:
            faults += error.lines
            continue
        record[snippet.key] = entry_of(snippet, fates)
        replace_text(project.artifacts / MUTANTS_FILE, to_text(record))
        print_progress(f"{number}/{len(selected)} {snippet.key}: {_counts(fates)}, {time.monotonic() - started:.0f} s")
        for line in survivors(snippet, fates):
            print_result(line)
    print_result(_total([record[snippet.key] for snippet in selected if snippet.key in record]))
    if faults:
        raise UserError(*faults)
    return 0


def entry_of(snippet: Snippet, fates: list[tuple[Mutant, Fate]]) -> MutantCounts:
    """Return the entry of a claim for the record."""
    killed = sum(fate == "killed" for _, fate in fates)
    survived = [mutant.name for mutant, fate in fates if fate == "survived"]
    return MutantCounts(snippet.digest, killed + len(survived), killed, survived)


def survivors(snippet: Snippet, fates: list[tuple[Mutant, Fate]]) -> Iterator[str]:
    """Yield one line for each surviving mutant, as `file:line: survived: …`."""
    for mutant, fate in fates:
        if fate == "survived":
            yield f"{snippet.path}:{mutant.line or 1}: survived: {mutant.name}"


def _counts(fates: list[tuple[Mutant, Fate]]) -> str:
    counts = Counter(fate for _, fate in fates)
    return f"{counts['killed']} killed, {counts['survived']} survived, {counts['crashed']} crashed"


def _total(entries: list[MutantCounts]) -> str:
    if not entries:
        return "no program changed since it was mutated; --force changes all of them again"
    killed, total = sum(entry.killed for entry in entries), sum(entry.mutants for entry in entries)
    return f"{killed} of {total} small changes to {len(entries)} program{'s' * (len(entries) > 1)} make it fail"
