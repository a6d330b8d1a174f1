"""Builds after each save, for a writer, in one process: torch, transformers and the engine are loaded once."""

import os
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from explainer.inputs.yaml_files import read_text
from explainer.measure import fork_server
from explainer.paths import Project
from explainer.unchanged import BUILT, ENGINE, NOT_READ, Unchanged, installed, stat_of

QUIET = 0.05  # seconds without a further save before a build: an editor writes a file in several steps
# A build reads thousands of files, and is not to be told of each.
SAVES: list[type[FileSystemEvent]] = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]


def watch(project: Project, build: Callable[[Unchanged], int]) -> int:
    """Builds now and after each save, until Ctrl-C. What is wrong is said, and the next save builds again.

    The command starts again when the engine, or what is installed, is not what this process has loaded.
    """
    warnings.filterwarnings("ignore", module="watchdog")  # of a folder that comes and goes, as a build's own does
    saved = threading.Event()
    observer = Observer()
    handler = _Saves(project, saved)
    observer.schedule(handler, str(project.root), event_filter=SAVES)
    for folder in sorted(path for path in project.root.iterdir() if path.is_dir()):
        if folder.name not in NOT_READ | {BUILT}:
            observer.schedule(handler, str(folder), recursive=True, event_filter=SAVES)
    observer.start()
    try:
        fork_server.start(project.hub_home, *_imports(project))
        _build(build, _looked(project))
        loaded = _files_of_the_engine()
        before = _as_they_are(loaded)
        while True:
            _wait_for_a_save(saved)
            if _as_they_are(loaded) != before:
                fork_server.end()  # of what is to be done at the end, `execv` does nothing
                os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  # this very command
            now = _looked(project)
            if now.said() is None:
                _build(build, now)
    except KeyboardInterrupt:
        return 0
    finally:
        observer.stop()


def _looked(project: Project) -> Unchanged:
    return Unchanged(project.root, project.cache)


def _build(build: Callable[[Unchanged], int], now: Unchanged) -> None:
    build(now)
    print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)


def _wait_for_a_save(saved: threading.Event) -> None:
    saved.wait()
    while saved.is_set():
        saved.clear()
        saved.wait(QUIET)


def _imports(project: Project) -> list[set[str]]:
    """What each snippet imports of the heavy libraries."""
    return [fork_server.imports_of(read_text(path, project.root)) for path in project.root.glob("snippets/*/*.py")]


def _files_of_the_engine() -> list[Path]:
    """The modules that are loaded and the templates; what is installed is below the environment."""
    modules = [Path(file) for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))]
    own = [path for path in modules if path.is_relative_to(ENGINE) and not path.is_relative_to(sys.prefix)]
    return [*own, *ENGINE.glob("explainer/render/templates/*")]


def _as_they_are(files: list[Path]) -> list[object]:
    return [*map(stat_of, files), *installed()]


class _Saves(FileSystemEventHandler):
    """Sets `saved` for a file that somebody wrote, made, moved or deleted, and the build itself did not."""

    def __init__(self, project: Project, saved: threading.Event) -> None:
        self.project, self.saved = project, saved
        self.made = (project.staging, *project.generated)

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Is told of everything below the folders."""
        path = Path(os.fsdecode(event.src_path))
        ours = any(path.is_relative_to(one) for one in self.made)
        if not (ours or NOT_READ & {*path.parts}):
            self.saved.set()
