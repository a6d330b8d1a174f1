"""Writes a snippet for an older library: the same program, with that library's name in it.

A snippet asks for it by `ports = ("old_library",)`. Where more than names differ, `<name>.<library>.py` beside the
snippet is written by hand instead. Either is a variant of the snippet, and runs alone.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.code_digest import digest, nodes_of, program_of, syntax_tree, without
from explainer.inputs.library_versions import Libraries
from explainer.inputs.snippets import SETTINGS, Snippet, parse_snippet
from explainer.inputs.yaml_files import read_text

WIDTH = 88  # of a snippet's lines; what is imported goes on lines of its own beyond it


def read_variants(root: Path, snippets: list[Snippet], libraries: Libraries) -> dict[str, tuple[tuple[str, str], ...]]:
    """By claim: the libraries that it is written for otherwise, as modules, and each variant's source.

    Raises UserError with one line for each `ports` that names what cannot be written.
    """
    modules = {one.module for one in libraries.sets if one.is_other}
    if problems := [line for snippet in snippets for line in _bad_ports(root, snippet, modules, libraries.library)]:
        raise UserError(*problems)
    by_hand: dict[str, set[str]] = {}
    for path in root.glob("snippets/*/*.*.py"):
        by_hand.setdefault(f"{path.parent.name}/{path.name.partition('.')[0]}", set()).add(path.suffixes[0][1:])
    modules_of = {snippet.key: sorted(by_hand.get(snippet.key, set()) | {*snippet.ports}) for snippet in snippets}
    by_key = {snippet.key: snippet for snippet in snippets if modules_of[snippet.key]}
    return {
        key: tuple((module, variant(root, snippet, module, libraries.library).source) for module in modules_of[key])
        for key, snippet in by_key.items()
    }


def variant(root: Path, snippet: Snippet, module: str, library: str) -> Snippet:
    """The snippet, which is written for `library`, as it is for another one: by hand, by the build, or no different."""
    path = snippet.path.with_name(f"{snippet.name}.{module}.py")
    if (root / path).exists():
        return parse_snippet(path, read_text(root / path, root))
    return parse_snippet(path, port(snippet.source, module, library)) if module in snippet.ports else snippet


def digest_with_variants(snippet: Snippet, variants: Iterable[tuple[str, str]]) -> str:
    """Names what runs under all sets: an answer is of these programs. `variants` are modules with their sources."""
    written = [("", snippet.source), *variants]
    return digest(*(text for module, source in written for text in (module, program_of(source, SETTINGS))))


def program_digests(
    snippets: Iterable[Snippet], variants: Mapping[str, tuple[tuple[str, str], ...]], libraries: Libraries
) -> dict[str, str]:
    """What is run under the sets, by claim; a claim that no library concerns has no place there."""
    concerned = (snippet for snippet in snippets if libraries.concern(snippet.imports))
    return {snippet.key: digest_with_variants(snippet, variants.get(snippet.key, ())) for snippet in concerned}


def _bad_ports(root: Path, snippet: Snippet, modules: set[str], library: str) -> Iterator[str]:
    if not snippet.ports:
        return
    where = f"{snippet.path}:{snippet.line_of('ports')}"
    if not any(name.partition(".")[0] == library for name in snippet.imports):
        yield f"{where}: `ports` in a snippet that does not import {library}: there is nothing to rename; remove it"
    for module in snippet.ports:
        path = snippet.path.with_name(f"{snippet.name}.{module}.py")
        if module not in modules:
            known = ", ".join(sorted(modules)) or "no other library"
            yield f"{where}: `ports` names {module!r}; library_versions.yml has {known}"
        elif snippet.ports.count(module) > 1:
            yield f"{where}: `ports` names {module} twice"
        elif (root / path).exists():
            yield f"{where}: `ports` names {module}, but {path.name} is written by hand; keep one of them"


@cache
def port(source: str, module: str, library: str) -> str:
    """The source with `library` renamed to `module`, its imports in order again, and without `ports`.

    Renamed are imports, uses of the module's name, and strings that are a dotted name below it, such as a logger's.
    """
    text = source.encode()  # the positions of a syntax tree count bytes
    for at in sorted(_places(source, text, library), reverse=True):
        text = text[:at] + module.encode() + text[at + len(library) :]
    return _in_order(without(text.decode(), "ports"))


def _places(source: str, text: bytes, library: str) -> Iterator[int]:
    """Where in the text, in bytes, each use of the library's name starts."""
    starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    named = re.compile(rf"{library}(\.\w+)*")
    nodes = nodes_of(source)
    words = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]  # of an f-string
    names = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in [*names, *(node for node in nodes if isinstance(node, ast.ImportFrom | ast.Name | ast.Constant))]:
        if node not in words and named.fullmatch(_named_by(node)):
            yield text.index(library.encode(), starts[node.lineno - 1] + node.col_offset)


def _named_by(node: ast.AST) -> str:
    """The dotted name that a piece of a program consists of; of `from x import y` it is x."""
    attribute = {ast.Name: "id", ast.Constant: "value", ast.ImportFrom: "module", ast.alias: "name"}[type(node)]
    name = getattr(node, attribute)
    return name if isinstance(name, str) else ""


def _in_order(source: str) -> str:
    """The source with each block of imports sorted as isort does, and none wider than a snippet's lines."""
    lines = source.split("\n")
    imports = [node for node in syntax_tree(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
    blocks: list[list[ast.Import | ast.ImportFrom]] = []
    for node in imports:
        if blocks and blocks[-1][-1].end_lineno == node.lineno - 1:
            blocks[-1].append(node)
        else:
            blocks.append([node])
    for block in reversed(blocks):
        texts = [_wrapped(node, lines[node.lineno - 1 : node.end_lineno]) for node in sorted(block, key=_isort_key)]
        lines[block[0].lineno - 1 : block[-1].end_lineno] = [line for text in texts for line in text]
    return "\n".join(lines)


def _isort_key(node: ast.Import | ast.ImportFrom) -> tuple[bool, str]:
    named = node if isinstance(node, ast.ImportFrom) else node.names[0]
    return isinstance(node, ast.ImportFrom), _named_by(named).lower()


def _wrapped(node: ast.Import | ast.ImportFrom, lines: list[str]) -> list[str]:
    if not isinstance(node, ast.ImportFrom) or len(lines) > 1 or len(lines[0]) <= WIDTH or "#" in lines[0]:
        return lines
    return [f"from {node.module} import (", *(f"    {ast.unparse(name)}," for name in node.names), ")"]
