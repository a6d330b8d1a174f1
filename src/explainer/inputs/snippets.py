"""Read a snippet, which is a claim with its proof, from its syntax tree. Nothing is executed here."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.fact_values import DEFAULT_TOLERANCE, DICT_METHODS
from explainer.inputs.code_digest import assigned_name, nodes_of, program_digest, syntax_tree
from explainer.inputs.entries import raise_if_any, read_each
from explainer.inputs.lessons import lesson_names, lesson_problems
from explainer.inputs.text_files import read_text

SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[^\sa-z])")  # no sentence ends before a lower-case letter: “e.g. this”
MAX_SENTENCE_WORDS = 25  # of a claim's first sentence
# What a claim is about.
SCOPES = (
    "arithmetic",  # shapes alone
    "library",  # the library's code, with any weights
    "checkpoint",  # files that the program names
    "experiment",  # a log of several trainings
)


def _is_tuple_of_strings(value: Any) -> bool:
    """Return whether a value is a tuple of strings; also the empty tuple."""
    return isinstance(value, tuple) and all(isinstance(item, str) for item in value)


# Names that a snippet may assign for the build, which reads them from the text. A new value does not make a run stale,
# except of programs that may read their own source. So no program should read them itself, which is not checked.
# Each is mapped to what its value must be, in words and as a check.
CHECKPOINT_NAME = "checkpoint"  # the exception: the program reads it, and the build puts other ids in its place
RESERVED_NAMES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    CHECKPOINT_NAME: ('a plain string, `checkpoint = "..."`', lambda value: isinstance(value, str)),
    "decides": ("a plain string, a piece of one printed line", lambda value: isinstance(value, str) and value.strip()),
    "needs": ("a tuple of strings", _is_tuple_of_strings),
    "needs_cpu": ("a plain string, the reason in a few words", lambda value: isinstance(value, str) and value.strip()),
    "ports": ("a tuple of strings, the modules of older libraries", _is_tuple_of_strings),
    "scope": (f"one of {', '.join(SCOPES)}", lambda value: value in SCOPES),
    "tolerance": ("a number between 0 and 1", lambda value: isinstance(value, float | int) and 0 < value < 1),
}
SETTINGS = frozenset(RESERVED_NAMES) - {CHECKPOINT_NAME}
# Settings that a claim's badge and its output tell already, so its program is shown without them.
HIDDEN_SETTINGS = SETTINGS - {"tolerance"}


@dataclass(frozen=True)
class Snippet:
    """Hold one claim with its proof.

    `path` is relative to the repository's root. `claim` is the docstring's first line. `checkpoint_id` is what the
    program assigns to `checkpoint`, and the build puts other ids in its place; None if the claim runs once. `needs` are
    properties that a checkpoint must have. `tolerance` is the relative difference at which a float counts as changed.
    `imports` are dotted names (`torch.nn.Linear`). `assigned_names` are top-level names that may become facts;
    `lesson_names` are those of them that are first assigned in the lesson, and `read_site` keeps only what is quoted.
    `strings` are its string literals, docstrings included, without the values of reserved names. `is_seeded`: its text
    has `seed(`, so it probably draws random numbers, which differ between devices. `ports` are modules of older
    libraries, for which the build writes the same program. `scope` is one of SCOPES, or None. `decides` is a part of
    the printed line that shows the claim; None means the last line. `needs_cpu` says why it runs on the CPU also where
    the build runs on a GPU; "" if it does not.
    """

    topic: str
    name: str
    path: Path
    source: str
    claim: str
    checkpoint_id: str | None
    needs: tuple[str, ...]
    tolerance: float
    imports: tuple[str, ...]
    assigned_names: frozenset[str]
    strings: frozenset[str]
    is_seeded: bool
    ports: tuple[str, ...] = ()
    scope: str | None = None
    decides: str | None = None
    lesson_names: frozenset[str] = frozenset()
    needs_cpu: str = ""

    @property
    def key(self) -> str:
        """Return `topic/name`, which names the claim on pages, in content/ and on the command line."""
        return f"{self.topic}/{self.name}"

    @property
    def sentence(self) -> str:
        """Return the claim's first sentence, which readers see."""
        return SENTENCE_END.split(self.claim, maxsplit=1)[0]

    @property
    def conditions(self) -> str:
        """Return the sentences after the first: when, where and with what the claim holds."""
        return self.claim.removeprefix(self.sentence).strip()

    @property
    def selectors(self) -> set[str]:
        """Return the names that select the snippet on the command line."""
        return {self.topic, self.name, self.key}

    @property
    def digest(self) -> str:
        """Return the digest of the program without its assignments to reserved names.

        Facts that were recorded under another digest are stale.
        """
        return program_digest(self.source, frozenset(RESERVED_NAMES))

    def line_of(self, reserved_name: str) -> int:
        """Return the line that assigns a reserved name, from 1; the first line if none does."""
        return next((node.lineno for node in syntax_tree(self.source).body if assigned_name(node) == reserved_name), 1)


