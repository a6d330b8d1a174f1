"""Reads `content/social_card.yml`: what the picture says that a link to the site shows, with one measured number."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import asdict, replace

from explainer.inputs.entries import CONTENT, Struct, refuse, to_struct
from explainer.inputs.yaml_files import read_yaml

FILE = f"{CONTENT}/social_card.yml"
MOST_LINES = 3
SIZE = (1200, 630)  # pixels, as Open Graph has it
COLOUR = re.compile("#[0-9a-f]{6}")


class Colours(Struct, frozen=True):
    """What is written in, as #rrggbb: the title and the sentence, the other lines, and the number."""

    text: str = "#ffffff"
    quiet: str = "#d0d7de"
    number: str = "#ffd33d"


class SocialCard(Struct, frozen=True):
    """The card as a person writes it: `fact` is the dotted name of the number, shown to so many `decimals`.

    `background` names a PNG with the site's logo in its upper right; `ground` is what that file holds, b"" for none.
    """

    line: int
    title: str
    lines: tuple[str, ...]
    fact: str
    decimals: int
    what: str
    colours: Colours = Colours()
    background: str = ""
    ground: bytes = b""


def read_social_card(root: Path) -> SocialCard | None:
    """The card, or None where there is none. Raises UserError with file and line for a bad field."""
    if not (root / FILE).exists():
        return None
    written = read_yaml(root / FILE, root)
    line = getattr(written, "line", 1)
    card = to_struct(SocialCard, written, f"{FILE}:{line}", line=line, ground=b"")
    if card.background and (root / card.background).is_file():
        card = replace(card, ground=(root / card.background).read_bytes())
    refuse(f"{FILE}:{line}: {problem}" for problem in _unfit(card))
    return card


def _unfit(card: SocialCard) -> Iterator[str]:
    if len(card.lines) > MOST_LINES:
        yield f"`lines` are at most {MOST_LINES} lines of text (got {len(card.lines)})"
    if not 0 <= card.decimals <= 6:
        yield f"`decimals` is 0 to 6 (got {card.decimals})"
    for name, colour in asdict(card.colours).items():
        if not COLOUR.fullmatch(colour):
            yield f"`colours` gives text, quiet, number as #rrggbb (got {name}: {colour!r})"
    size = card.ground[16:24] if card.ground.startswith(b"\x89PNG") else b""
    if card.background and size != struct.pack(">II", *SIZE):
        yield f"`background` must be a PNG of 1200 × 630 pixels (got {card.background})"
