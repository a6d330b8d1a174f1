"""`save_pretrained` writes the tied tensors once: no `decoder.weight`, no `decoder.bias`, but the names that they are tied to."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"
decides = "word_embeddings.weight"

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
first_names = {"bert.embeddings.word_embeddings.weight", "cls.predictions.bias"}
second_names = {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias"}
found = {key for key in saved if key in first_names | second_names}

print(file, "holds of the tie:", *sorted(found), sep="\n  ")
_more = sorted(key.replace("cls.predictions.", "") for key in found - first_names)
assert found == first_names, f"{file} holds {' and '.join(_more)}"
