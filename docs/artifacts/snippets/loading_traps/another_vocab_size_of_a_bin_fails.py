"""From a `.bin` that has the matrix under both names, `ignore_mismatched_sizes=True` with another `vocab_size` ends in an error about meta tensors."""

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
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    try:
        BertForMaskedLM.from_pretrained(
            _folder, vocab_size=110, ignore_mismatched_sizes=True
        )
        error = "none"
    except NotImplementedError as _error:
        error = str(_error).split(", but")[0]

print("error:", error)
assert error != "none", "it loads"
assert "Meta tensors" in error, error
