"""Write the small pieces of Markdown that every renderer shares: tabs, code blocks, inline code, titles, lists."""

import re
from functools import cache
from textwrap import indent

from explainer.inputs.content import Checkpoint

MARKUP_SIGN = re.compile(r"[\\`*_\[\]<>&]")  # means something to Markdown or HTML
# Every page loads the whole search index, so programs, their outputs and repeated texts stay out of it.
NO_SEARCH = 'data-search-exclude=""'


def tabbed(blocks: list[tuple[Checkpoint | None, str]]) -> str:
    """Return blocks of Markdown as tabs, one per checkpoint; a block whose checkpoint is None gets no tab."""
    return "\n\n".join(
        f'=== "{checkpoint.title}"\n\n{indent(text, "    ")}' if checkpoint else text for checkpoint, text in blocks
    )


@cache
def fenced(text: str, language: str, title: str = "") -> str:
    """Return a code block that the search skips; its fence is longer than any run of backticks in the text."""
    fence = "`" * max(3, _longest_backticks(text) + 1)
    # pymdownx.snippets follows includes inside of code, too; a semicolon before the scissors escapes one.
    text = re.sub(r"^(\s*)(-+8<-+)", r"\1;\2", text, flags=re.MULTILINE)
    title_attribute = f' title="{title}"' if title else ""
    return f"{fence}{{ .{language}{title_attribute} {NO_SEARCH} }}\n{text}\n{fence}"


def inline_code(text: str) -> str:
    """Return text as inline code of Markdown, between more backticks than it has in a row."""
    fence = "`" * (_longest_backticks(text) + 1)
    return f"{fence} {text} {fence}" if "`" in text else f"{fence}{text}{fence}"


def _longest_backticks(text: str) -> int:
    return max(map(len, re.findall(r"`+", text)), default=0)


def words_only(text: str) -> str:
    """Return a text for a sentence of Markdown in which backticks are code, and every other sign is escaped."""
    parts = re.split("(`[^`]+`)", text)  # every second part is code
    return "".join(part if index % 2 else MARKUP_SIGN.sub(_entity, part) for index, part in enumerate(parts))


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"


def slug(name: str) -> str:
    """Return a name as part of a CSS class or an anchor: `batch_norm` → `batch-norm`."""
    return name.replace("_", "-").replace(" ", "-")


def words(name: str) -> str:
    """Return a topic or a property with spaces: `batch_norm` → `batch norm`."""
    return name.replace("_", " ")


def short_title(name: str, claim: str) -> str:
    """Return a claim's name as a title, with capitals as its sentence has them: `adamw_s_step` → AdamW's step."""
    # The first pattern finds an acronym that is part of a longer word: RNN in `RNN_cell`.
    claim_words = [*re.findall(r"[A-Z]{2,}(?![a-z])", claim), *re.findall(r"\w+", claim)]
    capitalized = {word.lower(): word for word in claim_words if word[1:] != word[1:].lower()}
    # A file's name has no apostrophe: `adam_s_step` is “Adam's step”.
    title = " ".join(capitalized.get(word, word) for word in name.split("_")).replace(" s ", "'s ")
    return title[:1].upper() + title[1:]


def enumeration(names: list[str]) -> str:
    """Return names as a sentence lists them: a, b and c."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
