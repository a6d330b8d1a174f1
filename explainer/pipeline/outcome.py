"""What the command line asks for, and what the build did."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from explainer.facts.merge import Change
from explainer.measure.runner import Result
from explainer.stamp import FOLDERS_VARIABLE, Stat


@dataclass
class Options:
    """What the command line asks for, each by the name of its option (`only_list`: `--list`). `timeout` is in seconds.

    `wanted` and `claims` are topics or snippets; empty means all. `versions`, `bisect`, `merge` and `mutate` are None
    if they are not given.
    """

    root: Path | None = None
    wanted: list[str] = field(default_factory=list)
    check: bool = False
    report: list[Path] = field(default_factory=list)
    force: bool = False
    site: bool = False
    hub: bool = False
    checkpoint: list[str] = field(default_factory=list)
    checkpoints_folder: list[Path] = field(default_factory=list)
    device: str = "cpu"
    jobs: int = os.cpu_count() or 1
    timeout: float = 300.0
    versions: list[str] | None = None
    claims: list[str] = field(default_factory=list)
    shard: tuple[int, int] = (1, 1)
    merge: list[Path] | None = None
    bisect: list[str] | None = None
    mutate: list[str] | None = None
    only_list: bool = False
    watch: bool = False
    views: bool = False
    attacks: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it brings everything up to date, so that a plain build after it has nothing to do."""
        return not (self.wanted or self.checkpoint or self.folders or self.hub) and self.device == "cpu"

    @property
    def folders(self) -> list[Path]:
        """Where checkpoints are looked for first: the folders given, then those of the environment."""
        named = os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)
        return [folder.resolve() for folder in (*self.checkpoints_folder, *(Path(name) for name in named if name))]


@dataclass
class Outcome:
    """What a build did or, under `--check`, would do. Plain data for the report.

    `where` maps fact and artifact names to the page lines that show them. `new_here` are runs on checkpoints that
    only this machine has and nobody has recorded: under `--check` they are named and otherwise left alone.
    `one_time` are notes of this build alone.
    `files` are those that git knows, `removed` also those that it ignores; `outside` are files elsewhere that were
    looked at.
    """

    where: dict[str, list[str]]
    ran: int = 0
    unchanged: int = 0
    failures: list[Result] = field(default_factory=list)
    not_available: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    new_here: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    one_time: list[str] = field(default_factory=list)
    outside: dict[str, Stat] = field(default_factory=dict)

    def settled(self) -> "Outcome":
        """What a build would do right after this one."""
        unchanged = self.ran + self.unchanged
        return replace(self, ran=0, unchanged=unchanged, changes=[], causes=[], files=[], removed=[])

    @property
    def is_stale(self) -> bool:
        """Whether the record or an artifact is or was not what the inputs give."""
        return bool(self.changes or self.files)

    @property
    def changed(self) -> list[Change]:
        """The facts that were recorded before."""
        return [change for change in self.changes if change.old is not None]

    @property
    def new(self) -> list[Change]:
        """The facts that were recorded nowhere."""
        return [change for change in self.changes if change.old is None]
