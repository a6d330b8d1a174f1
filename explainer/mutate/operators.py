"""Small changes of a program: another number, the opposite comparison, a statement left out, a log in another order.

An operator gives, for one node of the syntax tree, what could stand in its place, and says in words what changed. These
here know Python alone; a site adds those that know its subject (`Extension.operators`).
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
from explainer.inputs.settings import EXPERIMENT
from explainer.inputs.snippets import RESERVED, Snippet

MOST = 20  # mutants of one program
SEED = 20
# Calls that only print, silence, seed or clean up: the claim is the same without them.
SCENE = re.compile(
    r"print|info|warning|debug|\w*seed|set_verbosity\w*|\w*progress_bars?|setLevel|simplefilter|filterwarnings|"
    r"use_deterministic_algorithms|disable|close|remove|clear|collect|destroy\w*"
)
# Calls without which the rest has nothing to work on, or starts from other values.
STARTS = re.compile(r"append|extend|add|setdefault|mkdir|__init__|requires_grad_|(trunc_)?normal_|uniform_")
OPPOSITE: dict[type[ast.AST], type[Any]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip


class Program:
    """A snippet with its syntax tree, and the node above each node."""

    def __init__(self, snippet: Snippet) -> None:
        self.snippet = snippet
        self.lines = snippet.source.splitlines()
        self.tree = ast.parse(snippet.source)
        self.nodes = list(ast.walk(self.tree))
        self.parent = {id(child): node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def changeable(self) -> Iterator[ast.AST]:
        """Yield the nodes that operators are given: all but the asserts, the settings, imports and printed texts."""
        left: list[ast.AST] = [self.tree]
        while left:
            node = left.pop()
            if not _is_fixed(node):
                yield node
                left += reversed(list(ast.iter_child_nodes(node)))

    def with_first(self, statements: str) -> ast.Module:
        """Return the program with these statements before its own, after the docstring and `from __future__`."""
        body = self.tree.body
        future = [at for at, one in enumerate(body) if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
        start = max([0, *future]) + 1
        return ast.Module([*body[:start], *ast.parse(statements).body, *body[start:]], [])

    def is_made_before(self, node: ast.stmt, names: set[str]) -> bool:
        """Tell whether these names have a value before a statement, in whatever function."""
        stored = {one.id for one in self.nodes if _is_stored(one) and one.lineno < node.lineno}
        return names <= stored | {one.arg for one in self.nodes if isinstance(one, ast.arg)}


Change: TypeAlias = tuple[str, ast.AST]  # in words, and what stands in the node's place
Operator: TypeAlias = Callable[[ast.AST, Program], Iterator[Change]]


def _is_fixed(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
        case ast.Expr(value=ast.Call() as call) | (ast.Call() as call):
            return SCENE.fullmatch(_call_name(call)) is not None
        case ast.Assign():
            return assigned_name(node) in RESERVED
    return False


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _call_name(node: ast.Call) -> str:
    """Return the last part of what is called, `manual_seed` of `torch.manual_seed(0)`; empty where it has no name."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def numbers(node: ast.AST, program: Program) -> Iterator[Change]:
    """Give another number for an index and for a number in a calculation.

    A number that is an argument or a bound stays: sizes, seeds and start values are the program's free choice, and a
    claim that holds for all of them is none the worse.
    """
    value = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    calculated = isinstance(program.parent[id(node)], ast.BinOp)
    inner, up = node, program.parent[id(node)]
    while isinstance(up, ast.UnaryOp | ast.BinOp | ast.Tuple):
        inner, up = up, program.parent[id(up)]
    is_index = isinstance(up, ast.Subscript) and up.slice is inner and isinstance(up.ctx, ast.Load)
    is_argument = isinstance(up, ast.Call | ast.keyword | ast.Dict | ast.List | ast.Slice)
    if is_index or (calculated and not is_argument):
        new = value * 2 or 1
        if is_index:
            new = 1 - value if value in (0, 1) else value + 1
        yield f"{value} → {new}", ast.Constant(new)


