"""The hook that saves the site engine work: what it leaves out is put back, and a program's colours are the same."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pygments
import pytest
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonConsoleLexer, PythonLexer
from pymdownx import highlight

ROOT = Path(__file__).resolve().parents[2]
LISTING = '<table data-search-exclude=""><tr><td>1</td></tr></table>'
CODE = '<div class="highlight" data-search-exclude=""><pre>x = 1\n</pre></div>'


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    monkeypatch.setattr(highlight, "highlight", highlight.highlight)  # which the hook replaces
    return SimpleNamespace(**runpy.run_path(str(ROOT / "overrides/shortcuts.py")))


@pytest.mark.parametrize("left_out", [[], [CODE], [LISTING, CODE, CODE]])
def test_the_search_reads_a_page_without_its_code_which_is_there_again(
    hook: SimpleNamespace, left_out: list[str]
) -> None:
    parts = ["<h1>Heading</h1>", *(f"{one}<p>words</p>" for one in left_out), '<table><tr><td data-search-x="y">kept']
    page = SimpleNamespace(content="\n".join(parts))
    take_out, put_back = hook.on_page_context.methods
    take_out({}, page=page)
    assert "x = 1" not in page.content
    assert "<td>1" not in page.content
    assert page.content.count("words") == len(left_out)
    assert "kept" in page.content
    page.content = page.content.replace(' data-search-x="y"', "")  # as the search's own plugin does
    put_back({}, page=page)
    assert page.content == "\n".join(parts).replace(' data-search-x="y"', "")


def test_what_stands_after_a_page_that_was_left_out_is_not_lost(hook: SimpleNamespace) -> None:
    take_out, put_back = hook.on_page_context.methods
    page = SimpleNamespace(content=CODE)
    take_out({}, page=page)
    page.content = "another page"
    with pytest.raises(ValueError, match="shorter"):
        put_back({}, page=page)


def test_colours_are_those_of_pygments(hook: SimpleNamespace) -> None:
    code = ">>> print('a')\na\n"
    formatters = [HtmlFormatter(), HtmlFormatter(filename="a.py"), HtmlFormatter(hl_lines=[1])]
    lexers = [PythonLexer(), PythonConsoleLexer(), PythonLexer(stripnl=False)]
    seen = [highlight.highlight(text, lexer, formatter)
            for text in (code, "\n" + code) for lexer in lexers for formatter in formatters]  # fmt: skip
    assert seen == [pygments.highlight(text, lexer, formatter)
                    for text in (code, "\n" + code) for lexer in lexers for formatter in formatters]  # fmt: skip
    assert len(set(seen)) > len(lexers)


def test_no_block_that_is_left_out_has_another_of_its_kind_inside(hook: SimpleNamespace, site: Path) -> None:
    """Or it would end too early, where that one does."""
    pages = (page.read_text(encoding="utf-8") for page in site.rglob("*.html"))
    blocks = [block for page in pages for block in hook.EXCLUDED.finditer(page)]
    assert len(blocks) > 100
    assert not any("<div" in block[0] or "<table" in block[0] for block in blocks)
