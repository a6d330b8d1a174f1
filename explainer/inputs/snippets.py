"""Reads a snippet, a claim and its proof, from its syntax tree. Nothing is executed here."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.code_digest import assigned_name, nodes_of, program_digest, syntax_tree
from explainer.inputs.entries import each, refuse
from explainer.inputs.yaml_files import read_text
from explainer.plain import DEFAULT_TOLERANCE, SHADOWED

SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[^\sa-z])")  # not behind “e.g.” or within a version
LONGEST_SENTENCE = 25  # words
# What a claim is about: shapes alone; the library's code with any weights; named files; an experiment of n seeds.
SCOPES = ("arithmetic", "library", "checkpoint", "experiment")


def _are_strings(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(item, str) for item in value)


# The parameter, and settings: these are read and never run, so that a change of them makes no result stale.
# Each with what it must hold, in words and as a check.
PARAMETER = "checkpoint"
RESERVED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    PARAMETER: ('a plain string, `checkpoint = "..."`', lambda value: isinstance(value, str)),
    "decides": ("a plain string, a piece of one printed line", lambda value: isinstance(value, str) and value.strip()),
    "needs": ("a tuple of strings", _are_strings),
    "ports": ("a tuple of strings, the modules of older libraries", _are_strings),
    "scope": (f"one of {', '.join(SCOPES)}", lambda value: value in SCOPES),
    "tolerance": ("a number between 0 and 1", lambda value: isinstance(value, float | int) and 0 < value < 1),
}
SETTINGS = frozenset(RESERVED) - {PARAMETER}


@dataclass(frozen=True)
class Snippet:
    """One claim with its proof.

    `path` is relative to the repository root. `parameter` is the checkpoint id the file names, or None for a
    claim that is run once. `imports` are dotted names (`torch.nn.Linear`). `assigned` are the top-level
    names that may become facts. `strings` are its string literals, among them the checkpoints a claim about one
    checkpoint names. `seeded`: it draws random numbers, which differ between devices. `ports` are the modules of
    older libraries for which the build writes the same program. `scope` is one of SCOPES, where the file says it.
    `decides` is a piece of the printed line that shows the claim; None means the last line.
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
    ports: tuple[str, ...] = ()
    scope: str | None = None
    decides: str | None = None

    @property
    def key(self) -> str:
        """`topic/name`, as pages, ledgers and the command line spell it."""
        return f"{self.topic}/{self.name}"

    @property
    def sentence(self) -> str:
        """The claim's first sentence, for readers."""
        return SENTENCE_END.split(self.claim, maxsplit=1)[0]

    @property
    def conditions(self) -> str:
        """The sentences after it: when, where and with what the claim holds."""
        return self.claim.removeprefix(self.sentence).strip()

    @property
    def names(self) -> set[str]:
        """What the command line may call it by."""
        return {self.topic, self.name, self.key}

    @property
    def digest(self) -> str:
        """Names what runs, whatever checkpoint it is given: a fact is of this program."""
        return program_digest(self.source, frozenset(RESERVED))

    def line_of(self, reserved: str) -> int:
        """The line that assigns a reserved name; the first line if none does."""
        return next((node.lineno for node in syntax_tree(self.source).body if assigned_name(node) == reserved), 1)


def read_snippets(root: Path) -> list[Snippet]:
    """Every `snippets/<topic>/<name>.py`, sorted. Raises UserError with one line for each bad file.

    `<name>.<library>.py` beside one is the same claim written by hand for another library, not a separate snippet.
    """
    read = each(read_snippet, ((path, root) for path in sorted(root.glob("snippets/**/*.py"))))
    found = [snippet for snippet in read if "." not in snippet.path.stem]
    claims = {snippet.key: snippet.claim for snippet in found}
    orphans = (
        f"{variant.path}:1: a variant of {variant.key}, which must be there and make the same claim"
        for variant in read
        if claims.get(variant.key) != variant.claim
    )
    refuse([*_doubles(found), *orphans])
    return found


def choose(snippets: Iterable[Snippet], wanted: Iterable[str], option: str = "") -> list[Snippet]:
    """Those that are named, by topic, by name, as `topic/name` or by their path; nothing named means all.

    Raises UserError for a name that is none of these; `option` is where it was given.
    """
    snippets = list(snippets)
    asked = {name.rstrip("/").removeprefix("snippets/").removesuffix(".py") for name in wanted}
    if absent := asked.difference(*(snippet.names for snippet in snippets)):
        raise UserError(f"{option} {min(absent)}: no such topic or snippet; --list shows them".lstrip())
    return [snippet for snippet in snippets if not asked or asked & snippet.names]


def read_snippet(path: Path, root: Path) -> Snippet:
    """One snippet. Raises UserError, with file and line, for any rule that it breaks."""
    return parse_snippet(path.relative_to(root), read_text(path, root))


