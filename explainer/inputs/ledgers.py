"""Reads the ledgers: what people say, numbers they published, figures, glossary, and tables that join claims."""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml
from explainer.plain import SHADOWED, Plain

CLAIMS = "claims.yml"
PUBLISHED = "published.yml"
FIGURES = "figures.yml"
GLOSSARY = "glossary.yml"
JOINED = "joined_tables.yml"
# As the ledger spells a verdict, and as the page does.
VERDICTS = {
    "right": "Right",
    "wrong": "Wrong",
    "half": "Half right",
    "outdated": "Outdated",
    "false alarm": "False alarm",
}


@dataclass(frozen=True)
class Statement:
    """What somebody says about BERT, in our words, with the verdict and the snippets that settle it.

    `do` is what to do about it, a few lines of Python that run alone from the repository's root; or nothing.
    """

    name: str
    line: int
    says: str
    source: str
    url: str
    verdict: str
    why: str
    topic: str
    snippets: tuple[str, ...]
    do: str = ""


@dataclass(frozen=True)
class Published:
    """A number, or a few, that others have published. `fact` is the dotted name of ours, where there is one.

    `decimals` is how many the source prints: ours agrees when it rounds, or truncates, to the same.
    """

    name: str
    line: int
    what: str
    value: Plain
    decimals: int
    source: str
    url: str
    topic: str
    fact: str | None


@dataclass(frozen=True)
class Figure:
    """A drawing of the facts of one run, `facts` being topic.snippet.run, or of `lanes`, claims over the releases.

    `follow` is the fact that a flow follows.
    """

    name: str
    line: int
    draw: str
    facts: str
    title: str
    caption: str
    follow: str | None
    lanes: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Term:
    """A word that the pages use in the field's sense, and what it means. `also` are other spellings of it."""

    name: str
    line: int
    means: str
    also: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Its place on the glossary's page, and how a page refers to it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True)
class Joined:
    """A table whose rows are the same fact of many claims. `groups` are its headings, each with snippets or topics.

    A topic stands for all of its snippets that assign the fact.
    """

    name: str
    line: int
    caption: str
    fact: str
    columns: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]

    def rows(self, assigned: dict[str, frozenset[str]]) -> list[tuple[str, list[str]]]:
        """The snippets under each heading, in order; `assigned` are the names that each snippet assigns."""

        def expanded(place: str) -> list[str]:
            if "/" in place:
                return [place]
            return [key for key, names in assigned.items() if key.startswith(f"{place}/") and self.fact in names]

        return [(heading, [key for place in places for key in expanded(place)]) for heading, places in self.groups]


def read_statements(root: Path, snippets: set[str]) -> list[Statement]:
    """`claims.yml`. Raises UserError for a bad field, an unknown verdict or snippet, or a `do` that is no Python."""
    fields = {"says": str, "source": str, "url": str, "verdict": str, "why": str, "topic": str, "snippets": list}
    found: list[Statement] = []
    problems: list[str] = []
    for name, entry in _entries(root, CLAIMS, "claims", fields, problems, optional={"do"}):
        where = f"{CLAIMS}:{entry.line}: `{name}`"
        if entry["verdict"] not in VERDICTS:
            problems.append(f"{where}: verdict {entry['verdict']!r} is none of: {', '.join(VERDICTS)}")
        if entry["topic"] not in {key.split("/")[0] for key in snippets}:
            problems.append(f"{where}: no snippet has the topic {entry['topic']!r}")
        if not entry["snippets"]:
            problems.append(f"{where}: a verdict needs at least one snippet that settles it")
        for key in entry["snippets"]:
            if not isinstance(key, str) or key not in snippets:
                problems.append(f"{where}: there is no snippet `{key}`")
        do = entry.pop("do", "")
        if not _is_python(do):
            problems.append(f"{where}: `do` is lines of Python, a block that begins with `do: |`")
        found.append(Statement(name=name, line=entry.line, do=do, **{**entry, "snippets": tuple(entry["snippets"])}))
    if problems:
        raise UserError(*problems)
    return found


def _is_python(text: Any) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, TypeError, ValueError):
        return False
    return isinstance(text, str)


def read_published(root: Path, topics: set[str]) -> list[Published]:
    """`published.yml`. Raises UserError for a bad field, or a name or topic that a page could not use."""
    fields = {"what": str, "value": (int, float, list), "decimals": int, "source": str, "url": str, "topic": str}
    problems: list[str] = []
    found: list[Published] = []
    for name, entry in _entries(root, PUBLISHED, "published", fields, problems, optional={"fact"}):
        where = f"{PUBLISHED}:{entry.line}: `{name}`"
        if not name.isidentifier() or name in SHADOWED:
            problems.append(f"{where}: a page could not quote this name; use letters, digits and _, no method of dict")
        if entry["topic"] not in topics:
            problems.append(f"{where}: no snippet has the topic {entry['topic']!r}")
        if not isinstance(entry.get("fact", ""), str):
            problems.append(f"{where}: `fact` is the dotted name of one of our facts")
        found.append(Published(name=name, line=entry.line, fact=entry.pop("fact", None), **entry))
    if problems:
        raise UserError(*problems)
    return found


