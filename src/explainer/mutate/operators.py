"""Make mutants of a program: another number, the opposite comparison, a statement left out, a log in another order.

A mutation operator takes a node of the syntax tree and yields nodes that could replace it, each with a description. The
operators here work on any Python program; a site adds those for its subject (`Extension.operators`).
"""

import ast
import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

from explainer.inputs.code_digest import assigned_name
from explainer.inputs.snippet_settings import EXPERIMENT
from explainer.inputs.snippets import RESERVED_NAMES, Snippet

MAX_MUTANTS = 20  # per program: each is a whole run
SHUFFLE_SEED = 20
# Calls that print, silence, seed or clean up. They stay as they are: the claim is the same without them.
IGNORED_CALLS = re.compile(
    r"print|info|warning|debug|\w*seed|set_verbosity\w*|\w*progress_bars?|setLevel|simplefilter|filterwarnings|"
    r"use_deterministic_algorithms|disable|close|remove|clear|collect|destroy\w*"
)
# Calls that are never left out: without them the rest has nothing to work on, or starts from other weights.
SETUP_CALLS = re.compile(r"append|extend|add|setdefault|mkdir|__init__|requires_grad_|(trunc_)?normal_|uniform_")
OPPOSITES: dict[type[ast.AST], type[Any]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip


class Program:
    """Hold a snippet with its syntax tree. `parent_by_id` has, by the `id` of a node, the node above it."""

    def __init__(self, snippet: Snippet) -> None:
        self.snippet = snippet
        self.lines = snippet.source.splitlines()
        self.tree = ast.parse(snippet.source)
        self.nodes = list(ast.walk(self.tree))
        self.parent_by_id = {id(child): node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def changeable_nodes(self) -> Iterator[ast.AST]:
        """Yield the nodes that may change, in source order. `_is_fixed` tells which stay, with all their parts."""
        pending: list[ast.AST] = [self.tree]
        while pending:
            node = pending.pop()
            if not _is_fixed(node):
                yield node
                pending += reversed(list(ast.iter_child_nodes(node)))

    def with_preamble(self, statements: str) -> ast.Module:
        """Return a new tree that runs these statements first, after the docstring and `from __future__` imports."""
        body = self.tree.body
        future_imports = [
            index for index, node in enumerate(body) if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        ]
        start = max([0, *future_imports]) + 1  # the docstring is statement 0
        return ast.Module([*body[:start], *ast.parse(statements).body, *body[start:]], [])

    def are_assigned_before(self, statement: ast.stmt, names: set[str]) -> bool:
        """Return whether all names are assigned on an earlier line or are parameters, in any scope."""
        stored = {node.id for node in self.nodes if _is_stored(node) and node.lineno < statement.lineno}
        return names <= stored | {node.arg for node in self.nodes if isinstance(node, ast.arg)}


Replacement: TypeAlias = tuple[str, ast.AST]  # the description, and the node that replaces the old one
Operator: TypeAlias = Callable[[ast.AST, Program], Iterator[Replacement]]


def _is_fixed(node: ast.AST) -> bool:
    """Return whether a node stays: asserts and raises, imports, f-strings, docstrings, settings, IGNORED_CALLS."""
    match node:
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
        case ast.Expr(value=ast.Call() as call) | (ast.Call() as call):
            return IGNORED_CALLS.fullmatch(_call_name(call)) is not None
        case ast.Assign():
            return assigned_name(node) in RESERVED_NAMES
    return False


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _call_name(node: ast.Call) -> str:
    """Return the last part of the called name, `manual_seed` of `torch.manual_seed(0)`; "" if it has no name."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def replace_number(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Replace an index, or a number in a calculation.

    Arguments, entries of lists and bounds of slices stay: sizes, seeds and start values are the author's choice, and a
    claim that also holds for others would have survivors for no fault of its asserts.
    """
    value = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    in_calculation = isinstance(program.parent_by_id[id(node)], ast.BinOp)
    inner, outer = node, program.parent_by_id[id(node)]
    while isinstance(outer, ast.UnaryOp | ast.BinOp | ast.Tuple):
        inner, outer = outer, program.parent_by_id[id(outer)]
    is_index = isinstance(outer, ast.Subscript) and outer.slice is inner and isinstance(outer.ctx, ast.Load)
    is_argument = isinstance(outer, ast.Call | ast.keyword | ast.Dict | ast.List | ast.Slice)
    if is_index or (in_calculation and not is_argument):
        new = value * 2 or 1
        if is_index:  # a neighbour, which is more often in range: a crash tells nothing
            new = 1 - value if value in (0, 1) else value + 1
        yield f"{value} → {new}", ast.Constant(new)


def invert_comparison(node: ast.AST, _program: Program) -> Iterator[Replacement]:
    """Replace a comparison of two values by its opposite, such as `<` by `>=`."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        opposite = ast.Compare(node.left, [OPPOSITES[type(node.ops[0])]()], node.comparators)
        yield f"{_symbol(node)} → {_symbol(opposite)}", opposite


def _symbol(node: ast.Compare) -> str:
    # ast has no function for an operator alone: unparse `x < y` and cut the names off.
    return ast.unparse(ast.Compare(ast.Name("x"), node.ops, [ast.Name("y")]))[2:-2]


def invert_calculation(node: ast.AST, _program: Program) -> Iterator[Replacement]:
    """Replace a calculation by its inverse, such as `a + b` by `a - b`, also in `a += b`; `**` becomes `*`."""
    new: ast.AST
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPPOSITES and not _is_sequence(left, right):
            new = ast.BinOp(left, OPPOSITES[type(op)](), right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in OPPOSITES and not _is_sequence(value):
            new = ast.AugAssign(target, OPPOSITES[type(op)](), value)
        case _:
            return
    yield f"{ast.unparse(node)} → {ast.unparse(new)}", new


def _is_sequence(*operands: ast.expr) -> bool:
    """Return whether an operand is a literal text, list or tuple: `+` joins these, and `-` would only crash."""
    texts = [node for node in operands if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return bool(texts) or any(
        isinstance(node, ast.JoinedStr | ast.List | ast.ListComp | ast.Tuple) for node in operands
    )


def drop_statement(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Leave out a call, a deletion or an assignment, but not the first assignment to a name: the rest would crash."""
    match node:
        case ast.Expr(value=ast.Call() as call) if not SETUP_CALLS.fullmatch(_call_name(call)):
            pass
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete():
            pass
        case ast.Assign(targets=targets):
            names = {name.id for target in targets for name in ast.walk(target) if _is_stored(name)}
            if not names or not program.are_assigned_before(node, names):
                return
        case _:
            return
    yield "statement left out", ast.Pass()


def shuffle_log(node: ast.AST, program: Program) -> Iterator[Replacement]:
    """Make an experiment's program read the numbers of its log in another order."""
    if node is program.tree and program.snippet.scope == EXPERIMENT:
        preamble = f"import {__name__} as _mutate\n_mutate.shuffle_loaded_floats()"
        yield "the log's numbers in another order", program.with_preamble(preamble)


def shuffle_loaded_floats() -> None:
    """Patch `json.loads` to return a text's floats in another order. Mutants of `shuffle_log` call this."""
    original: Any = json.loads

    def loads(text: Any, **options: Any) -> Any:
        floats: list[str] = []
        original(text, parse_float=floats.append)
        random.Random(SHUFFLE_SEED).shuffle(floats)  # noqa: S311 (no secret)
        shuffled = iter(floats)
        return original(text, **options, parse_float=lambda _: float(next(shuffled)))

    module: Any = json
    module.loads = loads  # `json.load` calls it, too


GENERAL_OPERATORS: tuple[Operator, ...] = (
    shuffle_log, replace_number, invert_comparison, invert_calculation, drop_statement
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """Hold a changed program. `line` is where it differs, 0 if everywhere; `name` quotes the line, not its number."""

    line: int
    name: str
    source: str


def make_mutants(program: Program, operators: Iterable[Operator] = ()) -> list[Mutant]:
    """Return at most MAX_MUTANTS different mutants, spread over the program; `operators` are the site's own."""
    # By source: each mutant once, and none that equals the program itself, which is the first entry.
    by_source: dict[str, Mutant] = {ast.unparse(program.tree): Mutant(0, "", "")}
    names = Counter[str]()
    for node in program.changeable_nodes():
        for operator in (*operators, *GENERAL_OPERATORS):
            for description, new in operator(node, program):
                # deepcopy looks a node up in its memo first, so the copy of the tree has `new` in place of `node`.
                source = ast.unparse(copy.deepcopy(program.tree, {id(node): new}))
                line = getattr(node, "lineno", 0)
                name = f"{program.lines[line - 1].strip()} ⟶ {description}" if line else description
                if source not in by_source:
                    names[name] += 1
                    name = name if names[name] == 1 else f"{name} ({names[name]})"
                    by_source[source] = Mutant(line, name, source)
    return _spread(list(by_source.values())[1:])


def _spread(candidates: list[Mutant]) -> list[Mutant]:
    if len(candidates) <= MAX_MUTANTS:
        return candidates
    return [candidates[at * len(candidates) // MAX_MUTANTS] for at in range(MAX_MUTANTS)]
