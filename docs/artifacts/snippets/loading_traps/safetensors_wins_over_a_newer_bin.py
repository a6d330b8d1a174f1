"""A model.safetensors is loaded before a pytorch_model.bin beside it, even if that is newer."""

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
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    loaded = BertForMaskedLM.from_pretrained(_folder)
loaded_file = {1.0: "older", 2.0: "newer"}[loaded.cls.predictions.bias[0].item()]

print("loaded: the", loaded_file, "file")
assert loaded_file == "older", f"the {loaded_file} file is loaded"