def read_figures(root: Path, snippets: set[str]) -> list[Figure]:
    """`figures.yml`. Raises UserError for a bad field or an unknown snippet."""
    fields = {"draw": str, "title": str, "caption": str}
    problems: list[str] = []
    found: list[Figure] = []
    for name, entry in _entries(root, FIGURES, "figures", fields, problems, optional={"facts", "follow", "lanes"}):
        where = f"{FIGURES}:{entry.line}: `{name}`"
        lanes, facts = entry.pop("lanes", []), str(entry.pop("facts", ""))
        if not lanes and ("/".join(facts.split(".")[:2]) not in snippets or facts.count(".") != 2):
            problems.append(f"{where}: `facts` is topic.snippet.run, of a snippet that is there")
        if lanes and not all(_is_lane(lane) and lane["claim"] in snippets for lane in lanes):
            problems.append(f"{where}: a lane has `claim`, of a snippet that is there, `asks`, and `words`")
        follow = entry.pop("follow", None)
        found.append(Figure(name=name, line=entry.line, follow=follow, facts=facts, lanes=lanes, **entry))
    if problems:
        raise UserError(*problems)
    return found


def _is_lane(lane: Any) -> bool:
    """A claim over the releases: what it asks, and for `holds` or a piece of a reason [look, word]."""
    return (
        isinstance(lane, dict)
        and lane.keys() == {"claim", "asks", "words"}
        and isinstance(lane["words"], dict)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in lane["words"].values())
    )


def read_glossary(root: Path) -> list[Term]:
    """`glossary.yml`, in its own order. Raises UserError for a bad field."""
    problems: list[str] = []
    found = [
        Term(name=name, line=entry.line, means=entry["means"], also=tuple(entry.get("also", [])))
        for name, entry in _entries(root, GLOSSARY, "terms", {"means": str}, problems, optional={"also"})
    ]
    if problems:
        raise UserError(*problems)
    return found


def read_joined(root: Path, assigned: dict[str, frozenset[str]]) -> list[Joined]:
    """`joined_tables.yml`, if there is one. Raises UserError for a bad field, or a row that nothing gives.

    `assigned` are the names that each snippet assigns, by `topic/name`.
    """
    if not (root / JOINED).exists():
        return []
    fields = {"caption": str, "fact": str, "columns": list, "groups": dict}
    problems: list[str] = []
    found: list[Joined] = []
    for name, entry in _entries(root, JOINED, "tables", fields, problems):
        where = f"{JOINED}:{entry.line}: `{name}`"
        if not all(isinstance(places, list) for places in entry["groups"].values()):
            problems.append(f"{where}: `groups` is a mapping from heading to a list of snippets or topics")
            continue
        groups = tuple((heading, tuple(map(str, places))) for heading, places in entry["groups"].items())
        columns = tuple(map(str, entry["columns"]))
        table = Joined(name, entry.line, entry["caption"], entry["fact"], columns, groups)
        keys = [key for _, keys in table.rows(assigned) for key in keys]
        for place in [place for _, places in groups for place in places]:
            if "/" in place and place not in assigned:
                problems.append(f"{where}: there is no snippet `{place}`")
            elif "/" not in place and not any(key.startswith(f"{place}/") for key in keys):
                problems.append(f"{where}: no snippet of the topic `{place}` assigns `{table.fact}`")
        problems.extend(f"{where}: `{key}` stands here twice" for key in sorted({k for k in keys if keys.count(k) > 1}))
        found.append(table)
    if problems:
        raise UserError(*problems)
    return found


def _entries(
    root: Path,
    file: str,
    top: str,
    fields: dict[str, Any],
    problems: list[str],
    optional: frozenset[str] | set[str] = frozenset(),
) -> list[tuple[str, Mapping]]:
    document = read_yaml(root / file, root)
    if not isinstance(document, Mapping) or not isinstance(document.get(top), Mapping):
        raise UserError(f"{file}:1: expected a mapping `{top}:` from name to entry")
    good: list[tuple[str, Mapping]] = []
    for name, entry in document[top].items():
        where = f"{file}:{getattr(entry, 'line', 1)}: `{name}`"
        if not isinstance(entry, Mapping):
            problems.append(f"{where}: expected a mapping with {', '.join(fields)}")
            continue
        wrong = [field for field, kind in fields.items() if not isinstance(entry.get(field), kind)]
        unknown = sorted(entry.keys() - fields.keys() - optional)
        problems.extend(f"{where}: `{field}` is missing or of the wrong kind" for field in wrong)
        problems.extend(f"{where}: unknown field `{field}`; known: {', '.join(fields)}" for field in unknown)
        if not wrong and not unknown:
            good.append((str(name), entry))
    return good


def disagreements(published: list[Published], facts: dict[str, Plain]) -> list[str]:
    """One line for each published number that a measured fact contradicts; facts we do not have are passed over."""
    lines: list[str] = []
    for entry in published:
        ours = facts.get(entry.fact or "")
        if ours is None:
            continue
        theirs = entry.value if isinstance(entry.value, list) else [entry.value]
        measured = ours if isinstance(ours, list) else [ours]
        allowed = 1.01 * 10.0**-entry.decimals
        if len(theirs) != len(measured) or any(
            not isinstance(a, int | float) or not isinstance(b, int | float) or abs(a - b) > allowed
            for a, b in zip(theirs, measured, strict=False)
        ):
            lines.append(f"{PUBLISHED}:{entry.line}: `{entry.name}` says {entry.value}, but {entry.fact} is {ours}")
    return lines