def read_snippets(root: Path) -> list[Snippet]:
    """Return every `snippets/<topic>/<name>.py`, sorted. Raise UserError with a line for each problem.

    `<name>.<library>.py` is the same claim for another library, and is checked, but is not a snippet.
    """
    parsed = read_each(read_snippet, ((path, root) for path in sorted(root.glob("snippets/**/*.py"))))
    snippets = [snippet for snippet in parsed if "." not in snippet.path.stem]  # the others are variants
    claims = {snippet.key: snippet.claim for snippet in snippets}
    orphans = (
        f"{variant.path}:1: a variant of {variant.key}, which must be there and make the same claim"
        for variant in parsed
        if claims.get(variant.key) != variant.claim
    )
    raise_if_any([*_repeated_names_and_claims(snippets), *orphans])
    return snippets


def choose(snippets: Iterable[Snippet], wanted: Iterable[str], option: str = "") -> list[Snippet]:
    """Return the snippets that `wanted` names by topic, name, `topic/name` or path; all if it is empty.

    Raise UserError for an unknown name; its message begins with the command line's `option`.
    """
    snippets = list(snippets)
    selected = {name.rstrip("/").removeprefix("snippets/").removesuffix(".py") for name in wanted}
    if unknown := selected.difference(*(snippet.selectors for snippet in snippets)):
        raise UserError(f"{option} {min(unknown)}: no such topic or snippet; --list shows them".lstrip())
    return [snippet for snippet in snippets if not selected or selected & snippet.selectors]


def read_snippet(path: Path, root: Path) -> Snippet:
    """Return one snippet. Raise UserError with a line (file, line, problem) for each rule that it breaks."""
    return parse_snippet(path.relative_to(root), read_text(path, root))


@cache
def parse_snippet(path: Path, source: str) -> Snippet:
    """Return a snippet from its text. Raise UserError as `read_snippet`. `path`, from the root, need not exist."""
    topic, (name, _, variant) = path.parent.name, path.stem.partition(".")
    if name == "index":
        raise UserError(f"{path}:1: a claim called `index` would have no address of its own; choose another name")
    if len(path.parts) != 3 or not all(part.isidentifier() for part in (topic, name, variant or "_")):
        raise UserError(f"{path}:1: a snippet is snippets/<topic>/<name>.py, both names of letters, digits and _")
    try:
        tree, nodes = syntax_tree(source), nodes_of(source)
    except (SyntaxError, ValueError) as error:  # ValueError: a NUL byte
        raise UserError(f"{path}:{getattr(error, 'lineno', None) or 1}: syntax error: {error}") from None
    problems = _Problems(path)
    claim = _read_claim(tree, problems)
    reserved_values = _read_reserved(tree, nodes, problems)
    imports = _read_imports(nodes, problems)
    assigned_names = frozenset(
        name for name in _module_names(tree) if not name.startswith("_") and name not in RESERVED_NAMES
    )
    for shadowed in sorted(DICT_METHODS & {*assigned_names, name, topic}):
        problems.add(1, f"`{shadowed}` is also a method of dict, so a page could not quote it; choose another name")
    if not any(isinstance(node, ast.Assert) for node in nodes):
        problems.add(1, "no assert: nothing proves the claim")
    for line, problem in lesson_problems(source, HIDDEN_SETTINGS):
        problems.add(line, problem)
    if "needs" in reserved_values and "checkpoint" not in reserved_values:
        problems.add(1, "`needs` without `checkpoint`: there is no parameter to choose; remove it")
    raise_if_any(problems)
    return Snippet(
        topic=topic,
        name=name,
        path=path,
        source=source,
        claim=claim,
        checkpoint_id=reserved_values.get("checkpoint"),
        needs=tuple(reserved_values.get("needs", ())),
        tolerance=float(reserved_values.get("tolerance", DEFAULT_TOLERANCE)),
        imports=imports,
        assigned_names=assigned_names,
        strings=_strings(tree, nodes),
        is_seeded="seed(" in source,
        ports=tuple(reserved_values.get("ports", ())),
        scope=reserved_values.get("scope"),
        decides=reserved_values.get("decides"),
        lesson_names=assigned_names & lesson_names(source),
        needs_cpu=reserved_values.get("needs_cpu", ""),
    )


