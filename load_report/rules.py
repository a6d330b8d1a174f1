"""Reads what answers a pasted message: the rules and the kinds of message, the modules, and the box they fill.

Each rule names the claims that prove it, and the build refuses one whose claim does not hold.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from explainer.errors import UserError
from explainer.inputs.entries import Entry, Struct, each, entries_of, refuse, to_struct
from explainer.inputs.yaml_files import read_text, read_yaml

FOLDER = "load_report"
RULES = f"{FOLDER}/rules.yml"
KINDS = f"{FOLDER}/kinds.yml"
BOX = f"{FOLDER}/box.md"
TEMPLATES = f"{FOLDER}/templates"

Text = Annotated[str, Meta(min_length=1)]
Texts = Annotated[list[Text], Meta(min_length=1)]
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
    where: dict[Literal["holds", "fails"], Text] = field(default_factory=dict)
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
    match: tuple[Text, ...] = ()  # patterns of the text without white space; blanks in them do not count
    rules: tuple[Text, ...] = ()  # that speak of it
    forms: tuple[Text, ...] = ()  # only where a message has these words
    whole: str = ""  # what it means for the model, where no key means worse
    headline: str = ""  # in place of the words for the whole
    short: Text  # does it matter, in one sentence
    why: Text
    do: Text
    code: str = ""
    claims: tuple[Text, ...] = ()  # without any, the page says that nothing was measured here
    sources: tuple[Text, ...] = ()  # threads and pages elsewhere
    group: Group  # where the list of all messages has it
    verdict: str = ""  # on its page, where neither `headline` nor `whole` says what it means for the model
    code_of: str = ""  # the rule whose program its page shows, where it has none of its own
    printed: tuple[Text, ...] = ()  # patterns of a line of a recorded report that has it

    @property
    def slug(self) -> str:
        """The last part of its address."""
        return self.name.replace("_", "-")


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
    modules: dict[str, str]  # JavaScript, by name
    box: str  # a template of Markdown
    templates: dict[str, str]  # of the pages about messages, by name

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Each rule or kind with its place in its file, and a claim that it rests on."""
        entries: tuple[Rule | Kind, ...] = (*self.rules.rules, *self.kinds)
        for one in entries:
            for claim in [*one.claims, *(one.where.values() if isinstance(one, Rule) else ())]:
                yield _place(one), claim


def read_sources(root: Path, snippets: set[str]) -> LoadReportSources | None:
    """The folder, None where there are no rules. Raises UserError for a bad entry or a claim that is not there."""
    if not (root / RULES).exists():
        return None
    rules = _rules(read_yaml(root / RULES, root))
    kinds = entries_of(read_yaml(root / KINDS, root), KINDS, Kind)
    modules = {path.name: read_text(path, root) for path in sorted((root / FOLDER).glob("*.js"))}
    templates = {path.name: read_text(path, root) for path in sorted((root / TEMPLATES).glob("*.md"))}
    sources = LoadReportSources(rules, tuple(kinds), modules, read_text(root / BOX, root), templates)
    unknown = [(place, claim) for place, claim in sources.claims_used() if claim not in snippets]
    refuse(
        [
            *_unknown_words(rules),
            *_unknown_words_of(kinds, rules),
            *(f"{place}: there is no snippet `{claim}`" for place, claim in unknown),
        ]
    )
    return sources


def _place(entry: Entry) -> str:
    return f"{KINDS if isinstance(entry, Kind) else RULES}:{entry.line}: `{entry.name}`"


def _rules(document: Any) -> Rules:
    kinds: tuple[tuple[str, type[Entry]], ...] = (("rules", Rule), ("examples", Example))

    def read(key: str, kind: type[Entry]) -> tuple[str, list[Entry]]:
        if not isinstance(document[key], dict):
            raise UserError(f"{RULES}:1: `{key}` must be a mapping from name to entry")
        return key, entries_of(document[key], RULES, kind)

    if isinstance(document, dict):
        document = {**document, **dict(each(read, ((key, kind) for key, kind in kinds if key in document)))}
    return to_struct(Rules, document, f"{RULES}:1")


def _unknown_words(rules: Rules) -> Iterator[str]:
    if shown := rules.shown:
        for word, value, entries in (("example", shown.example, rules.examples), ("rule", shown.rule, rules.rules)):
            if value not in {entry.name for entry in entries}:
                yield f"{RULES}:1: `shown`: there is no {word} {value!r}"
    for rule in rules.rules:
        for word, value, known in (("answer", rule.answer, rules.answers), ("whole", rule.whole, rules.wholes)):
            if value not in known:
                yield f"{_place(rule)}: {word} {value!r} is not one of: {', '.join(known)}"
        if len(rule.where) > 1:
            yield f"{_place(rule)}: `where` is {{holds: claim}} or {{fails: claim}}"


def _unknown_words_of(kinds: list[Kind], rules: Rules) -> Iterator[str]:
    known = {rule.name for rule in rules.rules}
    for kind in kinds:
        if kind.whole and kind.whole not in rules.wholes:
            yield f"{_place(kind)}: whole {kind.whole!r} is not one of: {', '.join(rules.wholes)}"
        for rule in (*kind.rules, *([kind.code_of] if kind.code_of else [])):
            if rule not in known:
                yield f"{_place(kind)}: there is no rule {rule!r}"
        if not kind.claims and not kind.sources:
            yield f"{_place(kind)}: neither claims nor sources: who says so?"
        for pattern in kind.match:
            if not pattern.isascii() or "\\s" in pattern:
                yield f"{_place(kind)}: `match`: the text has no white space, and plain quotes: {pattern!r}"
