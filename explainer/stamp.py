"""Whether anything that a build reads or writes has changed since the last one: one stamp, before anything is parsed.

A file counts as changed if its size or its times differ. Little is imported here, so that a build with nothing to do
ends at once.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from explainer.errors import naming
from explainer.paths import Project

ENGINE = Path(__file__).resolve().parent
# What tools leave in a repository, and no build reads.
NOT_READ = frozenset({".git", ".venv", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"})
NOT_READ |= {"__pycache__", "node_modules", ".artifacts-staged"}
AT_THE_TOP = frozenset({"site", "tests"})  # what mkdocs writes, and what only pytest reads
SITE = ("docs/", "overrides/", "mkdocs.yml")  # what mkdocs reads
# These change what a build finds; with `--hub`, which others decide, too, no stamp is compared.
ENVIRONMENT = ("HOME", "HF_HOME", "HF_HUB_CACHE", "PYTHONPATH")
NAMED_BY_MKDOCS = re.compile(r"!ENV\s+(\[[^\]]*\]|\w+)")  # and these what the site looks like
FOLDERS_VARIABLE = "EXPLAINER_CHECKPOINTS"  # folders of the reader's own, in which a build looks each time

# Of a file: size in bytes, times of change in ns. None of what is not there.
Stat: TypeAlias = list[int] | None


class Digests(NamedTuple):
    """Digests of what a build reads, of that and what it writes, and of what the site is made from."""

    inputs: str
    everything: str
    site: str


class Stamp:
    """What the last build left behind, compared with what is there now."""

    def __init__(self, project: Project) -> None:
        self.project, self.file = project, project.cache / "stamp.json"
        self.home = project.root / "site/index.html"
        self.before = digests(project)

    def report_if_current(self, *, site: bool = False) -> list[str] | None:
        """Return the report of a build that would do nothing now, nor to the `site`; None if there is something to do.

        Nothing is known of folders of the reader's own.
        """
        left = self._read()
        same = left.get("state") == self.before.everything and not os.environ.get(FOLDERS_VARIABLE)
        same = same and all(stat_of(Path(name)) == known for name, known in left["outside"].items())
        same = same and (not site or self.site_is_built(self.before.site))
        return [str(line) for line in left["lines"]] if same else None

    def leave(self, lines: list[str], outside: Mapping[str, Stat]) -> None:
        """Remember a build that brought everything up to date, unless an input was edited meanwhile.

        `outside` are files elsewhere that it looked at.
        """
        now = digests(self.project)
        if now.inputs == self.before.inputs:
            self._write({"state": now.everything, "lines": lines, "outside": dict(outside)})

    def forget(self) -> None:
        """Let the next build look again, whatever an earlier one left."""
        self._write({"state": None})

    def site_is_built(self, made_from: str) -> bool:
        """Return whether there is a site, made from what has this digest."""
        return self._read().get("site") == [made_from, stat_of(self.home)] and self.home.exists()

    def leave_site(self, made_from: str | None) -> None:
        """Remember what the site was made from, or None before it is built: a build that stops leaves half a site."""
        self._write({"site": [made_from, stat_of(self.home)]})

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            content = json.loads(self.file.read_bytes())
            return content if isinstance(content, dict) else {}
        return {}

    def _write(self, content: dict[str, Any]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        part = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        with naming(self.file):
            part.write_text(json.dumps({**self._read(), **content}))
            part.replace(self.file)


def digests(project: Project) -> Digests:
    """Digest the files below the root, those of the engine, the environment and what is installed."""
    found = {path: stat for top in dict.fromkeys((project.root, ENGINE)) for path, stat in _files_of(top)}
    names = (*ENVIRONMENT, *_named_by_mkdocs(project.root))
    about = [sys.version, sys.prefix, *(f"{name}={os.environ.get(name)}" for name in names), *_installed()]
    made = tuple(f"{top}/" for top in project.generated)  # folders and files alike: each path gets its / below
    below = tuple(f"{project.root}/{name}" for name in SITE)
    return Digests(
        _digest(about, ((path, stat) for path, stat in found.items() if not f"{path}/".startswith(made))),
        _digest(about, found.items()),
        _digest(about, ((path, stat) for path, stat in found.items() if path.startswith(below))),
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


def _files_of(top: Path) -> Iterator[tuple[str, list[int]]]:
    return _files(str(top), NOT_READ | AT_THE_TOP)


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


def _installed() -> list[str]:
    """The names of what is installed, which hold the versions."""
    folders = [*sys.path, os.path.join(sys.prefix, "beside")]  # noqa: PTH118 (pathlib is half of this module's time)
    names = (name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder))  # noqa: PTH112, PTH208
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))


def _digest(about: list[str], parts: Any) -> str:
    return hashlib.sha256(json.dumps([about, sorted(parts)]).encode()).hexdigest()
