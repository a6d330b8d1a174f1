"""The mutants of one program: all that the operators give, and the few of them that are run."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from explainer.mutate.asserts import numbers_said, told, with_first
from explainer.mutate.model_operators import HELPERS, MODELS, PRELUDE, WHOLE
from explainer.mutate.operators import GENERAL
from explainer.mutate.probes import add_probes
from explainer.mutate.program import Program, call_name, is_scene, parts_of
from explainer.mutate.reached import with_signs

MOST = 20
MOST_OF_A_KIND = {"sharing": 3, "mask": 4, "class": 3}


@dataclass(frozen=True)
class Mutant:
    """One change of a program. `line` is where, `was` the text of that line; `asserts` depend on it, by number.

    `place` is the node's among the program's, and `new` what stands there instead. `number` counts those of one name.
    """

    kind: str
    line: int
    was: str
    change: str
    asserts: frozenset[int]
    place: int
    new: ast.AST
    number: int = 1

    @property
    def name(self) -> str:
        """Names the mutant wherever its line moves to."""
        name = f"{self.was} ⟶ {self.change}" if self.was else self.change
        return name if self.number == 1 else f"{name} ({self.number})"


def candidates(program: Program) -> list[Mutant]:
    """Every mutant that an assert could notice, each program once, none the program itself."""
    found: dict[tuple[int, str], Mutant] = {}
    names = Counter[str]()
    for mutant in _all(program):
        text = ast.unparse(mutant.new)
        new = (mutant.place, text) not in found
        if new and (mutant.place == 0 or text != ast.unparse(program.nodes[mutant.place])):
            names[mutant.name] += 1
            found[mutant.place, text] = replace(mutant, number=names[mutant.name])
    return list(found.values())


def _all(program: Program) -> Iterator[Mutant]:
    everything = frozenset(range(len(program.asserts)))
    for kind, operator in WHOLE.items():
        for words, new in operator(program.tree, program):
            yield Mutant(kind, 1, "", words, everything, 0, new)
    for unit in program.units:
        reached = program.reach.get(program.place[id(unit.node)])
        if not reached:
            continue
        for part in unit.parts:
            for node in _inside(part, program):
                for kind, operator in {**MODELS, **GENERAL}.items():
                    for words, new in operator(node, program):
                        line = getattr(node, "lineno", unit.node.lineno)
                        text = program.lines[line - 1].strip()
                        yield Mutant(kind, line, text, words, reached, program.place[id(node)], new)


def _inside(node: ast.AST, program: Program) -> Iterator[ast.AST]:
    """A node and all in it, but for texts, and for calls that only say or set something."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.stmt) and is_scene(node)):
        return
    if call_name(node) in {"manual_seed", "print"}:
        return
    yield node
    for child in parts_of(node):
        yield from _inside(child, program)


def chosen(found: list[Mutant], most: int = MOST) -> list[Mutant]:
    """At most so many, spread over kinds, lines and the asserts that depend on them; changes of models first."""
    taken: list[Mutant] = []
    for kind in MODELS:
        of_kind = [mutant for mutant in found if mutant.kind == kind]
        taken += of_kind[: MOST_OF_A_KIND.get(kind, 1)]
    left = [mutant for mutant in found if mutant.kind not in MODELS]
    kinds, lines, reached = Counter[str](), Counter[int](), Counter[frozenset[int]]()
    while left and len(taken) < most:
        best = min(left, key=lambda m: (lines[m.line], reached[m.asserts], len(m.asserts), kinds[m.kind], m.line))
        left.remove(best)
        taken.append(best)
        kinds[best.kind] += 1
        lines[best.line] += 1
        reached[best.asserts] += 1
    return taken[:most]


class _Replacer(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return ast.copy_location(copy.deepcopy(self.new), node)
        return self.generic_visit(node)


def changed(program: Program, mutant: Mutant) -> ast.Module:
    """The program's tree with the mutant's change."""
    if mutant.place == 0:
        new = copy.deepcopy(mutant.new)
        return ast.fix_missing_locations(cast(ast.Module, new))
    other = Program(program.source)
    tree = _Replacer(other.nodes[mutant.place], mutant.new).visit(other.tree)
    return ast.fix_missing_locations(cast(ast.Module, tree))


def unchanged(program: Program, found: list[Mutant]) -> str:
    """The program itself, to be run: with its probes, and telling which places run of those that mutants change."""
    other = Program(program.source)
    with_signs(other.tree, other.nodes, {mutant.place for mutant in found})
    add_probes(other, numbers_said(program.docstring))
    return _text(other.tree, program)


def runnable(program: Program, mutant: Mutant) -> str:
    """The changed program, to be run."""
    return _text(changed(program, mutant), program)


def _text(tree: ast.Module, program: Program) -> str:
    """A program in which a failing assert tells its line and the rest goes on."""
    tree = told(ast.fix_missing_locations(tree), program)
    text = ast.unparse(tree)
    return ast.unparse(with_first(tree, PRELUDE)) if f"{HELPERS}." in text else text
