"""What the build keeps on disk: the generated, committed files under `docs/artifacts/`, and the ignored local cache.

A set of files is replaced as a whole: it is staged first, and from the moment the staging folder has its final name
an interrupted build is finished by the next one. Before that moment nothing has changed.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from explainer.errors import UserError
from explainer.paths import Project


def read_files(project: Project) -> dict[str, str]:
    """Every file below the artifacts, by its relative name."""
    if not project.artifacts.is_dir():
        return {}
    return {
        path.relative_to(project.artifacts).as_posix(): as_text(path.read_bytes())
        for path in sorted(project.artifacts.rglob("*"))
        if path.is_file()
    }


def as_text(content: bytes) -> str:
    """Any bytes as a text that `as_bytes` turns back, so that a picture goes the way of every other artifact."""
    return content.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """What a file with this text holds."""
    return text.encode("utf-8", "surrogateescape")


@contextmanager
def locked(project: Project, *, check: bool = False) -> Iterator[None]:
    """Keeps a second build out. The lock goes with its process, however that ends.

    Finishes what an interrupted build left, unless this one only checks: then that is a UserError.
    """
    try:
        project.cache.mkdir(parents=True, exist_ok=True)
        with FileLock(project.cache / "build.lock").acquire(timeout=0):
            if check and project.staging.is_dir():
                raise UserError("an interrupted build is waiting to be finished: run `python build_artifacts.py`")
            if not check:
                recover(project)
            yield
    except Timeout:
        raise UserError("another build is running in this folder; wait for it to end") from None


def write_files(project: Project, files: dict[str, str], existing: dict[str, str]) -> list[str]:
    """Makes the artifacts exactly `files`, touching only what differs. Returns the names that changed or went.

    Raises OSError (a full disk, a read-only folder) before anything is changed.
    """
    changed = {name: text for name, text in files.items() if existing.get(name) != text}
    removed = sorted(existing.keys() - files.keys())
    if not changed and not removed:
        return []
    preparing = _part(project)
    shutil.rmtree(preparing, ignore_errors=True)
    try:
        preparing.mkdir(parents=True)
        for name, text in changed.items():
            path = preparing / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(as_bytes(text))
        (preparing / "removed.json").write_text(json.dumps(removed))
        _check_writable(project, changed, removed)
    except BaseException:
        shutil.rmtree(preparing, ignore_errors=True)
        raise
    preparing.rename(project.staging)
    recover(project)
    return sorted(changed) + removed


def _part(project: Project) -> Path:
    """A staging folder that is not complete, or done with."""
    return project.staging.with_suffix(".part")


def _check_writable(project: Project, changed: dict[str, str], removed: list[str]) -> None:
    """Makes the folders and finds out, before the first file is replaced, whether all of them can be."""
    for folder in sorted({(project.artifacts / name).parent for name in [*changed, *removed]}):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()


def recover(project: Project) -> None:
    """Puts a staged set in place: the end of every write, and what finishes an interrupted one."""
    shutil.rmtree(_part(project), ignore_errors=True)
    if not project.staging.is_dir():
        return
    files = project.staging / "files"
    for path in sorted(files.rglob("*")):
        if path.is_file():
            target = project.artifacts / path.relative_to(files)
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
    for name in json.loads((project.staging / "removed.json").read_text()):
        target = project.artifacts / name
        target.unlink(missing_ok=True)
        _remove_empty(target.parent, project.artifacts)
    project.staging.rename(_part(project))
    shutil.rmtree(_part(project))


def _remove_empty(folder: Path, top: Path) -> None:
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
