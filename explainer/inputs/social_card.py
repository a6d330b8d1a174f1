"""Reads `content/social_card.yml`: what the picture says that a link to the site shows, with one measured number."""

from pathlib import Path

from explainer.inputs.entries import CONTENT, Struct, refuse, to_struct
from explainer.inputs.yaml_files import read_yaml

FILE = f"{CONTENT}/social_card.yml"
MOST_LINES = 3


class SocialCard(Struct, frozen=True):
    """The card as a person writes it: `fact` is the dotted name of the number, shown to so many `decimals`."""

    line: int
    title: str
    lines: tuple[str, ...]
    fact: str
    decimals: int
    what: str


def read_social_card(root: Path) -> SocialCard | None:
    """The card, or None where there is none. Raises UserError with file and line for a bad field."""
    if not (root / FILE).exists():
        return None
    written = read_yaml(root / FILE, root)
    line = getattr(written, "line", 1)
    card = to_struct(SocialCard, written, f"{FILE}:{line}", line=line)
    problems = []
    if len(card.lines) > MOST_LINES:
        problems.append(f"{FILE}:{line}: `lines` are at most {MOST_LINES} lines of text (got {len(card.lines)})")
    if not 0 <= card.decimals <= 6:
        problems.append(f"{FILE}:{line}: `decimals` is 0 to 6 (got {card.decimals})")
    refuse(problems)
    return card
