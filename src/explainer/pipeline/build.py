"""Run what is stale, merge the results into the record, and write the files that follow from it."""

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import msgspec

from explainer.errors import UserError
from explainer.fact_values import MAIN_LIBRARIES
from explainer.facts.merge import Merger, causes, changes
from explainer.facts.record import CheckpointFiles, Record
from explainer.measure import fingerprints, fork_server
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.measure.installed import InstalledVersions
from explainer.measure.run_memory import RunMemory
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.measure.runs import Run, plan, select
from explainer.measure.seeds import ANY_SEED_SCOPE, SEED_SHIFTS
from explainer.paths import ADDRESSES_FILE, Project
from explainer.pipeline import artifact_files
from explainer.pipeline.extension import NO_EXTENSION, Extension
from explainer.pipeline.outcome import BuildOutcome, Options
from explainer.pipeline.page_lines import find_page_lines
from explainer.pipeline.views import RenderedSite, SiteInputs, remember, render_site, uses_of_claims

OnResult: TypeAlias = Callable[[Result], None]


def build(project: Project, options: Options, on_result: OnResult, extension: Extension = NO_EXTENSION) -> BuildOutcome:
    """Run what is stale, record it, and check what the pages show; with `options.check`, report what would change.

    A check writes only what this machine remembers of its runs. Raise UserError for bad input,
    and OSError if the files cannot be written; after either, the artifacts are as they were.
    """
    # First of all: the server imports torch while this process reads the inputs.
    fork_server.start_early(project.root, project.hub_home, project.runs)
    inputs = _BuildInputs(project, options, extension)
    outcome = BuildOutcome(find_page_lines(inputs.site, extension.figures))
    checkpoints = _find_checkpoints(inputs, outcome)
    run_fingerprints = _fingerprint_runs(inputs, checkpoints)
    merger = Merger(inputs.site_inputs.record, inputs.site_inputs.existing_files, checkpoints, inputs.installed)
    results = _run_stale(inputs, run_fingerprints, outcome, on_result)
    record, outputs = merger.merge(inputs.runs, results)
    site = _render_site(inputs, record, outputs, outcome)
    previous = inputs.site_inputs.record
    outcome.changes, outcome.causes = list(changes(previous, record)), list(causes(previous, record))
    _report_changed_files(site.recorded, inputs, outcome)
    if not options.check:
        artifact_files.write_files(project, site.recorded, inputs.site_inputs.existing_files)
        remember(project, extension, site)
    return outcome


class _BuildInputs:
    """Hold what a build starts from: the site's inputs, the selected runs, and what is remembered of the last ones."""

    def __init__(self, project: Project, options: Options, extension: Extension) -> None:
        """Read it, and resolve the device, for which a process may import torch. Raise UserError for bad input."""
        self.project, self.options, self.site_inputs = project, options, SiteInputs(project, extension)
        self.site = site = self.site_inputs.site
        self.finder = Finder(project.root, project.hub_home, options.folders, options.hub)
        self.runs = plan(site)
        self.selected = select(self.runs, tuple(options.names), tuple(options.checkpoint), site)
        self.memory = RunMemory(project.runs)
        self.installed = InstalledVersions()
        self.device = resolve_device(options.device, project.root)

    def device_of(self, run: Run) -> str:
        """Return the device that the run gets: the build's, or the CPU if its snippet needs that."""
        return "cpu" if run.snippet.needs_cpu else self.device

    def needs_seeds(self, run: Run) -> bool:
        """Return whether the claim must hold under other seeds, and the record does not say so; with --force, again."""
        snippet = run.snippet
        if snippet.scope != ANY_SEED_SCOPE or self.options.force:
            return snippet.scope == ANY_SEED_SCOPE
        recorded = self.site_inputs.record.run(snippet.key, run.slug)
        return (
            recorded is None
            or recorded.measured.seeds != SEED_SHIFTS
            or recorded.measured.snippet_digest != snippet.digest
            or recorded.measured.versions != self.installed.published_versions(snippet)
        )


def _find_checkpoints(inputs: _BuildInputs, outcome: BuildOutcome) -> dict[str, CheckpointFiles]:
    """Return, by slug, the checkpoints that the selected runs need and that were found and verified.

    Put into the outcome a line for each that was not, and notes.
    """
    finder = inputs.finder
    needed = {slug for run in inputs.selected for slug in run.uses}
    checkpoints: dict[str, CheckpointFiles] = {}
    for checkpoint in inputs.site.checkpoints:
        if checkpoint.slug not in needed:
            continue
        found = finder.find(checkpoint)
        if isinstance(found, FoundCheckpoint):
            checkpoints[checkpoint.slug] = CheckpointFiles(checkpoint.revision[:7], checkpoint.digest)
            outcome.notes += [f"{checkpoint.slug}: {why}; taken from {found.place}" for why in found.rejected_places]
        else:
            (outcome.notes if checkpoint.hub_only else outcome.missing_checkpoints).append(found)
    return checkpoints


