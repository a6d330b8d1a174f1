"""Entries of mappings that nothing reads: the columns of a table, say, that are shown and that no assert looks at."""

import ast
from collections.abc import Iterator

WHOLE = frozenset({"values", "items", "dict", "equal"})
COLLECTS = frozenset({"append", "extend", "insert"})


def unread(nodes: list[ast.AST], parent: dict[int, ast.AST]) -> Iterator[ast.expr]:
    """The values of mappings whose key stands nowhere else in the program, prints apart.

    Not of a mapping whose values something takes all at once, nor of one that goes where names do not tell.
    """
    printed = {id(part) for node in nodes if _is_print(node) for part in ast.walk(node)}
    read = [node for node in nodes if id(node) not in printed]
    mappings = [node for node in nodes if isinstance(node, ast.Dict)]
    keys = {id(key) for node in mappings for key in node.keys}
    texts = {node.value for node in read if isinstance(node, ast.Constant) and id(node) not in keys}
    taken = {name for node in read for name in _taken_whole(node)}
    for node in mappings:
        holders = _holders(node, parent)
        if not holders or _aliases(holders, nodes) & taken:
            continue
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value not in texts:
                yield value


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def _names(*nodes: ast.AST | None) -> set[str]:
    return {part.id for node in nodes if node for part in ast.walk(node) if isinstance(part, ast.Name)}


def _taken_whole(node: ast.AST) -> set[str]:
    """The names of mappings, or of what holds them, all of whose values are taken there."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in WHOLE:
            return _names(value)
        case ast.Call(func=ast.Name(id=name), args=args) if name in WHOLE:
            return _names(*args)
        case ast.keyword(arg=None, value=value):
            return _names(value)
        case ast.Dict(keys=keys, values=values):
            return _names(*(value for key, value in zip(keys, values, strict=True) if key is None))
        case ast.Compare(left=left, comparators=others):  # two mappings may be compared
            return {one.id for one in (left, *others) if isinstance(one, ast.Name)}
    return set()


def _holders(node: ast.AST, parent: dict[int, ast.AST]) -> set[str]:
    """What a mapping is put into, by name; nothing if that cannot be told."""
    while (up := parent.get(id(node))) is not None:
        match up:
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in COLLECTS:
                return _names(value)
            case ast.Assign(targets=targets):
                return _names(*targets)
            case ast.Return():
                while (up := parent.get(id(up))) is not None:
                    if isinstance(up, ast.FunctionDef):
                        return {up.name}
                return set()
            case ast.List() | ast.ListComp() | ast.Tuple() | ast.IfExp():
                node = up
            case _:
                return set()
    return set()


def _aliases(names: set[str], nodes: list[ast.AST]) -> set[str]:
    """All names that may hold what these hold."""
    pairs: list[tuple[set[str], set[str]]] = []
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs.append((_names(value), _names(*targets)))
            case ast.For(target=target, iter=values) | ast.comprehension(target=target, iter=values):
                pairs.append((_names(values), _names(target)))
    while new := {name for read, made in pairs if read & names for name in made} - names:
        names = names | new
    return names
