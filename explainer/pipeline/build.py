"""One build: which runs are stale, what they give, and the files that follow from it."""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from explainer.errors import UserError
from explainer.facts.merge import Merger, causes, changes
from explainer.facts.record import CheckpointFiles, Record, output_path, read_record
from explainer.inputs.checkpoints import NAMED
from explainer.inputs.library_versions import ASKED
from explainer.inputs.pages import where_quoted
from explainer.inputs.site import Site, read_site
from explainer.inputs.social_card import FILE as CARD
from explainer.measure import fingerprints
from explainer.measure.find_checkpoints import Finder, Found
from explainer.measure.installed import Versions
from explainer.measure.plan import Run, plan, select
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.paths import Project
from explainer.pipeline import artifact_files, checks, refusals
from explainer.pipeline.extension import NOTHING, Extension, Tool
from explainer.pipeline.outcome import Options, Outcome
from explainer.render import social_card
from explainer.render.context import Context
from explainer.render.files import all_files
from explainer.versions.record import read_answers

Progress = Callable[[Result], None]


def build(project: Project, options: Options, progress: Progress, extension: Extension = NOTHING) -> Outcome:
    """Runs what is stale and brings the artifacts up to date; with `options.check`, only says what would change.

    Raises UserError for bad input and OSError when the artifacts cannot be written; then nothing has changed.
    """
    one = _Build(project, options, extension)
    results = one.measure(progress)
    if options.check:
        results = one.without_new(results)
    context = one.merged(results)
    files = one.files(context)
    one.compare(context, files)
    if not options.check:
        one.write(context, files, results)
    return one.outcome


