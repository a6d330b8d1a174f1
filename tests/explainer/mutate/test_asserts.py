"""Which asserts count: what tells its line, what merely repeats a number, and what an assert is for.."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.mutate import probes
from explainer.mutate.asserts import failed, numbers_said, only_repeating, repeats
from explainer.mutate.mutants import unchanged
from explainer.mutate.program import Program

ROOT = Path(__file__).resolve().parents[3]


def output(program: str, claim: str = "A claim.") -> str:
    text = unchanged(Program(f'"""{claim}"""\n{program}\n'), [])
    return subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize(
    ("test", "claim", "is_repeat"),
    [
        ("rows == 25", "There are many rows.", True),
        ("rows == 25", "There are 25 rows.", False),
        ("25 == rows", "There are many rows.", True),
        ("share == 0.5", "Half of them.", False),
        ("share == 0.25", "It is 25 % of them.", False),
        ("count == 30522", "There are 30,522 of them.", False),
        ("pair == (2, 384)", "Two numbers.", True),
        ("abs(ratio - 2) < 1e-4", "It shrinks.", True),
        ("abs(ratio - 2) < 1e-4", "It halves twice.", False),
        ("math.isclose(x, 3.7)", "It grows.", True),
        ("rows == 0", "There is none.", False),
        ("name == 'cls'", "It has a name.", False),
        ("one == other", "They agree.", False),
        ("rows > 25", "There are many.", False),
        ("one == other == 25", "They agree.", False),
    ],
)
def test_a_repeat_is_a_number_that_the_claim_does_not_say(test: str, claim: str, is_repeat: bool) -> None:
    assert repeats(ast.parse(test, mode="eval").body, numbers_said(claim)) is is_repeat


def test_a_failing_assert_tells_its_line_and_the_program_goes_on() -> None:
    said = output("for x in (1, 2, 3):\n    assert x == 0\nassert x > 5\nassert x == 3\nassert x == 7")
    assert failed(said) == (frozenset({3, 4}), frozenset({6}))


def test_a_failing_part_of_an_assert_counts_though_another_part_repeats_a_number() -> None:
    assert failed(output("x = 3\nassert x < 0 and x == 25")) == (frozenset({3}), frozenset({3}))
    assert only_repeating(Program('"""A claim."""\nx = 3\nassert x < 0 and x == 25\nassert x == 25\n')) == {4}


def test_a_crash_after_a_failure_does_not_hide_it() -> None:
    assert failed(output("x = 1\nassert x == 0\nraise ValueError")) == (frozenset({3}), frozenset())


def test_an_assert_of_a_library_is_no_assert_of_the_program() -> None:
    assert failed(output("def check():\n    raise AssertionError\ncheck()\nassert False")) == (frozenset(), frozenset())


def test_an_assert_that_another_implies_is_not_needed() -> None:
    assert probes.needed(output("x = 3.0\nassert x > 2\nassert x > 1")) == {3}
    assert probes.needed(output("x = 3.0\nassert x > 2\nassert x < 4")) == {3, 4}


def test_an_assert_that_cannot_fail_is_not_needed() -> None:
    assert probes.needed(output("x = 3\nassert x == x\nassert x == 3", "It is 3.")) == {4}


def test_entries_fields_and_lists_are_changed_too_and_put_back() -> None:
    program = "import types\nd = {'a': 1, 'b': [1]}\no = types.SimpleNamespace(c=True)\n"
    said = output(f"{program}assert d['a'] == 1\nassert d['b'] == [1]\nassert o.c\nprint(d, o)")
    assert probes.needed(said) == {5, 6, 7}
    assert failed(said) == (frozenset(), frozenset())


def test_in_a_function_only_its_own_names_are_changed() -> None:
    said = output("y = 1\ndef f(x):\n    assert x == y\n    return x\nf(1)\nassert y == 1")
    assert probes.needed(said) == {4, 7}


def test_what_functions_of_the_program_give_is_changed_too() -> None:
    said = output(
        "runs = [{'a': [1, 2]}]\ndef last(k):\n    return runs[0][k][-1]\nassert last('a') > 1\nassert last('a') < 3"
    )
    assert probes.needed(said) == {5, 6}


def test_a_list_of_mappings_is_changed_in_its_depth() -> None:
    assert probes.needed(
        output("runs = [{'a': [1, 2]}]\nassert all(r['a'][-1] < 3 for r in runs)\nassert len(runs) == 1")
    ) == {3, 4}
