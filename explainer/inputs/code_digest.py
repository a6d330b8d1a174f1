"""Digest Python code. Comments, docstrings and formatting do not change a digest; code that can run does."""

import ast
import hashlib
from collections.abc import Collection
from functools import cache
from typing import Any

# A program that uses one of these may read or print its own source, comments included, or its own path.
SELF_NAMES = frozenset({"__doc__", "__file__", "argv"})
SELF_READERS = SELF_NAMES | {"ast", "inspect", "linecache", "tokenize", "traceback"}
LABELS = frozenset({"decides", "scope"})  # settings that describe a program and cannot change its output
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def digest(*texts: str) -> str:
    """Return the first 12 hexadecimal digits of the SHA-256 of these texts, in this order."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def runnable_text(source: str, settings: frozenset[str] = frozenset()) -> str:
    """Return what of a program can run: its normalised source or, if it may read itself, its source without LABELS.

    `settings` are the names whose top-level assignments do not count.
    """
    if not _statements(source)[0]:
        return normalised_source(source, settings)
    return without_assignments(source, *LABELS) if settings >= LABELS else source


@cache
def syntax_tree(source: str) -> ast.Module:
    """Return a program's syntax tree. Do not change it: every caller gets the same, cached one."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return every node of a program, from a cache: to walk a tree takes longer than to parse the text."""
    return tuple(ast.walk(syntax_tree(source)))


@cache
def program_digest(source: str, settings: frozenset[str]) -> str:
    """Return the digest of what of a program can run, without assignments to the names in `settings`."""
    return digest(runnable_text(source, settings))


def normalised_source(source: str, settings: frozenset[str] = frozenset()) -> str:
    """Return a program as text without comments, docstrings, formatting and top-level assignments to `settings`.

    The text is the same under every version of Python that parses the source to the same tree.
    """
    texts = [text for name, text in _statements(source)[1] if name not in settings]
    # as `_as_text` writes a module: the record and the attacks have digests of exactly this text
    return f"['Module', ['body', [{', '.join(texts)}]]]" if texts else "['Module']"


@cache
def without_assignments(source: str, *names: str) -> str:
    """Return the source without top-level assignments to these names, nor the blank line after one."""
    return "\n".join(lines_without_assignments(source, names))


def lines_without_assignments(source: str, names: Collection[str], first: int = 0) -> list[str]:
    """Return the source's lines from the statement number `first` on (from 0), without assignments to these names.

    If an assignment is between two blank lines, the second goes, too.
    """
    body, lines = syntax_tree(source).body, source.split("\n")
    for node in reversed(body[first:]):  # from the end, so that earlier line numbers stay right
        if assigned_name(node) in names:
            start, end = node.lineno - 1, node.end_lineno or node.lineno
            is_between_blanks = lines[start - 1 : start] == [""] == lines[end : end + 1]
            del lines[start : end + is_between_blanks]
    return lines[body[first - 1].end_lineno or 0 if first else 0 :]


@cache
def _statements(source: str) -> tuple[bool, list[tuple[str | None, str]]]:
    """Return whether a program may read itself, and its top-level statements: the name that each assigns, its text."""
    texts = [(assigned_name(node), _as_text(node)) for node in _without_docstring(syntax_tree(source))]
    documented = (node.body[0] for node in nodes_of(source) if isinstance(node, DOCUMENTED) and ast.get_docstring(node))
    docstrings = {node.value for node in documented if isinstance(node, ast.Expr)}
    return any(_reads_itself(node) for node in nodes_of(source) if node not in docstrings), texts


def _without_docstring(node: ast.AST) -> list[ast.stmt]:
    """Return the statements of a node's body, without its docstring."""
    body: list[ast.stmt] = getattr(node, "body")  # noqa: B009 (only some nodes have one)
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest] if isinstance(node, DOCUMENTED):
            return rest
    return body


def assigned_name(node: ast.stmt) -> str | None:
    """Return the name in `name = value`; None for any other statement."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def _reads_itself(node: ast.AST) -> bool:
    """Return whether a program with this node may read its own source or path."""
    match node:
        case ast.Constant(value=str(text)):
            return "snippets/" in text
        case ast.Name(id=name):  # `inspect` as a bare name is seen at its import, or is the program's own variable
            return name in SELF_NAMES
        case ast.Attribute(attr=name) | ast.ImportFrom(module=str(name)):
            return name in SELF_READERS
        case ast.alias(name=name):
            return name.partition(".")[0] in SELF_READERS
    return False


def _as_text(node: Any) -> str:
    """Return a tree as nested lists, without docstrings and empty fields.

    `ast.dump` would not do: it writes empty fields, and new releases of Python add some, which would change digests.
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
