"""Where a command starts: a build that would do nothing ends here, before anything heavy is imported.

A site that adds nothing to the engine is built, in its folder, by `python -m explainer.start`.
"""

import gc
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from explainer.paths import Project
from explainer.stamp import Stamp

if TYPE_CHECKING:
    from explainer.pipeline.extension import Extension

STOPPED_BY = (signal.SIGINT, signal.SIGTERM)


def start(arguments: list[str], root: Path, extension: "Callable[[], Extension] | None" = None) -> int:
    """Runs one command in the repository at `root`, or in the folder of `--root`; returns the exit status.

    `extension` gives what the site adds to the engine, and is called only if there is something to do.
    """
    try:
        for number in STOPPED_BY:
            if signal.getsignal(number) != signal.SIG_IGN:  # as a shell starts what it leaves in the background
                signal.signal(number, _interrupt)
        return _start(arguments, root, extension)
    except KeyboardInterrupt:
        print("stopped; the artifacts are as they were, or the next build writes them all", file=sys.stderr)
        return 130


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    for number in STOPPED_BY:  # `timeout` and a shell send a second one, which would interrupt the clearing up
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _start(arguments: list[str], root: Path, extension: "Callable[[], Extension] | None") -> int:
    started = time.monotonic()
    gc.set_threshold(100_000, 50, 100)  # a command ends before there is much to collect; looking takes a tenth of it
    match arguments:
        case ["--root", folder, *others]:
            project = Project(Path(folder).resolve())
        case others:
            project = Project(root)
    stamp = None
    if others in ([], ["--check"], ["--site"]) and (project.root / "snippets").is_dir():
        stamp = Stamp(project)
        if lines := stamp.report_if_current(site=others == ["--site"]):
            print("\n".join(lines) + f", {time.monotonic() - started:.1f} s")
            return 0
        _import_early(project)
    from explainer.pipeline.command import main
    from explainer.pipeline.extension import NOTHING

    own = project.root == root  # another site has no part in what this one adds
    return main(arguments, root, extension() if extension and own else NOTHING, stamp)


def _import_early(project: Project) -> None:
    """The libraries of edited snippets, in a process of their own, while this one imports the engine."""
    from explainer.measure import fork_server

    fork_server.start_early(project.root, project.hub_home, project.fingerprints)


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path.cwd()))
