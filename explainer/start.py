"""Where a command starts: a build that would do nothing ends here, before anything heavy is imported."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from explainer.paths import Project
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
    unchanged = Unchanged(root, Project(root).cache) if root.is_dir() else None
    if unchanged and others in ([], ["--check"], ["--site"]):
        looks_always = os.environ.get(FOLDERS_VARIABLE)
        if not looks_always and (said := unchanged.said(site=others == ["--site"])):
            print("\n".join(said) + f", {time.monotonic() - started:.1f} s")
            return 0
        _import_early(Project(root))
    from explainer.pipeline.command import main
    from explainer.pipeline.extension import NOTHING

    return main(arguments, root, extension() if extension else NOTHING, unchanged)


def _import_early(project: Project) -> None:
    """The libraries of edited snippets, in a process of their own, while this one imports the engine."""
    from explainer.measure import fork_server

    fork_server.start_early(project.root, project.hub_home, project.fingerprints)
