"""Check whether anything that a build reads or writes has changed since the last build, without parsing it.

A file counts as changed if its size or its times differ. This module imports little, so that a build with nothing to
do ends at once.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from explainer.errors import naming_file
from explainer.paths import Project

ENGINE = Path(__file__).resolve().parent
# Folders that tools leave in a repository, and that no build reads.
IGNORED_FOLDERS = frozenset({".git", ".venv", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"})
IGNORED_FOLDERS |= {"__pycache__", "node_modules", ".artifacts-staged"}
IGNORED_IN_ROOT = frozenset({"site", "tests"})  # in the root: mkdocs writes the one, only pytest reads the other
MKDOCS_INPUTS = ("docs/", "overrides/", "mkdocs.yml")  # what mkdocs reads
# Environment variables that decide where a build finds libraries and checkpoints. More of them matter with `--hub`,
# which therefore never uses the stamp (start.py).
ENVIRONMENT_VARIABLES = ("HOME", "HF_HOME", "HF_HUB_CACHE", "PYTHONPATH")
MKDOCS_ENV_TAG = re.compile(r"!ENV\s+(\[[^\]]*\]|\w+)")  # `!ENV NAME` or `!ENV [NAME, default]` in mkdocs.yml
CHECKPOINTS_VARIABLE = "EXPLAINER_CHECKPOINTS"  # the reader's own folders of checkpoints: no stamp covers them

# A file's size in bytes, and its times of modification and of status change in ns; None if there is no such file.
Stat: TypeAlias = list[int] | None


class Digests(NamedTuple):
    """Hold three digests: of what a build reads, of what it reads and writes, and of what mkdocs reads."""

    inputs: str
    everything: str
    site: str


class Stamp:
    """Compare the last build's stamp, which is in the cache, with the files that are there now."""

    def __init__(self, project: Project) -> None:
        self.project, self.stamp_file = project, project.cache / "stamp.json"
        self.home_page = project.root / "site/index.html"
        self.digests_at_start = digests(project)

    def report_if_current(self, *, site: bool = False) -> list[str] | None:
        """Return the last build's report if a build now would do nothing; None if there is something to do.

        `site`: the site must be built, too. With a reader's own folders of checkpoints there is always something to do,
        because nobody tracks their files.
        """
        last = self._read()
        is_current = last.get("state") == self.digests_at_start.everything and not os.environ.get(CHECKPOINTS_VARIABLE)
        is_current = is_current and all(stat_of(Path(name)) == stat for name, stat in last["outside"].items())
        is_current = is_current and (not site or self.site_is_built(self.digests_at_start.site))
        return [str(line) for line in last["lines"]] if is_current else None

    def save(self, lines: list[str], outside_files: Mapping[str, Stat]) -> None:
        """Save the stamp of a build that brought everything up to date, unless an input was edited meanwhile.

        `lines` are its report, `outside_files` those that it read elsewhere, such as in the hub's cache.
        """
        now = digests(self.project)
        if now.inputs == self.digests_at_start.inputs:
            self._write({"state": now.everything, "lines": lines, "outside": dict(outside_files)})

    def forget(self) -> None:
        """Make the next build look at everything again."""
        self._write({"state": None})

    def site_is_built(self, site_digest: str) -> bool:
        """Return whether there is a complete site, made from files with this digest."""
        return self._read().get("site") == [site_digest, stat_of(self.home_page)] and self.home_page.exists()

    def save_site(self, site_digest: str | None) -> None:
        """Save the digest of what the site was made from. Save None before a build, which may stop half-way."""
        self._write({"site": [site_digest, stat_of(self.home_page)]})

    def _read(self) -> dict[str, Any]:
        """Return the stamp; empty if there is none, or if it is broken."""
        with suppress(OSError, ValueError):
            content = json.loads(self.stamp_file.read_bytes())
            return content if isinstance(content, dict) else {}
        return {}

    def _write(self, content: dict[str, Any]) -> None:
        """Replace these fields of the stamp, in one step."""
        self.stamp_file.parent.mkdir(parents=True, exist_ok=True)
        part = self.stamp_file.with_name(f"{self.stamp_file.name}.{os.getpid()}")
        with naming_file(self.stamp_file):
            part.write_text(json.dumps({**self._read(), **content}))
            part.replace(self.stamp_file)


