"""Make the load report's files: rules with the versions of their claims, the box, message pages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import structs, to_builtins

from explainer.errors import UserError
from explainer.inputs.text_files import to_lined_json
from explainer.render.context import Context, claim_page
from explainer.versions.answers import NO_ANSWERS
from explainer.versions.history import describe_releases, sets_not_run, versions_with
from load_report.message_pages import MessagePages
from load_report.messages import ORIGINS, PILLS, Message
from load_report.rules import RULES_FILE, Example, LoadReportSources, Rule, Rules, read_sources

ARTIFACTS_FOLDER = "load_report"
MakeNamesTable: TypeAlias = Callable[[Context], dict[str, Any]]  # src/bert/parameter_names.py has it
FAMILY_FIELDS = ("name", "title", "prefix", "published", "classes")
KEY_COLUMNS = ("family", "key", "role", "module", "shape", "alias_of")
# Roles that the table gives to no name: keys.js gives them to unknown names, and to outputs that another class may tie.
ROLES_OUTSIDE_TABLE = {"unknown", "tied output"}


class LoadReport(LoadReportSources, frozen=True, kw_only=True):
    """Write the box and its rules in each build."""

    make_names_table: MakeNamesTable

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the files by name, and a line for each problem."""
        return _Writer(self.rules, self.messages, context, self.make_names_table).files(self)


def read_load_report(root: Path, snippets: set[str], make_names_table: MakeNamesTable) -> LoadReport | None:
    """Return the tool, or None on a site without rules. Raise UserError for a bad entry or an unknown claim."""
    sources = read_sources(root, snippets)
    return LoadReport(**structs.asdict(sources), make_names_table=make_names_table) if sources else None


