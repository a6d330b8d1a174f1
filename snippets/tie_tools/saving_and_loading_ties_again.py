"""Save a tied BERT with `save_pretrained`, in one file or in shards: it writes the matrix under one name, and `from_pretrained` ties it again. The logits are the same."""

import json
import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "loaded: tied"

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
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    with safe_open(Path(_folder, "model.safetensors"), "pt") as _file:
        names_in_the_file = [name for name in _file.keys() if "decoder" in name]
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder, max_shard_size="20KB")
    _index = json.loads(Path(_folder, "model.safetensors.index.json").read_text())
    shards = len(set(_index["weight_map"].values()))
    names_in_the_shards = [name for name in _index["weight_map"] if "decoder" in name]
    from_shards = BertForMaskedLM.from_pretrained(_folder).eval()

_tie, _tie_from_shards = tie_of(loaded), tie_of(from_shards)
same_logits = torch.equal(loaded(_token_ids)[0], _before)
same_logits_from_shards = torch.equal(from_shards(_token_ids)[0], _before)
row = [
    {
        "operation": "`save_pretrained`, one file or shards",
        "still one object": "yes" if tie_of(model)[0] else "problem: no",
        "bias alias": "yes" if tie_of(model)[1] else "problem: no",
        "logits": "unchanged"
        if torch.equal(model(_token_ids)[0], _before)
        else "changed",
        "after saving and loading": "fine: tied, same logits"
        if all(_tie + _tie_from_shards) and same_logits and same_logits_from_shards
        else "problem: not the same model",
        "do": "nothing",
    }
]

print(
    "decoder names in the file:",
    names_in_the_file,
    "in the shards:",
    names_in_the_shards,
)
print(f"loaded: tied, bias alias {_tie}, same logits {same_logits}")
print(
    f"from {shards} shards: {_tie_from_shards}, same logits {same_logits_from_shards}"
)
assert not names_in_the_file and not names_in_the_shards, f"{names_in_the_file}"
assert _tie == (True, True), f"one file: tied, bias alias: {_tie}"
assert shards > 1 and _tie_from_shards == (True, True), f"shards: {_tie_from_shards}"
assert same_logits and same_logits_from_shards
