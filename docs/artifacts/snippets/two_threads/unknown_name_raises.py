"""`from_pretrained` raises an error for a name that it cannot find, and never returns None."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

scope = "library"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
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
outcomes = {}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(BertModel(config).state_dict(), Path(_folder, "pytorch_model.bin"))
    for name, _path in {"a folder": _folder, "no folder": "no-such-folder"}.items():
        try:
            outcomes[name] = type(BertModel.from_pretrained(_path)).__name__
        except (OSError, TypeError, ValueError):
            outcomes[name] = "an error"
given = {name: outcome for name, outcome in outcomes.items() if outcome != "an error"}

print("a model's folder:", outcomes["a folder"])
print("a name that cannot be found:", outcomes["no folder"])
assert given == {"a folder": "BertModel"}, f"it returns {given['no folder']}"
