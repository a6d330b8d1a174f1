"""Loading an encoder-only file into a class with heads logs that the file seems corrupted."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

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
model = BertForPreTraining(config).eval()
records = []
handler = logging.Handler()
handler.emit = records.append
logger = logging.getLogger("transformers")
logger.addHandler(handler)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.bert.state_dict(), Path(_folder, "pytorch_model.bin"))
    BertForPreTraining.from_pretrained(_folder)
called_corrupted = any("corrupted" in r.getMessage() for r in records)

print("lines:", len(records), "one says corrupted:", called_corrupted)
assert called_corrupted, "no line says so"
