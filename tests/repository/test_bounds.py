"""How large the house may become: a module's lines, and the entries at the top. How long a function is, ruff knows."""

from tests.tracked import ROOT, tracked

MAX_MODULE_LINES = 500  # lines
MAX_TOP_ENTRIES = 31  # pre-commit, npm, tsc and GitHub look for their files at the top and nowhere else


def test_modules_are_short() -> None:
    modules = [name for name in tracked("*.py") if not name.startswith(("snippets/", "tests/", "docs/"))]
    lines = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in modules}
    assert lines
    assert {name: length for name, length in lines.items() if length > MAX_MODULE_LINES} == {}


def test_the_top_has_what_a_newcomer_expects_and_little_else() -> None:
    assert len({name.partition("/")[0] for name in tracked()}) <= MAX_TOP_ENTRIES
