"""Builds again where a run reads an artifact that the build has just replaced, so that one command is enough."""

from collections.abc import Callable
from dataclasses import replace

from explainer.inputs.snippets import read_snippets
from explainer.measure.runner import Result
from explainer.paths import Project
from explainer.pipeline.build import build
from explainer.pipeline.extension import NOTHING, Extension
from explainer.pipeline.outcome import Options, Outcome

MOST_ROUNDS = 3


def build_until_settled(
    project: Project, options: Options, progress: Callable[[Result], None], extension: Extension = NOTHING
) -> Outcome:
    """One build, and another while a snippet names a file that the last one wrote: it ran with the file before that.

    With `options.check` nothing is written, so there is one round. Raises what `build` raises.
    """
    outcome = build(project, options, progress, extension)
    for _ in range(MOST_ROUNDS - 1):
        if options.check or not _is_read(project, outcome.files):
            break
        again = build(project, replace(options, force=False), progress, extension)
        if not again.ran:
            break
        outcome = _together(outcome, again)
    return outcome


def _is_read(project: Project, written: list[str]) -> bool:
    """Whether a snippet names one of these artifacts."""
    folder = project.artifacts.relative_to(project.root).as_posix()
    names = {f"{folder}/{name}" for name in written}
    return bool(names) and any(names & snippet.strings for snippet in read_snippets(project.root))


def _together(first: Outcome, then: Outcome) -> Outcome:
    """Both as one: what ran and changed in either, and what is wrong after the second."""
    return replace(
        then,
        ran=first.ran + then.ran,
        unchanged=max(first.unchanged - then.ran, 0),
        changes=[*first.changes, *then.changes],
        causes=[*first.causes, *then.causes],
        files=sorted({*first.files, *then.files}),
        removed=sorted({*first.removed, *then.removed}),
    )
