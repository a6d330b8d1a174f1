"""Other seeds for a program: what holds under one seed alone may be luck. Runs in the child process."""

import ast
import importlib
import random
import sys
from collections.abc import Iterable
from typing import Any

ANY_WEIGHTS = "library"  # the scope of claims that must hold whatever the seed
SHIFTS = (1000, 2000)  # what is added to each seed of a program in its further runs
SEEDS = frozenset({"manual_seed", "manual_seed_all", "seed", "set_seed", "default_rng", "Random", "RandomState"})
OWN = "own"  # beside the generators: the program seeds one itself


class Generators:
    """The global generators as they are now: Python's, numpy's and torch's, the latter two if they are loaded."""

    def __init__(self) -> None:
        self.states = _states()

    def drew(self, tree: ast.Module) -> list[str]:
        """The generators that were seeded or drawn from since, by module; OWN if the program has a seed of its own."""
        moved = [name for name, state in _states().items() if state != self.states.get(name, state)]
        late = [name for name in _states() if name not in self.states]  # loaded by the program: it may have drawn
        return [*moved, *late, *([OWN] if any(map(_seed_of, ast.walk(tree))) else [])]


def _states() -> dict[str, Any]:
    states: dict[str, Any] = {"random": random.getstate()}
    if numpy := sys.modules.get("numpy.random"):
        states["numpy.random"] = [str(part) for part in numpy.get_state()]
    torch = sys.modules.get("torch")
    if torch is not None and hasattr(torch, "get_rng_state"):
        states["torch"] = torch.get_rng_state().tolist()
    return states


def start_at(shift: int, drew: Iterable[str]) -> None:
    """Seeds the generators that the program drew from: one that seeds none of them starts elsewhere, too."""
    for name in drew:
        if name != OWN:
            module = importlib.import_module(name)
            getattr(module, "manual_seed" if name == "torch" else "seed")(shift)


def shifted(tree: ast.Module, shift: int) -> ast.Module:
    """The program with `shift` added to each seed that it sets; positions stay."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (seed := _seed_of(node)):
            more = ast.copy_location(ast.BinOp(seed, ast.Add(), ast.Constant(shift)), seed)
            if node.args:
                node.args[0] = more
            else:
                node.keywords[0].value = more
    return ast.fix_missing_locations(tree)


def _seed_of(node: ast.AST) -> ast.expr | None:
    """What a call seeds a generator with; None for anything else."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=args, keywords=keywords):
            if name in SEEDS and (args or keywords):
                return args[0] if args else keywords[0].value
    return None
