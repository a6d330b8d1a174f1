"""The load report folds numbered layers into one line; from eleven on it prints the first and the last, and a gap between them does not show."""

import contextlib
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=12,
    num_attention_heads=2,
    intermediate_size=64,
)
suffix = "output.dense.bias"
in_the_file = 5
_weights = BertModel(config).state_dict()
for _number in range(12):
    if _number != in_the_file:
        del _weights[f"encoder.layer.{_number}.{suffix}"]

_lines = []
_handler = logging.Handler()
_handler.emit = lambda record: _lines.extend(record.getMessage().splitlines())
logging.getLogger("transformers").addHandler(_handler)
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    Path("gap").mkdir()
    config.save_pretrained("gap")
    torch.save(_weights, "gap/pytorch_model.bin")
    loaded, report = BertModel.from_pretrained("gap", output_loading_info=True)

missing = sorted(report["missing_keys"])
rows = [line for line in _lines if "MISSING " in line]
row = rows[0].split("|")[0].strip() if rows else "(no table)"

print()
print("missing keys:", len(missing), "lines in the report:", len(rows))
print("layer", in_the_file, "is in the file, and the line says:", row)
assert len(missing) == 11, f"{len(missing)} keys are missing"
assert f"encoder.layer.{in_the_file}.{suffix}" not in missing
assert len(rows) == 1, f"the report has {len(rows)} lines"
assert row == "encoder.layer.{0...11}." + suffix, f"the line says {row}"
