"""What the build writes for the load report: its rules, with the versions of their claims, and the box."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import structs, to_builtins

from explainer.errors import UserError
from explainer.inputs.yaml_files import to_lined_json
from explainer.render.context import Context, claim_page
from explainer.render.templating import render_text
from explainer.versions.answers import NOTHING
from explainer.versions.history import intervals, span, untested
from load_report.message_pages import NOTHING_TO_DO, MessagePages, in_headline, why_of
from load_report.rules import RULES, Example, Kind, LoadReportSources, Rule, Rules, read_sources

FOLDER = "load_report"
NamesTable: TypeAlias = Callable[[Context], dict[str, Any]]  # what parameters' names mean, from the record
ABOUT = ("name", "title", "prefix", "published", "classes")
KEYS = ("family", "key", "role", "module", "shape", "alias_of")


# Roles that no name has by itself: of a name that nothing knows, and of one that a strange class may tie.
NEVER_READ = {"unknown", "tied output"}


class LoadReport(LoadReportSources, frozen=True, kw_only=True):
    """The box and its rules, as a tool of the site."""

    table: NamesTable

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """The files, and a line for each thing that is wrong."""
        return _Writer(self.rules, self.kinds, context, self.table).files(self)


def read_load_report(root: Path, snippets: set[str], table: NamesTable) -> LoadReport | None:
    """The tool, on a site that has rules. Raises UserError for a bad entry or a claim that is not there."""
    sources = read_sources(root, snippets)
    return LoadReport(**structs.asdict(sources), table=table) if sources else None


@dataclass(frozen=True)
class _Writer:
    """What the files are made from; what does not fit the record is a line more in `problems`."""

    rules: Rules
    kinds: tuple[Kind, ...]
    context: Context
    table: NamesTable
    problems: list[str] = field(default_factory=list)

    def files(self, sources: LoadReportSources) -> tuple[dict[str, str], list[str]]:
        rules = self.rules
        data = {
            **self._names(),
            "wholes": rules.wholes,
            "stops": rules.stops,
            "answers": rules.answers,
            "forms": {name: self._versions_of(name, words) for name, words in rules.forms.items()},
            "rules": [self._rule(rule) for rule in rules.rules],
            "patterns": to_builtins(rules.patterns),
            "retired": rules.retired,
            "kinds": [self._kind(kind) for kind in self.kinds],
            "claims": {claim: self._claim(claim) for _, claim in sources.claims_used()},
            "examples": [self._example(one) for one in rules.examples],
            **({"more": to_builtins(rules.more)} if rules.more else {}),
        }
        self.problems.extend(_unknown_roles(rules, {row[KEYS.index("role")] for row in data["keys"]["rows"]}))
        made = {"rules.json": to_lined_json(data), "box.md": render_text(sources.box, shown=self._shown(data))}
        pages = MessagePages(sources, self.context, data["forms"]).files()
        return {f"{FOLDER}/{name}": text for name, text in made.items()} | pages, self.problems

    def _names(self) -> dict[str, Any]:
        """The families, how names were spelled, and a row for each name, in full."""
        rules = self.rules
        try:
            table = self.table(self.context)
            families = {one["family"]: one for one in table["families"]}
            if unknown := rules.families.keys() - families.keys():
                raise UserError(f"`families`: no names of {min(unknown)!r} are recorded")
            wanted = [families[type_] | {"title": title} for type_, title in rules.families.items()]
        except UserError as error:
            self.problems.append(f"{RULES}:1: {error}")
            return {"families": [], "same_names": [], "spelling": {}, "keys": {"columns": KEYS, "rows": []}}
        about = [{column: one[column] for column in ABOUT} for one in wanted]
        same = [
            {"name": one["name"], "as": families[one["as"]]["name"], "classes": one["classes"]}
            for one in table["same_names"]
            if one["as"] in rules.families
        ]
        rows = [row for one in wanted for row in _rows(one, table["columns"])]
        keys = {"columns": KEYS, "rows": rows}
        return {"families": about, "same_names": same, "spelling": table["spelling"], "keys": keys}

    def _rule(self, rule: Rule) -> dict[str, Any]:
        made: dict[str, Any] = to_builtins(rule)
        made.pop("line")
        answers, sets = self.context.answers, self.context.site.libraries.sets
        for answer, claim in made.pop("where", {}).items():
            entry = answers.get(claim, NOTHING)
            if untested(entry, sets):
                where = f"{RULES}:{rule.line}: `{rule.name}`"
                self.problems.append(f"{where}: {claim} is not tested yet; `make versions CLAIMS={claim}` does")
            made["versions"] = intervals(entry, answer)
        return made

    def _kind(self, kind: Kind) -> dict[str, Any]:
        """What the box shows of a kind of message that it finds by its words; of another only its rules."""
        made: dict[str, Any] = {"slug": kind.slug, "rules": kind.rules, "forms": kind.forms}
        if kind.match:
            claims = self.context.claims
            texts = {
                "short": in_headline(claims[kind.reason]),
                "why": why_of(kind, self.context),
                "do": " ".join(claims[key] for key in kind.do) or NOTHING_TO_DO,
            }
            named = ("match", "whole", "headline", "code", "claims", "sources")
            made |= {name: getattr(kind, name) for name in named} | texts
        return {name: value for name, value in made.items() if value}

    def _claim(self, key: str) -> dict[str, str]:
        under = self.context.under_versions(span, key)
        return {"claim": self.context.claims[key], "page": claim_page(key).removesuffix(".md"), "span": under}

    def _versions_of(self, name: str, words: list[str]) -> list[str]:
        """The first and the last of the sets whose recorded report has these words."""
        sets, report = self.context.site.libraries.sets, self.rules.report
        reports = {one.version: self.context.reports.get(f"reports/{report}.{one.slug}.txt", "") for one in sets}
        found = [version for version, text in reports.items() if any(word in text for word in words)]
        if not found:
            self.problems.append(f"{RULES}:1: `forms`: no recorded report has the words of `{name}`")
        last = found[-1:] if found[-1:] != [sets[-1].version] else [""]
        return [*found[:1], *last]

    def _example(self, one: Example) -> dict[str, str]:
        path = f"outputs/{one.output}.txt" if one.output else f"reports/{self.rules.report}.{one.set}.txt"
        text = {**self.context.outputs, **self.context.reports}.get(path, "")
        if one.section:
            sections = dict(re.findall(r"^--- (.*)\n((?:(?!--- ).*\n?)*)", text, re.MULTILINE))
            text = sections.get(one.section, "")
        if not text.strip():
            self.problems.append(f"{RULES}:{one.line}: `examples`: `{one.name}` is not in {path}")
        return {"name": one.name, "title": one.title, "text": text.strip("\n")}

    def _shown(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """What the script would answer to the example that the box begins with; a test holds the two together."""
        shown = self.rules.shown
        if shown is None:
            return None
        rule = next(one for one in self.rules.rules if one.name == shown.rule)
        example = next(one for one in data["examples"] if one["name"] == shown.example)
        source = next(one for one in self.rules.examples if one.name == shown.example)
        alias = next((row[KEYS.index("alias_of")] for row in data["keys"]["rows"] if row[1] == shown.key), "")
        if shown.key not in example["text"]:
            self.problems.append(f"{RULES}:1: `shown`: {shown.key} is not in the example `{shown.example}`")

        def filled(text: str) -> str:
            return text.replace("{key}", shown.key).replace("{alias}", alias)

        return {
            "library": next((one.title for one in self.context.site.libraries.sets if one.slug == source.set), ""),
            "text": example["text"],
            "key": shown.key,
            "rule": rule,
            "whole": self.rules.wholes[rule.whole],
            "answer": self.rules.answers[rule.answer],
            **{name: filled(text) for name, text in (("short", f"{rule.short}."), ("why", rule.why), ("do", rule.do))},
        }


def _rows(family: dict[str, Any], columns: list[str]) -> Iterator[list[str]]:
    """A family's names as KEYS lists them; an alias is said to be of the full name of its Parameter."""
    names = [dict(zip(columns, cells, strict=True)) for cells in family["names"]]
    full = {one["key"]: one["full"] for one in names}
    for one in names:
        source = full.get(one["alias_of"], "")
        yield [family["name"], one["full"], one["role"], one["module"], one["published"], source]


def _unknown_roles(rules: Rules, known: set[str]) -> Iterator[str]:
    for rule in rules.rules:
        if unknown := sorted(set(rule.roles) - known - {one.role for one in rules.patterns} - NEVER_READ):
            yield f"{RULES}:{rule.line}: `{rule.name}`: no key has the role {unknown[0]!r}"
    known = known | {one.role for one in rules.patterns}
    judged = {role for rule in rules.rules for role in rule.roles}
    for role in sorted(known - judged):
        yield f"{RULES}:1: no rule is for the role {role!r}"
