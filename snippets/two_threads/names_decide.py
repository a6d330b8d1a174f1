"""Only names decide what is loaded: with one letter of its key changed, the bias stays all zeros, and the rest is loaded."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

scope = "library"
decides = "cls.predictions.Bias"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no load reports here
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
bias = torch.rand(100)
biases = ("cls.predictions.bias", "cls.predictions.decoder.bias")
file = BertForMaskedLM(config).state_dict()
rest = {key: tensor for key, tensor in file.items() if key not in biases}


def load(file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        loaded = BertForMaskedLM.from_pretrained(folder).state_dict()
    lost = [key for key in rest if not torch.equal(loaded[key], rest[key])]
    return loaded["cls.predictions.bias"], lost


_right, _ = load({**rest, "cls.predictions.bias": bias})
_wrong, lost = load({**rest, "cls.predictions.Bias": bias})
under_its_name = torch.equal(_right, bias)
under_another_it_is_zero = not _wrong.any().item()

print("cls.predictions.bias: the file's is loaded:", under_its_name)
print("cls.predictions.Bias: the model's stays all zeros:", under_another_it_is_zero)
print(f"the rest: {len(rest) - len(lost)} of {len(rest)} tensors are the file's")
assert under_its_name and under_another_it_is_zero, "the bias is not zero"
assert len(rest) > len(biases) and not lost, f"not the file's: {lost}"
