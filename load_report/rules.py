"""Reads what answers a pasted report: `load_report/rules.yml`, the modules beside it, and the box they fill.

The rules are a ledger: each names the claims that prove it, and the build refuses one whose claim does not hold.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_text, read_yaml

FOLDER = "load_report"
RULES = f"{FOLDER}/rules.yml"
BOX = f"{FOLDER}/box.md"
STATUSES = {"missing", "unexpected", "mismatched", "conversion"}
_TOP = {"keys", "report", "wholes", "answers", "forms", "rules", "lines", "examples"}
_RULE = {
    "roles": list,
    "status": list,
    "answer": str,
    "whole": str,
    "short": str,
    "why": str,
    "do": str,
    "claims": list,
}
_ALSO = {"if": list, "where": dict, "code": str}
_LINE = {"has": str, "why": str, "claims": list}


@dataclass(frozen=True)
class Advice:
    """The rules as they were written, the modules by name, and the box as Markdown; empty where there is no folder."""

    rules: dict[str, Any] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    box: str = ""

    def resting(self) -> Iterator[tuple[str, int, str]]:
        """Each rule or line by name, its line, and a claim that it rests on."""
        for kind in ("rules", "lines"):
            for name, entry in self.rules.get(kind, {}).items():
                for key in [*entry["claims"], *entry.get("where", {}).values()]:
                    yield name, entry.line, key


def read_advice(root: Path, snippets: set[str]) -> Advice:
    """The folder. Raises UserError, with file and line, for a bad entry or a claim that is not there."""
    if not (root / RULES).exists():
        return Advice()
    document = read_yaml(root / RULES, root)
    if not isinstance(document, Mapping) or document.keys() != _TOP:
        raise UserError(f"{RULES}:1: expected {', '.join(sorted(_TOP))}")
    problems = [*_bad_entries(document, "rules", _RULE, _ALSO), *_bad_entries(document, "lines", _LINE, {})]
    if not problems:
        modules = {path.name: read_text(path, root) for path in sorted((root / FOLDER).glob("*.js"))}
        advice = Advice(document, modules, read_text(root / BOX, root))
        problems = [*_bad_rules(document), *_unknown_claims(advice, snippets)]
    if problems:
        raise UserError(*problems)
    return advice


def _bad_entries(document: Mapping, kind: str, fields: dict[str, Any], also: dict[str, Any]) -> Iterator[str]:
    for name, entry in document[kind].items():
        where = f"{RULES}:{getattr(entry, 'line', 1)}: `{name}`"
        if not isinstance(entry, Mapping):
            yield f"{where}: expected a mapping with {', '.join(fields)}"
            continue
        for wanted, sort in {**fields, **{name: sort for name, sort in also.items() if name in entry}}.items():
            if not isinstance(entry.get(wanted), sort) or not entry[wanted]:
                yield f"{where}: `{wanted}` is missing or of the wrong kind"
        for unknown in sorted(entry.keys() - fields.keys() - also.keys()):
            yield f"{where}: unknown field `{unknown}`"


def _bad_rules(document: Mapping) -> Iterator[str]:
    for name, rule in document["rules"].items():
        where = f"{RULES}:{rule.line}: `{name}`"
        if unknown := sorted(set(rule["status"]) - STATUSES):
            yield f"{where}: status {unknown[0]!r} is none of: {', '.join(sorted(STATUSES))}"
        for wanted, among in (("answer", "answers"), ("whole", "wholes")):
            if rule[wanted] not in document[among]:
                yield f"{where}: {wanted} {rule[wanted]!r} is none of: {', '.join(document[among])}"
        if rule.get("where", {"holds": ""}).keys() not in ({"holds"}, {"fails"}):
            yield f"{where}: `where` is {{holds: claim}} or {{fails: claim}}"


def _unknown_claims(advice: Advice, snippets: set[str]) -> Iterator[str]:
    for name, line, key in advice.resting():
        if key not in snippets:
            yield f"{RULES}:{line}: `{name}`: there is no snippet `{key}`"
    for family, fact in advice.rules["keys"].items():
        if not re.fullmatch(r"\w+(\.\w+){3}", str(fact)):
            yield f"{RULES}:1: `keys`: `{family}` is topic.snippet.run.fact, a table"
