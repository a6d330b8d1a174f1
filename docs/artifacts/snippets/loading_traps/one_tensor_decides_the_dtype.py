"""Where config.json names no dtype, the file's first tensor decides for all: one float16 tensor there, and a float32 file is rounded."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
_file = model.state_dict()
first_key = next(iter(_file))
_file[first_key] = _file[first_key].half()
with tempfile.TemporaryDirectory() as _folder:
    _lines = config.to_json_string().splitlines()
    _lines = [line for line in _lines if "dtype" not in line]
    Path(_folder, "config.json").write_text("\n".join(_lines))
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForMaskedLM.from_pretrained(_folder)
dtypes = sorted({str(p.dtype).replace("torch.", "") for p in loaded.parameters()})

print(f"float16 in the file: {first_key}; the model: {dtypes}")
assert dtypes == ["float16"], f"the model is {' and '.join(dtypes)}"
