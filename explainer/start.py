"""Where a command starts: a build that would do nothing ends here, before anything heavy is imported."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from explainer.unchanged import FOLDERS_VARIABLE, Unchanged

if TYPE_CHECKING:
    from explainer.pipeline.extension import Extension


def start(arguments: list[str], root: Path, extension: "Callable[[], Extension] | None" = None) -> int:
    """Runs one command in the repository at `root`, or in the folder of `--root`; returns the exit status.

    `extension` gives what the site adds to the engine, and is called only if there is something to do.
    """
    started = time.monotonic()
    match arguments:
        case ["--root", folder, *others]:
            root = Path(folder).resolve()
        case others:
            pass
    unchanged = Unchanged(root, root / ".cache") if root.is_dir() else None
    plain = others in ([], ["--check"]) and not os.environ.get(FOLDERS_VARIABLE)
    if unchanged and plain and (said := unchanged.said()):
        print("\n".join(said) + f", {time.monotonic() - started:.1f} s")
        return 0
    from explainer.pipeline.command import main
    from explainer.pipeline.extension import NOTHING

    return main(arguments, root, extension() if extension else NOTHING, unchanged)
