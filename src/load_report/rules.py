"""Read what people write for the load report: rules, kinds of message and templates.

Each rule names the claims that prove it, and the build refuses a rule whose claim does not hold. The fields of the
classes here are those of `rules.yml` and `kinds.yml`.
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

SOURCES_FOLDER = "src/load_report"
RULES_FILE = f"{SOURCES_FOLDER}/rules.yml"
KINDS_FILE = f"{SOURCES_FOLDER}/kinds.yml"
BOX_TEMPLATE = f"{SOURCES_FOLDER}/box.md"
TEMPLATES_FOLDER = f"{SOURCES_FOLDER}/templates"
MAX_ABOUT_WORDS = 30

NonEmptyTexts = Annotated[list[NonEmptyText], Meta(min_length=1)]
SqueezedPattern = Annotated[
    str, Meta(pattern=r"^(?!.*\\s)[\x00-\x7f]+$", description="a pattern with plain quotes and without white space")
]
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
    "own file",
    "published file",
    "pooler stays",
    "data parallel",
    "bias",
]

Group = Literal["nothing", "lost", "train", "depends", "harmless", "later"]
GROUPS: dict[Group, str] = {
    "nothing": "An error: loading, saving or the call stopped",
    "lost": "Stop: learned weights are missing",
    "train": "Something is new: train it",
    "depends": "It depends on the names, the class or the values",
    "harmless": "Harmless, or nearly",
    "later": "Said later, not about the weights",
}
# What a message of a group means for the model, by names in `wholes` of rules.yml; other groups can mean anything.
WHOLES_OF_GROUP: dict[Group, frozenset[str]] = {
    "nothing": frozenset({"error"}),
    "lost": frozenset({"stop"}),
    "train": frozenset({"train"}),
    "harmless": frozenset({"fine", "aside"}),
}


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
    answer: NonEmptyText  # a name in `answers`
    whole: NonEmptyText  # what it means for the model: a name in `wholes`
    headline: str = ""  # in place of the sentence of `whole`
    short: NonEmptyText
    why: NonEmptyText
    do: NonEmptyText
    code: str = ""
    claims: NonEmptyTexts


class Kind(ContentEntry, frozen=True, kw_only=True, omit_defaults=True):
    """Hold one kind of message. The box finds it by its words, or by the rules that answer its keys."""

    title: NonEmptyText  # the message itself: what a page about it is called
    variants: tuple[NonEmptyText, ...] = ()  # its wording in other releases or consoles
    match: tuple[
        SqueezedPattern, ...
    ] = ()  # patterns for the text without white space; spaces in a pattern are ignored
    rules: tuple[NonEmptyText, ...] = ()  # names of the rules that answer its keys
    forms: tuple[NonEmptyText, ...] = ()  # only if the message has the words of one of these `forms`
    whole: str = ""  # what it means for the model, unless a key means worse
    headline: str = ""  # in place of the sentence of `whole`
    about: str = ""  # what the message speaks of, in plain words; nothing to act on, for only claims are proved
    reason: NonEmptyText  # the claim that says whether it matters
    why: tuple[NonEmptyText, ...] = ()  # claims that say why
    do: tuple[NonEmptyText, ...] = ()  # claims that say what to do, and whose programs do it; empty if it is harmless
    code: str = ""
    more: tuple[NonEmptyText, ...] = ()  # further claims about it
    sources: tuple[NonEmptyText, ...] = ()  # threads and pages elsewhere
    group: Group  # its section in the list of all messages
    verdict: str = ""  # on its page, if it has neither `headline` nor `whole`
    code_of: str = ""  # the rule whose program its page shows, if it has no `code`
    printed: tuple[NonEmptyText, ...] = ()  # patterns that find it in a line of a recorded report

    @property
    def slug(self) -> str:
        """Return the last part of its page's address."""
        return self.name.replace("_", "-")

    @property
    def claims(self) -> tuple[str, ...]:
        """Return all claims that it is based on, each once."""
        return tuple(dict.fromkeys([self.reason, *self.why, *self.do, *self.more]))


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


class Shown(Struct, frozen=True):
    """Hold the example that the box shows with its answer before anybody types: a key in it, and its rule."""

    example: NonEmptyText
    key: NonEmptyText
    rule: NonEmptyText


class More(Struct, frozen=True):
    """Hold the link below a verdict, which leads to a heading of a page."""

    page: NonEmptyText
    place: NonEmptyText  # the id of a heading there
    words: NonEmptyText  # the text of the link


