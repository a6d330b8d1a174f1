"""Whether anything that a build reads has changed since the last one: one digest, before anything is parsed.

Little is imported here, from the standard library and `errors` and `paths` alone, so that a build with nothing to do
ends at once.
"""

import hashlib
import json
import os
import posixpath
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from explainer.errors import naming
from explainer.paths import Project

ENGINE = Path(__file__).resolve().parents[1]
# What tools leave in a repository, and no build reads.
NOT_READ = frozenset({".git", ".venv", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"})
NOT_READ |= {"__pycache__", "node_modules", ".artifacts-staged"}
BUILT = "site"  # at the top: what mkdocs writes
SITE = ("docs/", "overrides/")  # what mkdocs reads, beside YAML at the top
# These change what a build finds.
ENVIRONMENT = ("HOME", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_ENDPOINT", "PYTHONPATH")
NAMED_BY_MKDOCS = re.compile(r"!ENV\s+(\[[^\]]*\]|\w+)")  # and these what the site looks like
FOLDERS_VARIABLE = "EXPLAINER_CHECKPOINTS"  # folders of the reader's own, in which a build looks each time

# Of a file: size in bytes, times of change in ns. None of what is not there.
Stat: TypeAlias = list[int] | None


class State(NamedTuple):
    """Digests of what a build reads, of what it writes, and of what the site is made from."""

    inputs: str
    artifacts: str
    site: str


class Unchanged:
    """What the last build left behind in `cache`, compared with what is there now."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root, self.cache = root, cache
        self.stamp, self.memory = cache / "last-build.json", cache / "files.json"
        self.site = cache / "site-built.json"
        self.before = self.state()

    def said(self, *, site: bool = False) -> list[str] | None:
        """What a build that does nothing says, if this is what a build would do now, of the `site` too; else None."""
        if os.environ.get(FOLDERS_VARIABLE):
            return None
        left = _read(self.stamp)
        same = left.get("state") == [*self.before[:2]]
        same = same and (not site or self.site_is_built(self.before.site))
        same = same and all(stat_of(Path(name)) == known for name, known in left.get("outside", {}).items())
        return [str(line) for line in left["lines"]] if same else None

    def site_is_built(self, made_from: str) -> bool:
        """Whether there is a site, made from what has this digest."""
        home = stat_of(self.root / BUILT / "index.html")
        return home is not None and _read(self.site) == {"site": made_from, "home": home}

    def forget_site(self) -> None:
        """Before it is built: what stops half-way leaves a site of nobody knows what."""
        self.site.unlink(missing_ok=True)

    def leave_site(self, made_from: str) -> None:
        """Remembers what the site was made from, unless that was edited meanwhile."""
        if self.state().site == made_from:
            _write(self.site, {"site": made_from, "home": stat_of(self.root / BUILT / "index.html")})

    def forget(self) -> None:
        """After a build that failed: the next one must look again, whatever an earlier one left."""
        self.stamp.unlink(missing_ok=True)

    def leave(self, artifacts: Mapping[str, bytes], lines: list[str], outside: Mapping[str, Stat]) -> None:
        """Remembers a build that brought everything up to date, unless an input was edited meanwhile.

        `artifacts` are what it made, by name; `outside` are files elsewhere that it looked at.
        """
        made = _digest((name, hashlib.sha256(content).hexdigest()) for name, content in artifacts.items())
        if self.state()[:2] == (self.before.inputs, made):
            content = {"state": [self.before.inputs, made], "lines": lines, "outside": dict(outside)}
            _write(self.stamp, content)

    def state(self) -> State:
        """The digests of all files below the root, and of the code and the libraries that read them."""
        known = _read(self.memory)
        now: dict[str, list[Any]] = {}
        for top in dict.fromkeys((self.root, ENGINE)):
            for path, stat in _files(str(top), NOT_READ | {BUILT}):
                entry = known.get(path, [])
                now[path] = entry if entry[:-1] == stat else [*stat, _sha256(path)]
        if now != known:
            with suppress(OSError):  # without its memory the next build reads every file again
                _write(self.memory, now)
        start = f"{self.root}{os.sep}"
        here = {path.removeprefix(start): str(entry[-1]) for path, entry in now.items()}
        project = Project(self.root)
        tops = tuple(f"{top.relative_to(self.root).as_posix()}/" for top in project.generated)
        made = {name: sha256 for name, sha256 in here.items() if f"{name}/".startswith(tops)}
        artifacts = project.artifacts.relative_to(self.root).as_posix()
        names = (*ENVIRONMENT, *_named_by_mkdocs(self.root))
        about = [sys.version, sys.prefix, *(f"{name}={os.environ.get(name)}" for name in names)]
        read = [(name, sha256) for name, sha256 in here.items() if name not in made]
        inputs = _digest([*read, *((line, "") for line in (*about, *installed()))])
        settings = (name for name in here if os.sep not in name and name.endswith(".yml"))
        site = [(name, here[name]) for name in (*settings, *(name for name in here if name.startswith(SITE)))]
        return State(
            inputs,
            _digest((posixpath.relpath(name, artifacts), sha256) for name, sha256 in made.items()),
            _digest([*site, *((line, "") for line in (*about, *installed()))]),
        )


def stat_of(path: Path) -> Stat:
    """What tells that a file, or a folder, is another one than before."""
    with suppress(OSError):
        return _stat(path.stat())
    return None


def _stat(stat: os.stat_result) -> list[int]:
    return [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]


def _named_by_mkdocs(root: Path) -> list[str]:
    """The environment variables that the site's configuration asks for."""
    with suppress(OSError):
        text = (root / "mkdocs.yml").read_text(encoding="utf-8", errors="replace")
        return sorted(word for part in NAMED_BY_MKDOCS.findall(text) for word in re.findall(r"[A-Za-z_]\w*", part))
    return []


def _files(folder: str, not_read: frozenset[str] = NOT_READ) -> Iterator[tuple[str, list[int]]]:
    entries: list[os.DirEntry[str]] = []
    with suppress(OSError), os.scandir(folder) as found:  # without the right to look, or gone since
        entries = [entry for entry in found if entry.name not in not_read]
    for entry in entries:
        with suppress(OSError):  # gone since, or a link to itself
            if not entry.is_dir():
                if entry.is_file():  # no pipe, and no link that leads nowhere
                    yield entry.path, _stat(entry.stat())
            elif not (entry.is_symlink() and _leads_upwards(entry.path, folder)):
                yield from _files(entry.path)


def _leads_upwards(link: str, folder: str) -> bool:
    return f"{os.path.realpath(folder)}{os.sep}".startswith(f"{os.path.realpath(link)}{os.sep}")


def installed() -> list[str]:
    """The names of what is installed, which hold the versions."""
    folders = [*sys.path, os.path.join(sys.prefix, "beside")]  # noqa: PTH118 (pathlib is half of this module's time)
    names = (name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder))  # noqa: PTH112, PTH208
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))


def _sha256(path: str) -> str:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:  # without the right to read it
        return ""


def _digest(parts: Any) -> str:
    return hashlib.sha256(json.dumps(sorted(parts)).encode()).hexdigest()


def _read(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        content = json.loads(path.read_bytes())
        return content if isinstance(content, dict) else {}
    return {}


def _write(path: Path, content: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with naming(path):
        part.write_text(json.dumps(content))
        part.replace(path)