class _Problems(list[str]):
    """Collect a line for each problem of one snippet; `path` is from the root."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def add(self, line: int, text: str) -> None:
        self.append(f"{self.path}:{line}: {text}")


def _read_claim(tree: ast.Module, problems: _Problems) -> str:
    """Return the docstring's first line, which is the claim, or "". Add a problem if it is missing or unfinished."""
    docstring = ast.get_docstring(tree)
    if not docstring:
        problems.add(1, 'no docstring: begin the file with the claim, """in plain words, with a full stop."""')
        return ""
    claim = docstring.splitlines()[0].strip()
    if not claim.endswith("."):
        problems.add(1, f"the docstring's first line is the claim and ends with a full stop: {claim!r}")
    return claim


def _read_reserved(tree: ast.Module, nodes: Iterable[ast.AST], problems: _Problems) -> dict[str, Any]:
    """Return the values of reserved names.

    Add a problem unless each is assigned once, at top level, to a literal that fits.
    """
    assignments = (node for node in tree.body if isinstance(node, ast.Assign) and len(node.targets) == 1)
    right_sides = {id(node.targets[0]): node.value for node in assignments}
    values: dict[str, Any] = {}
    for node in nodes:
        if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in RESERVED_NAMES):
            continue
        if node.id in values:
            problems.add(node.lineno, f"`{node.id}` is assigned twice; a snippet has one parameter of that name")
        values[node.id] = None  # unless it is assigned at top level, to a literal
        with suppress(KeyError, ValueError, TypeError):
            values[node.id] = ast.literal_eval(right_sides[id(node)])
        description, fits = RESERVED_NAMES[node.id]
        if not fits(values[node.id]):
            problems.add(node.lineno, f"`{node.id}` is reserved and must be {description}, assigned once at top level")
    return values


def _read_imports(nodes: Iterable[ast.AST], problems: _Problems) -> tuple[str, ...]:
    """Return the dotted names of all imports, sorted. Add a problem for a relative one, and one from `explainer`."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            problems.add(node.lineno, "a relative import: a snippet is one file, so that a reader can copy it")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            package = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            imported = [package + alias.name for alias in node.names]
            if any(name.split(".")[0] == "explainer" for name in imported):
                problems.add(node.lineno, "a snippet imports nothing from this project, so that a reader can copy it")
            names.update(imported)
    return tuple(sorted(names))


def _strings(tree: ast.Module, nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return all string literals, docstrings included, but not values of reserved names, which are for the build."""
    reserved_statements = [statement for statement in tree.body if assigned_name(statement) in RESERVED_NAMES]
    excluded = {node for statement in reserved_statements for node in ast.walk(statement)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and node not in excluded)
    return frozenset(node.value for node in constants if isinstance(node.value, str))


# Nodes with namespaces of their own: what is assigned inside is no name of the module.
_NODES_WITH_OWN_NAMES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _module_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that the module assigns, except variables of `for`, whose last value is no result."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    loop_variable = node.target if isinstance(node, ast.For) else None
    for child in ast.iter_child_nodes(node):
        if child is not loop_variable and not isinstance(child, _NODES_WITH_OWN_NAMES):
            yield from _module_names(child)


def _repeated_names_and_claims(snippets: list[Snippet]) -> Iterator[str]:
    """Yield a line for each snippet that has the name or the claim of an earlier one."""
    for attribute in ("name", "claim"):
        seen: dict[str, Snippet] = {}
        for snippet in snippets:
            first = seen.setdefault(getattr(snippet, attribute), snippet)
            if first is not snippet:
                yield f"{snippet.path}:1: the same {attribute} as {first.path}; a {attribute} is unique on the site"
