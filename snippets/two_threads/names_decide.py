"""Names alone decide what is loaded: with one other letter in its key, the bias stays all zeros, and the rest is loaded."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"

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
model = BertForMaskedLM(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_file = model.state_dict()
_bias = _file["cls.predictions.bias"]
_rest = {
    key: tensor
    for key, tensor in _file.items()
    if tensor.data_ptr() != _bias.data_ptr()
}


def load(file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        loaded = BertForMaskedLM.from_pretrained(folder).state_dict()
    same = sum(torch.equal(loaded[key], _rest[key]) for key in _rest)
    return loaded["cls.predictions.bias"], same


_right, _ = load({**_rest, "cls.predictions.bias": _bias})
_wrong, rest_loaded = load({**_rest, "cls.predictions.Bias": _bias})
under_its_name = torch.equal(_right, _bias)
under_another_it_is_zero = not _wrong.any().item()

print("cls.predictions.bias: the file's is loaded:", under_its_name)
print("cls.predictions.Bias: the model's stays all zeros:", under_another_it_is_zero)
print(f"the rest: {rest_loaded} of {len(_rest)} tensors are the file's")
assert under_its_name
assert under_another_it_is_zero, "the bias is not zero"
assert rest_loaded == len(_rest)
