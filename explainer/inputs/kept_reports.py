"""Reads `content/changes/`: the kept reports of what became different, written by `build_artifacts.py --report`."""

from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.entries import CONTENT, Struct, each, to_struct
from explainer.inputs.yaml_files import read_yaml

FOLDER = f"{CONTENT}/changes"
SCHEMA = 1


class FailedClaim(Struct, frozen=True):
    """A claim that did not hold: the run, its words then, and why."""

    snippet: str
    run: str
    claim: str
    why: str


class ChangedFact(Struct, frozen=True):
    """A value that became different, by its dotted name, and the pages that showed it."""

    fact: str
    was: str
    now: str
    pages: tuple[str, ...] = ()

    @property
    def snippet(self) -> str:
        """The snippet that gave it, `topic/name`."""
        _, topic, name, *_ = self.fact.split(".")
        return f"{topic}/{name}"


class NewFacts(Struct, frozen=True):
    """How many values of a snippet were recorded for the first time."""

    snippet: str
    values: int


class KeptReport(Struct, frozen=True):
    """What became different at one time. `name` is the file's, `note` may be added by hand."""

    name: str
    schema: int
    date: str
    title: str
    because: tuple[str, ...]
    failed: tuple[FailedClaim, ...]
    facts: tuple[ChangedFact, ...]
    new: tuple[NewFacts, ...]
    note: str = ""


def read_reports(root: Path) -> list[KeptReport]:
    """All reports, newest first. Raises UserError for each file that is not one."""
    found = each(_report, ((path, root) for path in sorted((root / FOLDER).glob("*.yml"))))
    return sorted(found, key=lambda report: (report.date, report.name), reverse=True)


def _report(path: Path, root: Path) -> KeptReport:
    content, where = read_yaml(path, root), f"{path.relative_to(root)}:1"
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise UserError(
            f"{where}: expected a report with `schema: {SCHEMA}`; write it with build_artifacts.py --report"
        )
    report = to_struct(KeptReport, content, where, name=path.stem)
    if unknown := [fact.fact for fact in report.facts if fact.fact.count(".") < 3]:
        raise UserError(f"{where}: `{unknown[0]}` is no fact's name")
    return report