@dataclass(frozen=True)
class _Build:
    """A build on its way: what was there before it, and what it did so far."""

    project: Project
    options: Options
    extension: Extension

    @cached_property
    def site(self) -> Site:
        return read_site(self.project.root)

    @cached_property
    def tools(self) -> list[Tool]:
        keys = {snippet.key for snippet in self.site.snippets}
        return [tool for read in self.extension.tools if (tool := read(self.project.root, keys))]

    @cached_property
    def record(self) -> Record:
        return read_record(self.project)

    @cached_property
    def existing(self) -> dict[str, str]:
        return artifact_files.read_files(self.project)

    @cached_property
    def runs(self) -> list[Run]:
        return plan(self.site)

    @cached_property
    def versions(self) -> Versions:
        return Versions()

    @cached_property
    def known(self) -> dict[str, list[str]]:
        return fingerprints.read_fingerprints(self.project)

    @cached_property
    def outcome(self) -> Outcome:
        outcome = Outcome(where=where_quoted(self.site.pages))
        if card := self.site.social_card:
            outcome.where.setdefault(card.fact, []).append(f"{CARD}:{card.line}")
        return outcome

    @cached_property
    def selected(self) -> list[Run]:
        """The runs that are wanted and whose checkpoints are here."""
        wanted = select(self.runs, self.options.wanted, self.options.checkpoints, self.site)
        needed = {slug for run in wanted for slug in run.uses}
        self._find(needed)
        return [run for run in wanted if set(run.uses) <= self.found.keys()]

    @cached_property
    def found(self) -> dict[str, CheckpointFiles]:
        """The checkpoints that are here, verified."""
        return {}

    @cached_property
    def prints(self) -> dict[str, str]:
        """What each selected run depends on, by its name."""
        device = resolve_device(self.options.device, self.project.root)
        machinery = fingerprints.machinery_digest("explainer.facts.compare")
        return {
            run.name: fingerprints.fingerprint(
                run,
                {slug: {"revision": self.found[slug].revision, "files": self.found[slug].files} for slug in run.uses},
                self.versions,
                self.project,
                machinery,
                device,
            )
            for run in self.selected
        }

    def _find(self, needed: set[str]) -> None:
        """Looks for checkpoints; what cannot be had is one line of the outcome."""
        options = self.options
        finder = Finder(self.project.root, self.project.hub_home, list(options.folders), ask_hub_again=options.force)
        for checkpoint in self.site.checkpoints:
            if checkpoint.slug not in needed:
                continue
            answer = finder.find(checkpoint)
            if isinstance(answer, Found):
                self.found[checkpoint.slug] = CheckpointFiles(checkpoint.revision[:7], checkpoint.digest)
                notes = [f"{checkpoint.slug}: {why}; taken from {answer.source}" for why in answer.passed_over]
                self.outcome.notes.extend(notes)
            else:
                self.outcome.not_available.append(answer)

    def measure(self, progress: Progress) -> list[Result]:
        """Runs what is stale."""
        _ = self.tools, self.existing, self.record  # bad input is said before anything runs
        stale = [
            run
            for run in self.selected
            if self.options.force
            or self.known.get(run.name) != [self.prints[run.name], _on_disk(run, self.record, self.existing)]
        ]
        _require_libraries(stale)
        results = run_all(
            stale,
            root=self.project.root,
            hub_home=self.project.hub_home,
            device=resolve_device(self.options.device, self.project.root),
            jobs=self.options.jobs,
            limit=self.options.limit,
            progress=progress,
        )
        self.outcome.ran, self.outcome.unchanged = len(stale), len(self.selected) - len(stale)
        self.outcome.failures = [result for result in results if result.failure]
        return results

    def without_new(self, results: list[Result]) -> list[Result]:
        """The results without those on checkpoints that only this machine has and nobody has recorded."""
        optional = {checkpoint.slug for checkpoint in self.site.checkpoints if not checkpoint.always_available}
        new = [
            result.run.name
            for result in results
            if not result.failure
            and result.run.slug in optional
            and self.record.run(result.run.snippet.key, result.run.slug) is None
        ]
        self.outcome.new_here = new
        return [result for result in results if result.run.name not in new]

    def merged(self, results: list[Result]) -> Context:
        """What everything is rendered from, with the results in it."""
        merger = Merger(self.record, self.existing, self.found, self.versions)
        record, outputs = merger.merge(self.runs, results)
        return Context(self.site, record, outputs, self.runs, read_answers(self.project.root))

    def files(self, context: Context) -> dict[str, str]:
        """All artifacts, but for those that would show a claim that does not hold: these stay as they are on disk."""
        refused = refusals.refused(context, self.tools, self.outcome.failures)
        files, problems = all_files(context, self.extension.drawings)
        files |= {name: text for name, text in self.existing.items() if name == ASKED or name.startswith("reports/")}
        for tool in self.tools:
            made, wrong = tool.files(context, files)
            files |= made
            problems += wrong
        files = refusals.unpublished(files, self.existing, self.outcome.failures, refused)
        no_card = self._draw_card(context, files)
        quoted = checks.problems(context, set(files) - {social_card.PATH})
        self.outcome.problems = [*refused.values(), *problems, *quoted, *no_card]
        return files

    def _draw_card(self, context: Context, files: dict[str, str]) -> tuple[str, ...]:
        """Adds the picture for links, drawn only if it says something else than the one on disk."""
        if context.site.social_card is None:
            return ()
        now = self.existing.get(social_card.PATH, "")
        problems: tuple[str, ...] = ()
        try:
            content = social_card.card_content(context.site.social_card, context)
            if not social_card.is_current(content, artifact_files.as_bytes(now)):
                now = artifact_files.as_text(social_card.draw(content))
        except UserError as error:
            problems = error.lines
        if now:
            files[social_card.PATH] = now
        return problems

    def compare(self, context: Context, files: dict[str, str]) -> None:
        """Says what is or would be different."""
        outcome, existing = self.outcome, self.existing
        outcome.changes = list(changes(self.record, context.record))
        outcome.causes = list(causes(self.record, context.record))
        outcome.removed = sorted(existing.keys() - files.keys())
        outcome.files = sorted(name for name in files.keys() | existing.keys() if files.get(name) != existing.get(name))

    def write(self, context: Context, files: dict[str, str], results: list[Result]) -> None:
        """Writes the artifacts, then remembers what each run was made from."""
        self.outcome.files = artifact_files.write_files(self.project, files, self.existing)
        good = [result.run for result in results if not result.failure]
        fresh = {run.name: [self.prints[run.name], _on_disk(run, context.record, files)] for run in good}
        names = {run.name for run in self.runs} - {result.run.name for result in self.outcome.failures}
        remembered = {name: entry for name, entry in {**self.known, **fresh}.items() if name in names}
        if remembered != self.known:
            fingerprints.write_fingerprints(self.project, remembered)


def _on_disk(run: Run, record: Record, files: dict[str, str]) -> str:
    """Names the run as the record and its output are, so that an edit by hand makes it stale."""
    entry, output = record.run(run.snippet.key, run.slug), files.get(output_path(run.snippet.key, run.slug))
    return fingerprints.entry_digest(entry.plain() if entry else None, output)


def _require_libraries(runs: list[Run]) -> None:
    wanted = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in NAMED if name in wanted and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")
