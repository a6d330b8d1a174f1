"""The asserts of a program: made to tell what fails and to go on, and whether they merely repeat a number."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from explainer.mutate.program import Program, call_name

TELL = "_assert_failed"
REPEATS = " repeats"
FAILED = re.compile(r"^assert failed at line (\d+)( repeats)?$", re.MULTILINE)
HELPER = f"""
def {TELL}(line, known=set()):
    if line not in known:
        known.add(line)
        __import__("os").write(1, ("\\nassert failed at line " + line + "\\n").encode())
"""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
IN_WORDS = {
    2: "two twice double doubled both pair second", 3: "three third thirds", 4: "four quarter quarters fourth",
    5: "five fifth", 6: "six sixth", 7: "seven", 8: "eight", 9: "nine", 10: "ten tenth", 11: "eleven", 12: "twelve",
    0.5: "half halves", 0.25: "quarter", 100: "hundred", 1000: "thousand", 1_000_000: "million",
}  # fmt: skip
# These are no measured numbers: that there is none, or one, is what a claim says in many words.
PLAIN_WORDS = (-1, 0, 1)


def numbers_said(claim: str) -> set[float]:
    """The numbers of a claim, in digits and in words; of a percentage the share, too."""
    found: set[float] = set()
    for match in NUMBER.finditer(claim):
        value = float(match[0].replace(",", ""))
        found |= {value, value / 100} if claim[match.end() :].lstrip().startswith("%") else {value}
    words = set(re.findall(r"[a-z]+", claim.lower()))
    return found | {float(number) for number, names in IN_WORDS.items() if words & set(names.split())}


def repeats(test: ast.expr, said: set[float]) -> bool:
    """Whether a test merely repeats a number that the claim does not say.

    That is: something `==` a literal with such a number in it, or near one (`isclose`, `abs(x - literal) < …`).
    Bounds are no repeats, nor are -1, 0 and 1.
    """
    literal: ast.expr | None = None
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            literal = right if _numbers(right) is not None else left
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="abs"), args=[ast.BinOp(left=left, op=ast.Sub(), right=right)]),
            ops=[ast.Lt() | ast.LtE()],
        ):
            literal = right if _numbers(right) is not None else left
        case ast.Call(args=[left, right, *_]) if call_name(test) in {"isclose", "approx"}:
            literal = right if _numbers(right) is not None else left
    return literal is not None and any(value not in said for value in _numbers(literal) or ())


def _numbers(node: ast.expr) -> list[float] | None:
    """The numbers of a literal, but for the plainest; None of what is none, or holds no number."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
    found = [one for one in _leaves(value) if isinstance(one, int | float) and not isinstance(one, bool)]
    return [float(abs(one)) for one in found if one not in PLAIN_WORDS] if found else None


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def told(tree: ast.Module, program: Program) -> ast.Module:
    """The tree with each assert replaced: one that fails tells its line, and the program goes on."""
    said = numbers_said(program.docstring)
    tree = ast.fix_missing_locations(_Teller(said).visit(tree))
    return with_first(tree, HELPER)


def with_first(tree: ast.Module, statements: str) -> ast.Module:
    """The tree with these statements before its own: after the docstring and what Python wants at the top."""
    future = [at for at, one in enumerate(tree.body) if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    after = max([0, *future]) + 1
    return ast.Module([*tree.body[:after], *ast.parse(statements).body, *tree.body[after:]], [])


class _Teller(ast.NodeTransformer):
    def __init__(self, said: set[float]) -> None:
        self.said = said

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Nothing is printed: what was made of nothing could not be formatted, and no assert would be reached."""
        return ast.copy_location(ast.Pass(), node) if call_name(node.value) == "print" else node

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        """`if not (test): tell`, each part of an `and` for itself; repeats apart, so that they hide nothing."""
        own = own_parts(node, self.said)
        again = [part for part in _parts(node) if part not in own]
        made: list[ast.stmt] = []
        for group, mark in ((own, ""), (again, REPEATS)):
            if group:
                test = group[0] if len(group) == 1 else ast.BoolOp(ast.And(), group)
                tell = ast.Call(ast.Name(TELL, ast.Load()), [ast.Constant(f"{node.lineno}{mark}")], [])
                made.append(ast.If(ast.UnaryOp(ast.Not(), test), [ast.Expr(tell)], []))
        return [ast.copy_location(one, node) for one in made]


def own_parts(one: ast.Assert, said: set[float]) -> list[ast.expr]:
    """What an assert says beside repeats."""
    return [part for part in _parts(one) if not repeats(part, said)]


def _parts(one: ast.Assert) -> list[ast.expr]:
    """What an assert says: each side of an `and`."""
    test = one.test
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]


def failed(output: str) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of the asserts that failed, by what a run printed: those that count, and mere repeats."""
    found = FAILED.findall(output)
    counting = frozenset(int(line) for line, mark in found if not mark)
    return counting, frozenset(int(line) for line, mark in found if mark)


def only_repeating(program: Program) -> frozenset[int]:
    """The lines of asserts that do nothing but repeat numbers."""
    said = numbers_said(program.docstring)
    return frozenset(one.lineno for one in program.asserts if all(repeats(part, said) for part in _parts(one)))
