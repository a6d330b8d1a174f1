"""What each operator makes of a program, and what it leaves alone. Nothing is run."""

import pytest

from explainer.mutate.mutants import candidates, changed, runnable
from explainer.mutate.program import Program


def changes(body: str, kind: str | None = None) -> list[str]:
    program = Program(f'"""A claim."""\n{body}\n')
    return [mutant.change for mutant in candidates(program) if kind in (None, mutant.kind)]


@pytest.mark.parametrize(
    ("body", "kind", "change"),
    [
        ("row = rows[0]\nassert row", "number", "0 → 1"),
        ("row = rows[3]\nassert row", "number", "3 → 4"),
        ("half = 0.5 * whole\nassert half", "number", "0.5 → 1"),
        ("same = a is b\nassert same", "comparison", "is → is not"),
        ("less = a < b\nassert less", "comparison", "< → >="),
        ("more = a + b\nassert more", "operator", "a + b → a - b"),
        ("both = a and b\nassert both", "operator", "and → or"),
        ("no = not a\nassert no", "operator", "`not` left out"),
        ("model = make(tie=False)\nassert model", "flag", "False → True"),
        ("row.zero_()\nassert row", "statement", "statement left out"),
        ("config.tie = 1\nassert config", "statement", "statement left out"),
        (
            "def move(one, other):\n    return one\nmoved = move(a, b)\nassert moved",
            "arguments",
            "arguments swapped: a, b",
        ),
        ("token = tokenizer.id('[MASK]')\nassert token", "token", "[MASK] → [SEP]"),
        ("before = row.clone()\nrow[0] = 1\nassert before", "copy", "`.clone()` left out"),
    ],
)
def test_an_operator_changes_what_it_should(body: str, kind: str, change: str) -> None:
    assert change in changes(body, kind)


@pytest.mark.parametrize(
    "body",
    [
        "torch.manual_seed(0)\nassert torch",
        "config = Config(hidden_size=32, num_layers=1)\nassert config",
        "ids = torch.randint(5, 100, (4, 16))\nassert ids",
        "print(rows[0])\nassert rows",
        "shown = f'{rows[0]}'\nassert rows",
        "logging.set_verbosity_error()\nassert logging",
        "model.eval()\nassert model",
        "median = rows[3]\nassert rows",
        "tolerance = 0.5\nassert True",
        "row = {'norm': a + b, 'other': a}\nassert row['other']",
        "assert rows[0] == 3 + 1",
    ],
)
def test_what_no_assert_depends_on_or_anybody_may_choose_is_left_alone(body: str) -> None:
    assert changes(body) == []


def test_changes_of_models() -> None:
    made = "from transformers import BertForMaskedLM\nmodel = BertForMaskedLM.from_pretrained('x')\n"
    read = "out = model(ids, attention_mask=mask)\nsame = model.a.weight is out\nassert same"
    assert {"sharing", "mask", "weights"} <= {mutant.kind for mutant in candidates(Program(f'"""A."""\n{made}{read}'))}


ROWS = """
rows = []
for name, number in pairs.items():
    rows.append({"name": name, "other": number > 3, "half": number / 2})
"""


@pytest.mark.parametrize(
    ("use", "wanted"),
    [
        ("assert rows[0]['half'] == 2", ["number / 2 → number * 2"]),
        ("print(rows[0]['other'])\nassert rows[0]['half'] == 2", ["number / 2 → number * 2"]),
        ("assert {**rows[0]} == {}", ["> → <=", "number / 2 → number * 2"]),
        ("for row in rows:\n    assert list(row.values()) == [1]", ["> → <=", "number / 2 → number * 2"]),
    ],
)
def test_a_column_that_nothing_reads_is_left_alone(use: str, wanted: list[str]) -> None:
    changed = [change for change in changes(ROWS + use) if not change[0].isdigit()]
    assert [change for change in changed if "without" not in change] == wanted


def test_a_change_leaves_the_lines_where_they_are() -> None:
    program = Program('"""A claim."""\n\nrow = rows[0]\n\nassert row\n')
    [mutant] = candidates(program)
    assert [node.lineno for node in changed(program, mutant).body] == [1, 3, 5]
    assert "'5'" in runnable(program, mutant)
