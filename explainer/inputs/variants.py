"""Port a snippet to an older library: the same program, which imports that library instead.

The setting `ports = ("old_library",)` asks for it. If more than names differ, people write `<name>.<library>.py` next
to the snippet instead. Either is a variant of the snippet, and runs alone.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

from explainer.errors import UserError
from explainer.inputs.code_digest import digest, nodes_of, runnable_text, syntax_tree, without_assignments
from explainer.inputs.library_versions import Libraries
from explainer.inputs.snippets import SETTINGS, Snippet, parse_snippet
from explainer.inputs.text_files import read_text

MAX_LINE_WIDTH = 88  # of snippets; an import that gets wider is split, a name on each line


def read_variants(root: Path, snippets: list[Snippet], libraries: Libraries) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return, by claim, the module and source of each of its variants; claims without variants are left out.

    Raise UserError with a line for each `ports` that names a module for which there can be no port.
    """
    modules = {library_set.module for library_set in libraries.sets if library_set.is_older_library}
    if problems := [line for snippet in snippets for line in _bad_ports(root, snippet, modules, libraries.library)]:
        raise UserError(*problems)
    handwritten: dict[str, set[str]] = {}  # the modules, by claim
    for path in root.glob("snippets/*/*.*.py"):
        handwritten.setdefault(f"{path.parent.name}/{path.name.partition('.')[0]}", set()).add(path.suffixes[0][1:])
    modules_of = {snippet.key: sorted(handwritten.get(snippet.key, set()) | {*snippet.ports}) for snippet in snippets}
    by_key = {snippet.key: snippet for snippet in snippets if modules_of[snippet.key]}
    return {
        key: tuple((module, variant_of(root, snippet, module, libraries.library).source) for module in modules_of[key])
        for key, snippet in by_key.items()
    }


def variant_of(root: Path, snippet: Snippet, module: str, library: str) -> Snippet:
    """Return a snippet for `library` as it runs under `module`: the handwritten file, a port, or the snippet itself."""
    path = snippet.path.with_name(f"{snippet.name}.{module}.py")
    if (root / path).exists():
        return parse_snippet(path, read_text(root / path, root))
    return parse_snippet(path, port(snippet.source, module, library)) if module in snippet.ports else snippet


def digest_with_variants(snippet: Snippet, variants: Iterable[tuple[str, str]]) -> str:
    """Return the digest of all programs of a claim; a recorded answer holds for it alone.

    `variants` are pairs of module and source.
    """
    programs = [("", snippet.source), *variants]
    return digest(*(text for module, source in programs for text in (module, runnable_text(source, SETTINGS))))


def program_digests(
    snippets: Iterable[Snippet], variants: Mapping[str, tuple[tuple[str, str], ...]], libraries: Libraries
) -> dict[str, str]:
    """Return the digest of each claim's programs, by key, for claims that import one of the libraries."""
    concerned = (snippet for snippet in snippets if libraries.are_imported(snippet.imports))
    return {snippet.key: digest_with_variants(snippet, variants.get(snippet.key, ())) for snippet in concerned}


def _bad_ports(root: Path, snippet: Snippet, modules: set[str], library: str) -> Iterator[str]:
    """Yield a line for each problem of a snippet's `ports`; `modules` are those that it may name."""
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
    """Return the source with `library` renamed to `module`, imports sorted again, and without `ports`.

    This renames imports, uses of the module, and strings that are a dotted name below it, such as a logger's.
    """
    text = source.encode()  # a syntax tree counts columns in bytes
    for start in sorted(_offsets(source, text, library), reverse=True):  # from the end, so that offsets stay right
        text = text[:start] + module.encode() + text[start + len(library) :]
    return _sort_imports(without_assignments(text.decode(), "ports"))


def _offsets(source: str, text: bytes, library: str) -> Iterator[int]:
    """Yield the offset in `text`, the encoded source, of each use of the library's name."""
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
    """Return the name in a Name, string, alias or ImportFrom (the module); empty for other constants."""
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
    named = node if isinstance(node, ast.ImportFrom) else node.names[0]
    return isinstance(node, ast.ImportFrom), _dotted_name(named).lower()


def _split_import(node: ast.Import | ast.ImportFrom, lines: list[str]) -> list[str]:
    """Return the import's lines; if it is one line that is too wide, with each name on its own line."""
    if not isinstance(node, ast.ImportFrom) or len(lines) > 1 or len(lines[0]) <= MAX_LINE_WIDTH or "#" in lines[0]:
        return lines
    return [f"from {node.module} import (", *(f"    {ast.unparse(name)}," for name in node.names), ")"]
