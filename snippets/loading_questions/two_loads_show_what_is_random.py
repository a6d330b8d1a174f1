"""Load the file twice, with two different seeds: the matrices that differ are the random ones. Lost biases and LayerNorms are the same zeros and ones both times, so this does not find them."""

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
    if "pooler" not in name and "embeddings.LayerNorm" not in name
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
lost = {name: p for name, p in model.named_parameters() if name not in _file}
lost_but_the_same = {
    name: sorted(set(lost[name].flatten().tolist()))
    for name in sorted(lost)
    if name not in random_tensors
}

print("other values with another seed:", *random_tensors)
print("lost, too, and the same each time:", *lost_but_the_same)
assert random_tensors == [
    "bert.pooler.dense.weight",
    "classifier.weight",
], f"random: {random_tensors}"
assert lost_but_the_same == {
    "bert.embeddings.LayerNorm.bias": [0.0],
    "bert.embeddings.LayerNorm.weight": [1.0],
    "bert.pooler.dense.bias": [0.0],
    "classifier.bias": [0.0],
}, f"the same: {lost_but_the_same}"
