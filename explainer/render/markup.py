"""Pieces of Markdown that every renderer shares."""

import re
from functools import cache
from textwrap import indent

from explainer.inputs.content import Checkpoint

SIGN = re.compile(r"[\\`*_\[\]<>&]")  # means something to Markdown or HTML
# Every page fetches the index of the search: what a program says, or what is said elsewhere, is not worth its weight.
UNSEARCHED = 'data-search-exclude=""'


def tabbed(blocks: list[tuple[Checkpoint | None, str]]) -> str:
    """Blocks of Markdown as linked tabs, one a checkpoint; a block without one stays by itself."""
    return "\n\n".join(
        f'=== "{checkpoint.title}"\n\n{indent(text, "    ")}' if checkpoint else text for checkpoint, text in blocks
    )


@cache
def fenced(text: str, language: str, title: str = "") -> str:
    """A code block outside the search, that nothing in the text can end, and in which no include is followed."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    text = re.sub(r"^(\s*)(-+8<-+)", r"\1;\2", text, flags=re.MULTILINE)
    named = f' title="{title}"' if title else ""
    return f"{fence}{{ .{language}{named} {UNSEARCHED} }}\n{text}\n{fence}"


def inline_code(text: str) -> str:
    """Text as code in a sentence of Markdown, whatever backticks it has."""
    mark = "`" * (1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{mark} {text} {mark}" if "`" in text else f"{mark}{text}{mark}"


def words_only(text: str) -> str:
    """A program's words in a sentence of Markdown: backticks are code, and no other sign means anything."""
    parts = re.split("(`[^`]+`)", text)
    return "".join(part if place % 2 else SIGN.sub(_entity, part) for place, part in enumerate(parts))


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def slug(name: str) -> str:
    """A name as part of a class or an anchor."""
    return name.replace("_", "-").replace(" ", "-")


def words(name: str) -> str:
    """A topic or a property as a person writes it."""
    return name.replace("_", " ")


def short_title(name: str, claim: str) -> str:
    """A claim's name in words, for a table of contents; names as its sentence has them, such as LayerNorm."""
    written = [*re.findall(r"[A-Z]{2,}(?![a-z])", claim), *re.findall(r"\w+", claim)]
    names = {word.lower(): word for word in written if word[1:] != word[1:].lower()}
    title = " ".join(names.get(word, word) for word in name.split("_")).replace(" s ", "'s ")
    return title[:1].upper() + title[1:]


def enumeration(names: list[str]) -> str:
    """Names as a sentence has them: a, b and c."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
