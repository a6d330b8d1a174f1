"""Run what is stale, merge the results into the record, and write the files that follow from it."""

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES
from explainer.facts.merge import Merger, causes, changes
from explainer.facts.record import CheckpointFiles, Record, output_path
from explainer.inputs.content import Checkpoint
from explainer.measure import evidence, fingerprints, fork_server
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.measure.installed import Versions
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.measure.runs import Run, plan, select
from explainer.measure.seeds import ANY_SEED_SCOPE, SEED_SHIFTS
from explainer.paths import Project, is_view
from explainer.pipeline import artifact_files, checks
from explainer.pipeline.extension import NO_EXTENSION, Extension
from explainer.pipeline.outcome import BuildOutcome, Options
from explainer.pipeline.page_lines import find_page_lines
from explainer.pipeline.views import SiteInputs, render_files, uses_of_claims

OnResult: TypeAlias = Callable[[Result], None]


def build(project: Project, options: Options, on_result: OnResult, extension: Extension = NO_EXTENSION) -> BuildOutcome:
    """Run what is stale, record it, and bring the views up to date; with `options.check`, report what would change.

    Raise UserError for bad input and OSError if the files cannot be written; then nothing has changed.
    """
    # First of all: the server imports torch while this process reads the inputs.
    fork_server.start_early(project.root, project.hub_home, project.fingerprints)
    inputs = _BuildInputs(project, options, extension)
    outcome = BuildOutcome(find_page_lines(inputs.source.site, extension.figures))
    checkpoints = _find_checkpoints(inputs, outcome)
    run_fingerprints = _fingerprint_runs(inputs, checkpoints)
    merger = Merger(inputs.source.record, inputs.source.existing, checkpoints, inputs.versions)
    results = _run_until_interrupted(inputs, merger, run_fingerprints, outcome, on_result)
    if options.check:
        results = _without_new_local_runs(results, inputs, outcome)
    record, outputs = merger.merge(inputs.runs, results)
    files = {**_render_files(inputs, record, outputs, outcome), **_evidence_file(inputs, results)}
    previous = inputs.source.record
    outcome.changes, outcome.causes = list(changes(previous, record)), list(causes(previous, record))
    _report_changed_files(files, inputs, outcome)
    if not options.check:
        artifact_files.write_files(project, files, inputs.source.existing)
    _save_fingerprints(record, files, run_fingerprints, results, inputs, written=not options.check)
    return outcome


class _BuildInputs:
    """Hold what a build starts from: what people wrote, the record, and the fingerprints of the last runs."""

    def __init__(self, project: Project, options: Options, extension: Extension) -> None:
        """Read all of it. Raise UserError for bad input, before anything runs."""
        self.project, self.options, self.source = project, options, SiteInputs(project, extension)
        site = self.source.site
        self.finder = Finder(project.root, project.hub_home, options.folders, options.hub)
        measured = {checkpoint.slug for checkpoint in site.checkpoints if self.finder.is_wanted(checkpoint)}
        self.runs = plan(site, measured)
        self.selected = select(self.runs, tuple(options.names), tuple(options.checkpoint), site)
        self.previous_fingerprints = fingerprints.read_fingerprints(project)
        self.versions = Versions()
        self.evidence = evidence.parse_evidence(self.source.existing.get(evidence.EVIDENCE_FILE, ""))
        # Of each claim that must hold for any weights: the digest under which it has to have run with other seeds.
        self.seed_digests = {
            snippet.key: evidence.digest_of(snippet, self.versions, project, SEED_SHIFTS)
            for snippet in site.snippets
            if snippet.scope == ANY_SEED_SCOPE
        }
        self.device = resolve_device(options.device, project.root)

    def with_seeds(self, run: Run) -> Run:
        """Return the run, with further seeds to run under if its claim needs them and has not held under them yet."""
        digest = self.seed_digests.get(run.snippet.key)
        recorded = self.evidence.get(run.snippet.key, evidence.NO_EVIDENCE).seeds
        return replace(run, shifts=SEED_SHIFTS) if digest and (digest != recorded or self.options.force) else run


