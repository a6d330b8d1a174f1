"""Reads `card.yml`: what the picture says that a link to the site shows elsewhere, with one measured number."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.documents import Mapping, read_yaml
from explainer.errors import UserError
from explainer.facts import Plain
from explainer.registry import NAMED, ONCE, Checkpoint
from explainer.render.card import Card

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


def filled(preview: Preview, names: dict[str, Plain], record: dict[str, Any], checkpoints: list[Checkpoint]) -> Card:
    """The card with the number in it, and with what that was measured on; `names` are the facts that can be quoted.

    Raises UserError if there is no such number.
    """
    value: Plain | None = names.get(preview.fact)
    if value is None:
        near = difflib.get_close_matches(preview.fact, names, 1, 0.5)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UserError(f"{FILE}:{preview.line}: `{preview.fact}` does not exist{hint}")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{FILE}:{preview.line}: `{preview.fact}` is no number (it is {value!r})")
    _, topic, snippet, slug = preview.fact.split(".")[:4]
    measured = record[topic][snippet]["runs"][slug]["measured"]
    titles = {checkpoint.slug: checkpoint.title for checkpoint in checkpoints}
    parts = [titles[slug]] if slug != ONCE else []
    parts += [f"{name} {measured[name]}" for name in NAMED if name in measured]
    return Card(
        title=preview.title,
        lines=preview.lines,
        number=f"{value:,.{preview.decimals}f}",
        what=preview.what,
        on="Measured on " + ", ".join([*parts, measured["device"]]) + ".",
    )
