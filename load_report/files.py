"""The answers to a pasted report as files: the rules with the ranges their claims give them, and the page's script."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.plain import is_table
from explainer.render.context import Context, anchor_of
from explainer.versions.history import intervals, span
from explainer.versions.record import Record as Answers
from load_report.bundle import bundle
from load_report.rules import RULES, Advice, read_advice

FOLDER = "paste"
MAIN = "page.js"


@dataclass(frozen=True)
class LoadReport:
    """The box and its rules, as a tool of the site."""

    advice: Advice
    folder: str = FOLDER

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Each rule or line with its place, and a claim that it rests on."""
        for name, line, key in self.advice.resting():
            yield f"{RULES}:{line}: `{name}`", key

    def files(self, context: Context, others: dict[str, str]) -> tuple[dict[str, str], list[str]]:
        """What answers a pasted report. `others` hold the recorded reports and outputs, which are its examples."""
        record = context.record.plain()
        sets, shown_on = context.site.libraries.sets, context.shown_on
        return advice_files(self.advice, context.claims, record, context.answers, sets, shown_on, others)


def read_load_report(root: Path, snippets: set[str]) -> LoadReport:
    """The tool. Raises UserError for a bad entry or a claim that is not there."""
    return LoadReport(read_advice(root, snippets))


def advice_files(
    advice: Advice,
    claims: dict[str, str],
    record: dict[str, Any],
    asked: Answers,
    sets: list[LibrarySet],
    shown_on: dict[str, str],
    existing: dict[str, str],
) -> tuple[dict[str, str], list[str]]:
    """The files, and one line for each thing that is wrong. `existing` holds the recorded reports and outputs."""
    if not advice.rules:
        return {}, []
    problems: list[str] = []
    rules = advice.rules
    used = {key: "" for _, _, key in advice.resting()}
    data = {
        "keys": _table(rules["keys"], record, problems),
        "wholes": rules["wholes"],
        "answers": rules["answers"],
        "forms": {name: _form(name, words, rules, sets, existing, problems) for name, words in rules["forms"].items()},
        "rules": [_rule(name, rule, asked, sets, problems) for name, rule in rules["rules"].items()],
        "lines": list(rules["lines"].values()),
        "claims": {
            key: {
                "claim": claims[key],
                "page": shown_on.get(key, "").removesuffix("index.md"),
                "anchor": anchor_of(key.split("/")[1]),
                "span": span(asked[key], sets) if key in asked else "",
            }
            for key in used
        },
        "examples": [
            _example(name, one, rules["report"], existing, problems) for name, one in rules["examples"].items()
        ],
    }
    problems += _unknown_roles(rules, data["keys"])
    try:
        script = bundle(advice.modules, MAIN, data, "RULES")
    except ValueError as error:
        return {}, [*problems, f"load_report/{error}"]
    # The examples are recorded reports, which have files of their own.
    files = {
        "rules.json": _one_a_line({name: value for name, value in data.items() if name != "examples"}),
        "paste.js": script,
        "box.md": advice.box,
    }
    return {f"{FOLDER}/{name}": text for name, text in files.items()}, problems


def _table(names: dict[str, str], record: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """The tables as one, with the name of each in the first column."""
    columns: list[str] = []
    rows: list[list[Any]] = []
    for family, name in names.items():
        topic, snippet, run, fact = name.split(".")
        value = record.get(topic, {}).get(snippet, {}).get("runs", {}).get(run, {}).get("facts", {}).get(fact)
        if not is_table(value):
            problems.append(f"{RULES}:1: `keys`: {name} is not recorded as a table")
            continue
        columns = ["family", *value[0]]
        rows += [[family, *row.values()] for row in value]
    return {"columns": columns, "rows": rows}


def _rule(
    name: str, rule: dict[str, Any], asked: Answers, sets: list[LibrarySet], problems: list[str]
) -> dict[str, Any]:
    made = {"name": name, **rule}
    for answer, key in made.pop("where", {}).items():
        if key not in asked:
            problems.append(
                f"{RULES}:{getattr(rule, 'line', 1)}: `{name}`: {key} was never asked; `make versions` does"
            )
        made["versions"] = intervals(asked[key], sets, answer) if key in asked else []
    return made


def _form(
    name: str,
    words: list[str],
    rules: dict[str, Any],
    sets: list[LibrarySet],
    existing: dict[str, str],
    problems: list[str],
) -> list[str]:
    """The first and the last of the sets whose recorded report has these words."""
    reports = {one.version: existing.get(f"reports/{rules['report']}.{one.slug}.txt", "") for one in sets}
    found = [version for version, text in reports.items() if any(word in text for word in words)]
    if not found:
        problems.append(f"{RULES}:1: `forms`: no recorded report has the words of `{name}`")
        return []
    return [found[0], found[-1] if found[-1] != sets[-1].version else ""]


def _example(
    name: str, one: dict[str, str], report: str, existing: dict[str, str], problems: list[str]
) -> dict[str, str]:
    path = f"outputs/{one['output']}.txt" if "output" in one else f"reports/{report}.{one['set']}.txt"
    text = existing.get(path, "")
    if "section" in one:
        sections = dict(re.findall(r"^--- (.*)\n((?:(?!--- ).*\n?)*)", text, re.MULTILINE))
        text = sections.get(one["section"], "")
    if not text.strip():
        problems.append(f"{RULES}:1: `examples`: `{name}` is not in {path}")
    return {"name": name, "title": one["title"], "text": text.strip("\n")}


def _unknown_roles(rules: dict[str, Any], table: dict[str, Any]) -> Iterator[str]:
    column = table["columns"].index("role") if "role" in table["columns"] else None
    known = {row[column] for row in table["rows"]} if column is not None else set()
    for name, rule in rules["rules"].items():
        if unknown := sorted(set(rule["roles"]) - known - {"unknown"}):
            yield f"{RULES}:{rule.line}: `{name}`: no key has the role {unknown[0]!r}"
    judged = {role for rule in rules["rules"].values() for role in rule["roles"]}
    for role in sorted(known - judged):
        yield f"{RULES}:1: no rule is for the role {role!r}"


def _one_a_line(data: dict[str, Any]) -> str:
    """JSON with a line for each key, rule and claim, so that a diff names what changed."""

    def flat(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def block(value: Any) -> str:
        if isinstance(value, list):
            return "[\n" + ",\n".join(f"  {flat(item)}" for item in value) + "\n ]"
        return "{\n" + ",\n".join(f"  {flat(name)}: {flat(item)}" for name, item in value.items()) + "\n }"

    table = data["keys"]
    keys = f'{{"columns": {flat(table["columns"])}, "rows": {block(table["rows"])}}}'
    parts = {"keys": keys, **{name: block(value) for name, value in data.items() if name != "keys"}}
    return "{\n" + ",\n".join(f" {flat(name)}: {text}" for name, text in parts.items()) + "\n}\n"
