"""A pickle that would run a command is refused, by the name of what it would call, and nothing of it runs."""

import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import torch

scope = "library"
decides = "it ran by the report"

_runs_again_when_these_change = ["inspect_checkpoint.py", "src/inspector/*.py"]


class Trap:
    """Makes a folder when it is unpickled."""

    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        """What unpickling calls, and with what."""
        return os.mkdir, (self.made,)


with tempfile.TemporaryDirectory() as _folder:
    _file, _made = Path(_folder, "pytorch_model.bin"), Path(_folder, "made")
    _words = {"bert.embeddings.word_embeddings.weight": torch.ones(4, 2)}
    torch.save({**_words, "trap": Trap(str(_made))}, _file)

    _command = [sys.executable, "inspect_checkpoint.py", _file]
    _done = subprocess.run(_command, capture_output=True, text=True)
    exit_code, ran_by_the_report = _done.returncode, _made.exists()
    is_refused = exit_code == 2
    print(textwrap.fill(_done.stderr, 80))

    torch.load(_file, weights_only=False)
    ran_by_torch_load = _made.exists()
print("it ran by the report:", ran_by_the_report)
print("it ran by torch.load(weights_only=False):", ran_by_torch_load)
assert is_refused, f"exit code {exit_code}"
assert "mkdir" in _done.stderr, _done.stderr
assert not ran_by_the_report, "the report ran the pickle's code"
assert ran_by_torch_load, "the trap is none: torch.load did not run it either"
