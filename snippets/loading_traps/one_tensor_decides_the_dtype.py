"""Where config.json names no dtype, the first tensor of a `.bin` decides for all: one float16 tensor there, and a float32 file is rounded. If the last one is float16, it is not. With `dtype=torch.float32` it is not, either."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "model: float16"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertModel(BertConfig.from_dict(_sizes))
_tensors = model.state_dict()
first_key, *_, last_key = _tensors


def row(half, **options):
    """A file with one float16 tensor."""
    tensors = {k: v.half() if k == half else v for k, v in _tensors.items()}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(_sizes))
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        loaded = BertModel.from_pretrained(folder, **options).state_dict()
    dtypes = sorted({str(one.dtype).removeprefix("torch.") for one in loaded.values()})
    same = all(one.equal(tensors[key]) for key, one in loaded.items() if key != half)
    return {"float16": half, "model": " ".join(dtypes), "others are the file's": same}


loads = [row(first_key), row(last_key), row(first_key, dtype=torch.float32)]

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_dtypes = [_row["model"] for _row in loads]
_same = [_row["others are the file's"] for _row in loads]
assert _dtypes == ["float16", "float32", "float32"], f"models: {_dtypes}"
assert _same == [False, True, True], f"the others are the file's: {_same}"
