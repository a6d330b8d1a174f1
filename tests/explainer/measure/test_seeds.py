"""Check that a claim about the library must hold under other seeds: what is shifted, run and reported."""

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.measure.seeds import OWN_SEED, SEED_SHIFTS, GeneratorStates, seed_generators, shift_seeds
from tests.conftest import TinyProject


def first_draw(seed: int) -> float:
    """Return what a generator with this seed draws first."""
    return random.Random(seed).random()  # noqa: S311


# Above 0.8 under the seed itself, and not under the same seed shifted once.
assert first_draw(0) > 0.8 > first_draw(SEED_SHIFTS[0])
DRAWING_PROGRAM = '''"""What is drawn is large."""

import random

scope = "library"
random.seed(0)
drawn = random.random()
assert drawn > {bound}, f"{{drawn:.3f}}"
'''


@pytest.mark.parametrize(
    ("source", "then"),
    [
        ("torch.manual_seed(3)", "torch.manual_seed(3 + 7)"),
        ("torch.manual_seed(seed=n)", "torch.manual_seed(seed=n + 7)"),
        ("g = torch.Generator().manual_seed(0)", "g = torch.Generator().manual_seed(0 + 7)"),
        ("for seed in range(3):\n    manual_seed(seed)", "for seed in range(3):\n    manual_seed(seed + 7)"),
        ("rng = np.random.default_rng(1)", "rng = np.random.default_rng(1 + 7)"),
        ("random.seed()", "random.seed()"),
        ("print(seed, 3)", "print(seed, 3)"),
    ],
)
def test_each_seed_is_shifted_in_place(source: str, then: str) -> None:
    shifted = shift_seeds(ast.parse(source), 7)
    assert ast.unparse(shifted) == then
    assert compile(shifted, "x.py", "exec")


def test_what_a_program_drew_from() -> None:
    empty, seeding = ast.parse("x = 1"), ast.parse("g.manual_seed(1)")
    state = random.getstate()
    assert GeneratorStates().find_used(empty) == []
    assert GeneratorStates().find_used(seeding) == [OWN_SEED]
    before = GeneratorStates()
    random.random()  # noqa: S311
    assert before.find_used(empty) == ["random"]
    seed_generators(5, ("random", OWN_SEED))
    assert random.random() == first_draw(5)  # noqa: S311
    random.setstate(state)


def test_torchs_generator_is_seen(root: Path) -> None:
    code = (
        "import ast, torch\nfrom explainer.measure.seeds import GeneratorStates, seed_generators\n"
        "tree, before = ast.parse(''), GeneratorStates()\n"
        "torch.nn.Linear(2, 2, device='meta')\nassert before.find_used(tree) == [], before.find_used(tree)\n"
        "torch.randn(2)\nassert before.find_used(tree) == ['torch']\n"
        "seed_generators(5, ('torch',))\none = torch.randn(2)\n"
        "torch.manual_seed(5)\nassert torch.equal(one, torch.randn(2))\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=root / "src", check=True)


def test_a_claim_that_holds_under_its_own_seed_alone_fails(project: TinyProject) -> None:
    project.snippet("luck/drawn", DRAWING_PROGRAM.format(bound=0.8))
    done = project.build()
    assert done.returncode == 1
    small = first_draw(SEED_SHIFTS[0])
    why = f"snippets/luck/drawn.py:8: with {SEED_SHIFTS[0]} added to its seeds: AssertionError: {small:.3f}"
    assert f"FAILED  luck/drawn · once: What is drawn is large.\n        {why}" in done.stdout
    assert "facts.json" not in project.artifacts() or "luck" not in project.record()


def test_the_last_seed_counts_as_well(project: TinyProject) -> None:
    bad = first_draw(SEED_SHIFTS[1])
    project.snippet("luck/drawn", DRAWING_PROGRAM.format(bound=0).replace("drawn > 0", f"drawn != {bad!r}"))
    assert f"with {SEED_SHIFTS[1]} added to its seeds" in project.build("--check").stdout


def test_of_the_further_runs_nothing_is_recorded(project: TinyProject) -> None:
    project.snippet("luck/drawn", DRAWING_PROGRAM.format(bound=0) + "print(f'{drawn:.4f}')\n")
    assert project.build().returncode == 0
    own = first_draw(0)
    assert project.record()["luck"]["drawn"]["runs"]["once"]["facts"] == {"drawn": pytest.approx(own, rel=1e-5)}
    assert project.artifacts()["outputs/luck/drawn.once.txt"] == f"{own:.4f}\n"


def test_an_unseeded_program_is_seeded_and_one_that_draws_nothing_runs_once(project: TinyProject) -> None:
    counts = "from pathlib import Path\n\nlog = Path('count.txt')\n_ = log.open('a').write('x')\n"
    unseeded = DRAWING_PROGRAM.format(bound=0).replace("random.seed(0)\n", counts)
    project.snippet("luck/drawn", unseeded)
    project.build()
    assert (project.root / "count.txt").read_text() == "xxx"
    project.snippet("luck/drawn", unseeded.replace("random.random()", "0.9"))
    project.build()
    assert (project.root / "count.txt").read_text() == "xxxx"


def test_another_scope_makes_nothing_stale_but_library_does(project: TinyProject) -> None:
    program = DRAWING_PROGRAM.format(bound=0.8)
    project.snippet("luck/drawn", program.replace('"library"', '"checkpoint"'))
    assert "ran 1," in project.build().stdout
    project.snippet("luck/drawn", program.replace('"library"', '"arithmetic"'))
    assert "ran 0," in project.build().stdout
    project.snippet("luck/drawn", program)
    done = project.build()
    assert (done.returncode, "ran 1," in done.stdout) == (1, True)


def test_what_an_earlier_run_left_behind_is_no_failure(project: TinyProject) -> None:
    """Fail in the process that the further runs share, and not in a process of its own."""
    program = DRAWING_PROGRAM.format(bound=0) + "import sys\nassert not hasattr(sys, 'was_here')\nsys.was_here = True\n"
    project.snippet("luck/drawn", program)
    assert project.build().returncode == 0


def test_what_the_further_runs_print_is_not_recorded(project: TinyProject) -> None:
    project.snippet(
        "luck/drawn", DRAWING_PROGRAM.format(bound=0) + "import os\nos.system('echo here')\nprint('there')\n"
    )
    project.build()
    assert project.artifacts()["outputs/luck/drawn.once.txt"] == "here\nthere\n"
