"""Reads what people say, `content/statements/<topic>.yml`, and numbers that others have published."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from explainer.inputs.entries import CONTENT, Entry, each, read_entries, refuse
from explainer.plain import SHADOWED, Plain

STATEMENTS = f"{CONTENT}/statements"
PUBLISHED = f"{CONTENT}/published.yml"
# As the file spells a verdict, and as the page does.
VERDICTS = {
    "right": "Right",
    "wrong": "Wrong",
    "half": "Half right",
    "outdated": "Outdated",
    "false alarm": "False alarm",
}


class Statement(Entry, frozen=True):
    """What somebody says, in our words, with the verdict and the snippets that settle it.

    `do` is what to do about it, a few lines of Python that run alone from the repository's root; or nothing.
    """

    says: str
    source: str
    url: str
    verdict: str
    why: str
    topic: str
    snippets: tuple[str, ...]
    do: str = ""

    @property
    def where(self) -> str:
        """Its file and line."""
        return f"{STATEMENTS}/{self.topic}.yml:{self.line}"


class Published(Entry, frozen=True):
    """A number, or a few, that others have published. `fact` is the dotted name of ours, where there is one.

    `decimals` is how many the source prints: ours agrees when it rounds, or truncates, to the same.
    """

    what: str
    value: int | float | list[int | float]
    decimals: int
    source: str
    url: str
    topic: str
    fact: str | None = None


def read_statements(root: Path, snippets: set[str]) -> list[Statement]:
    """All statements, topic by topic. Raises UserError for a bad field, an unknown verdict, topic or snippet."""
    topics = {key.split("/")[0] for key in snippets}

    def read(path: Path) -> list[Statement]:
        file = path.relative_to(root).as_posix()
        found = read_entries(
            root, file, "statements", Statement, lambda statement: _unfit(statement, snippets), topic=path.stem
        )
        refuse([] if path.stem in topics else [f"{file}:1: no snippet has the topic {path.stem!r}"])
        return found

    paths = sorted((root / STATEMENTS).glob("*.yml"))
    return list(chain.from_iterable(each(read, ((path,) for path in paths))))


def _unfit(statement: Statement, snippets: set[str]) -> Iterator[str]:
    if statement.verdict not in VERDICTS:
        yield f"verdict {statement.verdict!r} is not one of: {', '.join(VERDICTS)}"
    if not statement.snippets:
        yield "a verdict needs at least one snippet that settles it"
    for key in statement.snippets:
        if key not in snippets:
            yield f"there is no snippet `{key}`"
    try:
        ast.parse(statement.do)
    except (SyntaxError, ValueError):
        yield "`do` is lines of Python, a block that begins with `do: |`"


def read_published(root: Path, topics: set[str]) -> list[Published]:
    """`published.yml`. Raises UserError for a bad field, or a name or topic that a page could not use."""

    def unfit(entry: Published) -> Iterator[str]:
        if not entry.name.isidentifier() or entry.name in SHADOWED:
            yield "a page cannot quote this name; use letters, digits and _, and no method of dict"
        if entry.topic not in topics:
            yield f"no snippet has the topic {entry.topic!r}"

    return read_entries(root, PUBLISHED, "published", Published, unfit)


def disagreements(published: list[Published], facts: dict[str, Plain]) -> Iterator[str]:
    """One line for each published number that a measured fact contradicts; facts we do not have are passed over."""
    for entry in published:
        ours = facts.get(entry.fact or "")
        if ours is None:
            continue
        theirs = entry.value if isinstance(entry.value, list) else [entry.value]
        measured = ours if isinstance(ours, list) else [ours]
        allowed = 1.01 * 10.0**-entry.decimals
        if len(theirs) != len(measured) or any(
            not isinstance(number, int | float) or abs(said - number) > allowed
            for said, number in zip(theirs, measured, strict=False)
        ):
            yield f"{PUBLISHED}:{entry.line}: `{entry.name}` says {entry.value}, but {entry.fact} is {ours}"
