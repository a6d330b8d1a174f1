"""What the build writes for the load report: its rules with the versions of their claims, and the page's script."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import structs, to_builtins

from explainer.inputs.site import Site
from explainer.inputs.yaml_files import to_lined_json
from explainer.render.panels import anchor_of
from explainer.versions.history import intervals, span
from load_report.bundle import bundle
from load_report.rules import RULES, Example, LoadReportSources, Rule, Rules, read_sources

FOLDER = "load_report"
MAIN = "page.js"
KEYS = ("family", "key", "role", "module", "shape", "alias_of")


class LoadReport(LoadReportSources, frozen=True, kw_only=True):
    """The box and its rules, as a tool of the site."""

    folder: str = FOLDER

    def files(
        self, site: Site, _record: dict[str, Any], shown_on: dict[str, str], existing: dict[str, str]
    ) -> tuple[dict[str, str], list[str]]:
        """The files, and a line for each thing that is wrong. `existing` hold the names, recorded reports, outputs."""
        if not self.rules:
            return {}, []
        return _Writer(self.rules, site, shown_on, existing).files(self)


def read_load_report(root: Path, snippets: set[str]) -> LoadReport:
    """The tool. Raises UserError for a bad entry or a claim that is not there."""
    return LoadReport(**structs.asdict(read_sources(root, snippets)))


@dataclass(frozen=True)
class _Writer:
    """What the files are made from; what does not fit the record is a line more in `problems`."""

    rules: Rules
    site: Site
    shown_on: dict[str, str]
    existing: dict[str, str]
    problems: list[str] = field(default_factory=list)

    def files(self, sources: LoadReportSources) -> tuple[dict[str, str], list[str]]:
        rules, claims = self.rules, {snippet.key: snippet.claim for snippet in self.site.snippets}
        data = {
            **self._names(),
            "wholes": rules.wholes,
            "answers": rules.answers,
            "forms": {name: self._versions_of(name, words) for name, words in rules.forms.items()},
            "rules": [self._rule(name, rule) for name, rule in rules.rules.items()],
            "lines": [{"has": line.has, "why": line.why, "claims": line.claims} for line in rules.lines.values()],
            "claims": {claim: self._claim(claim, claims[claim]) for _, claim in sources.claims_used()},
            "examples": [self._example(name, one) for name, one in rules.examples.items()],
        }
        self.problems.extend(_unknown_roles(rules, {row[KEYS.index("role")] for row in data["keys"]["rows"]}))
        try:
            script = bundle(sources.modules, MAIN, data, "RULES")
        except ValueError as error:
            return {}, [*self.problems, f"load_report/{error}"]
        # The examples are recorded reports, which have files of their own.
        table = to_lined_json({name: value for name, value in data.items() if name != "examples"})
        made = {"rules.json": table, "page.js": script, "box.md": sources.box}
        return {f"{FOLDER}/{name}": text for name, text in made.items()}, self.problems

    def _names(self) -> dict[str, Any]:
        """The families, how names were spelled, and a row for each name, in full."""
        try:
            table = json.loads(self.existing[self.rules.names])
            families = {one["family"]: one for one in table["families"]}
            wanted = [families[type_] | {"title": title} for type_, title in self.rules.families.items()]
        except (KeyError, ValueError, TypeError):
            self.problems.append(f"{RULES}:1: `names`: {self.rules.names} has not the names of all `families`")
            return {"families": [], "spelling": {}, "keys": {"columns": KEYS, "rows": []}}
        about = [{column: one[column] for column in ("name", "title", "prefix", "published")} for one in wanted]
        rows = [row for one in wanted for row in _rows(one, table["columns"])]
        return {"families": about, "spelling": table["spelling"], "keys": {"columns": KEYS, "rows": rows}}

    def _rule(self, name: str, rule: Rule) -> dict[str, Any]:
        made = {"name": name, **to_builtins(rule)}
        made.pop("line")
        asked = self.site.asked
        for answer, claim in made.pop("where", {}).items():
            if claim not in asked:
                self.problems.append(f"{RULES}:{rule.line}: `{name}`: {claim} was never asked; `make versions` does")
            made["versions"] = intervals(asked[claim], self.site.libraries.sets, answer) if claim in asked else []
        return made

    def _claim(self, key: str, claim: str) -> dict[str, str]:
        page, anchor = self.shown_on.get(key, "").removesuffix("index.md"), anchor_of(key.split("/")[1])
        under = span(self.site.asked[key], self.site.libraries.sets) if key in self.site.asked else ""
        return {"claim": claim, "page": page, "anchor": anchor, "span": under}

    def _versions_of(self, name: str, words: list[str]) -> list[str]:
        """The first and the last of the sets whose recorded report has these words."""
        sets, report = self.site.libraries.sets, self.rules.report
        reports = {one.version: self.existing.get(f"reports/{report}.{one.slug}.txt", "") for one in sets}
        found = [version for version, text in reports.items() if any(word in text for word in words)]
        if not found:
            self.problems.append(f"{RULES}:1: `forms`: no recorded report has the words of `{name}`")
        last = found[-1:] if found[-1:] != [sets[-1].version] else [""]
        return [*found[:1], *last]

    def _example(self, name: str, one: Example) -> dict[str, str]:
        path = f"outputs/{one.output}.txt" if one.output else f"reports/{self.rules.report}.{one.set}.txt"
        text = self.existing.get(path, "")
        if one.section:
            sections = dict(re.findall(r"^--- (.*)\n((?:(?!--- ).*\n?)*)", text, re.MULTILINE))
            text = sections.get(one.section, "")
        if not text.strip():
            self.problems.append(f"{RULES}:{one.line}: `examples`: `{name}` is not in {path}")
        return {"name": name, "title": one.title, "text": text.strip("\n")}


def _rows(family: dict[str, Any], columns: list[str]) -> Iterator[list[str]]:
    """A family's names as KEYS lists them; an alias is said to be of the full name of its Parameter."""
    names = [dict(zip(columns, cells, strict=True)) for cells in family["names"]]
    full = {one["key"]: one["full"] for one in names}
    for one in names:
        source = full.get(one["alias_of"], "")
        yield [family["name"], one["full"], one["role"], one["module"], one["published"], source]


def _unknown_roles(rules: Rules, known: set[str]) -> Iterator[str]:
    for name, rule in rules.rules.items():
        if unknown := sorted(set(rule.roles) - known - {"unknown"}):
            yield f"{RULES}:{rule.line}: `{name}`: no key has the role {unknown[0]!r}"
    judged = {role for rule in rules.rules.values() for role in rule.roles}
    for role in sorted(known - judged):
        yield f"{RULES}:1: no rule is for the role {role!r}"
