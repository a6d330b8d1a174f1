"""Small changes of any program: each operator gives, for a node, what could stand there instead.

They are changes that a claim should notice. What a program chooses freely (sizes, seeds, how often, where to) is
left as it is: a claim that holds for all of them is none the worse.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from explainer.mutate.free import CHANGES_IN_PLACE, FREE_CALLS, FREE_FLAGS, FREE_WORDS, NEEDED_WORDS, STARTING
from explainer.mutate.program import Program, base_names, call_name

Change: TypeAlias = tuple[str, ast.AST]  # in words, and the new node
Operator: TypeAlias = Callable[[ast.AST, Program], Iterator[Change]]


COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
}  # fmt: skip
TOKEN = re.compile(r"\[[A-Z]+\]")


def numbers(node: ast.AST, program: Program) -> Iterator[Change]:
    """Another number: of an index, in an expression, or an argument that is no mere size."""
    value = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(node, ast.Constant) or not isinstance(value, int | float) or isinstance(value, bool):
        return
    if _is_free(node, program):
        return
    up = program.parent[id(node)]
    if isinstance(value, float) and not isinstance(up, ast.BinOp | ast.Compare | ast.UnaryOp):
        return
    if isinstance(up, ast.UnaryOp):  # -1, which counts from the end
        new = value + 1
    elif isinstance(value, float) or isinstance(up, ast.BinOp):
        new = value * 2 if value not in (0, 1) else value + 1
    else:
        new = 1 - value if value in (0, 1) else value + 1
    yield f"{value} → {new:g}", ast.Constant(new)


def comparisons(node: ast.AST, _program: Program) -> Iterator[Change]:
    """The opposite of a comparison."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        new = ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators)
        yield f"{_op(node)} → {_op(new)}", new


def _op(node: ast.Compare) -> str:
    return ast.unparse(ast.Compare(ast.Name("x"), node.ops, [ast.Name("y")]))[2:-2]


def calculations(node: ast.AST, program: Program) -> Iterator[Change]:
    """Another operator: of two numbers, of two conditions; a `not` left out."""
    if isinstance(node, ast.BinOp) and type(node.op) in CALCULATED and not _joins(node):
        new = ast.BinOp(node.left, CALCULATED[type(node.op)](), node.right)
        if isinstance(node.op, ast.Sub) and _is_bounded_below(node, program):
            new = ast.BinOp(node.left, ast.Sub(), node.left)  # whatever is farther apart would pass, rightly
        yield f"{ast.unparse(node)} → {ast.unparse(new)}", new
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and not _joins(node):
        if type(node.op) not in CALCULATED:
            return
        change = ast.AugAssign(node.target, CALCULATED[type(node.op)](), node.value)
        yield f"{ast.unparse(node)} → {ast.unparse(change)}", change
    elif isinstance(node, ast.BoolOp):
        other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield ("and → or" if isinstance(node.op, ast.And) else "or → and"), other
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "`not` left out", node.operand
    elif isinstance(node, ast.Name | ast.Call) and _decides(node, program):
        yield "the condition turned round", ast.UnaryOp(ast.Not(), node)


def _decides(node: ast.expr, program: Program) -> bool:
    """Whether it is the whole of a condition."""
    match program.parent.get(id(node)):
        case ast.If(test=test) | ast.IfExp(test=test) if test is node:
            return True
        case ast.comprehension(ifs=tests):
            return node in tests
    return False


def _is_bounded_below(node: ast.AST, program: Program) -> bool:
    """Whether the asserts that depend on a difference ask only that something is large."""
    statement = next(up for up in program.above(node) if isinstance(up, ast.stmt))
    reached = program.reach.get(program.place[id(statement)], frozenset())
    tests = [part for at in reached for part in ast.walk(program.asserts[at].test) if isinstance(part, ast.Compare)]
    return bool(tests) and all(isinstance(op, ast.Gt | ast.GtE) for test in tests for op in test.ops)


