"""Save mkdocs work. The site is the same without this hook, but takes half as long again.

A program is on up to three pages: this keeps its tokens, so that Pygments parses it once. And the search plugin's HTML
parser is the slowest part of a page: this takes out what the index excludes anyway, code and listings, before it reads.
"""

import re
from typing import Any

import pygments
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page
from pygments.formatter import Formatter
from pygments.lexer import Lexer
from pymdownx import highlight

# As Pygments and the build write them. The code contains no other div, and the table no other table.
EXCLUDED = re.compile(
    r'(?<=<div class="highlight" data-search-exclude="">).*?(?=</div>)'
    r'|(?<=<table data-search-exclude="">).*?(?=</table>)',
    re.DOTALL,
)
BLOCK_PLACEHOLDER = "<!--left out of the search-->"

_tokens: dict[tuple[str, ...], list[Any]] = {}  # by code, lexer and its options
_taken_out: list[str] = []  # of the current page: mkdocs finishes a page's context before the next one's


def _highlight(code: str, lexer: Lexer, formatter: Formatter) -> str:
    """Do what pygments.highlight does, with a cache of tokens."""
    key = (code, lexer.name, str(lexer.options))
    if key not in _tokens:
        _tokens[key] = list(lexer.get_tokens(code))
    html: str = pygments.format(_tokens[key], formatter)
    return html


highlight.highlight = _highlight


def on_pre_build(**_: object) -> None:
    """Forget the last build's tokens, or a long `make serve` would keep all that it ever saw."""
    _tokens.clear()


@event_priority(100)
def _take_out(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """Replace code and listings by placeholders; priority 100 comes before the search plugin."""
    _taken_out[:] = [match[0] for match in EXCLUDED.finditer(page.content or "")]
    page.content = EXCLUDED.sub(BLOCK_PLACEHOLDER, page.content or "")


@event_priority(-100)
def _put_back(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """Put code and listings back, after the search plugin. Raise ValueError if a placeholder is lost."""
    start, *parts = (page.content or "").split(BLOCK_PLACEHOLDER)
    page.content = start + "".join(html + part for html, part in zip(_taken_out, parts, strict=True))


on_page_context = CombinedEvent(_take_out, _put_back)
