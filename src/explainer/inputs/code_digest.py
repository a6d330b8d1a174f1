"""Digest Python code. Comments, docstrings and formatting do not change a program's digest; code that runs does.

Of a program that may read its own source, comments and formatting count, too.
"""

import ast
import hashlib
from collections.abc import Collection
from functools import cache
from typing import Any

# Names, attributes and modules by which a program may read its own source (comments included) or path. The modules
# count where they are imported, and as attributes; as a bare name they may be anything.
SELF_READING_NAMES = frozenset({"__doc__", "__file__", "argv"})
SELF_READING_NAMES_AND_MODULES = SELF_READING_NAMES | {"ast", "inspect", "linecache", "tokenize", "traceback"}
# What even a program that may read itself can change without a new run: they only describe its claim.
DESCRIPTIVE_SETTINGS = frozenset({"decides", "scope"})
# What may begin with a docstring.
NODES_WITH_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def digest_of_texts(*texts: str) -> str:
    """Return the first 12 hexadecimal digits of the SHA-256 of these texts, in this order."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def runnable_text(source: str, ignored_names: frozenset[str] = frozenset()) -> str:
    """Return the part of a program that decides what it does: its normalised source without `ignored_names`.

    Of a program that may read its own text, everything counts, except DESCRIPTIVE_SETTINGS if `ignored_names` has all
    of them; others in it are then not left out.
    """
    if not _may_read_itself(source):
        return normalised_source(source, ignored_names)
    return without_assignments(source, *DESCRIPTIVE_SETTINGS) if ignored_names >= DESCRIPTIVE_SETTINGS else source


@cache
def syntax_tree(source: str) -> ast.Module:
    """Return a program's syntax tree. Do not change it: every caller gets the same, cached one."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return every node of a program, from a cache: to walk a tree takes longer than to parse the text."""
    return tuple(ast.walk(syntax_tree(source)))


@cache
def program_digest(source: str, ignored_names: frozenset[str]) -> str:
    """Return the digest of `runnable_text`."""
    return digest_of_texts(runnable_text(source, ignored_names))


def normalised_source(source: str, ignored_names: frozenset[str] = frozenset()) -> str:
    """Return a program as text without comments, docstrings, formatting and top-level assignments to `ignored_names`.

    The text does not depend on the version of Python: fields that a release adds are empty, and left out.
    """
    texts = [text for name, text in _statements(source) if name not in ignored_names]
    # This is how `_as_text` writes a module. It must stay so: the record keeps digests of this text.
    return f"['Module', ['body', [{', '.join(texts)}]]]" if texts else "['Module']"


@cache
def without_assignments(source: str, *names: str) -> str:
    """Return the source without top-level assignments to these names, as `lines_without_assignments` does."""
    return "\n".join(lines_without_assignments(source, names))


def lines_without_assignments(source: str, names: Collection[str], first_statement: int = 0) -> list[str]:
    """Return the source's lines from statement `first_statement` (from 0) on, without assignments to these names.

    Complete lines of top-level assignments go, also what is after a `;`. Between two blank lines, the second goes, too.
    """
    body, lines = syntax_tree(source).body, source.split("\n")
    for node in reversed(body[first_statement:]):  # from the end, so that earlier line numbers stay right
        if assigned_name(node) in names:
            start, end = node.lineno - 1, node.end_lineno or node.lineno
            is_between_blanks = lines[start - 1 : start] == [""] == lines[end : end + 1]
            del lines[start : end + is_between_blanks]
    first_line = (body[first_statement - 1].end_lineno or 0) if first_statement else 0
    return lines[first_line:]


@cache
def _statements(source: str) -> tuple[tuple[str | None, str], ...]:
    """Return, for each top-level statement, the name that it assigns (None if it assigns none) and its text."""
    return tuple((assigned_name(node), _as_text(node)) for node in _without_docstring(syntax_tree(source)))


@cache
def _may_read_itself(source: str) -> bool:
    """Return whether a program may read its own source or path, on which its output would then depend."""
    docstring_statements = (
        node.body[0] for node in nodes_of(source) if isinstance(node, NODES_WITH_DOCSTRINGS) and ast.get_docstring(node)
    )
    docstrings = {node.value for node in docstring_statements if isinstance(node, ast.Expr)}
    return any(_reads_itself(node) for node in nodes_of(source) if node not in docstrings)


def _without_docstring(node: ast.AST) -> list[ast.stmt]:
    """Return the statements of a node's body, without its docstring."""
    body: list[ast.stmt] = getattr(node, "body")  # noqa: B009 (only some nodes have one)
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest] if isinstance(node, NODES_WITH_DOCSTRINGS):
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
        case ast.Name(id=name):  # a module such as `inspect` is seen at its import
            return name in SELF_READING_NAMES
        case ast.Attribute(attr=name) | ast.ImportFrom(module=str(name)):
            return name in SELF_READING_NAMES_AND_MODULES
        case ast.alias(name=name):
            return name.partition(".")[0] in SELF_READING_NAMES_AND_MODULES
    return False


def _as_text(node: Any) -> str:
    """Return a tree as the text of nested lists, without docstrings and empty fields.

    Values are quoted twice, unlike the names of nodes and fields. `ast.dump` would not do: it writes empty fields, and
    new releases of Python add some, which would change digests.
    """
    if isinstance(node, list):
        return f"[{', '.join([_as_text(item) for item in node])}]"
    if not isinstance(node, ast.AST):
        return repr(repr(node))
    parts = [repr(type(node).__name__)]
    for name in node._fields:
        value = getattr(node, name, None)
        if name == "body" and isinstance(node, NODES_WITH_DOCSTRINGS):
            value = _without_docstring(node)
        if value is not None and value != []:
            parts.append(f"['{name}', {_as_text(value)}]")
    return f"[{', '.join(parts)}]"