def _joins(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether texts or lists are put together, which no other operator can do, or nothing is added."""
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    if any(isinstance(one, ast.Constant) and one.value == 0 for one in sides):
        return True  # nothing is added
    kinds = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
    return any(isinstance(s, kinds) or (isinstance(s, ast.Constant) and isinstance(s.value, str)) for s in sides)


def flags(node: ast.AST, program: Program) -> Iterator[Change]:
    """True for False, and the other way round."""
    up = program.parent.get(id(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        if isinstance(up, ast.keyword) and (up.arg in FREE_FLAGS or (up.arg or "").startswith(("return_", "output_"))):
            return
        yield f"{node.value} → {not node.value}", ast.Constant(not node.value)


def dropped(node: ast.AST, program: Program) -> Iterator[Change]:
    """A statement left out that changes something; one that makes a name is needed for the program to run at all."""
    match node:
        case ast.Expr(value=ast.Call() as call):
            if re.fullmatch(r".*init\.(?!constant)\w+_", ast.unparse(call.func)) or call_name(call) in STARTING:
                return
        case ast.Assign(targets=[ast.Attribute()]):
            pass
        case ast.Assign(targets=[ast.Subscript(value=base)]) if not _collects(base, program):
            pass
        case ast.Delete(targets=[ast.Subscript()]):
            pass
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in _read(value):  # x = x.…
            pass
        case _:
            return
    yield "statement left out", ast.Pass()


def _read(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _collects(base: ast.AST, program: Program) -> bool:
    """Whether a mapping starts empty and is filled: without the entry the rest could not run."""
    names = base_names(base)
    empty = (node for node in program.nodes if isinstance(node, ast.Assign) and "{}" in ast.unparse(node.value))
    return any(names & base_names(target) for node in empty for target in node.targets)


def swapped(node: ast.AST, program: Program) -> Iterator[Change]:
    """The first two arguments in the other order, where the order can matter."""
    if not isinstance(node, ast.Call) or len(node.args) < 2 or not isinstance(node.func, ast.Name):
        return
    if node.func.id not in {one.name for one in program.nodes if isinstance(one, ast.FunctionDef)}:
        return  # of most functions the order of arguments is fixed by their kinds
    first, second, *others = node.args
    if any(isinstance(one, ast.Starred | ast.Constant | ast.Tuple | ast.Lambda) for one in (first, second)):
        return
    new = ast.Call(node.func, [second, first, *others], node.keywords)
    yield f"arguments swapped: {ast.unparse(first)}, {ast.unparse(second)}", new


def keywords(node: ast.AST, _program: Program) -> Iterator[Change]:
    """A call without one of its named arguments, unless that is a flag, a mask or a mere size."""
    if not isinstance(node, ast.Call) or call_name(node) in FREE_CALLS or call_name(node).endswith("Config"):
        return
    for one in node.keywords:
        plain = isinstance(one.value, ast.Constant) and isinstance(one.value.value, bool | str)
        if one.arg is None or plain or one.arg in FREE_FLAGS | NEEDED_WORDS or FREE_WORDS.fullmatch(one.arg):
            continue
        left = [other for other in node.keywords if other is not one]
        yield f"without {ast.unparse(one)}", ast.Call(node.func, node.args, left)


def entries(node: ast.AST, _program: Program) -> Iterator[Change]:
    """A mapping without one of the entries that it adds to another."""
    if not isinstance(node, ast.Dict) or None not in node.keys:
        return
    for at, key in enumerate(node.keys):
        word = key.value if isinstance(key, ast.Constant) else None
        if not isinstance(word, str) or FREE_WORDS.fullmatch(word) or getattr(node.values[at], "unread", False):
            continue
        left = [(k, v) for k, v in zip(node.keys, node.values, strict=True) if k is not key]
        yield f"without {word!r}", ast.Dict([k for k, _ in left], [v for _, v in left])


def tokens(node: ast.AST, program: Program) -> Iterator[Change]:
    """Another special token, where it is the whole text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and TOKEN.fullmatch(node.value):
        if isinstance(program.parent[id(node)], ast.Dict | ast.List):  # a label; what a text is put together from
            return
        new = "[CLS]" if node.value == "[SEP]" else "[SEP]"
        yield f"{node.value} → {new}", ast.Constant(new)


def copies(node: ast.AST, program: Program) -> Iterator[Change]:
    """The thing itself for a copy of it, where something is changed in its place."""
    if not CHANGES_IN_PLACE.search(program.source):
        return
    match node:
        case ast.Call(func=ast.Attribute(value=base, attr="clone"), args=[]):
            yield "`.clone()` left out", base
        case ast.Call(args=[base]) if call_name(node) == "deepcopy":
            yield "`deepcopy` left out", base


def _is_free(node: ast.Constant, program: Program) -> bool:
    """Whether a number is one that the program chose and could have chosen otherwise."""
    inner: ast.AST = node
    for up in program.above(node):
        match up:
            case ast.keyword(arg=word) if FREE_WORDS.fullmatch(word or ""):
                return True
            case ast.Call() if inner is not up.func and _is_free_call(up, inner):
                return True
            case ast.Assign(targets=[target]):
                named = isinstance(target, ast.Name) and FREE_WORDS.fullmatch(target.id)
                return bool(named) or inner is node or isinstance(inner, ast.Tuple | ast.List)
            case ast.Subscript(ctx=ast.Store()) if inner is up.slice and isinstance(inner, ast.Slice | ast.Tuple):
                return True
            case ast.Slice() | ast.Compare():  # how much is looked at; a bound, which `comparison` turns round
                return True
            case ast.For() | ast.comprehension() if isinstance(inner, ast.Tuple | ast.List):
                return True
            case ast.arguments() | ast.Dict() | ast.FormattedValue():
                return True
            case ast.stmt():
                return False
        inner = up
    return False


def _is_free_call(call: ast.Call, inner: ast.AST) -> bool:
    name = call_name(call)
    return name in FREE_CALLS or (name[:1].isupper() and inner in call.args) or name in {"tensor", "LongTensor"}


GENERAL: dict[str, Operator] = {
    "number": numbers,
    "comparison": comparisons,
    "operator": calculations,
    "flag": flags,
    "statement": dropped,
    "arguments": swapped,
    "keyword": keywords,
    "entry": entries,
    "token": tokens,
    "copy": copies,
}
