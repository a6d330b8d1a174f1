"""`save_pretrained` writes the tied tensors once: no `decoder.weight`, no `decoder.bias`."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining
from safetensors.torch import load_file

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
    path = Path(_folder, file)
    saved = load_file(path) if file.endswith("safetensors") else torch.load(path)
decoder_keys = sorted(key for key in saved if "decoder" in key)
head_keys = sorted(key for key in saved if key.startswith("cls.predictions."))

print(file, "holds of the head:", *head_keys, sep="\n  ")
_names = " and ".join(key.replace("cls.predictions.", "") for key in decoder_keys)
assert not decoder_keys, f"{file} holds {_names}"
assert "cls.predictions.bias" in saved, f"{file} holds no predictions.bias"
