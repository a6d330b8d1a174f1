"""A CPU with fewer instructions adds up in another order: its last digits differ, and nothing that is recorded does.

`make check-cpus` asks the claims and records them; here those are asked that it has not asked as they are now.
"""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from explainer.lesser_cpus import CPU_SETTINGS, CPU_VARIABLES, claims_due, claims_to_compare, main, run_and_compare
from explainer.measure.evidence import EVIDENCE_FILE, Evidence, evidence_text
from explainer.paths import Project
from tests.conftest import TinyProject

ROOT = Path(__file__).resolve().parents[2]

MEASURES = '''"""A half is a half."""

import os

import torch

half = 0.5
assert torch
print(f"{half:.2f}")
'''
# On one of the CPUs the number is another one.
DIFFERS = MEASURES.replace("0.5\n", '0.5 + 0.01 * (os.environ.get("ATEN_CPU_CAPABILITY") == "avx2")\n')
COMMAND = """import sys
from pathlib import Path
from explainer.start import start
if __name__ == "__main__":
    sys.exit(start(sys.argv[1:], Path.cwd()))
"""


@pytest.mark.usefixtures("only_build_here")
@pytest.mark.parametrize("cpu", CPU_SETTINGS)
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["what is new", "all"])
def test_the_recorded_numbers_are_those_of_a_cpu_with_fewer_instructions(cpu: str, every: bool) -> None:
    project = Project(ROOT)
    claims = claims_to_compare(project)
    assert len(claims) > 50
    keys = list(claims) if every else claims_due(project, claims)
    if keys:
        assert run_and_compare(project, cpu, keys) == ""
    if keys and not every:
        warnings.warn(f"`make check-cpus` records that these were asked: {' '.join(keys)}", stacklevel=1)


def test_a_claim_is_asked_once_for_what_it_is(
    project: TinyProject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And a number that is another one there is said, and recorded nowhere."""
    for name, value in project.environment({}).items():
        monkeypatch.setenv(name, value)
    project.write("build_artifacts.py", COMMAND)
    project.snippet("halves/half", MEASURES)
    project.snippet("halves/whole", MEASURES.replace("A half is a half", "No decimal").replace('f"{half:.2f}"', "1"))
    project.build()
    paths = Project(project.root)
    file = paths.artifacts / EVIDENCE_FILE
    assert list(claims_to_compare(paths)) == ["halves/half"]
    assert main(project.root, force=False) == 0
    assert claims_due(paths, claims_to_compare(paths)) == []
    asked = file.read_text()
    # The digest is of this program alone; of the other one a number is another one there.
    project.snippet("halves/half", DIFFERS)
    project.build()
    assert claims_due(paths, claims_to_compare(paths)) == ["halves/half"]
    assert main(project.root, force=False) == 1
    assert "STALE   facts.halves.half.half: 0.5 → 0.51" in capsys.readouterr().err
    assert file.read_text() == asked
    # Nor is a digest that is of another one an answer.
    project.snippet("halves/half", MEASURES)
    project.build()
    file.write_text(evidence_text({"halves/half": Evidence(cpus_digest="another")}))
    assert main(project.root, force=False) == 0
    assert file.read_text() == asked


def test_the_variables_reach_torch() -> None:
    code = "import torch; print(torch.backends.cpu.get_cpu_capability())"
    env = dict(zip(CPU_VARIABLES, CPU_SETTINGS["default"], strict=True))
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "DEFAULT"
