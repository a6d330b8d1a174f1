"""Run a program under other seeds: what holds under one seed alone may be luck. Used in the child process."""

import ast
import importlib
import random
import sys
from collections.abc import Iterable
from typing import Any

ANY_SEED_SCOPE = "library"  # claims of this scope must hold under any seed
SEED_SHIFTS = (1000, 2000)  # what is added to each seed of a program in its further runs
SEED_FUNCTIONS = frozenset(
    {"manual_seed", "manual_seed_all", "seed", "set_seed", "default_rng", "Random", "RandomState"}
)
OWN_SEED = "own"  # listed with the generators if the program calls one of SEED_FUNCTIONS


class GeneratorStates:
    """Hold the states of the global generators: Python's, and numpy's and torch's if they are loaded."""

    def __init__(self) -> None:
        self.states = _states()

    def find_used(self, tree: ast.Module) -> list[str]:
        """Return the modules whose generator was seeded or drawn from since, and OWN_SEED if `tree` sets a seed."""
        changed = [name for name, state in _states().items() if state != self.states.get(name, state)]
        new = [name for name in _states() if name not in self.states]  # loaded by the program, which may have drawn
        return [*changed, *new, *([OWN_SEED] if any(map(_seed_argument, ast.walk(tree))) else [])]


def _states() -> dict[str, Any]:
    states: dict[str, Any] = {"random": random.getstate()}
    if numpy := sys.modules.get("numpy.random"):
        states["numpy.random"] = [str(part) for part in numpy.get_state()]  # texts, as `==` of arrays is an array
    torch = sys.modules.get("torch")
    if torch is not None and hasattr(torch, "get_rng_state"):
        states["torch"] = torch.get_rng_state().tolist()
    return states


def seed_generators(seed: int, modules: Iterable[str]) -> None:
    """Seed the generators of these modules, for programs that draw numbers and set no seed."""
    for name in modules:
        if name != OWN_SEED:
            module = importlib.import_module(name)
            getattr(module, "manual_seed" if name == "torch" else "seed")(seed)


def shift_seeds(tree: ast.Module, shift: int) -> ast.Module:
    """Add `shift` to each seed that the program sets, and return the same tree; line numbers stay."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (seed := _seed_argument(node)):
            shifted = ast.copy_location(ast.BinOp(seed, ast.Add(), ast.Constant(shift)), seed)
            if node.args:
                node.args[0] = shifted
            else:
                node.keywords[0].value = shifted
    return ast.fix_missing_locations(tree)


def _seed_argument(node: ast.AST) -> ast.expr | None:
    """Return the argument with which a call seeds a generator; None if the node is no such call."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=args, keywords=keywords):
            if name in SEED_FUNCTIONS and (args or keywords):
                return args[0] if args else keywords[0].value
    return None
