"""`check_tie`, which a reader copies: all three claims have it, and the record of all histories notices a wrong one."""

import ast
import re
from pathlib import Path

import pytest

from explainer.measure.fork_server import environment
from tests.forked import run_forked

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "snippets/tie_breaks"
RECORDER = FOLDER / "every_pair_of_operations.py"
ANSWERS = FOLDER / "check_tie_tells_a_tie_from_a_copy.py"
REPAIRS = ROOT / "snippets/untie_and_tie/check_tie_leads_to_the_repair.py"
IMPORTS = "import torch, transformers; torch.set_num_threads(1)"
MAX_SECONDS = 60
ENVIRONMENT = environment(ROOT / ".cache/huggingface")


def function(path: Path) -> str:
    """The text of `check_tie` in a program."""
    text = path.read_text(encoding="utf-8")
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == "check_tie"]
    return ast.get_source_segment(text, found[0]) or ""


def test_all_claims_have_the_same_function() -> None:
    assert function(RECORDER) == function(ANSWERS) == function(REPAIRS) != ""


@pytest.mark.parametrize(
    ("path", "written", "instead"),
    [
        (ANSWERS, "one.shape != other.shape or not torch.equal(one.to(wide), near)", "False"),  # one address is enough
        (REPAIRS, "type(p) is Parameter and p.data_ptr()", "not p.is_meta"),  # under FSDP2 both addresses are 0
        (REPAIRS, 'return "one name"', "pass"),  # then DistilBERT's bias is a fault
    ],
)
def test_the_answers_refuse_another_function(path: Path, written: str, instead: str) -> None:
    program = path.read_text(encoding="utf-8")
    assert program.count(written) == 1
    done = run_forked(
        program.replace(written, instead), ROOT, environment=ENVIRONMENT, imports=IMPORTS, seconds=MAX_SECONDS
    )
    assert done.returncode == 1
    assert "AssertionError" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("if one is other:", "if torch.equal(one, other):"),
        ("if one is other:", "if one.data_ptr() == other.data_ptr() != 0:"),
        ('return "two Parameters in one memory" if shared else "equal copies"', 'return "equal copies"'),
        ('return "different"', "pass"),
        ("isinstance(one, Parameter) and isinstance(other, Parameter)", "hasattr(one, 'data_ptr')"),
        ("for module in (head, decoder)", "for module in (decoder, decoder)"),
    ],
)
def test_the_record_refuses_another_function(written: str, instead: str) -> None:
    program = RECORDER.read_text(encoding="utf-8")
    assert function(RECORDER).count(written) == 1
    wrong = program.replace(function(RECORDER), function(RECORDER).replace(written, instead))
    done = run_forked(wrong, ROOT, environment=ENVIRONMENT, imports=IMPORTS, seconds=MAX_SECONDS)
    assert done.returncode == 1
    assert re.search("AssertionError: after .* check_tie says|AttributeError|TypeError", done.stderr)


@pytest.mark.long
def test_all_histories_are_recorded_in_time() -> None:
    """The forked process is killed after so many seconds."""
    program = RECORDER.read_text(encoding="utf-8")
    done = run_forked(program, ROOT, environment=ENVIRONMENT, imports=IMPORTS, seconds=MAX_SECONDS)
    assert done.returncode == 0, done.stderr
    late = run_forked(program, ROOT, environment=ENVIRONMENT, imports=IMPORTS, seconds=1)
    assert late.returncode != 0
