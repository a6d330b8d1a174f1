"""Load the file twice, under two seeds: the matrices that differ are the random ones. Nothing else differs, whatever was printed; newly initialised biases are zeros both times."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification

scope = "library"
decides = "other values with"

logging.disable(logging.CRITICAL)  # nothing is said, as in many notebooks
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
torch.manual_seed(0)
_file = {
    name: tensor
    for name, tensor in BertForMaskedLM(config).state_dict().items()
    if "pooler" not in name  # no file of this class has had it for years
}


def load(folder, seed):
    torch.manual_seed(seed)
    return BertForSequenceClassification.from_pretrained(folder)


with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    model, _other = load(_folder, 1), load(_folder, 2)
_first, _second = model.state_dict(), _other.state_dict()
random_tensors = sorted(
    name for name in _first if not torch.equal(_first[name], _second[name])
)
tensors = len(_first)
zeros = [n for n, p in model.named_parameters() if not p.any()]
new_but_zero = sorted(name for name in zeros if name not in _file)

print("other values with another seed:", *random_tensors)
print("new too, but zero each time:", *new_but_zero)
assert random_tensors == [
    "bert.pooler.dense.weight",
    "classifier.weight",
], f"random: {random_tensors}"
assert new_but_zero == [
    "bert.pooler.dense.bias",
    "classifier.bias",
], f"zeros: {new_but_zero}"
