"""Build after each save, in one process that has torch, transformers and the engine loaded."""

import sys
from collections.abc import Callable
from pathlib import Path

import watchfiles

from explainer.measure import fork_server
from explainer.paths import Project
from explainer.stamp import IGNORED_FOLDERS, IGNORED_IN_ROOT, Stamp


def watch(project: Project, build: Callable[[Stamp], int]) -> int:
    """Build now and after each save, until Ctrl-C. A failed build is printed, and the next save builds again.

    `build` gets the stamp of what is on disk and returns an exit status. `make watch` starts the command again when
    the engine itself is edited.
    """
    fork_server.start(project.hub_home, *fork_server.imports_of_snippets(project.root))
    status: int | None = None
    # The first round has no saves: it comes by yield_on_timeout, once the files are watched. To build then, and not
    # before, loses no save that is made during the first build.
    rounds = watchfiles.watch(
        project.root,
        watch_filter=InputFilter(project),
        step=20,
        rust_timeout=100,
        yield_on_timeout=True,
        raise_interrupt=False,
    )
    for saves in rounds:
        # After a build that succeeded, a save that changed nothing is skipped.
        if status is None or (saves and (status or Stamp(project).report_if_current() is None)):
            status = _build(project, build)
    return 0


def _build(project: Project, build: Callable[[Stamp], int]) -> int:
    status = build(Stamp(project))
    print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)
    return status


class InputFilter(watchfiles.DefaultFilter):
    """Accept the files that a build reads, and none that it writes: a build must not set off the next one."""

    def __init__(self, project: Project) -> None:
        super().__init__(ignore_dirs=[*self.ignore_dirs, *IGNORED_FOLDERS])
        self.excluded = [*project.generated, *(project.root / name for name in IGNORED_IN_ROOT)]

    def __call__(self, change: watchfiles.Change, path: str) -> bool:
        """Return whether the change of this file is a save."""
        return super().__call__(change, path) and not any(Path(path).is_relative_to(top) for top in self.excluded)
