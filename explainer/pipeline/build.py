"""One build: which runs are stale, what they give, and the files that follow from it."""

import importlib.util
from collections.abc import Callable
from dataclasses import replace

import msgspec

from explainer.errors import UserError
from explainer.facts.merge import Merger, causes, changes
from explainer.facts.record import CheckpointFiles, Record, output_path
from explainer.inputs.content import Checkpoint
from explainer.measure import evidence, fingerprints, fork_server
from explainer.measure.find_checkpoints import Finder, Found
from explainer.measure.installed import Versions
from explainer.measure.plan import Run, plan, select
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.measure.seeds import ANY_WEIGHTS, SHIFTS
from explainer.paths import Project, is_view
from explainer.pipeline import artifact_files, checks
from explainer.pipeline.extension import NOTHING, Extension
from explainer.pipeline.outcome import Options, Outcome
from explainer.pipeline.places import where_shown
from explainer.pipeline.views import Source, rendered, uses_of_claims
from explainer.plain import NAMED

Progress = Callable[[Result], None]


def build(project: Project, options: Options, progress: Progress, extension: Extension = NOTHING) -> Outcome:
    """Run what is stale, record it, and bring the views up to date; with `options.check`, only say what would change.

    Raises UserError for bad input and OSError when the files cannot be written; then nothing has changed.
    """
    fork_server.start_early(project.root, project.hub_home, project.fingerprints)
    before = _Before(project, options, extension)
    outcome = Outcome(where_shown(before.source.site, extension.drawings))
    found = _find(before, outcome)
    prints = _fingerprints(before, found)
    merger = Merger(before.source.record, before.source.existing, found, before.versions)
    results = _run_or_keep(before, merger, prints, outcome, progress)
    if options.check:
        results = _without_new(results, before, outcome)
    record, outputs = merger.merge(before.runs, results)
    files = {**_files(before, record, outputs, outcome), **_evidence(before, results)}
    old = before.source.record
    outcome.changes, outcome.causes = list(changes(old, record)), list(causes(old, record))
    _compare(files, before, outcome)
    if not options.check:
        artifact_files.write_files(project, files, before.source.existing)
    _remember(record, files, prints, results, before, written=not options.check)
    return outcome


class _Before:
    """What was there before the build: what people wrote, the record, and what each run was last made from."""

    def __init__(self, project: Project, options: Options, extension: Extension) -> None:
        """Raises UserError for bad input, so that it is said before anything runs."""
        self.project, self.options, self.source = project, options, Source(project, extension)
        site = self.source.site
        self.finder = Finder(project.root, project.hub_home, options.folders, options.hub)
        wanted = {checkpoint.slug for checkpoint in site.checkpoints if self.finder.is_wanted(checkpoint)}
        self.runs = plan(site, wanted)
        self.wanted = select(self.runs, tuple(options.wanted), tuple(options.checkpoint), site)
        self.known = fingerprints.read_fingerprints(project)
        self.versions = Versions()
        self.evidence = evidence.parsed(self.source.existing.get(evidence.FILE, ""))
        self.seeds = {
            snippet.key: evidence.digest_of(snippet, self.versions, project, SHIFTS)
            for snippet in site.snippets
            if snippet.scope == ANY_WEIGHTS
        }
        self.device = resolve_device(options.device, project.root)

    def with_seeds(self, run: Run) -> Run:
        """The run, with further ones under other seeds if the claim is about the library and not yet asked so."""
        digest = self.seeds.get(run.snippet.key)
        held = self.evidence.get(run.snippet.key, evidence.NOTHING).seeds
        return replace(run, shifts=SHIFTS) if digest and (digest != held or self.options.force) else run


