"""Which places of a program run at all: in a branch for another release, say, no change could be noticed."""

import ast
import re
from collections.abc import Collection
from typing import cast

from explainer.mutate.model_operators import HELPERS

RAN = re.compile(r"^place (\d+) ran$", re.MULTILINE)


def with_signs(tree: ast.Module, nodes: list[ast.AST], places: Collection[int]) -> ast.Module:
    """The tree, whose `nodes` are numbered, with a call at each of the places that tells that it runs."""
    return cast(ast.Module, _Signer({id(nodes[place]): place for place in places if place}).visit(tree))


def ran(output: str) -> frozenset[int]:
    """The places that ran, by what a run printed, and the whole program, which is place 0."""
    return frozenset({0, *map(int, RAN.findall(output))})


class _Signer(ast.NodeTransformer):
    def __init__(self, places: dict[int, int]) -> None:
        self.places = places

    def visit(self, node: ast.AST) -> ast.AST:
        place = self.places.get(id(node))
        self.generic_visit(node)
        if place is None:
            return node
        sign = f"{HELPERS}.seen({place})"
        match node:
            case ast.stmt():
                return ast.If(ast.Constant(True), [*ast.parse(sign).body, node], [])
            case ast.keyword(arg=name, value=value):
                return ast.keyword(name, _signed(value, sign))
            case ast.expr():
                return _signed(node, sign)
        return node


def _signed(node: ast.expr, sign: str) -> ast.expr:
    call = cast(ast.Call, ast.parse(sign, mode="eval").body)
    return ast.copy_location(ast.Call(call.func, [*call.args, node], []), node)
