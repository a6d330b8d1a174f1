"""A program as statements, and which of them its asserts depend on: a change elsewhere no assert could notice.

Names decide, whatever their scope: one that flows into an assert's test is followed back to where it is made.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from explainer.inputs.code_digest import assigned_name
from explainer.inputs.snippets import RESERVED
from explainer.mutate.unread import unread

BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.FunctionDef, ast.ClassDef)
# Calls that say something or set the scene; a program says the same without them.
SAYS = frozenset({"print", "info", "warning", "debug", "warn", "simplefilter", "filterwarnings"})
SETS = frozenset({"manual_seed", "seed", "set_num_threads", "eval", "no_grad", "use_deterministic_algorithms"})
SETS |= {"disable", "remove", "removeHandler", "clear", "close", "collect", "resetwarnings"}
QUIET = ("set_verbosity", "disable_progress", "setLevel", "basicConfig", "captureWarnings")
# What a class of the program's own starts from: no claim is about that.
STARTS = frozenset({"_init_weights", "reset_parameters", "__init__"})


def call_name(node: ast.AST) -> str:
    """The last part of what is called: `manual_seed` of `torch.manual_seed(0)`; empty if it has no name."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def names_in(*nodes: ast.AST | None) -> set[str]:
    """Every name that is read or written there, but for what a mapping holds that nothing reads."""
    found: set[str] = set()
    left = [node for node in nodes if node is not None]
    while left:
        node = left.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        left += parts_of(node)
    return found


def parts_of(node: ast.AST) -> list[ast.AST]:
    """What a node is made of, but for the values of a mapping that are marked as read by nothing."""
    if isinstance(node, ast.Dict):
        return [value for value in node.values if not getattr(value, "unread", False)]
    return list(ast.iter_child_nodes(node))


def base_names(target: ast.AST) -> set[str]:
    """What an assignment to a target changes: `x` of `x`, `x[0]`, `x.weight`, and each of `x, y`."""
    match target:
        case ast.Name(id=name):
            return {name}
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return {name for part in parts for name in base_names(part)}
        case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Starred(value=value):
            return base_names(value)
        case ast.Call(func=ast.Attribute(value=value)):
            return base_names(value)
    return set()


def is_scene(statement: ast.stmt) -> bool:
    """Whether a statement only says or sets something: no claim is about it."""
    if not isinstance(statement, ast.Expr):
        return isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass | ast.Raise | ast.Global | ast.Nonlocal)
    name = call_name(statement.value)
    return not isinstance(statement.value, ast.Call) or name in SAYS | SETS or name.startswith(QUIET)


@dataclass
class Unit:
    """A statement without the statements inside it: what it `makes` or changes, and what it `needs` for that.

    `effect`: it changes something in place, which may be seen under any name.
    """

    node: ast.stmt
    makes: set[str]
    needs: set[str]
    effect: bool = False

    @property
    def parts(self) -> list[ast.AST]:
        """The trees that are its own: of a block what decides about it."""
        match self.node:
            case ast.For(target=target, iter=values):
                return [target, values]
            case ast.While(test=test) | ast.If(test=test):
                return [test]
            case ast.With(items=items):
                return [item.context_expr for item in items]
            case ast.FunctionDef(args=arguments):
                return [*arguments.defaults, *(one for one in arguments.kw_defaults if one)]
            case ast.Try() | ast.ClassDef():
                return []
        return [self.node]