def _find(before: _Before, outcome: Outcome) -> dict[str, CheckpointFiles]:
    """The checkpoints that the wanted runs need and that are here, verified; each other is one line of the outcome."""
    finder = before.finder
    needed = {slug for run in before.wanted for slug in run.uses}
    found: dict[str, CheckpointFiles] = {}
    for checkpoint in before.source.site.checkpoints:
        if not finder.is_wanted(checkpoint):
            outcome.notes.append(_left_out(checkpoint))
        if checkpoint.slug not in needed:
            continue
        answer = finder.find(checkpoint)
        if isinstance(answer, Found):
            found[checkpoint.slug] = CheckpointFiles(checkpoint.revision[:7], checkpoint.digest)
            outcome.notes += [f"{checkpoint.slug}: {why}; taken from {answer.source}" for why in answer.passed_over]
        else:
            outcome.not_available.append(answer)
    named = (fingerprints.named_outside(snippet, before.project.root) for snippet in before.source.site.snippets)
    outcome.outside = {path: stat for one in (finder.seen, *named) for path, stat in one.items()}
    return found


def _left_out(checkpoint: Checkpoint) -> str:
    """What a reader must do who wants a checkpoint that is measured on request."""
    size = f" ({checkpoint.megabytes} MB)" if checkpoint.megabytes else ""
    ways = f"`--hub` (make site HUB=1) downloads it{size}, --checkpoints-folder DIR takes it from there"
    return f"{checkpoint.slug} ({checkpoint.id}) is measured on request: {ways}"


def _fingerprints(before: _Before, found: dict[str, CheckpointFiles]) -> dict[str, str]:
    """What each run depends on, by its name: of the wanted runs whose checkpoints are here."""
    machinery = fingerprints.machinery_digest("explainer.facts.compare")
    return {
        run.name: fingerprints.fingerprint(
            run,
            {slug: msgspec.to_builtins(found[slug]) for slug in run.uses},
            before.versions,
            before.project,
            machinery,
            before.device,
        )
        for run in before.wanted
        if set(run.uses) <= found.keys()
    }


def _run_or_keep(
    before: _Before, merger: Merger, prints: dict[str, str], outcome: Outcome, progress: Progress
) -> list[Result]:
    """Run what is stale. On Ctrl-C, finished runs that agree with the record are remembered."""
    finished: list[Result] = []

    def finish(result: Result) -> None:
        finished.append(result)
        progress(result)

    try:
        return _run_stale(before, prints, outcome, finish)
    except KeyboardInterrupt:
        record, outputs = merger.merge(before.runs, finished)
        _remember(record, outputs, prints, finished, before, written=False)
        raise


def _run_stale(before: _Before, prints: dict[str, str], outcome: Outcome, progress: Progress) -> list[Result]:
    """Runs those of which the fingerprint or the entry on disk is not what it was, or all if that is wanted.

    A claim about the library that was not asked under other seeds, as it is now, is asked that, too.
    """
    stale = [
        run
        for run in map(before.with_seeds, before.wanted)
        if run.name in prints
        and (
            before.options.force
            or run.shifts
            or before.known.get(run.name)
            != [prints[run.name], _on_disk(run, before.source.record, before.source.existing)]
        )
    ]
    _require_libraries(stale)
    results = run_all(
        stale,
        root=before.project.root,
        hub_home=before.project.hub_home,
        device=before.device,
        jobs=before.options.jobs,
        limit=before.options.timeout,
        progress=progress,
    )
    outcome.ran, outcome.unchanged = len(stale), len(prints) - len(stale)
    outcome.failures = [result for result in results if result.failed]
    outcome.notes += [
        f"{one.run.name}: {_answered(one)}: {one.failure}" for one in results if one.failure and not one.failed
    ]
    return results


def _answered(result: Result) -> str:
    """What a failure on a model on request tells, in words."""
    if result.unanswered:
        return "not answered here, and not recorded"
    return "does not hold there" if result.refuted else "cannot run there"


def _without_new(results: list[Result], before: _Before, outcome: Outcome) -> list[Result]:
    """The results without those on checkpoints that only this machine has and nobody has recorded."""
    optional = {checkpoint.slug for checkpoint in before.source.site.checkpoints if not checkpoint.always_available}
    outcome.new_here = [
        result.run.name
        for result in results
        if not result.failed
        and result.run.slug in optional
        and before.source.record.run(result.run.snippet.key, result.run.slug) is None
    ]
    return [result for result in results if result.run.name not in outcome.new_here]


