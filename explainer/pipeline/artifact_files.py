"""The generated, committed files under `docs/artifacts/`: read, replaced, and kept from two builds at once.

All new files are written beside the artifacts before the first one is replaced, so that a full disk or a read-only
folder changes nothing. A build that is killed between two replacements leaves files of two builds; the next one writes
all of them again, because they follow from the record and the inputs.
"""

import posixpath
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from explainer.errors import UserError
from explainer.paths import Project


def read_files(project: Project) -> dict[str, str]:
    """Every generated file, by its name relative to the artifacts; a generated page's begins with `../`."""
    tops = project.generated
    files = (path for top in tops for path in (top, *sorted(top.rglob("*"))) if path.is_file())
    return {posixpath.relpath(path, project.artifacts): as_text(path.read_bytes()) for path in files}


def as_text(content: bytes) -> str:
    """Any bytes as a text that `as_bytes` turns back, so that a picture goes the way of every other artifact."""
    return content.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """What a file with this text holds."""
    return text.encode("utf-8", "surrogateescape")


@contextmanager
def locked(project: Project) -> Iterator[None]:
    """Keeps a second build out. The lock goes with its process, however that ends."""
    try:
        project.cache.mkdir(parents=True, exist_ok=True)
        with FileLock(project.cache / "build.lock").acquire(timeout=0):
            yield
    except Timeout:
        raise UserError("another build is running in this folder; wait for it to end") from None


def write_files(project: Project, files: dict[str, str], existing: dict[str, str]) -> list[str]:
    """Makes the artifacts exactly `files`, touching only what differs. Returns the names that changed or went.

    Raises OSError (a full disk, a read-only folder) before anything is changed.
    """
    changed = sorted(name for name, text in files.items() if existing.get(name) != text)
    removed = sorted(existing.keys() - files.keys())
    if not changed and not removed:
        return []
    shutil.rmtree(project.staging, ignore_errors=True)
    try:
        for name in changed:
            path = _staged(project, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(as_bytes(files[name]))
        _check_writable(project, [*changed, *removed])
        for name in changed:
            _staged(project, name).replace(project.artifacts / name)
        for name in removed:
            (project.artifacts / name).unlink(missing_ok=True)
            _remove_empty((project.artifacts / name).parent.resolve(), project.docs.resolve())
    finally:
        shutil.rmtree(project.staging, ignore_errors=True)
    return changed + removed


def _staged(project: Project, name: str) -> Path:
    """Where a file waits: a name that leaves the artifacts does not leave this."""
    return project.staging / "artifacts" / name


def _check_writable(project: Project, names: list[str]) -> None:
    """Makes the folders and finds out, before the first file is replaced, whether all of them can be."""
    for folder in sorted({(project.artifacts / name).parent for name in names}):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()


def _remove_empty(folder: Path, top: Path) -> None:
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
