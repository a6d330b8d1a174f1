"""HTML is in templates, which escape what they are given; in Python's strings there is none."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explainer.render import templating
from explainer.render.cells import Cell, Row, Table, pieces, plain
from tests.repository.test_bounds import ROOT, modules

# A tag, or the piece of one that a formatted string leaves beside what it puts in.
TAG = re.compile(r"</?(?:[a-z][a-z0-9]*)(?:\s+[a-z-]+(?:=|\s|/?>|$)|\s*/?>)|&(?:[a-z]+|#\d+);", re.IGNORECASE)
# What stands for something, as in `snippets/<topic>/<name>.py`.
STANDS_FOR = re.compile(r"<(?:topic|name|checkpoint|snippet|revision)>")
MAY = {
    "explainer/render/svg.py": "the elements of the drawings, which escape their texts",
    "inspector/report_formats.py": "the inspector imports the standard library alone; all goes through its `_html`",
    "explainer/pipeline/build_report.py": "a line break inside a cell of GitHub's Markdown, which knows no other",
    "overrides/shortcuts.py": "it finds these elements in what the site engine wrote, and writes none",
}


def with_tags(source: str) -> Iterator[str]:
    """The strings of a program that hold HTML; what only describes, a docstring, is none of them."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in said:
            continue
        if TAG.search(STANDS_FOR.sub("", node.value)):
            yield f"{node.lineno}: {node.value.strip()[:60]}"


@pytest.mark.parametrize("name", [name for name in modules() if not name.startswith("experiments/")])
def test_there_is_no_html_in_python(name: str) -> None:
    found = list(with_tags((ROOT / name).read_text(encoding="utf-8")))
    assert bool(found) == (name in MAY), found or f"{name} needs no exception any more"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("x = '<b>'", True),
        ("x = f'<a href=\"{y}\">{z}</a>'", True),
        ("x = f'<td {y}>'", False),  # its end is enough
        ("x = f'<td class=\"{y}\">'", True),
        ("x = f'{y}</td>'", True),
        ("x = '<br/>' 'x'", True),
        ("x = '<input hidden>'", True),
        ("x = '1&nbsp;%'", True),
        ("def f():\n    '''Makes a <b>.'''", False),
        ("x = 'a < b and c > d'", False),
        ("x = 'snippets/<topic>/<name>.py'", False),
    ],
)
def test_that_check_can_fail(source: str, seen: bool) -> None:
    assert bool(list(with_tags(source))) == seen


# What a template takes as it is: the drawings, and where a line may break. Markdown is for pages of Markdown.
TAKEN = {"figure.html": 'drawing.parts|join("\\n")|safe', "table.html": '"<wbr>"|safe'}


def unescaped(name: str, text: str) -> list[str]:
    """What in a template is not escaped."""
    text = text.replace(TAKEN.get(name, "\0"), "")
    return re.findall(r"\|\s*safe|autoescape" + (r"|\|\s*markdown" if name.endswith(".html") else ""), text)


@pytest.mark.parametrize("path", sorted(templating.FOLDER.iterdir()), ids=lambda path: path.name)
def test_every_template_escapes(path: Path) -> None:
    template = templating._environment().get_template(path.name)
    assert template.environment.autoescape is True
    assert unescaped(path.name, path.read_text(encoding="utf-8")) == []


def test_that_check_of_the_templates_can_fail() -> None:
    assert unescaped("x.html", "{{ a|markdown }}{% autoescape false %}{{ a | safe }}") != []
    assert unescaped("figure.html", "{{ title|safe }}") == ["|safe"]
    assert unescaped("x.md", "{{ a|markdown }}") == []


BAD = "<b>&`<i>`"


def test_code_among_words_is_escaped() -> None:
    shown = templating._environment().from_string("{{ one|code }}").render(one=BAD)
    assert shown == "&lt;b&gt;&amp;<code>&lt;i&gt;</code>"


def test_a_table_escapes_all_that_it_is_given() -> None:
    cells = [Cell(pieces(BAD), BAD, BAD, BAD), plain(BAD * 9), plain(BAD)]
    text = templating.render("one_table.html", table=Table([BAD] * 3, [Row([], topic=BAD), Row(cells, BAD)]))
    assert "<b>" not in text
    assert "<i>" not in text
    assert not re.search(r'="[^"]*[<>]', text)