def digests(project: Project) -> Digests:
    """Digest the sizes and times of the site's and the engine's files, the environment and what is installed."""
    # the engine may lie outside the root; a file below both counts once, because a path is a key
    stats = {path: stat for top in dict.fromkeys((project.root, ENGINE)) for path, stat in _files_below(top)}
    variables = (*ENVIRONMENT_VARIABLES, *_mkdocs_variables(project.root))
    surroundings = [
        sys.version,
        sys.prefix,
        *(f"{name}={os.environ.get(name)}" for name in variables),
        *_installed_distributions(),
    ]
    generated = tuple(f"{top}/" for top in project.generated)  # folders and files alike: each path gets its / below
    mkdocs_inputs = tuple(f"{project.root}/{name}" for name in MKDOCS_INPUTS)
    return Digests(
        _digest(surroundings, ((path, stat) for path, stat in stats.items() if not f"{path}/".startswith(generated))),
        _digest(surroundings, stats.items()),
        _digest(surroundings, ((path, stat) for path, stat in stats.items() if path.startswith(mkdocs_inputs))),
    )


def stat_of(path: Path) -> Stat:
    """Return the size and times of a file or folder; None if it is not there."""
    with suppress(OSError):
        return _stat(path.stat())
    return None


def _stat(stat: os.stat_result) -> list[int]:
    """Return the parts of a stat that differ after a change."""
    return [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]


def _mkdocs_variables(root: Path) -> list[str]:
    """Return the environment variables that mkdocs.yml reads; they may decide what the site looks like."""
    with suppress(OSError):
        text = (root / "mkdocs.yml").read_text(encoding="utf-8", errors="replace")
        return sorted(word for part in MKDOCS_ENV_TAG.findall(text) for word in re.findall(r"[A-Za-z_]\w*", part))
    return []


def _files_below(top: Path) -> Iterator[tuple[str, list[int]]]:
    """Yield path and stat of every file below a root: two folders are ignored there, but not deeper."""
    return _walk(str(top), IGNORED_FOLDERS | IGNORED_IN_ROOT)


def _walk(folder: str, ignored: frozenset[str] = IGNORED_FOLDERS) -> Iterator[tuple[str, list[int]]]:
    """Yield path and stat of every file below a folder, in no order. Links are followed, as the build does."""
    entries: list[os.DirEntry[str]] = []
    with suppress(OSError), os.scandir(folder) as scanned:  # not readable, or deleted meanwhile
        entries = [entry for entry in scanned if entry.name not in ignored]
    for entry in entries:
        with suppress(OSError):  # deleted meanwhile, or a link to itself
            if not entry.is_dir():
                if entry.is_file():  # no pipe, and no link that leads nowhere
                    yield entry.path, _stat(entry.stat())
            elif not (entry.is_symlink() and _leads_upwards(entry.path, folder)):
                yield from _walk(entry.path)


def _leads_upwards(link: str, folder: str) -> bool:
    """Return whether a link leads to a folder that contains it: following it would never end."""
    return f"{os.path.realpath(folder)}{os.sep}".startswith(f"{os.path.realpath(link)}{os.sep}")


def _installed_distributions() -> list[str]:
    """Return the names of all .dist-info and .egg-info folders, which have the distributions' versions in them."""
    # "beside" is `measure.extra_packages.EXTRA_PACKAGES_FOLDER`, whose module would be slow to import
    folders = [*sys.path, os.path.join(sys.prefix, "beside")]  # noqa: PTH118 (pathlib would double this module's time)
    names = (name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder))  # noqa: PTH112, PTH208
    return sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))


def _digest(surroundings: list[str], stats: Iterable[tuple[str, list[int]]]) -> str:
    """Return the digest of the process's surroundings and of these files' paths, sizes and times."""
    return hashlib.sha256(json.dumps([surroundings, sorted(stats)]).encode()).hexdigest()