def _fingerprint_runs(inputs: _BuildInputs, checkpoints: dict[str, CheckpointFiles]) -> dict[str, str]:
    """Return, by name of the run, a digest of what it depends on: of the selected runs that have their checkpoints."""
    machinery = fingerprints.machinery_digest()
    return {
        run.name: fingerprints.fingerprint(
            run,
            {slug: msgspec.to_builtins(checkpoints[slug]) for slug in run.uses},
            inputs.installed,
            inputs.project,
            machinery,
            inputs.device_of(run),
        )
        for run in inputs.selected
        if set(run.uses) <= checkpoints.keys()
    }


def _run_stale(
    inputs: _BuildInputs, run_fingerprints: dict[str, str], outcome: BuildOutcome, on_result: OnResult
) -> list[Result]:
    """Run what has to run, and return its results with those that this machine remembers of the other runs.

    A claim that still has to run under other seeds runs, too; with --force, everything does.
    """
    remembered: list[Result] = []
    stale: list[Run] = []
    for run in inputs.selected:
        if run.name not in run_fingerprints:
            continue
        needs_seeds = inputs.needs_seeds(run)
        result = inputs.memory.find(run, run_fingerprints[run.name])
        if result is None or inputs.options.force or (needs_seeds and not result.run.seed_shifts):
            stale.append(replace(run, seed_shifts=SEED_SHIFTS) if needs_seeds else run)
        else:
            remembered.append(result)

    def finish(result: Result) -> None:
        inputs.memory.remember(result, run_fingerprints[result.run.name])
        on_result(result)

    _require_libraries(stale)
    new: list[Result] = []
    for device in sorted({inputs.device_of(run) for run in stale}):
        new += run_all(
            [run for run in stale if inputs.device_of(run) == device],
            root=inputs.project.root,
            hub_home=inputs.project.hub_home,
            device=device,
            jobs=inputs.options.jobs,
            limit=inputs.options.timeout,
            on_result=finish,
        )
    outcome.run_count, outcome.unchanged_count = len(stale), len(remembered)
    outcome.failures = [result for result in new if result.counts_as_failure]
    results = [*remembered, *new]
    if inputs.device != "cpu":
        on_cpu = {run.snippet.key: run.snippet.needs_cpu for run in inputs.selected if run.snippet.needs_cpu}
        outcome.notes += [f"{key}: on the CPU: {reason}" for key, reason in on_cpu.items()]
    outcome.notes += [
        f"{result.run.name}: {_describe_answer(result)}: {result.failure}"
        for result in results
        if result.failure and not result.counts_as_failure
    ]
    return results


def _describe_answer(result: Result) -> str:
    """Return what a failure means on a checkpoint that most machines lack, where it is recorded as an answer."""
    if result.was_stopped:
        return "not answered here, and not recorded"
    return "does not hold there" if result.refuted else "cannot run there"


def _render_site(inputs: _BuildInputs, record: Record, outputs: dict[str, str], outcome: BuildOutcome) -> RenderedSite:
    """Return the site with the new record; put problems and notes into the outcome."""
    site = render_site(inputs.site_inputs, inputs.site_inputs.make_context(record, outputs))
    failed_keys = {result.run.snippet.key for result in outcome.failures}
    uses = [*uses_of_claims(inputs.site, inputs.site_inputs.tools)]
    unproved = [f"{use} rests on {key}, which does not hold" for use, key in uses if key in failed_keys]
    never_run = {key for _, key in uses} - record.claims.keys() - failed_keys
    unproved += [f"{use} rests on {key}, which has never been run" for use, key in uses if key in never_run]
    outcome.problems = [*unproved, *site.problems]
    never_run_with_other_versions = sorted(inputs.site_inputs.claim_digests.keys() - inputs.site_inputs.answers.keys())
    if count := len(never_run_with_other_versions):
        examples = " ".join(never_run_with_other_versions[:3]) + (" …" if count > 3 else "")
        outcome.notes.append(
            f'not tested with other versions yet: {count}; `make versions CLAIMS="{examples}"` tests them'
        )
    return site


def _report_changed_files(files: dict[str, str], inputs: _BuildInputs, outcome: BuildOutcome) -> None:
    """Put into the outcome which files change, which pages go, and which claims read a changed file."""
    existing_files = inputs.site_inputs.existing_files
    changed = {name for name, _ in files.items() ^ existing_files.items()}
    outcome.changed_files = sorted(changed)
    outcome.removed_files = sorted(existing_files.keys() - files.keys())
    before, after = (texts.get(ADDRESSES_FILE, "").split() for texts in (existing_files, files))
    pages = sorted({*before} - {*after})
    outcome.notes += [
        f"{page} goes, and is in other people's issues: say in content/redirects.yml where it leads" for page in pages
    ]
    # A snippet may read an artifact, which this build writes after the snippet ran.
    for snippet in inputs.site.snippets:
        files_read = changed & {text.removeprefix("docs/artifacts/") for text in snippet.strings}
        outcome.notes += [
            f"{snippet.path} reads {name}, which this build changes: build again" for name in sorted(files_read)
        ]


def _require_libraries(runs: list[Run]) -> None:
    """Raise UserError if torch or another library that these runs import is not installed: once, not in each run."""
    imported = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in MAIN_LIBRARIES if name in imported and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")
