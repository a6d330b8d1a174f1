"""Builds after each save, for a writer, in one process: torch, transformers and the engine are loaded once."""

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from explainer.measure import fork_server
from explainer.paths import Project
from explainer.pipeline.artifact_files import locked
from explainer.remembered import WRITTEN
from explainer.unchanged import BUILT, ENGINE, NOT_READ, Unchanged, installed, stat_of

QUIET = 0.05  # seconds without a further save before a build: an editor writes a file in several steps
# A build reads thousands of files, and is not to be told of each.
SAVES: list[type[FileSystemEvent]] = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]
SAVES += [DirCreatedEvent, DirDeletedEvent, DirMovedEvent]


def watch(project: Project, build: Callable[[Unchanged], int]) -> int:
    """Builds now and after each save, until Ctrl-C. What is wrong is said, and the next save builds again.

    At a save after the engine was edited or something was installed the command starts again.
    """
    loaded = _Loaded()
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass  # what this command left when it started again
    warnings.filterwarnings("ignore", module="watchdog")  # of a folder that comes and goes, as a build's own does
    saves = _Saves(project)
    saves.look()
    fork_server.start(project.hub_home, *fork_server.imports_below(project.root))
    status = _build(project, build, Unchanged(project.root, project.cache))
    while True:
        try:
            saves.wait()
        except KeyboardInterrupt:
            return 0
        if loaded.differs():
            _start_again(saves)
        now = Unchanged(project.root, project.cache)
        if status or now.said() is None:
            status = _build(project, build, now)


def _build(project: Project, build: Callable[[Unchanged], int], now: Unchanged) -> int:
    with locked(project, patience=-1):  # until another build has ended, which may have begun before the save
        pass
    status = build(now)
    print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)
    return status


def _start_again(saves: "_Saves") -> NoReturn:
    """This very command, in this process; what `execv` would leave open is closed."""
    saves.observer.stop()
    fork_server.end()
    sys.stdout.flush()
    os.closerange(3, 4096)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606


class _Loaded:
    """The engine as this process has loaded it, and what is installed."""

    def __init__(self) -> None:
        files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        own = {Path(file).parent for file in files if file and _is_own(Path(file))}
        self.folders = sorted(own | {ENGINE / "explainer/render/templates"})
        self.before = self._now()

    def differs(self) -> bool:
        """Whether it is another one now."""
        return self._now() != self.before

    def _now(self) -> list[object]:
        code = (path for folder in self.folders for path in sorted(folder.glob("*")) if path.suffix in WRITTEN)
        return [*((str(path), stat_of(path)) for path in code), *installed()]


def _is_own(module: Path) -> bool:
    return module.is_relative_to(ENGINE) and not module.is_relative_to(sys.prefix)


class _Saves(FileSystemEventHandler):
    """Tells of files and folders that somebody wrote, made, moved or deleted, and the build itself did not."""

    def __init__(self, project: Project) -> None:
        self.roots = tuple(dict.fromkeys((project.root, ENGINE)))
        self.made = (project.staging, *project.generated)
        self.saved = threading.Event()
        self.observer = Observer()
        self.seen: dict[Path, int] = {}  # a folder that was made again is another one by its inode

    def look(self) -> None:
        """From now on, at the top and below its folders; again, if one of these came, went, or is another one."""
        now = {folder: folder.stat().st_ino for folder in self._folders()}
        if now != self.seen:
            self.observer.unschedule_all()
            for root in self.roots:
                self.observer.schedule(self, str(root), event_filter=SAVES)
            for folder in now:
                self.observer.schedule(self, str(folder), recursive=True, event_filter=SAVES)
            self.seen = now
        if not self.observer.is_alive():
            self.observer.start()

    def _folders(self) -> Iterator[Path]:
        for root in self.roots:
            yield from (one for one in sorted(root.iterdir()) if one.is_dir() and one.name not in NOT_READ | {BUILT})

    def wait(self) -> None:
        """For the next save, and until no other follows at once."""
        self.saved.wait()
        while self.saved.is_set():
            self.saved.clear()
            self.saved.wait(QUIET)
        self.look()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Is told of everything below the folders."""
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        if not all(self._is_no_input(path) for path in paths):
            self.saved.set()

    def _is_no_input(self, path: Path) -> bool:
        root = next((root for root in self.roots if path.is_relative_to(root)), Path("/"))
        left_out = NOT_READ & {*path.relative_to(root).parts}
        return bool(left_out) or any(path.is_relative_to(one) for one in self.made)
