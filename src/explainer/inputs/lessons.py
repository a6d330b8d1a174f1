"""Read a snippet's lesson, the lines between two comments: what a page shows of the program.

The rest of the program is the harness, which proves the claim. Its page shows all of it.
"""

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from functools import cache

from explainer.inputs.code_digest import lines_without_assignments, nodes_of, syntax_tree

START, END = "# --8<-- [start:lesson]", "# --8<-- [end:lesson]"
MAX_LESSON_LINES = 12  # without blank lines, settings, and the imports that are shown above
MAX_WIDTH = 88  # of a line of code that a page shows
# A mark's line; between two blank lines, the second goes, too.
MARK_LINE = re.compile(rf"^(?:{re.escape(START)}|{re.escape(END)})\n(?:(?<=\n\n{re.escape(END)}\n)\n)?", re.MULTILINE)
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def without_marks(source: str) -> str:
    """Return a program without the lines that mark its lesson."""
    return MARK_LINE.sub("", source)


@cache
def _range(source: str) -> tuple[int, int] | None:
    """Return the numbers of the lines that hold the marks, from 1; None if there is no lesson."""
    lines = source.split("\n")
    return (lines.index(START) + 1, lines.index(END) + 1) if START in lines and END in lines else None


def _statements(source: str) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the top-level statements of the lesson, and the others."""
    start, end = _range(source) or (0, 0)
    body = syntax_tree(source).body
    inside = [node for node in body if start < node.lineno < end]
    return inside, [node for node in body if node not in inside]


def _names(nodes: Collection[ast.stmt], context: type[ast.expr_context]) -> set[str]:
    """Return the names that statements read or assign, functions and their parameters included."""
    every = [node for statement in nodes for node in ast.walk(statement)]
    names = {node.id for node in every if isinstance(node, ast.Name) and isinstance(node.ctx, context)}
    if context is ast.Store:
        names |= {node.name for node in every if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        names |= {node.arg for node in every if isinstance(node, ast.arg)}
        names |= {node.name for node in every if isinstance(node, ast.ExceptHandler) and node.name}
    return names


def lesson_names(source: str) -> frozenset[str]:
    """Return the names that are first assigned in the lesson. They are facts only if a page quotes them."""
    if not (marks := _range(source)):
        return frozenset()
    inside, others = _statements(source)
    before = [node for node in others if node.lineno < marks[0]]
    return frozenset(_names(inside, ast.Store) - _names(before, ast.Store))


def lesson_of(source: str, hidden_settings: Collection[str]) -> str:
    """Return the lesson below the imports that it needs, without these settings; "" if the program has none."""
    if not (lines := _lesson_lines(source, hidden_settings)):
        return ""
    return "\n".join([*_imports(source), *lines])


def _lesson_lines(source: str, hidden_settings: Collection[str]) -> list[str]:
    """Return the lines between the marks without these settings, and without blank lines at both ends."""
    if not (marks := _range(source)):
        return []
    text = "\n".join(source.split("\n")[marks[0] : marks[1] - 1])
    return "\n".join(lines_without_assignments(text, hidden_settings)).strip("\n").split("\n")


def _imports(source: str) -> Iterator[str]:
    """Yield the lines of the imports whose names the lesson reads, in the program's groups, and the blanks below."""
    inside, others = _statements(source)
    read, last_line = _names(inside, ast.Load), 0
    for node in others:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        bound = [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
        used = [alias for alias, name in zip(node.names, bound, strict=True) if name in read]
        if used:
            if last_line and "" in source.split("\n")[last_line : node.lineno - 1]:
                yield ""
            yield from _import_lines(node, used)
        last_line = node.end_lineno or node.lineno
    if inside and last_line:
        yield from [""] * (2 if isinstance(inside[0], ast.FunctionDef | ast.ClassDef) else 1)


def _import_lines(node: ast.Import | ast.ImportFrom, used: list[ast.alias]) -> list[str]:
    """Return an import of some of its names, as a formatter writes it."""
    names = [ast.unparse(alias) for alias in used]
    if isinstance(node, ast.Import):
        return [f"import {', '.join(names)}"]
    line = f"from {node.module} import {', '.join(names)}"
    if len(line) <= MAX_WIDTH:
        return [line]
    return [f"from {node.module} import (", *(f"    {name}," for name in names), ")"]


def lesson_problems(source: str, hidden_settings: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each problem of a program's lesson."""
    lines = source.split("\n")
    numbers = {mark: [number for number, line in enumerate(lines, 1) if line.strip() == mark] for mark in (START, END)}
    if not any(numbers.values()):
        return
    starts, ends = numbers.values()
    if [len(starts), len(ends)] != [1, 1] or ends < starts or START not in lines or END not in lines:
        where = min([*starts, *ends])
        yield where, f"a lesson is between one `{START}` and one `{END}` below it, neither of them indented"
        return
    start, end = starts[0], ends[0]
    cut = [node for node in syntax_tree(source).body if node.lineno < end and start < (node.end_lineno or 0)]
    inside, others = _statements(source)
    if cut != inside or any((node.end_lineno or 0) > end for node in inside):
        yield start, "a lesson is of whole statements at top level"
        return
    yield from _problems_of_style(source, start, end)
    if (count := sum(map(bool, _lesson_lines(source, hidden_settings)))) > MAX_LESSON_LINES:
        yield start, f"a lesson has at most {MAX_LESSON_LINES} lines, and this has {count}"
    elsewhere = [node for node in others if not isinstance(node, ast.Import | ast.ImportFrom)]
    for name in sorted(_names(inside, ast.Load) & _names(elsewhere, ast.Store) - _names(inside, ast.Store)):
        yield start, f"a lesson runs by itself, and this reads `{name}`, which is assigned outside"


def _problems_of_style(source: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield what no lesson has, because it is hard to read."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.OP and token.string == ";" and start < token.start[0] < end:
            yield token.start[0], "a lesson has one statement a line, and no `;`"
    for node in nodes_of(source):
        line = getattr(node, "lineno", 0)
        if not start < line < end:
            continue
        name = getattr(node, "id", None) or getattr(node, "arg", None) or getattr(node, "name", None) or ""
        if isinstance(name, str) and name.startswith("_") and name != "_":
            yield line, f"a lesson has no `{name}`: what no page quotes is no fact there, so it needs no underscore"
        elif isinstance(node, ast.NamedExpr):
            yield line, "a lesson has no `:=`: assign on a line of its own"
        elif isinstance(node, COMPREHENSIONS) and node.end_lineno != line:
            yield line, "a lesson has no comprehension over two lines: write a loop"
        elif isinstance(node, ast.Assert) and any(isinstance(part, ast.Tuple) for part in ast.walk(node)):
            yield line, "a lesson has no assert with a tuple inside: write a message, or assert below the lesson"
