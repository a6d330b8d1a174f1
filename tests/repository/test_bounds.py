"""How large the house may become: modules, functions, variants, entries at the top, and how many floors it has."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE, LONGEST_FUNCTION = 500, 40  # lines
MOST_AT_THE_TOP, MOST_VARIANTS, MOST_FLOORS = 27, 25, 7  # pre-commit reads its hooks at the top and nowhere else
LARGEST_INSPECTOR = 3800  # lines


def tracked(*patterns: str) -> list[str]:
    done = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@cache
def modules() -> tuple[str, ...]:
    """All Python that is neither a snippet, a test nor generated."""
    return tuple(name for name in tracked("*.py") if not name.startswith(("snippets/", "tests/", "docs/")))


def long_functions(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{node.name}: {length} lines"


@pytest.mark.parametrize("name", modules())
def test_a_module_and_its_functions_are_short(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_MODULE
    assert list(long_functions(source)) == []


def test_a_long_function_is_seen() -> None:
    assert list(long_functions("def f():\n" + "    pass\n" * 40)) == ["f: 41 lines"]


def test_the_top_has_what_a_newcomer_expects_and_little_else() -> None:
    assert len({name.partition("/")[0] for name in tracked()}) <= MOST_AT_THE_TOP


def test_programs_for_older_libraries_are_written_by_the_build() -> None:
    assert len(tracked("snippets/*/*.*.py")) <= MOST_VARIANTS


def test_the_inspector_stays_small() -> None:
    lines = [len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in tracked("inspector/*.py")]
    assert sum(lines) <= LARGEST_INSPECTOR


def floors(imports: dict[str, set[str]]) -> int:
    """How many rooms the longest chain of imports has. Raises RecursionError for a circle."""

    @cache
    def height(room: str) -> int:
        return 1 + max((height(other) for other in imports[room]), default=0)

    return max(map(height, imports))


def rooms() -> dict[str, set[str]]:
    """What each room of the engine, a folder or a module beside them, imports of the others."""
    found: dict[str, set[str]] = {}
    for name in tracked("explainer/*.py"):
        parts = Path(name).with_suffix("").parts
        room = parts[1]
        found.setdefault(room, set())
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("explainer"):
                path = [*(node.module or "").split(".")[1:], *(alias.name for alias in node.names)]
                found[room].add(path[0])
    return {room: {other for other in others if other in found and other != room} for room, others in found.items()}


def test_the_engine_has_few_floors_and_no_circle() -> None:
    assert floors(rooms()) <= MOST_FLOORS


def test_floors_are_counted_along_the_longest_way() -> None:
    assert floors({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == 3
    with pytest.raises(RecursionError):
        floors({"a": {"b"}, "b": {"a"}})
