"""Hold the options of the command line, and what a build did with them."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from explainer.facts.merge import FactChange
from explainer.measure.runner import Result

CHECKPOINTS_VARIABLE = "EXPLAINER_CHECKPOINTS"  # the reader's own folders of checkpoints


@dataclass
class Options:
    """Hold the command line's options, each by its name (`only_list`: `--list`). `timeout` is in seconds.

    `names` and `claims` are topics or snippets; empty means all. `versions`, `bisect` and `mutate` are None
    without their option; an empty list is the option without names.
    """

    root: Path | None = None
    names: list[str] = field(default_factory=list)
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
    bisect: list[str] | None = None
    mutate: list[str] | None = None
    only_list: bool = False
    files: Path | None = None

    @property
    def folders(self) -> list[Path]:
        """Return the folders to look for checkpoints in first: those of the option, then of the environment."""
        names = os.environ.get(CHECKPOINTS_VARIABLE, "").split(os.pathsep)
        return [folder.resolve() for folder in (*self.checkpoints_folder, *(Path(name) for name in names if name))]


@dataclass
class BuildOutcome:
    """Hold what a build did or, under `--check`, would do: plain data for the report.

    - `page_lines` maps names of facts and views to the page lines (`docs/page.md:line`) that show them.
    - `unchanged_count` is the number of runs that were not stale; `failures` are the runs whose claim does not hold.
    - `missing_checkpoints` has a line for each checkpoint that was not found, with the reasons.
    - `changed_files` and `removed_files` are of the record and the list of addresses.
    """

    page_lines: dict[str, list[str]]
    run_count: int = 0
    unchanged_count: int = 0
    failures: list[Result] = field(default_factory=list)
    missing_checkpoints: list[str] = field(default_factory=list)
    changes: list[FactChange] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)
    changed_files: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    removed_files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_stale(self) -> bool:
        """Return whether the record or an artifact in git differed from what the inputs give."""
        return bool(self.changes or self.changed_files)

    @property
    def changed_facts(self) -> list[FactChange]:
        """Return the changes of facts that were recorded before."""
        return [change for change in self.changes if change.old is not None]

    @property
    def new_facts(self) -> list[FactChange]:
        """Return the facts that are recorded for the first time."""
        return [change for change in self.changes if change.old is None]