@dataclass(frozen=True)
class _Writer:
    """Make the files from the rules and the record. Each method adds a line to `problems` for what does not fit."""

    rules: Rules
    messages: tuple[Message, ...]
    context: Context
    make_names_table: MakeNamesTable
    problems: list[str] = field(default_factory=list)

    def files(self, sources: LoadReportSources) -> tuple[dict[str, str], list[str]]:
        """Return the files by name, and the problems."""
        rules = self.rules
        data = {
            **self._make_names(),
            "pills": PILLS,
            "origins": ORIGINS,
            "lost": rules.lost,
            "labels": rules.labels,
            "forms": {name: self._find_versions(name, phrases) for name, phrases in rules.forms.items()},
            "rules": [self._make_rule(rule) for rule in rules.rules],
            "patterns": to_builtins(rules.patterns),
            "retired": rules.retired,
            "messages": [self._make_message(message) for message in self.messages],
            "claims": {claim: self._make_claim(claim) for _, claim in sources.claims_used()},
            "examples": [self._make_example(example) for example in rules.examples],
        }
        self.problems.extend(_unknown_roles(rules, {row[KEY_COLUMNS.index("role")] for row in data["keys"]["rows"]}))
        files = {"rules.json": to_lined_json(data), "box.md": sources.box}
        pages = MessagePages(sources, self.context, data["forms"]).files()
        return {f"{ARTIFACTS_FOLDER}/{name}": text for name, text in files.items()} | pages, self.problems

    def _make_names(self) -> dict[str, Any]:
        """Return the families, old spellings, and a row of KEY_COLUMNS for each full name."""
        rules = self.rules
        try:
            table = self.make_names_table(self.context)
            families = {family["family"]: family for family in table["families"]}
            if unknown := rules.families.keys() - families.keys():
                raise UserError(f"`families`: no names of {min(unknown)!r} are recorded")
            selected = [families[name] | {"title": title} for name, title in rules.families.items()]
        except UserError as error:
            self.problems.append(f"{RULES_FILE}:1: {error}")
            return {"families": [], "same_names": [], "spelling": {}, "keys": {"columns": KEY_COLUMNS, "rows": []}}
        descriptions = [{field_name: family[field_name] for field_name in FAMILY_FIELDS} for family in selected]
        same_names = [
            {"name": entry["name"], "as": families[entry["as"]]["name"], "classes": entry["classes"]}
            for entry in table["same_names"]
            if entry["as"] in rules.families
        ]
        rows = [row for family in selected for row in _key_rows(family, table["columns"])]
        keys = {"columns": KEY_COLUMNS, "rows": rows}
        return {"families": descriptions, "same_names": same_names, "spelling": table["spelling"], "keys": keys}

    def _make_rule(self, rule: Rule) -> dict[str, Any]:
        """Return a rule for the script, with the releases in which its claim has the answer that `where` names."""
        data: dict[str, Any] = to_builtins(rule)
        data.pop("line")
        answers, sets = self.context.answers, self.context.site.libraries.sets
        for answer, claim in data.pop("where", {}).items():
            claim_answers = answers.get(claim, NO_ANSWERS)
            if sets_not_run(claim_answers, sets):
                place = f"{RULES_FILE}:{rule.line}: `{rule.name}`"
                self.problems.append(f"{place}: {claim} is not tested yet; `make versions CLAIMS={claim}` does")
            data["versions"] = versions_with(claim_answers, answer)
        return data

    def _make_message(self, message: Message) -> dict[str, Any]:
        """Return a message for the script: how it is found, its answers and why it is printed."""
        data: dict[str, Any] = to_builtins(message)
        names = ("match", "lists_keys", "answers", "why", "more", "sources")
        return {"name": message.name, "slug": message.slug, **{name: data[name] for name in names if name in data}}

    def _make_claim(self, key: str) -> dict[str, str]:
        """Return a claim's sentence, its page, and the release range in which it holds, as text."""
        release_range = self.context.describe_answers(describe_releases, key)
        return {
            "claim": self.context.sentences_by_key[key],
            "page": claim_page(key).removesuffix(".md"),
            "span": release_range,
        }

    def _find_versions(self, name: str, phrases: list[str]) -> list[str]:
        """Return the first and the last version whose report has one of the phrases; [] if none, "" for the newest."""
        sets, report = self.context.site.libraries.sets, self.rules.report
        reports = {
            library_set.version: self.context.reports.get(f"reports/{report}.{library_set.slug}.txt", "")
            for library_set in sets
        }
        versions = [version for version, text in reports.items() if any(phrase in text for phrase in phrases)]
        if not versions:
            self.problems.append(f"{RULES_FILE}:1: `forms`: no recorded report has the words of `{name}`")
        last = versions[-1:] if versions[-1:] != [sets[-1].version] else [""]
        return [*versions[:1], *last]

    def _make_example(self, example: Example) -> dict[str, str]:
        """Return an example for the script, with the recorded text."""
        recorded_name = (
            f"outputs/{example.output}.txt" if example.output else f"reports/{self.rules.report}.{example.set}.txt"
        )
        text = {**self.context.outputs, **self.context.reports}.get(recorded_name, "")
        if example.section:  # the program prints "--- title" above each
            sections = dict(re.findall(r"^--- (.*)\n((?:(?!--- ).*\n?)*)", text, re.MULTILINE))
            text = sections.get(example.section, "")
        if not text.strip():
            self.problems.append(f"{RULES_FILE}:{example.line}: `examples`: `{example.name}` is not in {recorded_name}")
        return {"name": example.name, "title": example.title, "text": text.strip("\n")}


def _key_rows(family: dict[str, Any], columns: list[str]) -> Iterator[list[str]]:
    """Yield a row of KEY_COLUMNS for each name of a family; `alias_of` becomes the full name of the Parameter."""
    names = [dict(zip(columns, cells, strict=True)) for cells in family["names"]]
    full_names = {name["key"]: name["full"] for name in names}
    for name in names:
        parameter = full_names.get(name["alias_of"], "")
        yield [family["name"], name["full"], name["role"], name["module"], name["published"], parameter]


def _unknown_roles(rules: Rules, table_roles: set[str]) -> Iterator[str]:
    """Yield a line for each rule with a role that no name has, and for each role without a rule."""
    known = table_roles | {pattern.role for pattern in rules.patterns}
    for rule in rules.rules:
        if unknown := sorted(set(rule.roles) - known - ROLES_OUTSIDE_TABLE):
            yield f"{RULES_FILE}:{rule.line}: `{rule.name}`: no key has the role {unknown[0]!r}"
    judged = {role for rule in rules.rules for role in rule.roles}
    for role in sorted(known - judged):
        yield f"{RULES_FILE}:1: no rule is for the role {role!r}"
