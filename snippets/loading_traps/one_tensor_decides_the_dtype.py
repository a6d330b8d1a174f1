"""Where config.json names no dtype, one tensor decides for all: in a `.bin` the first one, in a model.safetensors the first in alphabetical order. If it is float16, a float32 file is rounded. With `dtype=torch.float32` it is not."""

import json
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

scope = "library"
decides = "by the alphabet; model: float16"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertModel(BertConfig.from_dict(_sizes))
_tensors = model.state_dict()
BIN, SAFETENSORS = "pytorch_model.bin", "model.safetensors"
first_key, by_alphabet = next(iter(_tensors)), min(_tensors)


def row(name, half, words, **options):
    """A file with one float16 tensor."""
    tensors = {k: v.half() if k == half else v for k, v in _tensors.items()}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(_sizes))
        if name == BIN:
            torch.save(tensors, Path(folder, name))
        else:
            save_file(tensors, Path(folder, name), {"format": "pt"})
        loaded = BertModel.from_pretrained(folder, **options).state_dict()
    dtypes = sorted({str(one.dtype).removeprefix("torch.") for one in loaded.values()})
    same = all(one.equal(tensors[key]) for key, one in loaded.items() if key != half)
    return {
        "file": name,
        "float16": words,
        "model": " ".join(dtypes),
        "others are the file's": same,
    }


loads = [
    row(BIN, first_key, "its first tensor"),
    row(BIN, by_alphabet, "the first by the alphabet"),
    row(SAFETENSORS, first_key, "the class's first tensor"),
    row(SAFETENSORS, by_alphabet, "the first by the alphabet"),
    row(BIN, first_key, "its first tensor, named", dtype=torch.float32),
]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_dtypes = [_row["model"] for _row in loads]
_same = [_row["others are the file's"] for _row in loads]
_expected = ["float16", "float32", "float32", "float16", "float32"]
assert _dtypes == _expected, f"models: {_dtypes}"
assert _same == [False, True, True, False, True], f"the others are the file's: {_same}"
