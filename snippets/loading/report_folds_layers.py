"""The load report folds numbered layers into one line. Up to ten are listed; from eleven on it prints the first and the last, and a gap between them does not show."""

import contextlib
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "missing keys: 11"

config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=12,
    num_attention_heads=2,
    intermediate_size=64,
)
suffix = "output.dense.bias"
_shown = []
_handler = logging.Handler()
_handler.emit = lambda record: _shown.extend(record.getMessage().splitlines())
_logger = logging.getLogger("transformers")
_logger.addHandler(_handler)
_logger.setLevel("WARNING")


def row_with_the_file_s(*in_the_file):
    """The report's one line on a file that has this tensor in these layers alone."""
    weights = BertModel(config).state_dict()
    for number in range(12):
        if number not in in_the_file:
            del weights[f"encoder.layer.{number}.{suffix}"]
    _shown.clear()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("gap").mkdir()
        config.save_pretrained("gap")
        torch.save(weights, "gap/pytorch_model.bin")
        _, report = BertModel.from_pretrained("gap", output_loading_info=True)
    rows = [line for line in _shown if "MISSING " in line]
    assert len(rows) == 1, f"the report has {len(rows)} lines"
    return sorted(report["missing_keys"]), rows[0].split("|")[0].strip()


missing, row = row_with_the_file_s(5)
ten_missing, row_of_ten = row_with_the_file_s(5, 7)

print()
print("missing keys:", len(missing), "and the line says:", row)
print("missing keys:", len(ten_missing), "and the line says:", row_of_ten)
assert len(missing) == 11, f"{len(missing)} keys are missing"
assert f"encoder.layer.5.{suffix}" not in missing, "layer 5 is missing too"
assert row == "encoder.layer.{0...11}." + suffix, f"the line says {row}"
_listed = "encoder.layer.{0, 1, 2, 3, 4, 6, 8, 9, 10, 11}." + suffix
assert len(ten_missing) == 10, f"{len(ten_missing)} keys are missing"
assert row_of_ten == _listed, f"the line says {row_of_ten}"