def _find_checkpoints(inputs: _BuildInputs, outcome: BuildOutcome) -> dict[str, CheckpointFiles]:
    """Return the checkpoints that the selected runs need and that are here and verified, by slug.

    Each of the others is a line of the outcome.
    """
    finder = inputs.finder
    needed = {slug for run in inputs.selected for slug in run.uses}
    checkpoints: dict[str, CheckpointFiles] = {}
    for checkpoint in inputs.source.site.checkpoints:
        if not finder.is_wanted(checkpoint):
            outcome.notes.append(_on_request_note(checkpoint))
        if checkpoint.slug not in needed:
            continue
        answer = finder.find(checkpoint)
        if isinstance(answer, FoundCheckpoint):
            checkpoints[checkpoint.slug] = CheckpointFiles(checkpoint.revision[:7], checkpoint.digest)
            outcome.notes += [f"{checkpoint.slug}: {why}; taken from {answer.source}" for why in answer.passed_over]
        else:
            outcome.not_available.append(answer)
    named = (
        fingerprints.stats_of_outside_files(snippet, inputs.project.root) for snippet in inputs.source.site.snippets
    )
    outcome.outside_files = {path: stat for stats in (finder.file_stats, *named) for path, stat in stats.items()}
    return checkpoints


def _on_request_note(checkpoint: Checkpoint) -> str:
    """Return the line that tells a reader how to measure a checkpoint that is measured on request only."""
    size = f" ({checkpoint.megabytes} MB)" if checkpoint.megabytes else ""
    ways = f"`--hub` (make site HUB=1) downloads it{size}, --checkpoints-folder DIR takes it from there"
    return f"{checkpoint.slug} ({checkpoint.id}) is measured on request: {ways}"


def _fingerprint_runs(inputs: _BuildInputs, checkpoints: dict[str, CheckpointFiles]) -> dict[str, str]:
    """Return a digest of what each selected run depends on, by the run's name, if all its checkpoints are here."""
    # compare.py runs in no child, but decides which values of a result enter the record.
    machinery = fingerprints.machinery_digest("explainer.facts.compare")
    return {
        run.name: fingerprints.fingerprint(
            run,
            {slug: msgspec.to_builtins(checkpoints[slug]) for slug in run.uses},
            inputs.versions,
            inputs.project,
            machinery,
            inputs.device,
        )
        for run in inputs.selected
        if set(run.uses) <= checkpoints.keys()
    }


def _run_until_interrupted(
    inputs: _BuildInputs, merger: Merger, run_fingerprints: dict[str, str], outcome: BuildOutcome, on_result: OnResult
) -> list[Result]:
    """Run what is stale. On Ctrl-C, remember the finished runs that agree with the record, and raise again."""
    finished: list[Result] = []

    def finish(result: Result) -> None:
        finished.append(result)
        on_result(result)

    try:
        return _run_stale(inputs, run_fingerprints, outcome, finish)
    except KeyboardInterrupt:
        record, outputs = merger.merge(inputs.runs, finished)
        _save_fingerprints(record, outputs, run_fingerprints, finished, inputs, written=False)
        raise


def _run_stale(
    inputs: _BuildInputs, run_fingerprints: dict[str, str], outcome: BuildOutcome, on_result: OnResult
) -> list[Result]:
    """Run what has another fingerprint, or another entry in the record, than after its last run; with --force, all.

    A claim that must hold under other seeds and has not run under them runs as well.
    """
    stale = [
        run
        for run in map(inputs.with_seeds, inputs.selected)
        if run.name in run_fingerprints
        and (
            inputs.options.force
            or run.shifts
            or inputs.previous_fingerprints.get(run.name)
            != [run_fingerprints[run.name], _entry_digest(run, inputs.source.record, inputs.source.existing)]
        )
    ]
    _require_libraries(stale)
    results = run_all(
        stale,
        root=inputs.project.root,
        hub_home=inputs.project.hub_home,
        device=inputs.device,
        jobs=inputs.options.jobs,
        limit=inputs.options.timeout,
        progress=on_result,
    )
    outcome.ran, outcome.unchanged = len(stale), len(run_fingerprints) - len(stale)
    outcome.failures = [result for result in results if result.failed]
    outcome.notes += [
        f"{result.run.name}: {_describe_answer(result)}: {result.failure}"
        for result in results
        if result.failure and not result.failed
    ]
    return results


def _describe_answer(result: Result) -> str:
    """Return in words what a failure on a checkpoint on request means; there it is an answer."""
    if result.was_stopped:
        return "not answered here, and not recorded"
    return "does not hold there" if result.refuted else "cannot run there"


def _without_new_local_runs(results: list[Result], inputs: _BuildInputs, outcome: BuildOutcome) -> list[Result]:
    """Return the results without unrecorded runs on optional checkpoints, which `outcome.new_here` then names.

    Other machines do not have these checkpoints, so for `--check` their absence from the record is no fault.
    """
    optional = {checkpoint.slug for checkpoint in inputs.source.site.checkpoints if not checkpoint.always_available}
    outcome.new_here = [
        result.run.name
        for result in results
        if not result.failed
        and result.run.slug in optional
        and inputs.source.record.run(result.run.snippet.key, result.run.slug) is None
    ]
    return [result for result in results if result.run.name not in outcome.new_here]


