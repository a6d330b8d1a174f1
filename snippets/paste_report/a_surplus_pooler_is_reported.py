"""From a file with a pooler, a class without one reports the pooler as UNEXPECTED. Nothing of the class is missing, and all its tensors are the file's."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForTokenClassification

scope = "library"
decides = "unexpected:"

logging.getLogger("transformers").setLevel(logging.ERROR)
config = BertConfig.from_dict(
    {
        "vocab_size": 50,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 24,
    }
)
torch.manual_seed(0)
saved = BertForTokenClassification(config)
pooler = {
    "bert.pooler.dense.weight": torch.randn(16, 16),
    "bert.pooler.dense.bias": torch.randn(16),
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save({**saved.state_dict(), **pooler}, Path(_folder, "pytorch_model.bin"))
    loaded, _report = BertForTokenClassification.from_pretrained(
        _folder, output_loading_info=True
    )
unexpected, missing = (
    sorted(_report[kind]) for kind in ("unexpected_keys", "missing_keys")
)
_pairs = zip(loaded.parameters(), saved.parameters(), strict=True)
whole = all(torch.equal(*pair) for pair in _pairs)

print("unexpected:", *unexpected or ["nothing"])
print("missing:", *missing or ["nothing"])
print("all tensors of the class are the file's:", whole)
assert unexpected == sorted(pooler), f"unexpected: {unexpected}"
assert not missing and whole, f"missing: {missing}"
