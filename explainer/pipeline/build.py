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
from explainer.measure.installed import InstalledVersions
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.measure.runs import Run, plan, select
from explainer.measure.seeds import ANY_SEED_SCOPE, SEED_SHIFTS
from explainer.paths import Project, is_view
from explainer.pipeline import artifact_files, checks
from explainer.pipeline.extension import NO_EXTENSION, Extension
from explainer.pipeline.outcome import BuildOutcome, Options
from explainer.pipeline.page_lines import find_page_lines
from explainer.pipeline.views import ADDRESSED_PAGES, SiteInputs, render_files, uses_of_claims

OnResult: TypeAlias = Callable[[Result], None]


def build(project: Project, options: Options, on_result: OnResult, extension: Extension = NO_EXTENSION) -> BuildOutcome:
    """Run what is stale, record it, and bring the views up to date; with `options.check`, report what would change.

    A check writes only cached fingerprints, of runs that agree with the record. Raise UserError for bad input,
    and OSError if the files cannot be written; after either, the artifacts are as they were.
    """
    # First of all: the server imports torch while this process reads the inputs.
    fork_server.start_early(project.root, project.hub_home, project.fingerprints)
    inputs = _BuildInputs(project, options, extension)
    outcome = BuildOutcome(find_page_lines(inputs.site, extension.figures))
    checkpoints = _find_checkpoints(inputs, outcome)
    run_fingerprints = _fingerprint_runs(inputs, checkpoints)
    merger = Merger(inputs.site_inputs.record, inputs.site_inputs.existing_files, checkpoints, inputs.installed)
    results = _run_until_interrupted(inputs, merger, run_fingerprints, outcome, on_result)
    if options.check:
        results = _without_new_local_runs(results, inputs, outcome)
    record, outputs = merger.merge(inputs.runs, results)
    files = {**_render_files(inputs, record, outputs, outcome), **_evidence_file(inputs, results)}
    previous = inputs.site_inputs.record
    outcome.changes, outcome.causes = list(changes(previous, record)), list(causes(previous, record))
    _report_changed_files(files, inputs, outcome)
    if not options.check:
        artifact_files.write_files(project, files, inputs.site_inputs.existing_files)
    _save_fingerprints(record, files, run_fingerprints, results, inputs, files_written=not options.check)
    return outcome


class _BuildInputs:
    """Hold what a build starts from: the site's inputs, the selected runs, and what is remembered of the last ones."""

    def __init__(self, project: Project, options: Options, extension: Extension) -> None:
        """Read it, and resolve the device, for which a process may import torch. Raise UserError for bad input."""
        self.project, self.options, self.site_inputs = project, options, SiteInputs(project, extension)
        self.site = site = self.site_inputs.site
        self.finder = Finder(project.root, project.hub_home, options.folders, options.hub)
        wanted_slugs = {checkpoint.slug for checkpoint in site.checkpoints if self.finder.is_wanted(checkpoint)}
        self.runs = plan(site, wanted_slugs)
        self.selected = select(self.runs, tuple(options.names), tuple(options.checkpoint), site)
        self.previous_fingerprints = fingerprints.read_fingerprints(project)
        self.installed = InstalledVersions()
        self.evidence = evidence.parse_evidence(self.site_inputs.existing_files.get(evidence.EVIDENCE_FILE, ""))
        # By claim of scope `library`: what its `seeds_digest` in evidence.json must be, else it runs under other seeds.
        self.seed_digests = {
            snippet.key: evidence.digest_of(snippet, self.installed, project, SEED_SHIFTS)
            for snippet in site.snippets
            if snippet.scope == ANY_SEED_SCOPE
        }
        self.device = resolve_device(options.device, project.root)

    def with_seeds(self, run: Run) -> Run:
        """Return the run, with further seeds if its claim has not held under them yet; with --force, in any case."""
        digest = self.seed_digests.get(run.snippet.key)
        recorded_digest = self.evidence.get(run.snippet.key, evidence.NO_EVIDENCE).seeds_digest
        return (
            replace(run, seed_shifts=SEED_SHIFTS)
            if digest and (digest != recorded_digest or self.options.force)
            else run
        )


