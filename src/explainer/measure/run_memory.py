"""Remember on this machine what each finished run gave, so that no run is made twice for the same result.

`.cache/runs.jsonl` gets a line when a run finishes: a build that is killed loses only the runs that had not ended.
What a run gave is kept as it was, with the digest of all that it depends on. A build merges it into the record each
time, so that an edit of what only decides how a value is recorded runs nothing, and neither does an edit undone.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from explainer.errors import naming_file
from explainer.fact_values import PlainValue
from explainer.inputs.text_files import replace_text
from explainer.measure.runner import Result
from explainer.measure.runs import Run

KEPT_RESULTS = 4  # of one run: the newest, each of another fingerprint


class RememberedRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold what a run with this `fingerprint` gave, as `Result` has it; with `forgotten`, that it has to run again."""

    name: str
    fingerprint: str
    device: str = "cpu"
    seeds: tuple[int, ...] = ()
    facts: dict[str, PlainValue] = {}
    output: str = ""
    failure: str = ""
    trace: str = ""
    refuted: bool = False
    forgotten: bool = False


class RunMemory:
    """Read and extend the file of one site. The build's lock is held meanwhile."""

    def __init__(self, file: Path) -> None:
        """Read the file; without it, or where a line is broken, nothing is remembered."""
        self.file, self.by_name = file, dict[str, dict[str, RememberedRun]]()
        lines = []
        with suppress(OSError):
            lines = file.read_bytes().splitlines()
        for line in lines:
            with suppress(msgspec.DecodeError):  # a line that a killed build did not end
                self._take(msgspec.json.decode(line, type=RememberedRun))
        if len(lines) > 2 * sum(map(len, self.by_name.values())) + KEPT_RESULTS:
            replace_text(file, "".join(map(_line, self._entries())))

    def find(self, run: Run, fingerprint: str) -> Result | None:
        """Return what this run gave with this fingerprint, or None if it has to run."""
        entry = self.by_name.get(run.name, {}).get(fingerprint)
        if entry is None:
            return None
        return Result(
            replace(run, seed_shifts=entry.seeds),
            entry.device,
            0.0,
            entry.facts,
            entry.output,
            entry.failure,
            entry.trace,
            entry.refuted,
        )

    def remember(self, result: Result, fingerprint: str) -> None:
        """Append a line for a finished run; one that failed runs again."""
        entry = RememberedRun(
            result.run.name,
            fingerprint,
            result.device,
            result.run.seed_shifts,
            result.facts,
            result.output,
            result.failure,
            result.trace,
            result.refuted,
            forgotten=result.counts_as_failure or result.was_stopped,
        )
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with naming_file(self.file), self.file.open("ab") as file:
            if file.tell() and not self._ends_with_line():
                file.write(b"\n")
            file.write(_line(entry).encode())
        self._take(entry)

    def _ends_with_line(self) -> bool:
        """Return whether the last line is complete; that of a killed build may not be."""
        with self.file.open("rb") as file:
            file.seek(-1, 2)
            return file.read() == b"\n"

    def _take(self, entry: RememberedRun) -> None:
        entries = self.by_name.setdefault(entry.name, {})
        entries.pop(entry.fingerprint, None)
        if not entry.forgotten:
            entries[entry.fingerprint] = entry
        for fingerprint in list(entries)[:-KEPT_RESULTS]:
            del entries[fingerprint]

    def _entries(self) -> Iterable[RememberedRun]:
        return (entry for entries in self.by_name.values() for entry in entries.values())


def _line(entry: RememberedRun) -> str:
    return msgspec.json.encode(entry).decode() + "\n"