def _render_files(
    inputs: _BuildInputs, record: Record, outputs: dict[str, str], outcome: BuildOutcome
) -> dict[str, str]:
    """Return every file that follows from the new record; its problems and notes go into the outcome."""
    context = inputs.source.context(record, outputs)
    views = render_files(inputs.source, context)
    failed = {result.run.snippet.key for result in outcome.failures}
    uses = [*uses_of_claims(inputs.source.site, inputs.source.tools)]
    unproved = [f"{use} rests on {key}, which does not hold" for use, key in uses if key in failed]
    never_run = {key for _, key in uses} - record.claims.keys() - failed
    unproved += [f"{use} rests on {key}, which has never been run" for use, key in uses if key in never_run]
    outcome.problems = [*unproved, *views.problems, *checks.problems(context, views.includable)]
    outcome.notes += checks.contradictions_on_request(context)
    if untested := sorted(inputs.source.programs.keys() - inputs.source.answers.keys()):
        examples = " ".join(untested[:3]) + (" …" if untested[3:] else "")
        outcome.notes.append(
            f'not tested with other versions yet: {len(untested)}; `make versions CLAIMS="{examples}"` tests them'
        )
    return views.files


def _evidence_file(inputs: _BuildInputs, results: list[Result]) -> dict[str, str]:
    """Return `evidence.json` with the seeds that claims have run under now; no file if it would be empty.

    A claim that failed under other seeds loses its entry, so that it runs under them again.
    """
    keys = {snippet.key for snippet in inputs.source.site.snippets}
    entries = {key: entry for key, entry in inputs.evidence.items() if key in keys}
    digests = dict.fromkeys(entries.keys() - inputs.seed_digests.keys(), "")  # these need no other seeds any more
    for result in results:
        if result.run.shifts:
            digests[result.run.snippet.key] = "" if result.failure else inputs.seed_digests[result.run.snippet.key]
    for key, digest in digests.items():
        entries[key] = msgspec.structs.replace(entries.get(key, evidence.NO_EVIDENCE), seeds=digest)
    text = evidence.to_text(entries)
    return {evidence.EVIDENCE_FILE: text} if text else {}


def _report_changed_files(files: dict[str, str], inputs: _BuildInputs, outcome: BuildOutcome) -> None:
    """Put into the outcome which files in git change, which addresses go, and which claims read a changed file."""
    existing = inputs.source.existing
    changed = {name for name, _ in files.items() ^ existing.items()}
    outcome.changed_files = sorted(name for name in changed if not is_view(name))
    outcome.removed_files = sorted(existing.keys() - files.keys())
    pages = [name.removeprefix("../") for name in outcome.removed_files if name.startswith(("../c/", "../m/"))]
    outcome.one_time_notes += [
        f"{page} goes, and is in other people's issues: leave a redirect there" for page in pages
    ]
    # A snippet may read an artifact, which this build writes after the snippet ran.
    for snippet in inputs.source.site.snippets:
        read = changed & {text.removeprefix("docs/artifacts/") for text in snippet.strings}
        outcome.one_time_notes += [
            f"{snippet.path} reads {name}, which this build changes: build again" for name in sorted(read)
        ]


def _save_fingerprints(
    record: Record,
    files: dict[str, str],
    run_fingerprints: dict[str, str],
    results: list[Result],
    inputs: _BuildInputs,
    *,
    written: bool,
) -> None:
    """Remember what each run was made from; nothing of a run that failed, so that it runs again.

    If nothing was `written`, by a check or an interrupted build, remember only runs that agree with the record.
    """
    previous = inputs.previous_fingerprints
    current = {run.name: previous[run.name] for run in inputs.runs if run.name in previous}
    for result in results:
        run, digest = result.run, _entry_digest(result.run, record, files)
        if result.failed or result.was_stopped:
            current.pop(run.name, None)
        elif written or digest == _entry_digest(run, inputs.source.record, inputs.source.existing):
            current[run.name] = [run_fingerprints[run.name], digest]
    if current != previous:
        fingerprints.write_fingerprints(inputs.project, current)


def _entry_digest(run: Run, record: Record, files: dict[str, str]) -> str:
    """Return a digest of a run's entry in the record and of its output, so that an edit by hand makes it stale."""
    entry, output = record.run(run.snippet.key, run.slug), files.get(output_path(run.snippet.key, run.slug))
    return fingerprints.entry_digest(entry.to_builtins() if entry else None, output)


def _require_libraries(runs: list[Run]) -> None:
    """Raise UserError if torch or another library that these runs import is not installed: one line, not one a run."""
    imported = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in MAIN_LIBRARIES if name in imported and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")
