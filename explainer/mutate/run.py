"""Runs the mutants of claims as the build runs claims, and keeps what became of them, claim by claim."""

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import msgspec

from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import replace_text
from explainer.measure import fork_server
from explainer.measure.fingerprints import files_named, machinery_digest
from explainer.measure.installed import Versions
from explainer.measure.plan import Run
from explainer.measure.runner import Result, run_all
from explainer.mutate import probes
from explainer.mutate.asserts import failed
from explainer.mutate.mutants import Mutant, candidates, chosen, runnable, unchanged
from explainer.mutate.program import Program
from explainer.mutate.reached import ran
from explainer.mutate.record import Fate, Ran
from explainer.paths import Project
from explainer.plain import NAMED

SHORTEST, TIMES = 5.0, 5.0  # seconds, and by how much longer than its program a mutant may run
NOT_APPLICABLE = "NotApplicable"
Progress: TypeAlias = Callable[[str], None]
# What only judges what became of the mutants; all else in this room decides it.
JUDGES = frozenset({"__init__", "ask", "equivalent", "record", "verdict"})
ROOM = sorted({path.stem for path in Path(__file__).parent.glob("*.py")} - JUDGES)


class Mutations:
    """Runs mutants, `jobs` at a time; what was run here is not run again while nothing that it depends on changed."""

    def __init__(self, project: Project, jobs: int, limit: float, *, force: bool = False) -> None:
        """`limit`: seconds for a claim's own program."""
        self.project, self.jobs, self.limit, self.force = project, jobs, limit, force
        self.versions = Versions()
        self.machinery = machinery_digest(*(f"explainer.mutate.{name}" for name in ROOM))

    def known(self, snippet: Snippet) -> Ran | None:
        """What was run here and is not stale."""
        try:
            known = msgspec.json.decode(self._file(snippet).read_bytes(), type=Ran)
        except (OSError, msgspec.DecodeError):
            return None
        return known if known.made_from == self._made_from(snippet) else None

    def run(self, snippets: list[Snippet], progress: Progress) -> dict[str, Ran]:
        """What became of the mutants of each claim."""
        found = {} if self.force else {one.key: known for one in snippets if (known := self.known(one))}
        left = [snippet for snippet in snippets if snippet.key not in found]
        if left:
            needed = ({name for name in one.imports if name.split(".")[0] in NAMED} for one in left)
            fork_server.start(self.project.hub_home, *needed)
        for number, snippet in enumerate(left, 1):
            one = found[snippet.key] = self._run(snippet)
            if not one.failure:
                replace_text(self._file(snippet), msgspec.json.format(msgspec.json.encode(one), indent=1).decode())
            progress(f"{number}/{len(left)} {snippet.key}: {_in_short(one)}")
        return found

    def _file(self, snippet: Snippet) -> Path:
        return self.project.cache / "mutants" / snippet.topic / f"{snippet.name}.json"

    def _made_from(self, snippet: Snippet) -> str:
        """Names all that the fates of a claim's mutants depend on, and the source as it is: fates are kept by line."""
        parts = [snippet.digest, snippet.source, self.machinery, sys.version]
        depends = [self.versions.behind(snippet), files_named(snippet, self.project.root)]
        return hashlib.sha256(json.dumps([parts, depends], sort_keys=True).encode()).hexdigest()[:16]

    def _run(self, snippet: Snippet) -> Ran:
        program = Program(snippet.source)
        found = candidates(program)
        first = self._results(snippet, [unchanged(program, found)], self.limit)[0]
        refuted = failed(first.output)
        if first.failure or any(refuted):
            return Ran("", first.seconds, [], first.failure or "an assert fails without any change")
        places = ran(first.output)
        mutants = chosen([mutant for mutant in found if mutant.place in places])
        limit = max(SHORTEST, TIMES * first.seconds)
        results = self._results(snippet, [runnable(program, mutant) for mutant in mutants], limit)
        needed = sorted(probes.needed(first.output))
        fates = [_fate(mutant, result) for mutant, result in zip(mutants, results, strict=True)]
        seconds = first.seconds + sum(result.seconds for result in results)
        return Ran(self._made_from(snippet), round(seconds, 1), fates, needed=needed)

    def _results(self, snippet: Snippet, sources: list[str], limit: float) -> list[Result]:
        nothing = frozenset[str]()  # no facts are wanted
        programs = [replace(snippet, source=source, assigned=nothing) for source in sources]
        runs = [Run(program, f"mutant-{number}", None, ()) for number, program in enumerate(programs)]
        return run_all(
            runs,
            root=self.project.root,
            hub_home=self.project.hub_home,
            device="cpu",
            jobs=self.jobs,
            limit=limit,
            progress=lambda _result: None,
        )


def _fate(mutant: Mutant, result: Result) -> Fate:
    """Only a failing assert kills, and one that merely repeats a number does not; a crash after it changes nothing."""
    counting, repeating = failed(result.output)
    why = result.failure.partition(": ")[2]
    if counting:
        state, why = "killed", ""
    elif NOT_APPLICABLE in why:
        state = "none"
    elif result.failure:
        state = "crashed"
    else:
        state, why = "survived", "noticed only by an assert that repeats a number" if repeating else ""
    return Fate(mutant.name, mutant.kind, mutant.line, state, sorted(counting), why)


def _in_short(ran: Ran) -> str:
    if ran.failure:
        return f"cannot be run here: {ran.failure}"
    count = {state: sum(fate.state == state for fate in ran.fates) for state in ("killed", "survived", "crashed")}
    return f"{count['killed']} killed, {count['survived']} survived, {count['crashed']} crashed, {ran.seconds:.0f} s"