def _find_checkpoints(inputs: _BuildInputs, outcome: BuildOutcome) -> dict[str, CheckpointFiles]:
    """Return, by slug, the checkpoints that the selected runs need and that were found and verified.

    Put into the outcome a line for each that was not, and notes.
    """
    finder = inputs.finder
    needed = {slug for run in inputs.selected for slug in run.uses}
    checkpoints: dict[str, CheckpointFiles] = {}
    for checkpoint in inputs.site.checkpoints:
        if not finder.is_wanted(checkpoint):
            outcome.notes.append(_on_request_note(checkpoint))
        if checkpoint.slug not in needed:
            continue
        found = finder.find(checkpoint)
        if isinstance(found, FoundCheckpoint):
            checkpoints[checkpoint.slug] = CheckpointFiles(checkpoint.revision[:7], checkpoint.digest)
            outcome.notes += [f"{checkpoint.slug}: {why}; taken from {found.place}" for why in found.rejected_places]
        else:
            outcome.missing_checkpoints.append(found)
    return checkpoints


def _on_request_note(checkpoint: Checkpoint) -> str:
    """Return the line that tells a reader how to measure a checkpoint that is measured on request only."""
    size = f" ({checkpoint.megabytes} MB)" if checkpoint.megabytes else ""
    hint = f"`--hub` (make site HUB=1) downloads it{size}, --checkpoints-folder DIR takes it from there"
    return f"{checkpoint.slug} ({checkpoint.id}) is measured on request: {hint}"


