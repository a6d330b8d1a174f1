"""Reads `content/changes/`: the kept reports of what became different, written by `build_artifacts.py --report`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml

FOLDER = "content/changes"
SCHEMA = 1
# The lists of a report, and which texts each entry has.
ENTRIES = {"failed": {"snippet", "run", "claim", "why"}, "facts": {"fact", "was", "now"}, "new": {"snippet"}}


@dataclass(frozen=True)
class Report:
    """What became different at one time. `name` is the file's, `note` may be added by hand."""

    name: str
    date: str
    title: str
    note: str
    because: list[str]
    failed: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    new: list[dict[str, Any]]


def read_reports(root: Path) -> list[Report]:
    """All reports, newest first. Raises UserError for each file that is not one."""
    found: list[Report] = []
    problems: list[str] = []
    for path in sorted((root / FOLDER).glob("*.yml")):
        content = read_yaml(path, root)
        if problem := _problem(content):
            problems.append(f"{FOLDER}/{path.name}:1: {problem}")
            continue
        parts = {key: content[key] for key in ("date", "title", "because", *ENTRIES)}
        found.append(Report(name=path.stem, note=content.get("note", ""), **parts))
    if problems:
        raise UserError(*problems)
    return sorted(found, key=lambda report: (report.date, report.name), reverse=True)


def _problem(content: Any) -> str:
    if not isinstance(content, Mapping) or content.get("schema") != SCHEMA:
        return f"expected a report with `schema: {SCHEMA}`; write it with build_artifacts.py --report"
    for key in ("date", "title"):
        if not isinstance(content.get(key), str):
            return f"`{key}` must be a text"
    if not isinstance(content.get("note", ""), str):
        return "`note` must be a text"
    because = content.get("because")
    if not isinstance(because, list) or not all(isinstance(line, str) for line in because):
        return "`because` must be a list of texts"
    return next((line for key, texts in ENTRIES.items() if (line := _bad_entries(key, content.get(key), texts))), "")


def _bad_entries(key: str, entries: Any, texts: set[str]) -> str:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return f"`{key}` must be a list of mappings"
    for entry in entries:
        if missing := sorted(name for name in texts if not isinstance(entry.get(name), str)):
            return f"an entry of `{key}` has no text `{missing[0]}`"
        if key == "facts" and entry["fact"].count(".") < 4:
            return f"`{entry['fact']}` is no fact's name"
        if key == "new" and not isinstance(entry.get("values"), int):
            return "an entry of `new` has no number `values`"
        if not isinstance(entry.get("pages", []), list):
            return "`pages` must be a list"
    return ""
