"""Reads `card.yml`: what the picture says that a link to the site shows elsewhere, with one measured number."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml

FILE = "card.yml"
MOST_LINES = 3
SIZE = (1200, 630)  # pixels, as Open Graph has it
COLOUR = re.compile("#[0-9a-f]{6}")


@dataclass(frozen=True)
class Colours:
    """What is written in, as #rrggbb: the title and the sentence, the other lines, and the number."""

    text: str = "#ffffff"
    quiet: str = "#d0d7de"
    number: str = "#ffd33d"


@dataclass(frozen=True)
class Preview:
    """The card as a person writes it: `fact` is the dotted name of the number, shown to so many `decimals`.

    `background` is the content of the PNG that `card.yml` names, with the site's logo in its upper right; b"" for none.
    """

    line: int
    title: str
    lines: tuple[str, ...]
    fact: str
    decimals: int
    what: str
    colours: Colours = Colours()
    background: bytes = b""


def read_preview(root: Path) -> Preview | None:
    """`card.yml`, or None where there is none. Raises UserError with file and line for each bad field."""
    if not (root / FILE).exists():
        return None
    entry = read_yaml(root / FILE, root)
    if not isinstance(entry, Mapping):
        raise UserError(f"{FILE}:1: expected a mapping with {', '.join(_FIELDS)}")
    if problems := list(_problems(entry)):
        raise UserError(*problems)
    given = {**entry, "lines": tuple(entry["lines"]), "colours": Colours(**entry.get("colours", {}))}
    if name := given.pop("background", None):
        given["background"] = content = (root / name).read_bytes() if (root / name).is_file() else b""
        if not (content.startswith(b"\x89PNG") and content[16:24] == struct.pack(">II", *SIZE)):
            raise UserError(f"{FILE}:{entry.line}: `background` must be a PNG of 1200 × 630 pixels (got {name})")
    return Preview(line=entry.line, **given)


_FIELDS: dict[str, type] = {"title": str, "lines": list, "fact": str, "decimals": int, "what": str}
_OPTIONAL: dict[str, type] = {"colours": dict, "background": str}


def _problems(entry: Mapping) -> Iterator[str]:
    where = f"{FILE}:{entry.line}"
    for field, kind in (_FIELDS | {field: kind for field, kind in _OPTIONAL.items() if field in entry}).items():
        if not isinstance(entry.get(field), kind):
            yield f"{where}: `{field}` must be a {kind.__name__} (got {entry.get(field)!r})"
    for field in sorted(entry.keys() - _FIELDS.keys() - _OPTIONAL.keys()):
        yield f"{where}: unknown field `{field}`; known: {', '.join(_FIELDS | _OPTIONAL)}"
    lines: Any = entry.get("lines")
    if isinstance(lines, list) and not (len(lines) <= MOST_LINES and all(isinstance(line, str) for line in lines)):
        yield f"{where}: `lines` are at most {MOST_LINES} lines of text (got {lines!r})"
    if isinstance(decimals := entry.get("decimals"), int) and not 0 <= decimals <= 6:
        yield f"{where}: `decimals` is 0 to 6 (got {decimals})"
    if isinstance(colours := entry.get("colours"), dict):
        for name, colour in colours.items():
            if name not in Colours.__dataclass_fields__ or not COLOUR.fullmatch(str(colour)):
                known = ", ".join(Colours.__dataclass_fields__)
                yield f"{where}: `colours` gives {known} as #rrggbb (got {name}: {colour!r})"
