"""Save mkdocs work. Without this hook the site is the same, but building it takes half as long again.

Pygments parses each program once, although it is on up to three pages: its tokens are cached. And the search plugin,
whose HTML parser is the slowest part of a page, does not see code and listings, which the index excludes anyway.
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
_removed_parts: list[str] = []  # of the current page; mkdocs calls both handlers below for one page before the next


def _highlight(code: str, lexer: Lexer, formatter: Formatter) -> str:
    """Do what pygments.highlight does, with a cache of tokens."""
    key = (code, lexer.name, str(lexer.options))
    if key not in _tokens:
        _tokens[key] = list(lexer.get_tokens(code))
    html: str = pygments.format(_tokens[key], formatter)
    return html


highlight.highlight = _highlight  # pymdownx calls pygments' function by this name of its own


def on_pre_build(**_: object) -> None:
    """Forget the last build's tokens: a long `make serve` would keep those of every edit."""
    _tokens.clear()


@event_priority(100)
def _remove_listings(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """Replace code and listings by placeholders; priority 100 comes before the search plugin."""
    _removed_parts[:] = [match[0] for match in EXCLUDED.finditer(page.content or "")]
    page.content = EXCLUDED.sub(BLOCK_PLACEHOLDER, page.content or "")


@event_priority(-100)
def _restore_listings(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """Put code and listings back, after the search plugin. Raise ValueError if a placeholder is lost."""
    start, *parts = (page.content or "").split(BLOCK_PLACEHOLDER)
    page.content = start + "".join(html + part for html, part in zip(_removed_parts, parts, strict=True))


on_page_context = CombinedEvent(_remove_listings, _restore_listings)
