"""Make variants of snippets for older libraries.

The setting `ports = ("old_library",)` asks for a port: the same program, with the library's name replaced. If more than
the name differs, people write `<name>.<library>.py` beside the snippet. Either is a variant, and runs alone.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.code_digest import digest_of_texts, nodes_of, runnable_text, syntax_tree, without_assignments
from explainer.inputs.library_versions import Libraries
from explainer.inputs.snippets import SETTINGS, Snippet, parse_snippet
from explainer.inputs.text_files import read_text

MAX_LINE_WIDTH = 88  # of snippets; an import that gets wider is split, a name on each line


def read_variants(root: Path, snippets: list[Snippet], libraries: Libraries) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return, by claim's key, the module and source of each of its variants; claims without variants are left out.

    Raise UserError with a line for each problem of a `ports`.
    """
    older_modules = {library_set.module for library_set in libraries.sets if library_set.is_older_library}
    if problems := [
        line for snippet in snippets for line in _bad_ports(root, snippet, older_modules, libraries.library)
    ]:
        raise UserError(*problems)
    handwritten_modules: dict[str, set[str]] = {}  # by claim's key
    for path in root.glob("snippets/*/*.*.py"):
        handwritten_modules.setdefault(f"{path.parent.name}/{path.name.partition('.')[0]}", set()).add(
            path.suffixes[0][1:]
        )
    variants: dict[str, tuple[tuple[str, str], ...]] = {}
    for snippet in snippets:
        if wanted_modules := sorted(handwritten_modules.get(snippet.key, set()) | {*snippet.ports}):
            programs = (variant_of(root, snippet, module, libraries.library).source for module in wanted_modules)
            variants[snippet.key] = tuple(zip(wanted_modules, programs, strict=True))
    return variants


def variant_of(root: Path, snippet: Snippet, module: str, library: str) -> Snippet:
    """Return the program to run under `module`: the handwritten variant, a port, or the snippet as it is.

    `library` is the one that the snippet is written for.
    """
    path = snippet.path.with_name(f"{snippet.name}.{module}.py")
    if (root / path).exists():
        return parse_snippet(path, read_text(root / path, root))
    return parse_snippet(path, port(snippet.source, module, library)) if module in snippet.ports else snippet


def digest_with_variants(snippet: Snippet, variants: Iterable[tuple[str, str]]) -> str:
    """Return the digest of a claim's program and its variants; a recorded answer holds for this digest alone.

    `variants` are pairs of module and source.
    """
    programs = [("", snippet.source), *variants]
    return digest_of_texts(*(text for module, source in programs for text in (module, runnable_text(source, SETTINGS))))


def claim_digests(
    snippets: Iterable[Snippet], variants: Mapping[str, tuple[tuple[str, str], ...]], libraries: Libraries
) -> dict[str, str]:
    """Return the digest of each claim with its variants, by key, for claims that import one of the libraries."""
    importing = (snippet for snippet in snippets if libraries.are_imported(snippet.imports))
    return {snippet.key: digest_with_variants(snippet, variants.get(snippet.key, ())) for snippet in importing}


def _bad_ports(root: Path, snippet: Snippet, older_modules: set[str], library: str) -> Iterator[str]:
    """Yield a line for each problem of a snippet's `ports`; `older_modules` are those that it may name."""
    if not snippet.ports:
        return
    where = f"{snippet.path}:{snippet.line_of('ports')}"
    if not any(name.partition(".")[0] == library for name in snippet.imports):
        yield f"{where}: `ports` in a snippet that does not import {library}: there is nothing to rename; remove it"
    for module in snippet.ports:
        path = snippet.path.with_name(f"{snippet.name}.{module}.py")
        if module not in older_modules:
            known = ", ".join(sorted(older_modules)) or "no other library"
            yield f"{where}: `ports` names {module!r}; library_versions.yml has {known}"
        elif snippet.ports.count(module) > 1:
            yield f"{where}: `ports` names {module} twice"
        elif (root / path).exists():
            yield f"{where}: `ports` names {module}, but {path.name} is written by hand; keep one of them"


@cache
def port(source: str, module: str, library: str) -> str:
    """Return the source with `library` renamed to `module`, imports sorted again, and without `ports`.

    This renames imports, uses of the module, and strings that are a dotted name below it, such as a logger's.
    """
    text = source.encode()  # a syntax tree counts columns in bytes
    for start in sorted(_offsets(source, text, library), reverse=True):  # from the end, so that offsets stay right
        text = text[:start] + module.encode() + text[start + len(library) :]
    return _sort_imports(without_assignments(text.decode(), "ports"))


def _offsets(source: str, text: bytes, library: str) -> Iterator[int]:
    """Yield the offset, in bytes of `text` (the encoded source), of each use of the library's name."""
    line_starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    name_or_below = re.compile(rf"{library}(\.\w+)*")
    nodes = nodes_of(source)
    # text in an f-string is a message, not a name
    message_parts = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
    aliases = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in [*aliases, *(node for node in nodes if isinstance(node, ast.ImportFrom | ast.Name | ast.Constant))]:
        if node not in message_parts and name_or_below.fullmatch(_dotted_name(node)):
            # the name comes a little after the node's start: after `from `, or after a string's quote
            yield text.index(library.encode(), line_starts[node.lineno - 1] + node.col_offset)


def _dotted_name(node: ast.AST) -> str:
    """Return the name that a Name, string, alias or ImportFrom holds; empty for `from . import` and other constants."""
    attribute = {ast.Name: "id", ast.Constant: "value", ast.ImportFrom: "module", ast.alias: "name"}[type(node)]
    name = getattr(node, attribute)
    return name if isinstance(name, str) else ""


def _sort_imports(source: str) -> str:
    """Return the source with each block of imports sorted as isort does, and wide ones split."""
    lines = source.split("\n")
    imports = [node for node in syntax_tree(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
    blocks: list[list[ast.Import | ast.ImportFrom]] = []
    for node in imports:
        if blocks and blocks[-1][-1].end_lineno == node.lineno - 1:
            blocks[-1].append(node)
        else:
            blocks.append([node])
    for block in reversed(blocks):  # from the end, so that earlier line numbers stay right
        texts = [
            _split_import(node, lines[node.lineno - 1 : node.end_lineno]) for node in sorted(block, key=_isort_key)
        ]
        lines[block[0].lineno - 1 : block[-1].end_lineno] = [line for text in texts for line in text]
    return "\n".join(lines)


def _isort_key(node: ast.Import | ast.ImportFrom) -> tuple[bool, str]:
    """Return the key by which isort orders imports: `import x` before `from x import y`, then by module."""
    name_node = node if isinstance(node, ast.ImportFrom) else node.names[0]
    return isinstance(node, ast.ImportFrom), _dotted_name(name_node).lower()


def _split_import(node: ast.Import | ast.ImportFrom, lines: list[str]) -> list[str]:
    """Return the import's lines: with a name on each if it was one line that is now too wide; else `lines`."""
    if not isinstance(node, ast.ImportFrom) or len(lines) > 1 or len(lines[0]) <= MAX_LINE_WIDTH or "#" in lines[0]:
        return lines
    return [f"from {node.module} import (", *(f"    {ast.unparse(name)}," for name in node.names), ")"]