def comparisons(node: ast.AST, _program: Program) -> Iterator[Change]:
    """Give the opposite of a comparison."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        opposite = ast.Compare(node.left, [OPPOSITE[type(node.ops[0])]()], node.comparators)
        yield f"{_sign(node)} → {_sign(opposite)}", opposite


def _sign(node: ast.Compare) -> str:
    return ast.unparse(ast.Compare(ast.Name("x"), node.ops, [ast.Name("y")]))[2:-2]


def calculations(node: ast.AST, _program: Program) -> Iterator[Change]:
    """Give the opposite of a calculation."""
    new: ast.AST
    match node:
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPPOSITE and not _is_text(left, right):
            new = ast.BinOp(left, OPPOSITE[type(sign)](), right)
        case ast.AugAssign(target=target, op=sign, value=value) if type(sign) in OPPOSITE and not _is_text(value):
            new = ast.AugAssign(target, OPPOSITE[type(sign)](), value)
        case _:
            return
    yield f"{ast.unparse(node)} → {ast.unparse(new)}", new


def _is_text(*sides: ast.expr) -> bool:
    """Tell whether texts or lists are put together, for which there is no other sign."""
    texts = [one for one in sides if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return bool(texts) or any(isinstance(one, ast.JoinedStr | ast.List | ast.ListComp | ast.Tuple) for one in sides)


def dropped(node: ast.AST, program: Program) -> Iterator[Change]:
    """Leave out a statement that changes what is there already; without a new name the rest could not run."""
    match node:
        case ast.Expr(value=ast.Call() as call) if not STARTS.fullmatch(_call_name(call)):
            pass
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete():
            pass
        case ast.Assign(targets=targets):
            made = {one.id for target in targets for one in ast.walk(target) if _is_stored(one)}
            if not made or not program.is_made_before(node, made):
                return
        case _:
            return
    yield "statement left out", ast.Pass()


def other_log(node: ast.AST, program: Program) -> Iterator[Change]:
    """Give an experiment's program the numbers of its log in another order."""
    if node is program.tree and program.snippet.scope == EXPERIMENT:
        first = f"import {__name__} as _mutate\n_mutate.shuffle_logs()"
        yield "the log's numbers in another order", program.with_first(first)


def shuffle_logs() -> None:
    """From now on JSON gives its numbers with a point in another order; a changed program calls this."""
    inner: Any = json.loads

    def loads(text: Any, **options: Any) -> Any:
        found: list[str] = []
        inner(text, parse_float=found.append)
        random.Random(SEED).shuffle(found)  # noqa: S311 (no secret)
        left = iter(found)
        return inner(text, **options, parse_float=lambda _: float(next(left)))

    module: Any = json
    module.loads = loads  # `json.load` calls it, too


GENERAL: tuple[Operator, ...] = (other_log, numbers, comparisons, calculations, dropped)


@dataclass(frozen=True)
class Mutant:
    """A changed program. `line` is where it was changed, 0 for the whole; `name` outlives a move of the line."""

    line: int
    name: str
    source: str


def mutants(program: Program, operators: Iterable[Operator] = ()) -> list[Mutant]:
    """Return at most MOST changes of a program, spread over its lines; `operators` are the site's."""
    found: dict[str, Mutant] = {ast.unparse(program.tree): Mutant(0, "", "")}
    names = Counter[str]()
    for node in program.changeable():
        for operator in (*operators, *GENERAL):
            for words, new in operator(node, program):
                # deepcopy takes what its memo has for a node, so the copy has the new one in the old one's place.
                source = ast.unparse(copy.deepcopy(program.tree, {id(node): new}))
                line = getattr(node, "lineno", 0)
                name = f"{program.lines[line - 1].strip()} ⟶ {words}" if line else words
                if source not in found:
                    names[name] += 1
                    name = name if names[name] == 1 else f"{name} ({names[name]})"
                    found[source] = Mutant(line, name, source)
    return _spread(list(found.values())[1:])


def _spread(found: list[Mutant]) -> list[Mutant]:
    if len(found) <= MOST:
        return found
    return [found[at * len(found) // MOST] for at in range(MOST)]
