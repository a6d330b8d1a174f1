"""Reads what answers a pasted message: the rules and the kinds of message, and the box.

Each rule names the claims that prove it, and the build refuses one whose claim does not hold.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from explainer.inputs.entries import Entry, Struct, Text, each, entries_of, refuse, to_struct, unknown
from explainer.inputs.yaml_files import read_text, read_yaml

FOLDER = "load_report"
RULES = f"{FOLDER}/rules.yml"
KINDS = f"{FOLDER}/kinds.yml"
BOX = f"{FOLDER}/box.md"
TEMPLATES = f"{FOLDER}/templates"
MOST_ABOUT = 30  # words

Texts = Annotated[list[Text], Meta(min_length=1)]
Squeezed = Annotated[
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


class Rule(Entry, frozen=True, kw_only=True, omit_defaults=True, rename={"if_": "if"}):
    """What one kind of key means. The first rule that fits a key is its answer."""

    roles: Texts
    status: Annotated[list[Status], Meta(min_length=1)]
    if_: tuple[Condition, ...] = ()
    part: str = ""  # only for names of which this is a part
    # only under versions in which that claim holds, or fails
    where: Annotated[
        dict[Literal["holds", "fails"], Text], Meta(max_length=1, description="{holds: claim} or {fails: claim}")
    ] = field(default_factory=dict)
    answer: Text
    whole: Text
    headline: str = ""  # in place of the words for the whole
    short: Text
    why: Text
    do: Text
    code: str = ""
    claims: Texts


class Kind(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of message, as people meet and search it; the box finds it by its words or by the rules that answer it."""

    title: Text  # the message itself: what a page about it is called
    variants: tuple[Text, ...] = ()  # how other releases or consoles put it
    match: tuple[Squeezed, ...] = ()  # patterns of the text without white space; blanks in them do not count
    rules: tuple[Text, ...] = ()  # that speak of it
    forms: tuple[Text, ...] = ()  # only where a message has these words
    whole: str = ""  # what it means for the model, where no key means worse
    headline: str = ""  # in place of the words for the whole
    about: str = ""  # in plain words what the message speaks of; nothing that a reader would act on
    reason: Text  # the claim that says whether it matters
    why: tuple[Text, ...] = ()  # claims that say why
    do: tuple[Text, ...] = ()  # claims that say what to do, and do it; none of what is harmless
    code: str = ""
    more: tuple[Text, ...] = ()  # further claims that show it
    sources: tuple[Text, ...] = ()  # threads and pages elsewhere
    group: Group  # where the list of all messages has it
    verdict: str = ""  # on its page, where neither `headline` nor `whole` says what it means for the model
    code_of: str = ""  # the rule whose program its page shows, where it has none of its own
    printed: tuple[Text, ...] = ()  # patterns of a line of a recorded report that has it

    @property
    def slug(self) -> str:
        """The last part of its address."""
        return self.name.replace("_", "-")

    @property
    def claims(self) -> tuple[str, ...]:
        """All claims that it rests on, each once."""
        return tuple(dict.fromkeys([self.reason, *self.why, *self.do, *self.more]))


class Pattern(Struct, frozen=True):
    """Names of no family's class that mean the same everywhere."""

    match: Text
    role: Text


class Example(Entry, frozen=True):
    """A recorded report to try: of a set of library versions, or a snippet's output; all of it or one section."""

    title: Text
    set: str = ""
    section: str = ""
    output: str = ""


class Shown(Struct, frozen=True):
    """The example that the box shows answered before anybody types: a key in it, and the rule that answers it."""

    example: Text
    key: Text
    rule: Text


class More(Struct, frozen=True):
    """The page that a verdict leads to, for all keys at once."""

    page: Text
    place: Text  # the id of a heading there
    words: Text


