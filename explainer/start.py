"""Start a command. A build that would do nothing ends here, before anything heavy is imported.

`python -m explainer.start` builds the site of the current folder, without anything that it adds to the engine.
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

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def start(arguments: list[str], root: Path, extension: "Callable[[], Extension] | None" = None) -> int:
    """Run one command in the repository at `root`, or in the folder of `--root`, and return the exit status.

    `extension` returns what the site adds to the engine. It is called only if there is something to do, because its
    imports take time.
    """
    try:
        for stop_signal in STOP_SIGNALS:
            if signal.getsignal(stop_signal) != signal.SIG_IGN:  # a shell ignores SIGINT for commands in the background
                signal.signal(stop_signal, _interrupt)
        return _start(arguments, root, extension)
    except KeyboardInterrupt:
        print("stopped; the artifacts are as they were, or the next build writes them all", file=sys.stderr)
        return 130  # as shells report a stop by SIGINT: 128 + 2


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once, and ignore further signals, so that every `finally` can run."""
    for stop_signal in STOP_SIGNALS:  # `timeout` and shells may send a second one
        signal.signal(stop_signal, signal.SIG_IGN)
    raise KeyboardInterrupt


def _start(arguments: list[str], root: Path, extension: "Callable[[], Extension] | None") -> int:
    """Do what `start` does, without its care for signals."""
    started = time.monotonic()
    gc.set_threshold(100_000, 50, 100)  # a command ends before there is much to collect; the default takes 10 % longer
    match arguments:
        case ["--root", folder, *options]:
            project = Project(Path(folder).resolve())
        case options:
            project = Project(root)
    stamp = None  # with other options a build looks at more than the stamp covers
    if options in ([], ["--check"], ["--site"]) and (project.root / "snippets").is_dir():
        stamp = Stamp(project)
        if lines := stamp.report_if_current(site=options == ["--site"]):
            print("\n".join(lines) + f", {time.monotonic() - started:.1f} s")
            return 0
        _import_early(project)
    from explainer.pipeline.command import main
    from explainer.pipeline.extension import NO_EXTENSION

    is_own_site = project.root == root  # what this site adds to the engine is not for the site of `--root`
    return main(arguments, root, extension() if extension and is_own_site else NO_EXTENSION, stamp)


def _import_early(project: Project) -> None:
    """Start importing the libraries of edited snippets in another process, while this one imports the engine."""
    from explainer.measure import fork_server

    fork_server.start_early(project.root, project.hub_home, project.fingerprints)


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path.cwd()))
