"""What an inspection takes of memory, as a process of its own: no more for a large file than for a small one."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForMaskedLM

from .conftest import ROOT, SIZES

MB = 2**20
STATUS = Path("/proc/self/status")
ABOVE = 12 * MB  # what slices and numpy's temporaries may take
# The most memory that a process ever had: of its own life, which `getrusage` confuses with that of whoever started it.
PEAK = """
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv.pop(1))
import numpy
from inspector.command import main
main(sys.argv[1:])
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""


def peak(file: Path, *options: str) -> int:
    """Bytes that one inspection takes at most."""
    command = [sys.executable, "-c", PEAK, str(ROOT / "src"), str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "decoder.weight is stored, and equal" in done.stdout
    return int(done.stderr) * 1024


@pytest.mark.parametrize("form", ["safetensors", "bin"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, form: str) -> None:
    if not STATUS.exists():
        pytest.skip("a process's peak of memory is read from Linux's /proc")
    peaks = {}
    for rows in (1000, 40_000):  # two matrices of 0.8 and of 30 MB, equal and stored apart
        config = BertConfig(**SIZES | {"vocab_size": rows, "hidden_size": 200})
        tensors = BertForMaskedLM(config).state_dict()
        tensors = {name: one.clone() for name, one in tensors.items()}
        file = tmp_path / f"{rows}.{form}"
        save_file(tensors, file) if form == "safetensors" else torch.save(tensors, file)
        peaks[rows] = {option: peak(file, *option.split()) for option in ("", "--full")}
    assert file.stat().st_size > 60 * MB
    assert peaks[40_000][""] < peaks[1000][""] + 4 * MB
    assert peaks[40_000]["--full"] < peaks[1000]["--full"] + ABOVE
