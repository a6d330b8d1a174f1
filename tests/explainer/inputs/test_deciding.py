"""The line of an output that a reader sees under a claim, and marks that mark no line."""

from pathlib import Path

import pytest

from explainer.inputs.settings import deciding_line, undecided
from explainer.inputs.snippets import parse_snippet

OUTPUT = "a heading\n  rows  2\n  the rows are equal\nlast of all\n\n"
SNIPPET = '"""A claim."""\n\n%s\nprint("so")\nassert True\n'


@pytest.mark.parametrize(
    ("output", "decides", "line"),
    [
        (OUTPUT, None, "last of all"),
        (OUTPUT, "are equal", "the rows are equal"),
        (OUTPUT, "rows", "rows  2"),
        (OUTPUT, "columns", "last of all"),
        ("one\n \n", None, "one"),
        ("", None, "(it prints nothing)"),
        ("\n", "rows", "(it prints nothing)"),
    ],
)
def test_the_line_that_decides(output: str, decides: str | None, line: str) -> None:
    assert deciding_line(output, decides) == line


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("", ""),
        ('decides = "are equal"', ""),
        ('decides = "columns"', "no line contains 'columns' in the output of small"),
        ('decides = "rows"', "2 lines contain 'rows' in the output of small"),
    ],
)
def test_a_mark_marks_one_line(setting: str, complaint: str) -> None:
    snippet = parse_snippet(Path("snippets/topic/one.py"), SNIPPET % setting)
    expected = f"snippets/topic/one.py:3: `decides`: {complaint}; take a piece of exactly one"
    assert list(undecided(snippet, "small", OUTPUT)) == ([expected] if complaint else [])
