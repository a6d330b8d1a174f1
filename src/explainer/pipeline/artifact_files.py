"""Read and replace the files that a build writes, and lock them against a second build.

All new files are written to a staging folder before the first one is replaced, so that a full disk or a read-only
folder changes nothing. A build that is killed between two replacements leaves files of two builds; the next one writes
all of them again, because they follow from the record and the inputs.
"""

import errno
import os
import posixpath
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from explainer.errors import UserError, naming_file
from explainer.paths import Project

NO_TIMEOUT = -1.0  # filelock's value for waiting without end


def read_files(project: Project) -> dict[str, str]:
    """Return every file that a build writes, by its name relative to the artifacts."""
    paths = (item for top in project.generated for item in _files_below(top, project.artifacts))
    return {name: bytes_to_text(_read(path)) for name, path in paths}


def read_reports(project: Project) -> dict[str, str]:
    """Return what claims printed under other versions, by file name relative to the artifacts."""
    folder = project.artifacts / "reports"
    return {name: bytes_to_text(_read(path)) for name, path in _files_below(folder, project.artifacts)}


def _files_below(top: Path, base: Path) -> Iterator[tuple[str, str]]:
    """Yield the name relative to `base` and the path of each file below `top`, or of `top` if it is a file.

    Strings and os.path, because pathlib takes noticeably longer for thousands of files.
    """
    if top.is_file():
        yield posixpath.relpath(top, base), str(top)
    for folder, folders, names in os.walk(top):
        folders.sort()  # in place: os.walk goes into them in this order
        relative = posixpath.relpath(folder, base)
        for name in sorted(names):
            path = f"{folder}{os.sep}{name}"
            if os.path.isfile(path):  # noqa: PTH113
                yield (name if relative == "." else f"{relative}/{name}"), path


def _read(path: str) -> bytes:
    # Unbuffered: each file is read once and completely.
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        return file.read()


def bytes_to_text(content: bytes) -> str:
    """Return any bytes as text that `text_to_bytes` turns back, so that a picture is handled like other artifacts."""
    return content.decode("utf-8", "surrogateescape")


def text_to_bytes(text: str) -> bytes:
    """Return the bytes of a file with this text; the inverse of `bytes_to_text`."""
    return text.encode("utf-8", "surrogateescape")


@contextmanager
def locked(project: Project, patience: float = 0) -> Iterator[None]:
    """Hold the project's build lock. The operating system releases it when the process ends, also when it is killed.

    Raise UserError if another build holds it for longer than `patience` seconds; NO_TIMEOUT waits without end.
    """
    try:
        project.cache.mkdir(parents=True, exist_ok=True)
        # A singleton is re-entrant: `--site` builds under this lock, and mkdocs' hook then renders the views under it.
        with FileLock(project.cache / "build.lock", is_singleton=True).acquire(timeout=patience):
            yield
    except Timeout:
        raise UserError("another build is running in this folder; wait for it to end") from None


def write_files(project: Project, files: dict[str, str], existing: dict[str, str]) -> list[str]:
    """Make the artifacts exactly `files`, touching only what differs. Return the names of changed and deleted files.

    Raise OSError (a full disk, a read-only folder) before any file is changed.
    """
    changed = sorted(name for name, text in files.items() if existing.get(name) != text)
    removed = sorted(existing.keys() - files.keys())
    if not changed and not removed:
        return []
    shutil.rmtree(project.staging, ignore_errors=True)  # of a build that was killed
    try:
        for name in changed:
            path = _staging_path(project, name)
            with naming_file(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text_to_bytes(files[name]))
        _check_writable(project, [*changed, *removed])
        for name in changed:
            _move(_staging_path(project, name), project.artifacts / name)
        for name in removed:
            (project.artifacts / name).unlink(missing_ok=True)
            _remove_empty((project.artifacts / name).parent.resolve(), project.root.resolve())
    finally:
        shutil.rmtree(project.staging, ignore_errors=True)
    return changed + removed


def _staging_path(project: Project, name: str) -> Path:
    """Return where a new file waits; two folders down, so that a name with `../../` stays in the staging folder."""
    return project.staging / "docs/artifacts" / name


def _move(staged: Path, target: Path) -> None:
    """Put a staged file in its place, in one step; if that is on another file system, by a copy beside it."""
    try:
        staged.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(staged, part)
        part.replace(target)


def _check_writable(project: Project, names: list[str]) -> None:
    """Make the files' folders and check that each can be written; raise OSError before the first file is replaced."""
    for folder in sorted({(project.artifacts / name).parent for name in names}):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()


def _remove_empty(folder: Path, top: Path) -> None:
    """Remove a folder and those above it, below `top`, as long as they are empty."""
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