@cache
def parse_snippet(shown: Path, source: str) -> Snippet:
    """A snippet from its text; `shown` is its path from the root, where no file need be. Raises as `read_snippet`."""
    topic, (name, _, variant) = shown.parent.name, shown.stem.partition(".")
    if name == "index":
        raise UserError(f"{shown}:1: a claim called `index` would have no address of its own; choose another name")
    if len(shown.parts) != 3 or not all(part.isidentifier() for part in (topic, name, variant or "_")):
        raise UserError(f"{shown}:1: a snippet is snippets/<topic>/<name>.py, both names of letters, digits and _")
    try:
        tree, nodes = syntax_tree(source), nodes_of(source)
    except (SyntaxError, ValueError) as error:  # ValueError: a NUL byte
        raise UserError(f"{shown}:{getattr(error, 'lineno', None) or 1}: syntax error: {error}") from None
    problems = _Problems(shown)
    claim = _claim(tree, problems)
    reserved = _reserved(tree, nodes, problems)
    imports = _imports(nodes, problems)
    assigned = frozenset(name for name in _stored(tree) if not name.startswith("_") and name not in RESERVED)
    for shadowed in sorted(SHADOWED & {*assigned, name, topic}):
        problems.add(1, f"`{shadowed}` is also a method of dict, so a page could not quote it; choose another name")
    if not any(isinstance(node, ast.Assert) for node in nodes):
        problems.add(1, "no assert: nothing proves the claim")
    if "needs" in reserved and "checkpoint" not in reserved:
        problems.add(1, "`needs` without `checkpoint`: there is no parameter to choose; remove it")
    refuse(problems)
    return Snippet(
        topic=topic,
        name=name,
        path=shown,
        source=source,
        claim=claim,
        parameter=reserved.get("checkpoint"),
        needs=tuple(reserved.get("needs", ())),
        tolerance=float(reserved.get("tolerance", DEFAULT_TOLERANCE)),
        imports=imports,
        assigned=assigned,
        strings=_strings(tree, nodes),
        seeded="seed(" in source,
        ports=tuple(reserved.get("ports", ())),
        scope=reserved.get("scope"),
        decides=reserved.get("decides"),
    )


class _Problems(list[str]):
    """Lines about one snippet; `shown` is its path from the root."""

    def __init__(self, shown: Path) -> None:
        super().__init__()
        self.shown = shown

    def add(self, line: int, text: str) -> None:
        self.append(f"{self.shown}:{line}: {text}")


def _claim(tree: ast.Module, problems: _Problems) -> str:
    docstring = ast.get_docstring(tree)
    if not docstring:
        problems.add(1, 'no docstring: begin the file with the claim, """in plain words, with a full stop."""')
        return ""
    claim = docstring.splitlines()[0].strip()
    if not claim.endswith("."):
        problems.add(1, f"the docstring's first line is the claim and ends with a full stop: {claim!r}")
    return claim


def _reserved(tree: ast.Module, nodes: Iterable[ast.AST], problems: _Problems) -> dict[str, Any]:
    """The values of the reserved names: each at most once, at top level, a literal."""
    tops = (node for node in tree.body if isinstance(node, ast.Assign) and len(node.targets) == 1)
    literals = {id(node.targets[0]): node.value for node in tops}
    values: dict[str, Any] = {}
    for node in nodes:
        if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in RESERVED):
            continue
        if node.id in values:
            problems.add(node.lineno, f"`{node.id}` is assigned twice; a snippet has one parameter of that name")
        values[node.id] = None
        with suppress(KeyError, ValueError, TypeError):
            values[node.id] = ast.literal_eval(literals[id(node)])
        wanted, fits = RESERVED[node.id]
        if not fits(values[node.id]):
            problems.add(node.lineno, f"`{node.id}` is reserved and must be {wanted}, assigned once at top level")
    return values


def _imports(nodes: Iterable[ast.AST], problems: _Problems) -> tuple[str, ...]:
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            problems.add(node.lineno, "a relative import: a snippet is one file, so that a reader can copy it")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            package = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found = [package + alias.name for alias in node.names]
            if any(name.split(".")[0] == "explainer" for name in found):
                problems.add(node.lineno, "a snippet imports nothing from this project, so that a reader can copy it")
            names.update(found)
    return tuple(sorted(names))


def _strings(tree: ast.Module, nodes: Iterable[ast.AST]) -> frozenset[str]:
    """All string literals but those of the reserved names: of these, the build replaces one and reads the others."""
    reserved = [statement for statement in tree.body if assigned_name(statement) in RESERVED]
    left_out = {node for statement in reserved for node in ast.walk(statement)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and node not in left_out)
    return frozenset(node.value for node in constants if isinstance(node.value, str))


# Names bound inside these are not the module's.
_SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that are assigned; a loop's own variable is left over from it, and no fact."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    loop_variable = node.target if isinstance(node, ast.For) else None
    for child in ast.iter_child_nodes(node):
        if child is not loop_variable and not isinstance(child, _SCOPES):
            yield from _stored(child)


def _doubles(snippets: list[Snippet]) -> Iterator[str]:
    for what in ("name", "claim"):
        seen: dict[str, Snippet] = {}
        for snippet in snippets:
            first = seen.setdefault(getattr(snippet, what), snippet)
            if first is not snippet:
                yield f"{snippet.path}:1: the same {what} as {first.path}; a {what} is unique on the site"
