"""Start a command, so that it ends in order when it is stopped.

`python -m explainer.start` builds the site of the current folder, without anything that it adds to the engine.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explainer.pipeline.extension import Extension

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
OLDEST_PYTHON = (3, 11)
HOW_TO_INSTALL = "`make site` installs what is needed into .venv; then start .venv/bin/python"


def start(arguments: list[str], root: Path, extension: Callable[[], Extension] | None = None) -> int:
    """Run one command in the repository at `root`, or in the folder of `--root`, and return the exit status.

    `extension` returns what the site adds to the engine.
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


def _start(arguments: list[str], root: Path, extension: Callable[[], Extension] | None) -> int:
    """Do what `start` does, without its care for signals. Say in one line if this Python cannot run the engine."""
    if sys.version_info < OLDEST_PYTHON:
        print(
            f"Python 3.11 or newer is needed, and this is {sys.version.split()[0]}; {HOW_TO_INSTALL}", file=sys.stderr
        )
        return 2
    gc.set_threshold(100_000, 50, 100)  # a command ends before there is much to collect; the default takes 10 % longer
    try:
        from explainer.pipeline.command import main
        from explainer.pipeline.extension import NO_EXTENSION

        site_extension = extension() if extension else NO_EXTENSION
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed for {sys.executable}; {HOW_TO_INSTALL}", file=sys.stderr)
        return 2
    return main(arguments, root, site_extension)


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path.cwd()))
