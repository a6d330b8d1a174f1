"""How new results enter the record, and what became different by them."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explainer.facts.compare import kept, text_kept
from explainer.facts.record import (
    CheckpointFiles,
    ClaimRecord,
    FactName,
    Measured,
    Record,
    RunAnswer,
    RunRecord,
    output_path,
)
from explainer.measure.installed import Versions
from explainer.measure.output import without_places
from explainer.measure.plan import Run
from explainer.measure.runner import Result
from explainer.plain import Plain


@dataclass(frozen=True)
class Change:
    """One fact that became different, with both values (None: it was not there, or is gone)."""

    fact: FactName
    old: Plain | None
    new: Plain | None

    @property
    def name(self) -> str:
        """The fact's dotted name."""
        return self.fact.dotted


@dataclass(frozen=True)
class Merger:
    """Merges results into a record. `found` are the checkpoints that are here; `existing` the artifacts by name."""

    record: Record
    existing: Mapping[str, str]
    found: Mapping[str, CheckpointFiles]
    versions: Versions

    def merge(self, runs: list[Run], results: list[Result]) -> tuple[Record, dict[str, str]]:
        """The record and the outputs with the results in them, sticky, and without what no longer exists.

        A snippet of which any run failed stays as it is recorded: a claim that does not hold is not published. On a
        checkpoint that is measured on request a failure is an answer, and recorded as one.
        """
        updated: dict[str, ClaimRecord] = {}
        outputs: dict[str, str] = {}
        by_name = {result.run.name: result for result in results}
        failed = {result.run.snippet.key for result in results if result.failed}
        for run in runs:
            key, path = run.snippet.key, output_path(run.snippet.key, run.slug)
            entry, output = self.record.run(key, run.slug), self.existing.get(path, "")
            if run.name in by_name and key not in failed and not by_name[run.name].unanswered:
                entry, output = self._sticky(by_name[run.name], entry, output)
            if entry is not None:
                claim = self.record.claims[key].claim if key in failed else run.snippet.claim
                updated.setdefault(key, ClaimRecord(claim, {})).runs[run.slug] = entry
                outputs[path] = output
        return Record(updated), outputs

    def _sticky(self, result: Result, entry: RunRecord | None, output: str) -> tuple[RunRecord | None, str]:
        """The recorded run, changed only where the new result disagrees with it."""
        snippet = result.run.snippet
        if result.device == "cuda" and snippet.seeded:
            return entry, output  # another device, another random stream: only the claim was checked
        answer, why = _answer(result)
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        uses = {slug: self.found[slug] for slug in result.run.uses if slug in self.found}
        measured = Measured(snippet.digest, uses, self.versions.named(snippet), result.device, today)
        if entry is None:
            return RunRecord(measured, result.facts, answer, why), result.output
        facts = {name: kept(entry.facts.get(name), value, snippet.tolerance) for name, value in result.facts.items()}
        was, text = entry.measured, text_kept(output, result.output, snippet.tolerance, facts)
        if was.snippet != measured.snippet and text != output:
            facts = result.facts  # it prints other words now: its facts are of the same run
        why = text_kept(entry.why, why, snippet.tolerance)
        now, before = (facts, answer, why), (entry.facts, entry.answer, entry.why)
        if now != before:
            return RunRecord(measured, facts, answer, why), result.output
        # The same program with the same facts: only the text's last digits can differ.
        if (was.snippet, was.sources()) != (measured.snippet, measured.sources()):
            return RunRecord(measured, facts, answer, why), text
        return (entry, output) if text == output else (RunRecord(measured, facts, answer, why), text)


def _answer(result: Result) -> tuple[RunAnswer, str]:
    """Whether the claim holds there and, if not, why: the words of its assert, or of what stopped the program."""
    if not result.failure:
        return "holds", ""
    _, _, why = result.failure.partition(": ")
    return "fails" if result.refuted else "cannot", without_places(
        why.removeprefix("AssertionError: ").removeprefix("does not hold: ")
    )


def changes(old: Record, new: Record) -> Iterator[Change]:
    """Every leaf that differs between two records, in the order of their names."""
    before, after = dict(old.leaves()), dict(new.leaves())
    for fact in sorted(before.keys() | after.keys(), key=lambda name: name.dotted):
        one, other = before.get(fact), after.get(fact)
        if one != other or type(one) is not type(other):
            yield Change(fact, one, other)


def causes(old: Record, new: Record) -> Iterator[str]:
    """Why a run is recorded again, one line a run and cause: an edit, a version, a checkpoint."""
    for key, claim in new.claims.items():
        for slug, run in claim.runs.items():
            before = old.run(key, slug) or run
            if before.measured.snippet != run.measured.snippet:
                yield f"snippets/{key}.py was edited"
            was = before.measured.sources()
            for what, now in run.measured.sources().items():
                if was.get(what) != now:
                    yield f"{what}: {was.get(what, '(none)')} → {now}"
