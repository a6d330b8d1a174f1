"""Reads what answers a pasted message: `load_report/rules.yml`, the modules beside it, and the box they fill.

Each rule names the claims that prove it, and the build refuses one whose claim does not hold.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_text, read_yaml

FOLDER = "load_report"
RULES = f"{FOLDER}/rules.yml"
BOX = f"{FOLDER}/box.md"

Text = Annotated[str, Meta(min_length=1)]
Texts = Annotated[list[Text], Meta(min_length=1)]
Status = Literal["missing", "unexpected", "mismatched", "conversion"]
Condition = Literal["renamed", "other family", "source missing"]


class Rule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, rename={"if_": "if"}):
    """What one kind of key means. The first rule that fits a key is its answer."""

    line: int = 1  # of its entry in the file
    roles: Texts
    status: Annotated[list[Status], Meta(min_length=1)]
    if_: list[Condition] = []
    where: dict[Literal["holds", "fails"], Text] = {}  # only under versions in which that claim holds, or fails
    answer: Text
    whole: Text
    short: Text
    why: Text
    do: Text
    code: str = ""
    claims: Texts


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a message that names no key."""

    line: int = 1
    has: Text
    why: Text
    claims: Texts


class Example(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A recorded report to try: of a set of library versions, or a snippet's output; all of it or one section."""

    line: int = 1
    title: Text
    set: str = ""
    section: str = ""
    output: str = ""


class Rules(Struct, frozen=True, kw_only=True):
    """The whole file."""

    names: Text  # the artifact with the parameters' names
    families: dict[Text, Text]  # in the table of names → as people write it; of equals the first is meant
    report: Text  # the claim whose recorded output is the message of each set of versions
    wholes: dict[Text, Text]  # what an answer means for the model, the worst first
    answers: dict[Text, Text]
    forms: dict[Text, Texts]  # era of a message → words that only its messages have
    rules: dict[str, Rule]
    lines: dict[str, Line]
    examples: dict[str, Example]


class LoadReportSources(Struct, frozen=True, kw_only=True):
    """Everything that people write for the load report; `rules` is None on a site without one."""

    rules: Rules | None = None
    modules: dict[str, str] = {}  # JavaScript, by name
    box: str = ""  # Markdown

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Each rule or line with its place in the file, and a claim that it rests on."""
        entries: list[tuple[str, Rule | Line]] = []
        if self.rules:
            entries = [*self.rules.rules.items(), *self.rules.lines.items()]
        for name, one in entries:
            for claim in [*one.claims, *(one.where.values() if isinstance(one, Rule) else ())]:
                yield _place(name, one.line), claim


def read_sources(root: Path, snippets: set[str]) -> LoadReportSources:
    """The folder. Raises UserError, with file and line, for a bad entry or a claim that is not there."""
    if not (root / RULES).exists():
        return LoadReportSources()
    rules = _rules(read_yaml(root / RULES, root))
    modules = {path.name: read_text(path, root) for path in sorted((root / FOLDER).glob("*.js"))}
    sources = LoadReportSources(rules=rules, modules=modules, box=read_text(root / BOX, root))
    unknown = [(place, claim) for place, claim in sources.claims_used() if claim not in snippets]
    problems = [*_unknown_words(rules), *(f"{place}: there is no snippet `{claim}`" for place, claim in unknown)]
    if problems:
        raise UserError(*problems)
    return sources


def _place(name: str, line: int) -> str:
    return f"{RULES}:{line}: `{name}`"


def _rules(document: Any) -> Rules:
    if not isinstance(document, Mapping) or document.keys() != {*Rules.__struct_fields__}:
        raise UserError(f"{RULES}:1: expected {', '.join(sorted(Rules.__struct_fields__))}")
    entries: dict[str, dict[str, Struct]] = {}
    problems: list[str] = []
    for kind, struct in (("rules", Rule), ("lines", Line), ("examples", Example)):
        for name, entry in document[kind].items() if isinstance(document[kind], Mapping) else ():
            line = getattr(entry, "line", document[kind].line)
            try:
                made = convert({**entry, "line": line} if isinstance(entry, Mapping) else entry, struct)
                entries.setdefault(kind, {})[name] = made
            except ValidationError as error:
                problems.append(f"{_place(name, line)}: {error}")
    if problems:
        raise UserError(*problems)
    try:
        return convert({**document, **entries}, Rules)
    except ValidationError as error:
        raise UserError(f"{RULES}:1: {error}") from None


def _unknown_words(rules: Rules) -> Iterator[str]:
    for name, rule in rules.rules.items():
        for word, value, known in (("answer", rule.answer, rules.answers), ("whole", rule.whole, rules.wholes)):
            if value not in known:
                yield f"{_place(name, rule.line)}: {word} {value!r} is none of: {', '.join(known)}"
        if len(rule.where) > 1:
            yield f"{_place(name, rule.line)}: `where` is {{holds: claim}} or {{fails: claim}}"