def _files(before: _Before, record: Record, outputs: dict[str, str], outcome: Outcome) -> dict[str, str]:
    """Everything that follows from the record as it is now; what is wrong with it goes into the outcome."""
    context = before.source.context(record, outputs)
    made = rendered(before.source, context)
    failed = {result.run.snippet.key for result in outcome.failures}
    uses = [*uses_of_claims(before.source.site, before.source.tools)]
    refused = [f"{what} rests on {key}, which does not hold" for what, key in uses if key in failed]
    never = {key for _, key in uses} - record.claims.keys() - failed
    refused += [f"{what} rests on {key}, which has never been run" for what, key in uses if key in never]
    outcome.problems = [*refused, *made.problems, *checks.problems(context, made.includable)]
    outcome.notes += checks.answers(context)
    if waiting := sorted(before.source.programs.keys() - before.source.answers.keys()):
        some = " ".join(waiting[:3]) + (" …" if waiting[3:] else "")
        outcome.notes.append(
            f'not tested with other versions yet: {len(waiting)}; `make versions CLAIMS="{some}"` tests them'
        )
    return made.files


def _evidence(before: _Before, results: list[Result]) -> dict[str, str]:
    """The file of what was asked beside the runs, with what was asked now; none where there is nothing in it.

    Of a claim that did not hold under other seeds nothing is kept, so that it is asked again.
    """
    keys = {snippet.key for snippet in before.source.site.snippets}
    entries = {key: one for key, one in before.evidence.items() if key in keys}
    now = dict.fromkeys(entries.keys() - before.seeds.keys(), "")
    for result in results:
        if result.run.shifts:
            now[result.run.snippet.key] = "" if result.failure else before.seeds[result.run.snippet.key]
    for key, digest in now.items():
        entries[key] = msgspec.structs.replace(entries.get(key, evidence.NOTHING), seeds=digest)
    text = evidence.to_text(entries)
    return {evidence.FILE: text} if text else {}


def _compare(files: dict[str, str], before: _Before, outcome: Outcome) -> None:
    """Say which files in git differ, which addresses go, and which claims read what this build replaces."""
    existing = before.source.existing
    changed = {name for name, _ in files.items() ^ existing.items()}
    outcome.files = sorted(name for name in changed if not is_view(name))
    outcome.removed = sorted(existing.keys() - files.keys())
    pages = [name.removeprefix("../") for name in outcome.removed if name.startswith(("../c/", "../m/"))]
    outcome.one_time += [f"{page} goes, and is in other people's issues: leave a redirect there" for page in pages]
    for snippet in before.source.site.snippets:
        read = changed & {text.removeprefix("docs/artifacts/") for text in snippet.strings}
        outcome.one_time += [
            f"{snippet.path} reads {name}, which is another one now: build again" for name in sorted(read)
        ]


def _remember(
    record: Record,
    files: dict[str, str],
    prints: dict[str, str],
    results: list[Result],
    before: _Before,
    *,
    written: bool,
) -> None:
    """Keeps what each run was made from; of one that failed nothing, so that it runs again.

    If nothing was `written`, by a check or a build that was stopped, only of runs that gave what is recorded.
    """
    remembered = {run.name: before.known[run.name] for run in before.runs if run.name in before.known}
    for result in results:
        run, now = result.run, _on_disk(result.run, record, files)
        if result.failed or result.unanswered:
            remembered.pop(run.name, None)
        elif written or now == _on_disk(run, before.source.record, before.source.existing):
            remembered[run.name] = [prints[run.name], now]
    if remembered != before.known:
        fingerprints.write_fingerprints(before.project, remembered)


def _on_disk(run: Run, record: Record, files: dict[str, str]) -> str:
    """Names the run as the record and its output are, so that an edit by hand makes it stale."""
    entry, output = record.run(run.snippet.key, run.slug), files.get(output_path(run.snippet.key, run.slug))
    return fingerprints.entry_digest(entry.plain() if entry else None, output)


def _require_libraries(runs: list[Run]) -> None:
    wanted = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in NAMED if name in wanted and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")
