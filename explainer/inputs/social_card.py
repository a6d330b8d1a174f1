"""Reads `card.yml`: what the picture says that a link to the site shows elsewhere, with one measured number."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml

FILE = "card.yml"
MOST_LINES = 3


@dataclass(frozen=True)
class Preview:
    """The card as a person writes it: `fact` is the dotted name of the number, shown to so many `decimals`."""

    line: int
    title: str
    lines: tuple[str, ...]
    fact: str
    decimals: int
    what: str


def read_preview(root: Path) -> Preview | None:
    """`card.yml`, or None where there is none. Raises UserError with file and line for each bad field."""
    if not (root / FILE).exists():
        return None
    entry = read_yaml(root / FILE, root)
    if not isinstance(entry, Mapping):
        raise UserError(f"{FILE}:1: expected a mapping with {', '.join(_FIELDS)}")
    if problems := list(_problems(entry)):
        raise UserError(*problems)
    return Preview(line=entry.line, **{**entry, "lines": tuple(entry["lines"])})


_FIELDS: dict[str, type] = {"title": str, "lines": list, "fact": str, "decimals": int, "what": str}


def _problems(entry: Mapping) -> Iterator[str]:
    where = f"{FILE}:{entry.line}"
    for field, kind in _FIELDS.items():
        if not isinstance(entry.get(field), kind):
            yield f"{where}: `{field}` must be a {kind.__name__} (got {entry.get(field)!r})"
    for field in sorted(entry.keys() - _FIELDS.keys()):
        yield f"{where}: unknown field `{field}`; known: {', '.join(_FIELDS)}"
    lines: Any = entry.get("lines")
    if isinstance(lines, list) and not (len(lines) <= MOST_LINES and all(isinstance(line, str) for line in lines)):
        yield f"{where}: `lines` are at most {MOST_LINES} lines of text (got {lines!r})"
    if isinstance(decimals := entry.get("decimals"), int) and not 0 <= decimals <= 6:
        yield f"{where}: `decimals` is 0 to 6 (got {decimals})"
