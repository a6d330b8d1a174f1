"""`save_pretrained` writes model.safetensors by default."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)

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
    BertForPreTraining(config).save_pretrained(_folder)
    file = next(p.name for p in Path(_folder).iterdir() if p.suffix != ".json")

print("written:", file)
assert file == "model.safetensors", f"it writes {file}"
