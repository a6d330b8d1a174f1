"""Merge new results into the record, and list which facts changed and why."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from explainer.fact_values import PlainValue
from explainer.facts.compare import keep_recorded, keep_recorded_text
from explainer.facts.record import (
    CheckpointFiles,
    ClaimRecord,
    FactName,
    Provenance,
    Record,
    RunAnswer,
    RunRecord,
    output_path,
)
from explainer.measure.installed import InstalledVersions
from explainer.measure.output import clean_output, without_local_paths
from explainer.measure.runner import Result
from explainer.measure.runs import Run


@dataclass(frozen=True)
class FactChange:
    """Hold a changed fact: its value before and after. None means that there was, or is, no such fact."""

    fact: FactName
    old: PlainValue | None
    new: PlainValue | None

    @property
    def name(self) -> str:
        """Return the fact's dotted name."""
        return self.fact.dotted


@dataclass(frozen=True)
class Merger:
    """Merge results into a record. `artifacts` are texts by path; `checkpoints` are those on this machine, by slug."""

    record: Record
    artifacts: Mapping[str, str]
    checkpoints: Mapping[str, CheckpointFiles]
    installed: InstalledVersions

    def merge(self, runs: list[Run], results: list[Result]) -> tuple[Record, dict[str, str]]:
        """Return the new record, and the outputs by path. `runs` are all of the site: no other run stays in the record.

        If a run of a snippet failed, all of the snippet stays as recorded: a claim that does not hold is not published.
        On a checkpoint that most machines lack a failure is an answer, and recorded as one.
        """
        claims: dict[str, ClaimRecord] = {}
        outputs: dict[str, str] = {}
        results_by_run = {result.run.name: result for result in results}
        failed_keys = {result.run.snippet.key for result in results if result.counts_as_failure}
        for run in runs:
            key, path = run.snippet.key, output_path(run.snippet.key, run.slug)
            run_record, output = self.record.run(key, run.slug), self.artifacts.get(path, "")
            if run.name in results_by_run and key not in failed_keys and not results_by_run[run.name].was_stopped:
                run_record, output = self._merge_run(results_by_run[run.name], run_record, output)
            if run_record is not None:
                claim = self.record.claims[key].claim if key in failed_keys else run.snippet.claim
                claims.setdefault(key, ClaimRecord(claim, {})).runs[run.slug] = run_record
                outputs[path] = output
        return Record(claims), outputs

    def _merge_run(self, result: Result, old: RunRecord | None, output: str) -> tuple[RunRecord | None, str]:
        """Return the run and its output as recorded, changed only where the new result disagrees with them."""
        snippet = result.run.snippet
        if result.device == "cuda" and snippet.is_seeded:
            return old, output  # a GPU draws other random numbers: only the claim was checked
        answer, why = _answer_and_reason(result)
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        checkpoints = {slug: self.checkpoints[slug] for slug in result.run.uses if slug in self.checkpoints}
        measured = Provenance(
            snippet.digest,
            checkpoints,
            self.installed.published_versions(snippet),
            result.device,
            today,
            () if result.failure else result.run.seed_shifts,
        )
        new_output, output = clean_output(result.output), clean_output(output)  # the recorded one in today's form, too
        if old is None:
            return RunRecord(measured, result.facts, answer, why), new_output
        tolerance = snippet.tolerance
        facts = {name: keep_recorded(old.facts.get(name), value, tolerance) for name, value in result.facts.items()}
        merged_output = keep_recorded_text(output, new_output, tolerance, facts)
        if old.measured.snippet_digest != measured.snippet_digest and merged_output != output:
            facts = result.facts  # an edited program prints other words: facts and output must be of one run
        why = keep_recorded_text(old.why, why, tolerance)
        new = RunRecord(measured, facts, answer, why)
        if (facts, answer, why) != (old.facts, old.answer, old.why):
            return new, new_output
        # The same facts and answer: the date changes only with the program or the output, and not with a library.
        is_same_program = old.measured.snippet_digest == measured.snippet_digest
        if not (is_same_program and merged_output == output):
            return new, merged_output
        is_same_source = old.measured.sources() == measured.sources()
        seeds = measured.seeds or (old.measured.seeds if is_same_source else ())
        device = old.measured.device if is_same_source else measured.device
        kept = msgspec.structs.replace(measured, date=old.measured.date, seeds=seeds, device=device)
        return msgspec.structs.replace(new, measured=kept), output


def _answer_and_reason(result: Result) -> tuple[RunAnswer, str]:
    """Return the answer and the reason: the message of the failed assert or of another error, "" if the claim holds."""
    if not result.failure:
        return "holds", ""
    _, _, why = result.failure.partition(": ")
    return "fails" if result.refuted else "cannot", without_local_paths(
        why.removeprefix("AssertionError: ").removeprefix("does not hold: ")
    )


def changes(old: Record, new: Record) -> Iterator[FactChange]:
    """Yield each scalar or list that differs between two records, sorted by dotted name."""
    old_leaves, new_leaves = dict(old.leaves()), dict(new.leaves())
    for fact in sorted(old_leaves.keys() | new_leaves.keys(), key=lambda name: name.dotted):
        before, after = old_leaves.get(fact), new_leaves.get(fact)
        if before != after or type(before) is not type(after):  # 1, 1.0 and True are equal in Python
            yield FactChange(fact, before, after)


def causes(old: Record, new: Record) -> Iterator[str]:
    """Yield why runs were recorded again, a line for each run and cause: an edit, a version or a checkpoint."""
    for key, claim in new.claims.items():
        for slug, run in claim.runs.items():
            before = old.run(key, slug) or run
            if before.measured.snippet_digest != run.measured.snippet_digest:
                yield f"snippets/{key}.py was edited"
            old_sources = before.measured.sources()
            for name, source in run.measured.sources().items():
                if old_sources.get(name) != source:
                    yield f"{name}: {old_sources.get(name, '(none)')} → {source}"
