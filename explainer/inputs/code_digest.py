"""Digests of Python code: comments, docstrings and formatting do not change them, anything that can run does."""

import ast
import hashlib
from functools import cache
from typing import Any

from explainer.remembered import remembered

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


@remembered(str)
def program_digest(source: str, settings: frozenset[str]) -> str:
    """Names what of a snippet can run."""
    return digest(program_of(source, settings))


def normalised(source: str, settings: frozenset[str] = frozenset()) -> str:
    """A program without comments, docstrings, formatting, and top-level assignments to the names in `settings`.

    The text is the same under every version of Python that parses the source to the same tree.
    """
    texts = [text for name, text in _statements(source)[1] if name not in settings]
    return f"['Module', ['body', [{', '.join(texts)}]]]" if texts else "['Module']"


@remembered(str)
def without(source: str, *names: str) -> str:
    """The source without the lines that assign these names, and without the blank line that stood after each."""
    lines = source.split("\n")
    for node in reversed(ast.parse(source).body):
        if assigned_name(node) in names:
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            alone = lines[first - 1 : first] == [""] == lines[last : last + 1]
            del lines[first : last + alone]
    return "\n".join(lines)


@cache
def _statements(source: str) -> tuple[bool, list[tuple[str | None, str]]]:
    """Whether a program may read itself, and its top-level statements: the name that each assigns, and its text.

    Parsed once for all the settings that a digest may leave out.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    texts = [(assigned_name(node), str(_plain(node))) for node in tree.body]
    return any(map(_reads_itself, ast.walk(tree))), texts


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


def _plain(node: Any) -> Any:
    """A tree as nested lists. Unlike `ast.dump`, it leaves out empty fields, of which new Pythons add some."""
    if isinstance(node, ast.AST):
        fields = [(name, value) for name, value in ast.iter_fields(node) if value is not None and value != []]
        return [type(node).__name__, *([name, _plain(value)] for name, value in fields)]
    return [_plain(item) for item in node] if isinstance(node, list) else repr(node)
