"""Read what people write for the load report: rules for groups of keys, messages and templates.

Each rule names the claims that prove it, and the build refuses a rule whose claim does not hold. The fields of the
classes here are those of `rules.yml`; those of a message are in `messages.py`.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from explainer.inputs.entries import (
    ContentEntry,
    NonEmptyText,
    Struct,
    parse_entries,
    raise_if_any,
    read_each,
    to_struct,
    unknown_names,
)
from explainer.inputs.text_files import read_text, read_yaml
from load_report.messages import MESSAGES_FOLDER, Answer, Message, NonEmptyTexts, answers_problems, read_messages

SOURCES_FOLDER = "src/load_report"
RULES_FILE = f"{SOURCES_FOLDER}/rules.yml"
BOX_TEMPLATE = f"{SOURCES_FOLDER}/box.md"
TEMPLATES_FOLDER = f"{SOURCES_FOLDER}/templates"

Status = Literal["missing", "unexpected", "mismatched", "conversion"]
Condition = Literal[
    "renamed",
    "respelled",
    "other family",
    "source missing",
    "strange class",
    "adapters",
    "refused",
    "half",
    "head loaded",
    "two names",
    "both missing",
    "both absent",
    "no rows",
    "one side",
    "one part",
    "class of no family",
    "whole body",
    "norms alone",
    "foreign prefix",
    "base prefix",
    "trainer",
    "wrapped",
    "no table",
    "not of BERT's kind",
    "inside",
    "outside",
    "pre-training class",
    "no class",
    "base class",
    "key bias",
    "nothing missing",
    "into adapters",
    "empty",
    "partitioned",
    "pooler stays",
    "data parallel",
    "bias",
]


class Rule(ContentEntry, frozen=True, kw_only=True, omit_defaults=True, rename={"if_": "if"}):
    """Hold one rule: what keys with these roles and this status mean. The first rule that fits a key answers it."""

    roles: NonEmptyTexts
    status: Annotated[list[Status], Meta(min_length=1)]
    if_: tuple[Condition, ...] = ()  # all must be true; facts.js computes them
    part: str = ""  # only for names that contain this
    # Only under library versions in which that claim holds, or fails.
    where: Annotated[
        dict[Literal["holds", "fails"], NonEmptyText],
        Meta(max_length=1, description="{holds: claim} or {fails: claim}"),
    ] = field(default_factory=dict)
    label: NonEmptyText  # a name in `labels`
    message: str = ""  # the message that it is a case of, and whose answers it gives
    answers: tuple[Answer, ...] = ()  # in place of the message's
    why: NonEmptyText  # on the key itself
    do: str = ""
    proof: NonEmptyTexts  # of all its texts


class Pattern(Struct, frozen=True):
    """Hold a pattern for parameter names that belong to no family and have one role everywhere."""

    match: NonEmptyText
    role: NonEmptyText


class Example(ContentEntry, frozen=True):
    """Hold one recorded report to try: of a library set, or a snippet's output."""

    title: NonEmptyText
    set: str = ""  # slug of a library set, if there is no `output`
    section: str = ""  # empty for the complete text
    output: str = ""  # name of a recorded output, such as topic/claim.run


class Rules(Struct, frozen=True, kw_only=True):
    """Hold the content of `rules.yml`."""

    # Name in the table of names → as people write it. Where two families have a name, the first wins.
    families: dict[NonEmptyText, NonEmptyText]
    report: NonEmptyText  # the claim whose recorded output under each library set is its load report
    lost: dict[NonEmptyText, NonEmptyText] = field(default_factory=dict)  # how much of a body → words for {lost}
    labels: dict[NonEmptyText, NonEmptyText]
    forms: dict[NonEmptyText, NonEmptyTexts]  # era of a message → words that only its messages have
    rules: tuple[Rule, ...]
    patterns: tuple[Pattern, ...] = ()
    # Family → name in old files → today's name.
    retired: dict[NonEmptyText, dict[NonEmptyText, NonEmptyText]] = field(default_factory=dict)
    examples: tuple[Example, ...]


class LoadReportSources(Struct, frozen=True):
    """Hold everything that people write for the load report."""

    rules: Rules
    messages: tuple[Message, ...]
    box: str  # Jinja template of the box
    templates: dict[str, str]  # file name → Jinja template of the pages about messages

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield each claim that a rule or message is based on, after its place, such as "rules.yml:7: `name`"."""
        for rule in self.rules.rules:
            yield from ((_place(rule), claim) for claim in [*rule.proof, *rule.where.values()])
        for message in self.messages:
            place = f"{MESSAGES_FOLDER}/{message.name}.yml:1: `{message.name}`"
            yield from ((place, claim) for claim in message.claims)


def read_sources(root: Path, snippets: set[str]) -> LoadReportSources | None:
    """Return what people write here, or None without rules. Raise UserError for a bad entry or an unknown claim."""
    if not (root / RULES_FILE).exists():
        return None
    rules = _parse_rules(read_yaml(root / RULES_FILE, root))
    messages = read_messages(root, snippets)
    raise_if_any(_problems_of_names(rules, {message.name for message in messages}, snippets))
    templates = {path.name: read_text(path, root) for path in sorted((root / TEMPLATES_FOLDER).glob("*.md"))}
    return LoadReportSources(rules, messages, read_text(root / BOX_TEMPLATE, root), templates)


def _parse_rules(document: Any) -> Rules:
    entry_types: tuple[tuple[str, type[ContentEntry]], ...] = (("rules", Rule), ("examples", Example))

    def read_list(key: str, entry_type: type[ContentEntry]) -> tuple[str, list[ContentEntry]]:
        return key, parse_entries(document[key], RULES_FILE, entry_type)

    # The lists are read first, so that a mistake is reported at the line of its entry; any other at line 1.
    if isinstance(document, dict):
        for rule in (document.get("rules") or {}).values():
            _give_proof(rule)
        present = ((key, entry_type) for key, entry_type in entry_types if key in document)
        document = {**document, **dict(read_each(read_list, present))}
    return to_struct(Rules, document, f"{RULES_FILE}:1")


def _give_proof(rule: Any) -> None:
    """Let the proof of a rule be that of its answers: in a message each has its own."""
    if isinstance(rule, dict) and "proof" in rule:
        for answer in rule.get("answers") or []:
            answer.setdefault("proof", rule["proof"])


def _problems_of_names(rules: Rules, messages: set[str], snippets: set[str]) -> Iterator[str]:
    """Yield a line for each name in the rules of something that does not exist, and for each answer without any."""
    for rule in rules.rules:
        problems = chain(
            unknown_names("label", [rule.label], rules.labels),
            unknown_names("message", filter(None, [rule.message]), messages),
            unknown_names("snippet", [*rule.proof, *rule.where.values()], snippets),
            answers_problems(rule.answers) if rule.answers else (),
            () if rule.answers or rule.message else ["`message` or `answers` is missing: what does the box say?"],
        )
        yield from (f"{_place(rule)}: {problem}" for problem in problems)


def _place(rule: Rule) -> str:
    return f"{RULES_FILE}:{rule.line}: `{rule.name}`"
