"""Small changes of any program: each operator gives, for a node, what could stand there instead.

They are changes that a claim should notice. What a program chooses freely (sizes, seeds, how often, where to) is
left as it is: a claim that holds for all of them is none the worse.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from explainer.mutate.program import Program, base_names, call_name

Change: TypeAlias = tuple[str, ast.AST]  # in words, and the new node
Operator: TypeAlias = Callable[[ast.AST, Program], Iterator[Change]]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FREE_CALLS = _words(
    """manual_seed seed Random Generator rand randn randint randperm normal normal_ uniform_ zeros ones empty full
    arange range round format sleep topk print enumerate linspace allclose isclose quantile clip_grad_norm_ device
    from_dict dict"""
)
FREE_WORDS = re.compile(
    r"(?i).*(size|num_|_prob|max_|min_|dropout|seed|step|epoch|layers|heads|length|batch|hidden|vocab|dim$|width|"
    r"^lr$|rate|std|mean$|tol$|eps|decimals|timeout|indent|rank|alpha|limit|port$|largest|digits).*"
)
FREE_FLAGS = _words(
    """keepdim requires_grad return_dict output_loading_info output_hidden_states output_attentions strict exist_ok
    missing_ok capture_output check text local_files_only use_cache verbose weights_only flush safe_serialization
    inplace ensure_ascii return_attention_mask add_special_tokens sort_keys dtype low_cpu_mem_usage retain_graph
    return_offsets_mapping trust_remote_code largest"""
)
SYMMETRIC = _words(
    """equal allclose isclose cosine_similarity max min maximum minimum zip dist add mul cat stack print isinstance
    rand randn randint zeros ones full empty range arange Embedding Linear replace split join permute transpose
    reshape view expand getattr setattr hasattr normal_ open Path"""
)
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
    new = value * 1.1 if isinstance(value, float) and value else 1 - value if value in (0, 1) else value + 1
    yield f"{value} → {new:g}", ast.Constant(new)


def comparisons(node: ast.AST, _program: Program) -> Iterator[Change]:
    """The opposite of a comparison."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        new = ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators)
        yield f"{_op(node)} → {_op(new)}", new


def _op(node: ast.Compare) -> str:
    return ast.unparse(ast.Compare(ast.Name("x"), node.ops, [ast.Name("y")]))[2:-2]


def calculations(node: ast.AST, _program: Program) -> Iterator[Change]:
    """Another operator: of two numbers, of two conditions; a `not` left out."""
    if isinstance(node, ast.BinOp) and type(node.op) in CALCULATED and not _joins(node):
        new = ast.BinOp(node.left, CALCULATED[type(node.op)](), node.right)
        yield f"{ast.unparse(node)} → {ast.unparse(new)}", new
    elif isinstance(node, ast.AugAssign) and type(node.op) in CALCULATED and not _joins(node):
        change = ast.AugAssign(node.target, CALCULATED[type(node.op)](), node.value)
        yield f"{ast.unparse(node)} → {ast.unparse(change)}", change
    elif isinstance(node, ast.BoolOp):
        other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield ("and → or" if isinstance(node.op, ast.And) else "or → and"), other
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "`not` left out", node.operand


def _joins(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether texts, lists or paths are put together, which no other operator can do."""
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
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
        case ast.Expr(value=ast.Call() as call) if call_name(call) not in {"append", "add", "update", "mkdir"}:
            if call_name(call) in {"save_pretrained", "save", "save_file", "__init__", "write_text", "requires_grad_"}:
                return  # what comes after could not run
        case ast.Assign(targets=[ast.Attribute()]):
            pass
        case ast.Assign(targets=[ast.Subscript(value=base)]) if not _collects(base, program):
            pass
        case ast.Delete():
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


def swapped(node: ast.AST, _program: Program) -> Iterator[Change]:
    """The first two arguments in the other order, where the order can matter."""
    if not isinstance(node, ast.Call) or len(node.args) < 2 or call_name(node) in SYMMETRIC:
        return
    first, second, *others = node.args
    if any(isinstance(one, ast.Starred | ast.Constant | ast.Tuple | ast.Lambda) for one in (first, second)):
        return
    if call_name(node)[:1].isupper():
        return
    new = ast.Call(node.func, [second, first, *others], node.keywords)
    yield f"arguments swapped: {ast.unparse(first)}, {ast.unparse(second)}", new


def tokens(node: ast.AST, program: Program) -> Iterator[Change]:
    """Another special token, where it is the whole text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and TOKEN.fullmatch(node.value):
        if isinstance(program.parent[id(node)], ast.Dict):
            return
        new = "[CLS]" if node.value == "[SEP]" else "[SEP]"
        yield f"{node.value} → {new}", ast.Constant(new)


def copies(node: ast.AST, _program: Program) -> Iterator[Change]:
    """The thing itself for a copy of it."""
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
            case ast.Assign(targets=[ast.Name(id=name)]):
                return bool(FREE_WORDS.fullmatch(name)) or inner is node or isinstance(inner, ast.Tuple | ast.List)
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
    "token": tokens,
    "copy": copies,
}