def _fingerprint_runs(inputs: _BuildInputs, checkpoints: dict[str, CheckpointFiles]) -> dict[str, str]:
    """Return, by name of the run, a digest of what it depends on: of the selected runs that have their checkpoints."""
    # compare.py runs in no child, but decides which values of a result enter the record.
    machinery = fingerprints.machinery_digest("explainer.facts.compare")
    return {
        run.name: fingerprints.fingerprint(
            run,
            {slug: msgspec.to_builtins(checkpoints[slug]) for slug in run.uses},
            inputs.installed,
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
        _save_fingerprints(record, outputs, run_fingerprints, finished, inputs, files_written=False)
        raise


def _run_stale(
    inputs: _BuildInputs, run_fingerprints: dict[str, str], outcome: BuildOutcome, on_result: OnResult
) -> list[Result]:
    """Run what is stale: its fingerprint or its entry in the record is not what it was after its last run.

    A claim that still has to run under other seeds is stale, too; with --force, everything is.
    """
    stale = [
        run
        for run in map(inputs.with_seeds, inputs.selected)
        if run.name in run_fingerprints
        and (
            inputs.options.force
            or run.seed_shifts
            or inputs.previous_fingerprints.get(run.name)
            != [
                run_fingerprints[run.name],
                _entry_digest(run, inputs.site_inputs.record, inputs.site_inputs.existing_files),
            ]
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
        on_result=on_result,
    )
    outcome.run_count, outcome.unchanged_count = len(stale), len(run_fingerprints) - len(stale)
    outcome.failures = [result for result in results if result.counts_as_failure]
    outcome.notes += [
        f"{result.run.name}: {_describe_failure_on_request(result)}: {result.failure}"
        for result in results
        if result.failure and not result.counts_as_failure
    ]
    return results


def _describe_failure_on_request(result: Result) -> str:
    """Return what a failure means on a checkpoint that is measured on request, where it is recorded as an answer."""
    if result.was_stopped:
        return "not answered here, and not recorded"
    return "does not hold there" if result.refuted else "cannot run there"


def _without_new_local_runs(results: list[Result], inputs: _BuildInputs, outcome: BuildOutcome) -> list[Result]:
    """Leave out the runs that nobody has recorded on checkpoints that not every machine has; name them in the outcome.

    For `--check` it is no fault that they are not in the record.
    """
    not_everywhere = {checkpoint.slug for checkpoint in inputs.site.checkpoints if not checkpoint.always_available}
    outcome.new_local_runs = [
        result.run.name
        for result in results
        if not result.counts_as_failure
        and result.run.slug in not_everywhere
        and inputs.site_inputs.record.run(result.run.snippet.key, result.run.slug) is None
    ]
    return [result for result in results if result.run.name not in outcome.new_local_runs]


def _render_files(
    inputs: _BuildInputs, record: Record, outputs: dict[str, str], outcome: BuildOutcome
) -> dict[str, str]:
    """Return every file that follows from the new record; put problems and notes into the outcome."""
    context = inputs.site_inputs.make_context(record, outputs)
    views = render_files(inputs.site_inputs, context)
    failed_keys = {result.run.snippet.key for result in outcome.failures}
    uses = [*uses_of_claims(inputs.site, inputs.site_inputs.tools)]
    unproved = [f"{use} rests on {key}, which does not hold" for use, key in uses if key in failed_keys]
    never_run = {key for _, key in uses} - record.claims.keys() - failed_keys
    unproved += [f"{use} rests on {key}, which has never been run" for use, key in uses if key in never_run]
    outcome.problems = [*unproved, *views.problems, *checks.problems(context, views.includable)]
    outcome.notes += checks.contradictions_on_request(context)
    never_run_with_other_versions = sorted(inputs.site_inputs.claim_digests.keys() - inputs.site_inputs.answers.keys())
    if count := len(never_run_with_other_versions):
        examples = " ".join(never_run_with_other_versions[:3]) + (" …" if count > 3 else "")
        outcome.notes.append(
            f'not tested with other versions yet: {count}; `make versions CLAIMS="{examples}"` tests them'
        )
    return views.files


def _evidence_file(inputs: _BuildInputs, results: list[Result]) -> dict[str, str]:
    """Return `evidence.json` with the seeds that claims have run under now; no file if it would be empty.

    A claim that failed under other seeds loses its entry, so that it runs under them again.
    """
    keys = {snippet.key for snippet in inputs.site.snippets}
    evidence_by_key = {key: entry for key, entry in inputs.evidence.items() if key in keys}
    # "" for those that need no other seeds any more.
    digests = dict.fromkeys(evidence_by_key.keys() - inputs.seed_digests.keys(), "")
    for result in results:
        if result.run.seed_shifts:
            digests[result.run.snippet.key] = "" if result.failure else inputs.seed_digests[result.run.snippet.key]
    for key, digest in digests.items():
        evidence_by_key[key] = msgspec.structs.replace(
            evidence_by_key.get(key, evidence.NO_EVIDENCE), seeds_digest=digest
        )
    text = evidence.evidence_text(evidence_by_key)
    return {evidence.EVIDENCE_FILE: text} if text else {}


def _report_changed_files(files: dict[str, str], inputs: _BuildInputs, outcome: BuildOutcome) -> None:
    """Put into the outcome which committed files change, which pages go, and which claims read a changed file."""
    existing_files = inputs.site_inputs.existing_files
    changed = {name for name, _ in files.items() ^ existing_files.items()}
    outcome.changed_files = sorted(name for name in changed if not is_view(name))
    outcome.removed_files = sorted(existing_files.keys() - files.keys())
    pages = [name.removeprefix("../") for name in outcome.removed_files if name.startswith(ADDRESSED_PAGES)]
    outcome.notes += [f"{page} goes, and is in other people's issues: leave a redirect there" for page in pages]
    # A snippet may read an artifact, which this build writes after the snippet ran.
    for snippet in inputs.site.snippets:
        files_read = changed & {text.removeprefix("docs/artifacts/") for text in snippet.strings}
        outcome.notes += [
            f"{snippet.path} reads {name}, which this build changes: build again" for name in sorted(files_read)
        ]


def _save_fingerprints(
    record: Record,
    files: dict[str, str],
    run_fingerprints: dict[str, str],
    results: list[Result],
    inputs: _BuildInputs,
    *,
    files_written: bool,
) -> None:
    """Remember what each run was made from; nothing of a run that failed, so that it runs again.

    Without `files_written` (a check or an interrupted build), remember only runs that agree with the record.
    """
    previous = inputs.previous_fingerprints
    current = {run.name: previous[run.name] for run in inputs.runs if run.name in previous}
    for result in results:
        run, digest = result.run, _entry_digest(result.run, record, files)
        if result.counts_as_failure or result.was_stopped:
            current.pop(run.name, None)
        elif files_written or digest == _entry_digest(
            run, inputs.site_inputs.record, inputs.site_inputs.existing_files
        ):
            current[run.name] = [run_fingerprints[run.name], digest]
    if current != previous:
        fingerprints.write_fingerprints(inputs.project, current)


def _entry_digest(run: Run, record: Record, files: dict[str, str]) -> str:
    """Return a digest of a run's entry in the record and of its output, so that an edit by hand makes it stale."""
    entry, output = record.run(run.snippet.key, run.slug), files.get(output_path(run.snippet.key, run.slug))
    return fingerprints.entry_digest(entry.to_builtins() if entry else None, output)


def _require_libraries(runs: list[Run]) -> None:
    """Raise UserError if torch or another library that these runs import is not installed: once, not in each run."""
    imported = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in MAIN_LIBRARIES if name in imported and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")
