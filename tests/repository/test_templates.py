"""Templates escape what they are given. (That Python marks no text as safe, ruff knows: S701 and S704.)"""

import re

from explainer.render import templating
from explainer.render.cells import Cell, Row, Table, text_cell, to_pieces

# What a template takes as it is: the drawings, and where a line may break. Markdown is for pages of Markdown.
TAKEN = {"figure.html": 'drawing.parts|join("\\n")|safe', "table.html": '"<wbr>"|safe'}
BAD = "<b>&`<i>`"


def unescaped(name: str, text: str) -> list[str]:
    """What in a template is not escaped."""
    text = text.replace(TAKEN.get(name, "\0"), "")
    return re.findall(r"\|\s*safe|autoescape" + (r"|\|\s*markdown" if name.endswith(".html") else ""), text)


def test_every_template_escapes() -> None:
    assert templating._environment().autoescape is True
    templates = {path.name: path.read_text(encoding="utf-8") for path in templating.TEMPLATES_FOLDER.iterdir()}
    assert {name: found for name, text in templates.items() if (found := unescaped(name, text))} == {}
    assert unescaped("x.html", "{{ a|markdown }}{% autoescape false %}{{ a | safe }}") != []


def test_code_among_words_is_escaped() -> None:
    shown = templating._environment().from_string("{{ one|code }}").render(one=BAD)
    assert shown == "&lt;b&gt;&amp;<code>&lt;i&gt;</code>"


def test_a_table_escapes_all_that_it_is_given() -> None:
    cells = [Cell(to_pieces(BAD), BAD, BAD, BAD), text_cell(BAD * 9), text_cell(BAD)]
    text = templating.render("one_table.html", table=Table([BAD] * 3, [Row([], heading=BAD), Row(cells, BAD)]))
    assert "<b>" not in text
    assert "<i>" not in text
    assert not re.search(r'="[^"]*[<>]', text)
