"""What need not be done twice, or for nobody: the site is the same without this hook, and takes half as long again.

A program is on its claim's page, among its topic's proofs, and often folded on a page; it is parsed for its colours
once. And the search's index leaves code and listings out: its parser, the slowest part of a page, need not read them.
"""

import re
from typing import Any

import pygments
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page
from pygments.formatter import Formatter
from pygments.lexer import Lexer
from pymdownx import highlight

# As the build and Pygments write them; no div is inside of the one and no table inside of the other.
LEFT_OUT = re.compile(
    r'(?<=<div class="highlight" data-search-exclude="">).*?(?=</div>)'
    r'|(?<=<table data-search-exclude="">).*?(?=</table>)',
    re.DOTALL,
)
PLACE = "<!--left out of the search-->"

_tokens: dict[tuple[str, ...], list[Any]] = {}
_left_out: list[str] = []


def _coloured(code: str, lexer: Lexer, formatter: Formatter) -> str:
    """As pygments.highlight; the tokens of a text are found once."""
    key = (code, lexer.name, str(lexer.options))
    if key not in _tokens:
        _tokens[key] = list(lexer.get_tokens(code))
    html: str = pygments.format(_tokens[key], formatter)
    return html


highlight.highlight = _coloured


def on_pre_build(**_: object) -> None:
    """`make serve` builds more than once."""
    _tokens.clear()


@event_priority(100)
def _take_out(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """Before the search reads a page."""
    _left_out[:] = [found[0] for found in LEFT_OUT.finditer(page.content or "")]
    page.content = LEFT_OUT.sub(PLACE, page.content or "")


@event_priority(-100)
def _put_back(_context: dict[str, Any], /, *, page: Page, **_: object) -> None:
    """After it."""
    first, *others = (page.content or "").split(PLACE)
    page.content = first + "".join(kept + other for kept, other in zip(_left_out, others, strict=True))


on_page_context = CombinedEvent(_take_out, _put_back)
