"""`save_pretrained` writes no `position_ids`."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertModel
from safetensors.torch import load_file

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
with tempfile.TemporaryDirectory() as _folder:
    BertModel(config).save_pretrained(_folder)
    file = next(p.name for p in Path(_folder).iterdir() if p.suffix != ".json")
    path = Path(_folder, file)
    saved = load_file(path) if file.endswith("safetensors") else torch.load(path)
position_keys = [key for key in saved if "position_ids" in key]

print("tensors in", file, len(saved), "position_ids:", *position_keys or ["none"])
assert not position_keys, f"{file} holds {position_keys[0]}"
