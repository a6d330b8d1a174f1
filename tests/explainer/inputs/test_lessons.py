"""A lesson is what a page shows of a snippet: the lines between two marks, if they are easy to read."""

from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.code_digest import program_digest
from explainer.inputs.lessons import END, START, lesson_of, without_marks
from explainer.inputs.site import read_site
from explainer.inputs.snippets import HIDDEN_SETTINGS, RESERVED_NAMES, Snippet, parse_snippet
from explainer.render.claims import code_of
from tests.conftest import TinyProject

PROGRAM = f'''"""A claim."""

import json
import re
from collections import Counter, OrderedDict

from decimal import Decimal

import math

before = 1
{START}
scope = "library"

total = 2 + 2
words = Counter(["a"])  # of a word
root = math.sqrt(total)
print("total", total)
{END}

expected = Decimal(4)
assert total == expected
'''
SHOWN = """from collections import Counter

import math

total = 2 + 2
words = Counter(["a"])  # of a word
root = math.sqrt(total)
print("total", total)"""


def parsed(source: str) -> Snippet:
    return parse_snippet(Path("snippets/topic/one.py"), source)


def with_lesson(*lines: str) -> str:
    body = "\n".join(lines)
    return f'"""A claim."""\n{START}\n{body}\n{END}\nassert True\n'


def test_a_page_shows_a_lesson_below_the_imports_that_it_needs() -> None:
    assert lesson_of(PROGRAM, HIDDEN_SETTINGS) == SHOWN
    assert lesson_of(without_marks(PROGRAM), HIDDEN_SETTINGS) == ""


def test_two_blank_lines_are_above_a_function_and_a_long_import_is_broken() -> None:
    names = ", ".join(f"a_rather_long_name_{number}" for number in range(5))
    uses = [f"    return {names}"]
    source = f'"""A claim."""\nfrom somewhere import {names}, another\n\n\n{START}\ndef all_of_them():\n'
    source += "\n".join([*uses, END, "", "", "assert another"])
    head, body = lesson_of(source, HIDDEN_SETTINGS).split("\n\n\n")
    assert head.splitlines() == ["from somewhere import (", *(f"    {name}," for name in names.split(", ")), ")"]
    assert body.startswith("def all_of_them():")


def test_marks_are_in_no_digest_and_in_no_whole_program() -> None:
    plain = without_marks(PROGRAM)
    assert "8<" not in plain
    assert "8<" not in code_of(PROGRAM)
    assert code_of(PROGRAM) == code_of(plain)
    reserved = frozenset(RESERVED_NAMES)
    assert program_digest(PROGRAM, reserved) == program_digest(plain, reserved)


def test_names_that_a_lesson_assigns_first_are_facts_only_where_a_page_quotes_them(project: TinyProject) -> None:
    snippet = parsed(PROGRAM)
    assert snippet.assigned_names == {"before", "total", "words", "root", "expected"}
    assert snippet.lesson_names == {"total", "words", "root"}
    project.snippet("topic/one", PROGRAM)
    assert [each.assigned_names for each in read_site(project.root).snippets] == [{"before", "expected"}]
    page = project.root / "docs/topic/index.md"
    page.write_text(page.read_text() + "It is {{ facts.topic.one.total }}.\n")
    assert [each.assigned_names for each in read_site(project.root).snippets] == [{"before", "expected", "total"}]


@pytest.mark.parametrize(
    ("source", "line", "problem"),
    [
        (with_lesson("_ids = 1"), 3, "a lesson has no `_ids`"),
        (with_lesson("def _score(text):", "    return text"), 3, "a lesson has no `_score`"),
        (with_lesson("a = 1", "print(b := a)"), 4, "a lesson has no `:=`"),
        (with_lesson("a = 1; b = 2"), 3, "no `;`"),
        (with_lesson("a = [x", "     for x in (1, 2)]"), 3, "a lesson has no comprehension over two lines"),
        (with_lesson("a = 1", 'assert a == 1, ("a", a)'), 4, "a lesson has no assert with a tuple inside"),
        (with_lesson(*(f"a{n} = {n}" for n in range(13))), 2, "a lesson has at most 12 lines, and this has 13"),
        (f'"""A claim."""\n{START}\na = 1\nassert a\n', 2, "a lesson is between one"),
        (f'"""A claim."""\na = 1\n{END}\nassert a\n', 3, "a lesson is between one"),
        (f'"""A claim."""\n{END}\na = 1\n{START}\nassert a\n', 2, "a lesson is between one"),
        (f'"""A claim."""\nif True:\n    {START}\n    a = 1\n    {END}\nassert a\n', 3, "neither of them indented"),
        (f'"""A claim."""\nif True:\n    a = 1\n{START}\n    b = 2\n{END}\nassert a\n', 4, "whole statements"),
        (f'"""A claim."""\na = 1\n{START}\nprint(a)\n{END}\nassert a\n', 3, "reads `a`, which is assigned outside"),
    ],
)
def test_a_lesson_that_is_hard_to_read_is_refused(source: str, line: int, problem: str) -> None:
    with pytest.raises(UserError) as caught:
        parsed(source)
    (found,) = caught.value.lines
    assert found.startswith(f"snippets/topic/one.py:{line}: ")
    assert problem in found


@pytest.mark.parametrize(
    "source",
    [
        with_lesson(*(f"a{n} = {n}" for n in range(12)), "", 'scope = "library"'),  # neither counts
        with_lesson("for _ in range(2):", "    print([x for x in (1, 2)], ';')"),
        with_lesson("a = 1", 'assert a == 1, f"{a}"'),
        f'"""A claim."""\n_hidden = [x for x in\n           (1, 2)]\n{START}\na = 1\n{END}\nassert (b := a), (a, b)\n',
    ],
)
def test_a_plain_lesson_is_not(source: str) -> None:
    assert parsed(source).name == "one"


def test_a_panel_shows_the_lesson_and_the_claim_s_page_the_program(project: TinyProject) -> None:
    project.snippet("topic/one", PROGRAM.replace("before = 1", "before = 111"))
    assert project.build().returncode == 0
    panel = project.rendered()["program/topic/one"]
    assert SHOWN in panel
    assert "Decimal" not in panel
    page = project.page("c/one")
    assert "before = 111" in page
    assert "8<" not in page + panel


def test_the_shipped_lessons_are_those_of_programs_that_a_page_shows(root: Path) -> None:
    site = read_site(root)
    taught = {snippet.key for snippet in site.snippets if START in snippet.source}
    shown = " ".join(site.pages.values())
    assert len(taught) >= 10
    assert [key for key in sorted(taught) if f'program("{key}")' not in shown] == []
