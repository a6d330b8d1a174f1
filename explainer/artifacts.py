"""What the build keeps on disk: the generated, committed files under `docs/artifacts/`, and the ignored local cache.

A set of files is replaced as a whole: it is staged first, and from the moment the staging folder has its final name
an interrupted build is finished by the next one. Before that moment nothing has changed.
"""

import hashlib
import importlib.metadata
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from explainer import beside
from explainer.documents import read_yaml, replace_text
from explainer.errors import UserError
from explainer.registry import NAMED
from explainer.snippets import Snippet
from explainer.sources import Run

SCHEMA = 1
MEND = "take either side, then run `python build_artifacts.py --force`"
# What a snippet that imports the key also runs on; a change of any of these makes its facts stale.
RUNS_ON = {
    "transformers": ("transformers", "torch", "tokenizers", "safetensors", "huggingface-hub", "numpy"),
    "torch": ("torch", "numpy"),
}


@dataclass(frozen=True)
class Project:
    """Where things are. Every path that the build reads or writes comes from here."""

    root: Path

    @property
    def artifacts(self) -> Path:
        """The generated and committed files."""
        return self.root / "docs" / "artifacts"

    @property
    def cache(self) -> Path:
        """The ignored local cache: deleting it costs time and nothing else."""
        return self.root / ".cache"

    @property
    def hub_home(self) -> Path:
        """The project's own HF_HOME."""
        return self.cache / "huggingface"

    @property
    def staging(self) -> Path:
        """A complete set of changes that is being put in place; beside the artifacts, on their file system."""
        return self.artifacts.parent / ".artifacts-staged"

    @property
    def fingerprints(self) -> Path:
        """What each run was last made from."""
        return self.cache / "fingerprints.json"


def read_record(project: Project) -> dict[str, Any]:
    """`facts.yml` as topic → snippet → {claim, runs: slug → {measured, facts}}; empty if there is none yet.

    Raises UserError for merge-conflict marks, broken YAML or another schema.
    """
    path = project.artifacts / "facts.yml"
    if not path.exists():
        return {}
    document = read_yaml(path, project.root, mend=MEND, lines=False)
    shown = path.relative_to(project.root)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise UserError(f"{shown}:1: expected schema {SCHEMA}; delete docs/artifacts and build again")
    record = document.get("facts")
    if not _is_record(record):
        raise UserError(f"{shown}:1: expected facts by topic, snippet and run; {MEND}")
    return dict(record or {})


def _is_record(record: Any) -> bool:
    try:
        runs = [run for topic in record.values() for entry in topic.values() for run in entry["runs"].values()]
        return all(isinstance(run["facts"], dict) and isinstance(run["measured"]["snippet"], str) for run in runs)
    except (AttributeError, KeyError, TypeError):
        return False


def run_record(record: dict[str, Any], key: str, slug: str) -> dict[str, Any] | None:
    """The recorded run of a snippet on a checkpoint, if there is one."""
    topic, name = key.split("/")
    run: dict[str, Any] | None = record.get(topic, {}).get(name, {}).get("runs", {}).get(slug)
    return run


def output_path(key: str, slug: str) -> str:
    """Where a run's recorded output lies, below the artifacts."""
    return f"outputs/{key}.{slug}.txt"


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


class Versions:
    """Installed library versions, read from their metadata: nothing is imported."""

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}

    def of(self, library: str) -> str | None:
        """The version of a distribution, or of the one that has an import of that name; None if there is none."""
        if library not in self._known:
            self._known[library] = _version(library)
        return self._known[library]

    def behind(self, snippet: Snippet) -> dict[str, str | None]:
        """Every library that the snippet's numbers depend on, with its version."""
        tops = {name.split(".")[0] for name in snippet.imports} - sys.stdlib_module_names
        return {name: self.of(name) for top in sorted(tops) for name in RUNS_ON.get(top, (top,))}

    def named(self, snippet: Snippet) -> dict[str, str]:
        """The versions that the site shows beside the snippet's numbers, without a build's local part (+cpu)."""
        behind = self.behind(snippet)
        return {name: version.partition("+")[0] for name in NAMED if (version := behind.get(name)) is not None}


def _version(library: str) -> str | None:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        names = importlib.metadata.packages_distributions().get(library, [])
        return importlib.metadata.version(names[0]) if names else beside.version(library)


def machinery_digest() -> str:
    """Names the code that runs snippets and reads their values; when it changes, everything is run again."""
    folder = Path(__file__).parent
    sources = [*sorted((folder / "measure").glob("*.py")), folder / "snippets.py", folder / "facts.py"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def fingerprint(
    run: Run, checkpoints: dict[str, Any], versions: Versions, project: Project, machinery: str, device: str
) -> str:
    """Everything that a run's result depends on, in one hash.

    `checkpoints` are those it reads. Files of the repository that the snippet names, such as a committed log, are read.
    """
    snippet = run.snippet
    files = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in _named(snippet, project.root)}
    behind = versions.behind(snippet)
    parts = [snippet.source, run.checkpoint, checkpoints, files, behind, machinery, device, sys.version]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _named(snippet: Snippet, root: Path) -> Iterator[Path]:
    """Files of the repository that a snippet names; of a folder with `/*.py` at its end, the programs in it."""
    for text in sorted(snippet.strings):
        if text.endswith("/*.py") and "\n" not in text:
            yield from sorted((root / text).parent.glob("*.py"))
        elif ("/" in text or text.endswith((".py", ".yml"))) and "\n" not in text and (root / text).is_file():
            yield root / text


def entry_digest(entry: dict[str, Any] | None, output: str | None) -> str:
    """Names a recorded run as it stands on disk, so that an edit by hand makes it stale."""
    return hashlib.sha256(json.dumps([entry, output], sort_keys=True).encode()).hexdigest()


def read_fingerprints(project: Project) -> dict[str, list[str]]:
    """run name → [fingerprint, entry digest]; a missing or broken cache is an empty one."""
    try:
        known = json.loads(project.fingerprints.read_text())
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}


def write_fingerprints(project: Project, known: dict[str, list[str]]) -> None:
    """Replaces the cache in one step."""
    replace_text(project.fingerprints, json.dumps(known, indent=1, sort_keys=True))
