"""Keys that are missing, and keys that are left over, are told at level WARNING, so that one sees them."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, BertForSequenceClassification

ports = ("pytorch_transformers",)
scope = "library"

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
model = BertForPreTraining(config)
_records = []
_handler = logging.Handler()
_handler.emit = _records.append
_logger = logging.getLogger("transformers")
_logger.handlers.clear()  # the library's own: what it would show is taken down here
_logger.addHandler(_handler)
_logger.setLevel(logging.INFO)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    BertForSequenceClassification.from_pretrained(_folder)


def levels_of(key):
    return sorted({r.levelname for r in _records if key in r.getMessage()})


missing = levels_of("classifier.weight")
left_over = levels_of("cls.seq_relationship.weight")

print("classifier.weight, missing in the file:", *missing)
print("cls.seq_relationship.weight, left over:", *left_over)
assert missing == ["WARNING"], f"the missing key is told at level {missing}"
assert left_over == ["WARNING"], f"the key left over is told at level {left_over}"