class Program:
    """A parsed snippet. `nodes` are all of its tree in the order of `ast.walk`: a node's place names it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines()
        self.tree = ast.parse(source)
        self.nodes = list(ast.walk(self.tree))
        self.place = {id(node): at for at, node in enumerate(self.nodes)}
        self.parent = {id(child): node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.asserts = [node for node in self.nodes if isinstance(node, ast.Assert)]
        for value in unread(self.nodes, self.parent):
            value.unread = True  # type: ignore[attr-defined]

    def text_of(self, node: ast.AST) -> str:
        """The line where a node begins, as the file has it."""
        return self.lines[getattr(node, "lineno", 1) - 1].strip()

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node is in, from the inside out."""
        while (up := self.parent.get(id(node))) is not None:
            yield up
            node = up

    @cached_property
    def docstring(self) -> str:
        """What the program claims, whole."""
        return ast.get_docstring(self.tree) or ""

    @cached_property
    def units(self) -> list[Unit]:
        """Its statements, without asserts, imports, reserved names, and what only says or sets something."""
        return list(self._units(self.tree.body, ""))

    def _units(self, body: list[ast.stmt], function: str) -> Iterator[Unit]:
        for node in body:
            if isinstance(node, ast.Assert) or is_scene(node) or assigned_name(node) in RESERVED:
                continue
            if isinstance(node, ast.FunctionDef) and node.name in STARTS:
                continue
            yield _unit(node, function)
            if isinstance(node, BLOCKS):
                inside = node.name if isinstance(node, ast.FunctionDef) else function
                for field in ("body", "orelse", "finalbody"):
                    yield from self._units(getattr(node, field, []), inside)

    @cached_property
    def reach(self) -> dict[int, frozenset[int]]:
        """By the place of a unit's statement: the asserts, by their number, that depend on it; none is left out."""
        found: dict[int, set[int]] = {}
        for number, one in enumerate(self.asserts):
            for unit in self._behind(one):
                found.setdefault(self.place[id(unit.node)], set()).add(number)
        return {place: frozenset(numbers) for place, numbers in found.items()}

    def _behind(self, one: ast.Assert) -> list[Unit]:
        deciding = [node for node in self.above(one) if isinstance(node, BLOCKS)]
        wanted = names_in(one.test).union(*(unit.needs for unit in self.units if unit.node in deciding))
        behind: dict[int, Unit] = {}
        while True:
            new = [u for u in self.units if id(u.node) not in behind and (u.effect or u.makes & wanted)]
            if not new:
                return list(behind.values())
            behind |= {id(unit.node): unit for unit in new}
            wanted = wanted.union(*(unit.needs for unit in new))


def _unit(node: ast.stmt, function: str) -> Unit:
    """What one statement makes and needs; `function` is the one that it stands in."""
    here = {function} if function else set()
    match node:
        case ast.Assign(targets=targets, value=value):
            made = {name for target in targets for name in base_names(target)}
            return Unit(node, made, names_in(value, *targets), any(isinstance(t, ast.Attribute) for t in targets))
        case ast.AugAssign(target=target, value=value) | ast.AnnAssign(target=target, value=value):
            return Unit(node, base_names(target), names_in(target, value))
        case ast.For(target=target, iter=values):
            return Unit(node, names_in(target), names_in(values))
        case ast.With(items=items):
            kept = {name for item in items if item.optional_vars for name in names_in(item.optional_vars)}
            return Unit(node, kept, names_in(*(item.context_expr for item in items)))
        case ast.FunctionDef(name=name):
            return Unit(node, {name}, names_in(*(inner for inner in ast.walk(node) if isinstance(inner, ast.Return))))
        case ast.ClassDef(name=name):
            return Unit(node, {name}, names_in(node))
        case ast.Return(value=value):
            return Unit(node, here, names_in(value))
        case ast.If() | ast.While() | ast.Try():
            made = {name for inner in ast.walk(node) if isinstance(inner, ast.stmt) and inner is not node
                    for name in _unit(inner, function).makes}  # fmt: skip
            return Unit(node, made, names_in(getattr(node, "test", None)))
        case ast.Expr(value=ast.Call(func=function_called, args=args, keywords=keywords) as call):
            touched = base_names(function_called) | names_in(*args, *(one.value for one in keywords))
            collects = call_name(call) in {"append", "add", "extend", "update", "setdefault", "insert"}
            return Unit(node, base_names(function_called) if collects else touched, names_in(node), not collects)
    return Unit(node, names_in(node), names_in(node))
