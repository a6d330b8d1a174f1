"""Check what each operator makes of a program, and what it leaves alone. Nothing is run."""

import json
from dataclasses import replace

import pytest

from explainer.mutate.operators import MAX_MUTANTS, Mutant, Program, make_mutants, shuffle_loaded_floats
from tests.explainer.parts import SNIPPET


def mutants_of(body: str, scope: str | None = None) -> list[Mutant]:
    return make_mutants(Program(replace(SNIPPET, source=f'"""A claim."""\n{body}\n', scope=scope)))


def changes(body: str, scope: str | None = None) -> list[str]:
    return [mutant.name.rpartition("⟶ ")[2] for mutant in mutants_of(body, scope)]


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("row = rows[0]", "0 → 1"),
        ("row = rows[:, 1]", "1 → 0"),
        ("row = rows[-1]", "1 → 0"),
        ("row = rows[3]", "3 → 4"),
        ("half = 0.5 * whole", "0.5 → 1.0"),
        ("same = a is b", "is → is not"),
        ("less = [one for one in a if one < b]", "< → >="),
        ("more = a + b", "a + b → a - b"),
        ("n += step", "n += step → n -= step"),
        ("row.zero_()", "statement left out"),
        ("config.tie = 1", "statement left out"),
        ("rows[:] = 1", "statement left out"),
        ("del names[row]", "statement left out"),
        ("model = make()\nmodel = load(file)", "statement left out"),
    ],
)
def test_an_operator_changes_what_it_should(body: str, change: str) -> None:
    assert change in changes(body)


@pytest.mark.parametrize(
    "body",
    [
        "torch.manual_seed(0)",
        "config = Config(hidden_size=32, num_layers=1)",
        "ids = torch.randint(5, 100, (4, 16))",
        "print(rows[0])",
        "shown = f'{rows[0]}'",
        "logging.set_verbosity_error()",
        "name = 'bert.' + part + '.weight'",
        "rows = make()",
        "rows.append(row)",
        "first = rows[:2]",
        'scope = "library"\ntolerance = 0.5',
        "assert rows[0] == 3 + 1",
    ],
)
def test_what_the_program_chose_freely_or_only_says_is_left_alone(body: str) -> None:
    assert changes(body) == []


def test_the_numbers_of_a_log_are_shuffled_for_an_experiment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert changes("log = read()", "experiment") == ["the log's numbers in another order"]
    assert changes("log = read()", "library") == []
    monkeypatch.setattr(json, "loads", json.loads)  # put back afterwards
    text = json.dumps({"runs": 3, "loss": [number / 2 for number in range(9)]})
    before = json.loads(text)
    shuffle_loaded_floats()
    after = json.loads(text)
    assert after["runs"] == 3
    assert after["loss"] != before["loss"]
    assert sorted(after["loss"]) == before["loss"]


def test_each_mutant_is_another_program_with_one_change_and_a_name_of_its_own() -> None:
    first, second = mutants_of("two = [2, 5]\n\ntotal = two[0] + two[0] * 1")[:2]
    assert first.source != second.source
    assert mutants_of("a = b[0]; c = b[0]")[1].name == "a = b[0]; c = b[0] ⟶ 0 → 1 (2)"
    [only] = mutants_of("from __future__ import annotations\n\nrow = rows[0]")
    assert (only.line, only.name) == (4, "row = rows[0] ⟶ 0 → 1")
    assert only.source == '"""A claim."""\nfrom __future__ import annotations\nrow = rows[1]'


def test_of_many_changes_a_few_are_taken_from_all_over_the_program() -> None:
    lines = [mutant.line for mutant in mutants_of("\n".join(f"row_{n} = rows[{n}]" for n in range(100)))]
    assert len(lines) == MAX_MUTANTS
    assert (min(lines), max(lines) > 90) == (2, True)
