"""`save_pretrained(…, safe_serialization=False)` writes model.safetensors all the same."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
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
    BertModel(config).save_pretrained(_folder, safe_serialization=False)
    files = sorted(p.name for p in Path(_folder).iterdir() if p.suffix != ".json")

print("written:", *files)
assert files == ["model.safetensors"], f"it writes {' and '.join(files)}"