class Rules(Struct, frozen=True, kw_only=True):
    """The whole file."""

    families: dict[Text, Text]  # in the table of names → as people write it; of equals the first is meant
    report: Text  # the claim whose recorded output is the message of each set of versions
    wholes: dict[Text, Text]  # what an answer means for the model, the worst first
    stops: dict[Text, Text] = field(default_factory=dict)  # in place of a whole's words, by how much is lost
    answers: dict[Text, Text]
    forms: dict[Text, Texts]  # era of a message → words that only its messages have
    rules: tuple[Rule, ...]
    patterns: tuple[Pattern, ...] = ()
    retired: dict[Text, dict[Text, Text]] = field(default_factory=dict)  # family → names of old files → today's
    examples: tuple[Example, ...]
    shown: Shown | None = None
    more: More | None = None


class LoadReportSources(Struct, frozen=True):
    """Everything that people write for the load report."""

    rules: Rules
    kinds: tuple[Kind, ...]
    box: str  # a template of Markdown
    templates: dict[str, str]  # of the pages about messages, by name

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Each rule or kind with its place in its file, and a claim that it rests on."""
        entries: tuple[Rule | Kind, ...] = (*self.rules.rules, *self.kinds)
        for one in entries:
            for claim in [*one.claims, *(one.where.values() if isinstance(one, Rule) else ())]:
                yield _place(one), claim


def read_sources(root: Path, snippets: set[str]) -> LoadReportSources | None:
    """Return the folder, None where there are no rules. Raises UserError for a bad entry or an unknown claim."""
    if not (root / RULES).exists():
        return None
    rules = _rules(read_yaml(root / RULES, root))
    refuse(_unknown_names(rules, snippets))

    def unfit(kind: Kind) -> Iterator[str]:
        yield from unknown("whole", filter(None, [kind.whole]), rules.wholes)
        yield from unknown("rule", filter(None, [*kind.rules, kind.code_of]), [rule.name for rule in rules.rules])
        yield from unknown("snippet", kind.claims, snippets)
        if not kind.about and not kind.why:
            yield "neither `about` nor `why`: a reader wants to know why it is printed"
        if not kind.do and kind.group != "harmless":
            yield "`do` is missing: the claims that say what to do; a harmless message alone needs none"
        if len(kind.about.split()) > MOST_ABOUT:
            yield f"`about` has more than {MOST_ABOUT} words: what a reader acts on is a claim's"

    kinds = entries_of(read_yaml(root / KINDS, root), KINDS, Kind, unfit)
    templates = {path.name: read_text(path, root) for path in sorted((root / TEMPLATES).glob("*.md"))}
    return LoadReportSources(rules, tuple(kinds), read_text(root / BOX, root), templates)


def _rules(document: Any) -> Rules:
    kinds: tuple[tuple[str, type[Entry]], ...] = (("rules", Rule), ("examples", Example))

    def read(key: str, kind: type[Entry]) -> tuple[str, list[Entry]]:
        return key, entries_of(document[key], RULES, kind)

    if isinstance(document, dict):
        document = {**document, **dict(each(read, ((key, kind) for key, kind in kinds if key in document)))}
    return to_struct(Rules, document, f"{RULES}:1")


def _unknown_names(rules: Rules, snippets: set[str]) -> Iterator[str]:
    if shown := rules.shown:
        examples = unknown("example", [shown.example], [example.name for example in rules.examples])
        for problem in chain(examples, unknown("rule", [shown.rule], [rule.name for rule in rules.rules])):
            yield f"{RULES}:1: `shown`: {problem}"
    for rule in rules.rules:
        words = chain(unknown("answer", [rule.answer], rules.answers), unknown("whole", [rule.whole], rules.wholes))
        for problem in chain(words, unknown("snippet", [*rule.claims, *rule.where.values()], snippets)):
            yield f"{_place(rule)}: {problem}"


def _place(entry: Entry) -> str:
    return f"{KINDS if isinstance(entry, Kind) else RULES}:{entry.line}: `{entry.name}`"
