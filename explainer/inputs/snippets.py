"""Reads a snippet, a claim and its proof, from its syntax tree. Nothing is executed here."""

import ast
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.yaml_files import read_text
from explainer.plain import DEFAULT_TOLERANCE, SHADOWED

RESERVED = ("checkpoint", "needs", "tolerance")


@dataclass(frozen=True)
class Snippet:
    """One claim with its proof.

    `path` is relative to the repository root. `parameter` is the checkpoint id the file names, or None for a
    claim that is run once. `imports` are dotted names (`transformers.BertModel`). `assigned` are the top-level
    names that may become facts. `strings` are its string literals, among them the checkpoints a claim about one
    checkpoint names. `seeded`: it draws random numbers, which differ between devices.
    """

    topic: str
    name: str
    path: Path
    source: str
    claim: str
    parameter: str | None
    needs: tuple[str, ...]
    tolerance: float
    imports: tuple[str, ...]
    assigned: frozenset[str]
    strings: frozenset[str]
    seeded: bool

    @property
    def key(self) -> str:
        """`topic/name`, as pages, ledgers and the command line spell it."""
        return f"{self.topic}/{self.name}"

    @property
    def digest(self) -> str:
        """Names the exact source a fact came from."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]


def read_snippets(root: Path) -> list[Snippet]:
    """Every `snippets/<topic>/<name>.py`, sorted. Raises UserError with one line for each bad file.

    `<name>.<library>.py` beside one is the same claim as one wrote it with another library, and no snippet of its own.
    """
    problems: list[str] = []
    found: list[Snippet] = []
    variants: list[Snippet] = []
    for path in sorted(root.glob("snippets/**/*.py")):
        try:
            (variants if "." in path.stem else found).append(read_snippet(path, root))
        except UserError as error:
            problems.extend(error.lines)
    problems.extend(_doubles(found))
    claims = {snippet.key: snippet.claim for snippet in found}
    problems.extend(
        f"{variant.path}:1: a variant of {variant.key}, which must be there and make the same claim"
        for variant in variants
        if claims.get(variant.key) != variant.claim
    )
    if problems:
        raise UserError(*problems)
    return found


def read_variants(root: Path) -> dict[str, tuple[tuple[str, str], ...]]:
    """By claim: the libraries it was written for otherwise, and how. `read_snippets` has checked these files."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for path in sorted(root.glob("snippets/*/*.*.py")):
        name, _, library = path.stem.partition(".")
        key = f"{path.parent.name}/{name}"
        found[key] = (*found.get(key, ()), (library, read_text(path, root)))
    return found


def read_snippet(path: Path, root: Path) -> Snippet:
    """One snippet. Raises UserError, with file and line, for everything DESIGN forbids in it."""
    shown = path.relative_to(root)
    name, _, variant = path.stem.partition(".")
    if len(shown.parts) != 3 or not all(part.isidentifier() for part in (path.parent.name, name, variant or "_")):
        raise UserError(f"{shown}:1: a snippet is snippets/<topic>/<name>.py, both names of letters, digits and _")
    source = read_text(path, root)
    try:
        tree = ast.parse(source, filename=str(shown))
    except (SyntaxError, ValueError) as error:  # ValueError: a NUL byte
        raise UserError(f"{shown}:{getattr(error, 'lineno', None) or 1}: syntax error: {error}") from None
    problems = _Problems(shown)
    claim = _claim(tree, problems)
    reserved = _reserved(tree, problems)
    imports = _imports(tree, problems)
    assigned = _assigned(tree)
    for shadowed in sorted(SHADOWED & {*assigned, name, path.parent.name}):
        problems.add(1, f"`{shadowed}` is also a method of dict, so a page could not quote it; choose another name")
    if not any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
        problems.add(1, "no assert: nothing proves the claim")
    if "needs" in reserved and "checkpoint" not in reserved:
        problems.add(1, "`needs` without `checkpoint`: there is no parameter to choose; remove it")
    problems.raise_any()
    return Snippet(
        topic=path.parent.name,
        name=name,
        path=shown,
        source=source,
        claim=claim,
        parameter=reserved.get("checkpoint"),
        needs=tuple(reserved.get("needs", ("encoder",))),
        tolerance=float(reserved.get("tolerance", DEFAULT_TOLERANCE)),
        imports=imports,
        assigned=assigned,
        strings=_strings(tree),
        seeded="seed(" in source,
    )


class _Problems:
    def __init__(self, shown: Path) -> None:
        self.shown = shown
        self.lines: list[str] = []

    def add(self, line: int, text: str) -> None:
        self.lines.append(f"{self.shown}:{line}: {text}")

    def raise_any(self) -> None:
        if self.lines:
            raise UserError(*self.lines)


def _claim(tree: ast.Module, problems: _Problems) -> str:
    docstring = ast.get_docstring(tree)
    if not docstring:
        problems.add(1, 'no docstring: begin the file with the claim, """in plain words, with a full stop."""')
        return ""
    claim = docstring.splitlines()[0].strip()
    if not claim.endswith("."):
        problems.add(1, f"the docstring's first line is the claim and ends with a full stop: {claim!r}")
    return claim


def _reserved(tree: ast.Module, problems: _Problems) -> dict[str, Any]:
    """The three reserved names: each at most once, at top level, a literal."""
    values: dict[str, Any] = {}
    literals: dict[int, ast.expr] = {
        id(target): node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        for target in node.targets
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in RESERVED):
            continue
        if node.id in values:
            problems.add(node.lineno, f"`{node.id}` is assigned twice; a snippet has one parameter of that name")
        values[node.id] = _literal(node, literals.get(id(node)), problems)
    return values


def _literal(name: ast.Name, node: ast.expr | None, problems: _Problems) -> Any:
    rules: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "checkpoint": ('a plain string, `checkpoint = "..."`', lambda v: isinstance(v, str)),
        "needs": ("a tuple of strings", lambda v: isinstance(v, tuple) and all(isinstance(s, str) for s in v)),
        "tolerance": ("a number between 0 and 1", lambda v: isinstance(v, float | int) and 0 < v < 1),
    }
    wanted, fits = rules[name.id]
    try:
        value = ast.literal_eval(node) if node is not None else None
    except (ValueError, TypeError):
        value = None
    if not fits(value):
        problems.add(name.lineno, f"`{name.id}` is reserved and must be {wanted}, assigned once at top level")
        return {"checkpoint": "", "needs": (), "tolerance": DEFAULT_TOLERANCE}[name.id]
    return value


def _imports(tree: ast.Module, problems: _Problems) -> tuple[str, ...]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [f"{node.module}.{alias.name}" for alias in node.names]
            if node.level:
                problems.add(node.lineno, "a relative import: a snippet is one file, so that a reader can copy it")
                continue
        else:
            continue
        if any(name.split(".")[0] == "explainer" for name in found):
            problems.add(node.lineno, "a snippet imports nothing from this project, so that a reader can copy it")
        names.update(found)
    return tuple(sorted(names))


def _strings(tree: ast.Module) -> frozenset[str]:
    """All string literals but the parameter's own, which the build replaces."""
    parameter = [node.value for node in tree.body if isinstance(node, ast.Assign) and _binds_checkpoint(node)]
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in parameter)
    return frozenset(node.value for node in constants if isinstance(node.value, str))


def _binds_checkpoint(node: ast.Assign) -> bool:
    return ast.unparse(node.targets[0]) == "checkpoint"


# Names bound inside these are not the module's.
_SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _assigned(tree: ast.Module) -> frozenset[str]:
    return frozenset(name for name in _stored(tree) if not name.startswith("_") and name not in RESERVED)


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that are assigned; a loop's own variable is left over from it, and no fact."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    loop_variable = node.target if isinstance(node, ast.For) else None
    for child in ast.iter_child_nodes(node):
        if child is not loop_variable and not isinstance(child, _SCOPES):
            yield from _stored(child)


def _doubles(snippets: list[Snippet]) -> list[str]:
    problems: list[str] = []
    for what in ("name", "claim"):
        seen: dict[str, Snippet] = {}
        for snippet in snippets:
            first = seen.setdefault(getattr(snippet, what), snippet)
            if first is not snippet:
                problems.append(f"{snippet.path}:1: the same {what} as {first.path}; a {what} is unique on the site")
    return problems


def override_checkpoint(source: str, path: str, checkpoint: str | None) -> ast.Module:
    """The snippet's tree with the literal of `checkpoint = ...` replaced; positions stay, the file is untouched."""
    tree = ast.parse(source, filename=path)
    for node in tree.body:
        if checkpoint is not None and isinstance(node, ast.Assign) and _binds_checkpoint(node):
            node.value = ast.copy_location(ast.Constant(checkpoint), node.value)
    return tree
