"""What each assert is for: the values that it looks at are changed, and the asserts beside it are asked as well.

An assert that fails alone for some value says something that no other says. One run tells it for all of them: where
the last assert of a block has passed, each value is changed in turn, every assert of the block is evaluated again, and
the value is put back.
"""

import ast
import re
from typing import TypeGuard

from explainer.mutate.asserts import TELL, own_parts
from explainer.mutate.model_operators import HELPERS
from explainer.mutate.other_values import WAYS
from explainer.mutate.program import Program, names_in

FAILED = re.compile(r"^assert failed at line (\d+) probe (\S+)$", re.MULTILINE)
NAMED = """
for _way in range({ways}):
    try:
        _kept = {target}
        {target} = {helpers}.other(_kept, _way)
    except Exception:
        continue
    try:
        pass
    except Exception:
        pass
    finally:
        {target} = _kept
"""


GIVEN = """
for _way in range({ways}):
    try:
        pass
    except Exception:
        pass
    finally:
        pass
"""


def add_probes(program: Program, said: set[float]) -> None:
    """Puts probes after the last assert of each block of the program's tree."""
    number = 0
    for node in program.nodes:
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            asserts = [one for one in body if isinstance(one, ast.Assert)] if isinstance(body, list) else []
            made: list[ast.stmt] = []
            targets = dict.fromkeys(_targets(asserts, _bound(node, program)), NAMED)
            for target, way in {**targets, **dict.fromkeys(_calls(asserts, program), GIVEN)}.items():
                made.append(_probe(way, target, asserts, said, number))
                number += 1
            if isinstance(body, list) and asserts:
                at = body.index(asserts[-1]) + 1
                body[at:at] = made
    ast.fix_missing_locations(program.tree)


def _bound(node: ast.AST, program: Program) -> set[str]:
    """The names that may be assigned where a block is: of a function its own, else those of the program."""
    function = next((up for up in (node, *program.above(node)) if isinstance(up, ast.FunctionDef)), None)
    if function is None:
        return {part.id for part in program.nodes if _is_stored(part)}
    arguments = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    return arguments | {part.id for part in ast.walk(function) if _is_stored(part)}


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _targets(asserts: list[ast.Assert], bound: set[str]) -> list[str]:
    """What the asserts look at, as text that can be assigned to: names, and entries of them in their place."""
    found: dict[str, None] = {}
    for one in asserts:
        called = {id(node.func) for node in ast.walk(one.test) if isinstance(node, ast.Call)}
        nodes = [node for node in ast.walk(one.test) if id(node) not in called]
        inner = {
            id(node.value) for node in nodes if isinstance(node, ast.Subscript | ast.Attribute) and _is_entry(node)
        }
        for node in nodes:
            if id(node) not in inner and names_in(node) & bound and (isinstance(node, ast.Name) or _is_entry(node)):
                found.setdefault(ast.unparse(node))
    return list(found)


def _is_entry(node: ast.AST) -> bool:
    """Whether it is `name["key"]`, `name[0]`, `name.field` or an entry of one."""
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
        return False
    return isinstance(node, ast.Subscript | ast.Attribute) and (
        isinstance(node.value, ast.Name) or _is_entry(node.value)
    )


def _calls(asserts: list[ast.Assert], program: Program) -> list[str]:
    """What the asserts have functions of the program give them."""
    own = {node.name for node in program.nodes if isinstance(node, ast.FunctionDef)}
    calls = [node for one in asserts for node in ast.walk(one.test) if isinstance(node, ast.Call)]
    return [ast.unparse(node) for node in calls if isinstance(node.func, ast.Name) and node.func.id in own]


def _probe(way: str, target: str, asserts: list[ast.Assert], said: set[float], number: int) -> ast.stmt:
    """A loop that changes the target in each way and asks the asserts; mere repeats are not asked."""
    [loop] = ast.parse(way.format(target=target, ways=WAYS, helpers=HELPERS)).body
    asked: list[ast.stmt] = []
    for one in asserts:
        for part in own_parts(one, said):
            mark = f'f"{one.lineno} probe {number}.{{_way}}"'
            test = ast.unparse(part)
            if way is GIVEN:
                test = test.replace(target, f"{HELPERS}.other({target}, _way)")
            asked += ast.parse(f"if not ({test}): {TELL}({mark})").body
    for node in ast.walk(loop):
        if isinstance(node, ast.Try) and node.finalbody:
            node.body = [*asked, ast.Pass()]
    return loop


def needed(output: str) -> frozenset[int]:
    """The lines of asserts that failed alone for some value, by what the run printed."""
    failed: dict[str, set[int]] = {}
    for line, probe in FAILED.findall(output):
        failed.setdefault(probe, set()).add(int(line))
    return frozenset(next(iter(lines)) for lines in failed.values() if len(lines) == 1)
