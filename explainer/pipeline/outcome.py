"""What the command line asks of a build, and what the build did."""

from dataclasses import dataclass, field
from pathlib import Path

from explainer.facts.merge import Change
from explainer.measure.runner import Result


@dataclass(frozen=True)
class Options:
    """What the command line asks for. `wanted` are topics or snippets; empty means all. `limit` is in seconds."""

    wanted: tuple[str, ...] = ()
    check: bool = False
    force: bool = False
    checkpoints: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    device: str = "cpu"
    jobs: int = 2
    limit: float = 300.0


@dataclass
class Outcome:
    """What a build did or, under `--check`, would do. Plain data for the report.

    `where` maps fact and artifact names to the page lines that show them. `new_here` are runs on checkpoints that
    only this machine has and nobody has recorded: under `--check` they are named and otherwise left alone.
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
