"""The function that refuses a bad load is in two programs, which a reader copies whole: it is the same in both."""

import ast
from pathlib import Path

TRAPS = Path(__file__).resolve().parents[2] / "snippets/loading_traps"
PROGRAMS = ["load_completely_refuses_what_is_not_whole", "a_new_classifier_is_allowed"]


def function(source: str) -> str:
    (found,) = (
        one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef) and one.name == "load_completely"
    )
    return ast.get_source_segment(source, found) or ""


def test_both_programs_have_the_same_function() -> None:
    first, second = (function((TRAPS / f"{name}.py").read_text(encoding="utf-8")) for name in PROGRAMS)
    assert first == second
    assert function(f"x = 1\n\n\n{first}\n".replace("raise", "return")) != second
