"""Saved whole and then in shards into one folder, a model loads from the old whole file. Nothing is said."""

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
with tempfile.TemporaryDirectory() as _folder:
    torch.nn.init.constant_(model.cls.predictions.bias, 1.0)
    model.save_pretrained(_folder)
    torch.nn.init.constant_(model.cls.predictions.bias, 2.0)  # stands for training
    model.save_pretrained(_folder, max_shard_size="20KB")
    shards = len(list(Path(_folder).glob("*-of-*")))
    loaded = BertForMaskedLM.from_pretrained(_folder)
loaded_save = {1.0: "first", 2.0: "second"}[loaded.cls.predictions.bias[0].item()]

print(f"{shards} shards of the second save; loaded: the {loaded_save}")
assert shards > 1, f"the second save made {shards} shards"
assert loaded_save == "first", f"the {loaded_save} save is loaded"
