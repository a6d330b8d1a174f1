"""The report is the same where torch, transformers, safetensors and numpy cannot be imported, for every style of file."""

import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config)
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_saved = tempfile.TemporaryDirectory()  # each style is written from this file
model.save_pretrained(_saved.name)
_command = Path("inspect_checkpoint.py").resolve()
_runs_again_when_these_change = ["src/inspector/*.py"]
blocked = ["torch", "transformers", "safetensors", "numpy"]
_without = f"""
import runpy, sys
sys.modules.update(dict.fromkeys({blocked}))  # None there: the import fails
for name in {blocked}:
    try:
        __import__(name)
    except ImportError:
        continue
    raise SystemExit(name + " can be imported")
sys.path.insert(0, {str(_command.parent)!r})
runpy.run_path({str(_command)!r}, run_name="__main__")
"""


def inspect(arguments, folder):
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return done.stdout


same, whole = [], []
with tempfile.TemporaryDirectory() as _folder:
    for _style in _styles["STYLES"]:
        _styles["write_style"](_style, Path(_folder, _style), Path(_saved.name))
        _with = inspect([_command, _style], _folder)
        same.append(inspect(["-c", _without, _style], _folder) == _with)
        whole.append("Load it as" in _with)

print(f"{sum(same)} of {len(_styles['STYLES'])} styles: the same report", end=" ")
print(f"without {', '.join(blocked)}")
assert all(whole), f"it is a report: {whole}"
assert all(same), f"it is the same without {', '.join(blocked)}: {same}"
