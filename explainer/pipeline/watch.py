"""Builds after each save, for a writer, in one process: torch, transformers and the engine are loaded once."""

import sys
from collections.abc import Callable
from pathlib import Path

import watchfiles

from explainer.measure import fork_server
from explainer.paths import Project
from explainer.stamp import AT_THE_TOP, NOT_READ, Stamp


def watch(project: Project, build: Callable[[Stamp], int]) -> int:
    """Build now and after each save, until Ctrl-C. What is wrong is printed, and the next save builds again.

    `make watch` starts the command again when the engine is edited.
    """
    fork_server.start(project.hub_home, *fork_server.imports_below(project.root))
    status: int | None = None
    # The first round comes with no save, once somebody looks: a save during the first build is not lost.
    saves = watchfiles.watch(
        project.root,
        watch_filter=Inputs(project),
        step=20,
        rust_timeout=100,
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    for saved in saves:
        if status is None or (saved and (status or Stamp(project).report_if_current() is None)):
            status = _build(project, build)
    return 0


def _build(project: Project, build: Callable[[Stamp], int]) -> int:
    status = build(Stamp(project))
    print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)
    return status


class Inputs(watchfiles.DefaultFilter):
    """Files that a build reads, and none that it writes."""

    def __init__(self, project: Project) -> None:
        super().__init__(ignore_dirs=[*self.ignore_dirs, *NOT_READ])
        self.others = [*project.generated, *(project.root / name for name in AT_THE_TOP)]

    def __call__(self, change: watchfiles.Change, path: str) -> bool:
        """Return whether the change of this file is a save."""
        return super().__call__(change, path) and not any(Path(path).is_relative_to(one) for one in self.others)
