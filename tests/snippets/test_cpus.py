"""A CPU with fewer instructions adds up in another order: its last digits differ, and nothing that is recorded does.

`make check-cpus` asks everything; here a sample is asked, another one after each commit.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.inputs.snippets import read_snippets
from explainer.paths import Project
from explainer.pipeline.artifact_files import read_files
from tests.snippets.draw import drawn

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = 12
# As PyTorch, oneDNN and MKL call the instructions that they may use at most.
CPUS = {"default": ("default", "SSE41", "SSE4_2"), "avx2": ("avx2", "AVX2", "AVX2")}
VARIABLES = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS")


def sample() -> list[str]:
    """Snippets that use torch and print a decimal."""
    files = read_files(Project(ROOT))
    printed = {name.split(".")[0].removeprefix("outputs/"): text for name, text in files.items() if "outputs/" in name}
    fitting = [
        snippet
        for snippet in read_snippets(ROOT)
        if any(name.startswith(("torch", "transformers")) for name in snippet.imports)
        and re.search(r"\d\.\d", printed.get(snippet.key, ""))
    ]
    return sorted(snippet.key for snippet in drawn(fitting)[:SAMPLE])


@pytest.mark.usefixtures("only_build_here")
@pytest.mark.parametrize("cpu", CPUS)
def test_the_recorded_numbers_are_those_of_a_cpu_with_fewer_instructions(cpu: str) -> None:
    keys = sample()
    assert len(keys) == SAMPLE
    command = [sys.executable, "build_artifacts.py", "--check", "--force", *keys]
    env = {**os.environ, **dict(zip(VARIABLES, CPUS[cpu], strict=True))}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_variables_reach_torch() -> None:
    code = "import torch; print(torch.backends.cpu.get_cpu_capability())"
    env = {**os.environ, "ATEN_CPU_CAPABILITY": "default"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "DEFAULT"
