"""Run `--mutate`: change the programs of claims, run them as a build does, and say which changes no assert notices."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.snippets import Snippet, choose, read_snippets
from explainer.measure import fork_server
from explainer.measure.runner import Result, run_all
from explainer.measure.runs import Run
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
        mutants = make_mutants(Program(snippet), self.operators)
        limit = max(MIN_LIMIT, MAX_SLOWDOWN * original.seconds)
        results = self._results(snippet, [mutant.source for mutant in mutants], limit)
        return [(mutant, fate_of(result)) for mutant, result in zip(mutants, results, strict=True)]

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
            on_result=lambda _result: None,
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
    project: Project, names: list[str], runner: MutantRunner, print_result: PrintLine, print_progress: PrintLine
) -> int:
    """Run the mutants of the named claims (none: all), and print those that no assert notices.

    Return 0, whatever survives. Raise UserError if a name is unknown, and after the last claim if a program failed
    without any change.
    """
    selected = choose(read_snippets(project.root), names, "--mutate")
    # Once for all claims: a server that started for one claim would lack what the next one imports.
    imports = ({name for name in snippet.imports if name.split(".")[0] in MAIN_LIBRARIES} for snippet in selected)
    fork_server.start(project.hub_home, *imports)
    error_lines: list[str] = []
    total: Counter[Fate] = Counter()
    for number, snippet in enumerate(selected, 1):
        started = time.monotonic()
        try:
            fates = runner.run(snippet)
        except UserError as error:
            error_lines += error.lines
            continue
        counts = Counter(fate for _, fate in fates)
        total += counts
        seconds = time.monotonic() - started
        print_progress(f"{number}/{len(selected)} {snippet.key}: {_counts_line(counts)}, {seconds:.0f} s")
        for line in survivor_lines(snippet, fates):
            print_result(line)
    count = len(selected) - len(error_lines)
    tried = total["killed"] + total["survived"]
    print_result(f"{total['killed']} of {tried} small changes to {count} program{'s' * (count != 1)} make it fail")
    if error_lines:
        raise UserError(*error_lines)
    return 0


def survivor_lines(snippet: Snippet, fates: list[tuple[Mutant, Fate]]) -> Iterator[str]:
    """Yield one line for each surviving mutant, as `file:line: survived: …`."""
    for mutant, fate in fates:
        if fate == "survived":
            yield f"{snippet.path}:{mutant.line or 1}: survived: {mutant.name}"


def _counts_line(counts: Counter[Fate]) -> str:
    return f"{counts['killed']} killed, {counts['survived']} survived, {counts['crashed']} crashed"
