import ast

import pytest

from explainer.inputs import code_digest
from explainer.inputs.code_digest import normalised_source, runnable_text
from explainer.inputs.snippets import RESERVED_NAMES

SOURCE = '''"""A claim."""

import torch
from torch import nn

checkpoint = "org/name"
tolerance = 0.05


def half(x):
    """Divides."""
    return x / 2


total = half(4)
print("total", total)
assert total == 2
'''
SNIPPET = frozenset(RESERVED_NAMES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A claim.", "Another claim.\n\nWith more words."),
        ("A claim.", "A claim.\n\nAs snippets/topic/name.py has it, by inspect and traceback."),
        ('    """Divides."""\n', ""),
        ("tolerance = 0.05\n", ""),
        (
            "tolerance = 0.05",
            'tolerance = 0.01\nneeds = ("mlm_head",)\nports = ("old",)\ndecides = "total"\nneeds_cpu = "it forks"',
        ),
        ("org/name", "org/other"),
        ("half(4)", "half(\n    4,\n)  # a comment"),
        ('"total"', "'to' 'tal'"),
    ],
)
def test_what_cannot_change_a_result_changes_no_digest(old: str, new: str) -> None:
    assert runnable_text(SOURCE.replace(old, new), SNIPPET) == normalised_source(SOURCE, SNIPPET)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("half(4)", "half(5)"),
        ("half(4)", "half(4.0)"),
        ("half(4)", "half('4')"),
        ("x / 2", "x // 2"),
        ("total == 2", "total <= 2"),
        ("import torch\n", "import torch as torch\n"),
        ("from torch import nn", "from torch import fx"),
        ('print("total", total)\n', ""),
        ('print("total", total)\n', 'print("total", total)\ntotal = None\n'),
        ("    return", "    tolerance = 1\n    return"),  # not the setting
        ("total", "whole"),
    ],
)
def test_what_can_change_a_result_changes_the_digest(old: str, new: str) -> None:
    assert normalised_source(SOURCE.replace(old, new), SNIPPET) != normalised_source(SOURCE, SNIPPET)


def test_a_parameter_counts_where_it_is_not_overridden() -> None:
    settings = SNIPPET - {"checkpoint"}
    assert normalised_source(SOURCE.replace("org/name", "org/other"), settings) != normalised_source(SOURCE, settings)


@pytest.mark.parametrize(
    "line",
    [
        "print(__doc__)",
        "print(half.__doc__)",
        "print(open(__file__).read())",
        "import inspect",
        "import dataclasses; dataclasses.inspect.getsource(half)",
        "from sys import argv",
        "from inspect import getsource",
        "import traceback as t",
        "import sys; print(sys.argv)",
        'print(open("snippets/topic/one.py").read())',
    ],
)
def test_a_program_that_may_read_itself_is_its_exact_text(line: str) -> None:
    source = SOURCE + line + "\n"
    assert runnable_text(source, SNIPPET) == source
    assert runnable_text(SOURCE, SNIPPET) == normalised_source(SOURCE, SNIPPET)
    for after in ("from torch import nn\n\n", "tolerance = 0.05\n"):  # what it is about is no part of what it does
        labels = 'scope = "library"\ndecides = "total"\n'
        scoped = source.replace(after, after + labels + "\n" * after.count("\n\n"), 1)
        assert scoped != source
        assert runnable_text(scoped, SNIPPET) == source


def test_a_function_called_like_a_module_that_reads_programs_is_none() -> None:
    source = SOURCE + "def inspect(x):\n    return x\n\n\ninspect(1)\n"
    assert runnable_text(source, SNIPPET) == normalised_source(source, SNIPPET)


def test_an_empty_field_of_a_newer_python_changes_nothing() -> None:
    """Since 3.12 a function has `type_params`, most of the time none."""
    newer = ast.parse(SOURCE)
    for node in ast.walk(newer):
        if isinstance(node, ast.FunctionDef):
            node.__dict__["type_params"] = []
            node._fields = (*ast.FunctionDef._fields, "type_params")  # type: ignore[misc]
    before = normalised_source(SOURCE, SNIPPET)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ast, "parse", lambda _: newer)
        patch.setattr(code_digest, "_statements", code_digest._statements.__wrapped__)  # it remembers the other tree
        assert normalised_source(SOURCE, SNIPPET) == before