class Rules(Struct, frozen=True, kw_only=True):
    """Hold the content of `rules.yml`."""

    # Name in the table of names → as people write it. Where two families have a name, the first wins.
    families: dict[NonEmptyText, NonEmptyText]
    report: NonEmptyText  # the claim whose recorded output under each library set is its load report
    wholes: dict[NonEmptyText, NonEmptyText]  # what an answer means for the model, the worst first
    # How much is lost → the sentence in place of that of `wholes`.
    stops: dict[NonEmptyText, NonEmptyText] = field(default_factory=dict)
    answers: dict[NonEmptyText, NonEmptyText]
    forms: dict[NonEmptyText, NonEmptyTexts]  # era of a message → words that only its messages have
    rules: tuple[Rule, ...]
    patterns: tuple[Pattern, ...] = ()
    # Family → name in old files → today's name.
    retired: dict[NonEmptyText, dict[NonEmptyText, NonEmptyText]] = field(default_factory=dict)
    examples: tuple[Example, ...]
    shown: Shown | None = None
    more: More | None = None


class LoadReportSources(Struct, frozen=True):
    """Hold everything that people write for the load report."""

    rules: Rules
    kinds: tuple[Kind, ...]
    box: str  # Jinja template of the box
    templates: dict[str, str]  # file name → Jinja template of the pages about messages

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield each claim that a rule or kind is based on, after its place, such as "rules.yml:7: `name`"."""
        entries: tuple[Rule | Kind, ...] = (*self.rules.rules, *self.kinds)
        for entry in entries:
            for claim in [*entry.claims, *(entry.where.values() if isinstance(entry, Rule) else ())]:
                yield _place(entry), claim


def read_sources(root: Path, snippets: set[str]) -> LoadReportSources | None:
    """Return what people write here, or None without rules. Raise UserError for a bad entry or an unknown claim."""
    if not (root / RULES_FILE).exists():
        return None
    rules = _parse_rules(read_yaml(root / RULES_FILE, root))
    raise_if_any(_problems_of_names(rules, snippets))

    def problems(kind: Kind) -> Iterator[str]:
        yield from unknown_names("whole", filter(None, [kind.whole]), rules.wholes)
        yield from unknown_names("rule", filter(None, [*kind.rules, kind.code_of]), [rule.name for rule in rules.rules])
        yield from unknown_names("snippet", kind.claims, snippets)
        wholes = {kind.whole} if kind.whole else {rule.whole for rule in rules.rules if rule.name in kind.rules}
        expected = WHOLES_OF_GROUP.get(kind.group, frozenset())
        if wholes and expected & rules.wholes.keys() and not wholes & expected:
            yield f"it is listed under “{GROUPS[kind.group]}”, and its page says {', '.join(sorted(wholes))}"
        if not kind.about and not kind.why:
            yield "neither `about` nor `why`: a reader wants to know why it is printed"
        if not kind.do and kind.group != "harmless":
            yield "`do` is missing: the claims that say what to do; a harmless message alone needs none"
        if len(kind.about.split()) > MAX_ABOUT_WORDS:
            yield f"`about` has more than {MAX_ABOUT_WORDS} words: what a reader acts on is a claim's"

    kinds = parse_entries(read_yaml(root / KINDS_FILE, root), KINDS_FILE, Kind, problems)
    templates = {path.name: read_text(path, root) for path in sorted((root / TEMPLATES_FOLDER).glob("*.md"))}
    return LoadReportSources(rules, tuple(kinds), read_text(root / BOX_TEMPLATE, root), templates)


def _parse_rules(document: Any) -> Rules:
    entry_types: tuple[tuple[str, type[ContentEntry]], ...] = (("rules", Rule), ("examples", Example))

    def read_list(key: str, entry_type: type[ContentEntry]) -> tuple[str, list[ContentEntry]]:
        return key, parse_entries(document[key], RULES_FILE, entry_type)

    # The lists are read first, so that a mistake is reported at the line of its entry; any other at line 1.
    if isinstance(document, dict):
        present = ((key, entry_type) for key, entry_type in entry_types if key in document)
        document = {**document, **dict(read_each(read_list, present))}
    return to_struct(Rules, document, f"{RULES_FILE}:1")


def _problems_of_names(rules: Rules, snippets: set[str]) -> Iterator[str]:
    """Yield a line for each name in the rules of something that does not exist."""
    if shown := rules.shown:
        examples = unknown_names("example", [shown.example], [example.name for example in rules.examples])
        for problem in chain(examples, unknown_names("rule", [shown.rule], [rule.name for rule in rules.rules])):
            yield f"{RULES_FILE}:1: `shown`: {problem}"
    for rule in rules.rules:
        problems = chain(
            unknown_names("answer", [rule.answer], rules.answers), unknown_names("whole", [rule.whole], rules.wholes)
        )
        for problem in chain(problems, unknown_names("snippet", [*rule.claims, *rule.where.values()], snippets)):
            yield f"{_place(rule)}: {problem}"


def _place(entry: ContentEntry) -> str:
    return f"{KINDS_FILE if isinstance(entry, Kind) else RULES_FILE}:{entry.line}: `{entry.name}`"
