"""Digests of Python code: comments, docstrings and formatting do not change them, anything that can run does."""

import ast
import hashlib
from collections.abc import Collection
from functools import cache
from typing import Any

# A program that uses one of these may print its own text or place, down to a comment.
ITS_PLACE = frozenset({"__doc__", "__file__", "argv"})
READS_ITSELF = ITS_PLACE | {"ast", "inspect", "linecache", "tokenize", "traceback"}
LABELS = frozenset({"decides", "scope"})  # settings that only speak of a program: its output does not turn on them
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def digest(*texts: str) -> str:
    """Twelve hexadecimal digits that name these texts, in this order."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def program_of(source: str, settings: frozenset[str] = frozenset()) -> str:
    """What of a program can run: its normalised text, or if it may read itself its exact source, but for its labels."""
    if not _statements(source)[0]:
        return normalised(source, settings)
    return without(source, *LABELS) if settings >= LABELS else source


@cache
def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a program, for reading alone: every reader of the program gets this one."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return every node of a program, found once: to walk a tree takes longer than to parse the text."""
    return tuple(ast.walk(parsed(source)))


@cache
def program_digest(source: str, settings: frozenset[str]) -> str:
    """Names what of a snippet can run."""
    return digest(program_of(source, settings))


def normalised(source: str, settings: frozenset[str] = frozenset()) -> str:
    """A program without comments, docstrings, formatting, and top-level assignments to the names in `settings`.

    The text is the same under every version of Python that parses the source to the same tree.
    """
    texts = [text for name, text in _statements(source)[1] if name not in settings]
    return f"['Module', ['body', [{', '.join(texts)}]]]" if texts else "['Module']"


@cache
def without(source: str, *names: str) -> str:
    """The source without the lines that assign these names, and without the blank line that stood after each."""
    return "\n".join(lines_without(source, names))


def lines_without(source: str, names: Collection[str], first: int = 0) -> list[str]:
    """Return the lines of that from the statement `first` on, counted from 0."""
    body, lines = parsed(source).body, source.split("\n")
    for node in reversed(body[first:]):
        if assigned_name(node) in names:
            start, end = node.lineno - 1, node.end_lineno or node.lineno
            alone = lines[start - 1 : start] == [""] == lines[end : end + 1]
            del lines[start : end + alone]
    return lines[body[first - 1].end_lineno or 0 if first else 0 :]


@cache
def _statements(source: str) -> tuple[bool, list[tuple[str | None, str]]]:
    """Return whether a program may read itself, and its top-level statements: the name that each assigns, its text."""
    texts = [(assigned_name(node), _as_text(node)) for node in _without_docstring(parsed(source))]
    documented = (node.body[0] for node in nodes_of(source) if isinstance(node, DOCUMENTED) and ast.get_docstring(node))
    docstrings = {node.value for node in documented if isinstance(node, ast.Expr)}
    return any(_reads_itself(node) for node in nodes_of(source) if node not in docstrings), texts


def _without_docstring(node: ast.AST) -> list[ast.stmt]:
    """Return the statements of a body, without the docstring."""
    body: list[ast.stmt] = getattr(node, "body")  # noqa: B009 (only some nodes have one)
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest] if isinstance(node, DOCUMENTED):
            return rest
    return body


def assigned_name(node: ast.stmt) -> str | None:
    """The name in `name = value`; None for any other statement."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def _reads_itself(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return "snippets/" in text
        case ast.Name(id=name):  # a module has been imported by that name, or it is a function of the program's own
            return name in ITS_PLACE
        case ast.Attribute(attr=name) | ast.ImportFrom(module=str(name)):
            return name in READS_ITSELF
        case ast.alias(name=name):
            return name.partition(".")[0] in READS_ITSELF
    return False


def _as_text(node: Any) -> str:
    """Write a tree as nested lists.

    Unlike `ast.dump`, it leaves out empty fields, of which new releases of Python add some, and docstrings.
    """
    if isinstance(node, list):
        return f"[{', '.join([_as_text(item) for item in node])}]"
    if not isinstance(node, ast.AST):
        return repr(repr(node))
    parts = [repr(type(node).__name__)]
    for name in node._fields:
        value = getattr(node, name, None)
        if name == "body" and isinstance(node, DOCUMENTED):
            value = _without_docstring(node)
        if value is not None and value != []:
            parts.append(f"['{name}', {_as_text(value)}]")
    return f"[{', '.join(parts)}]"
