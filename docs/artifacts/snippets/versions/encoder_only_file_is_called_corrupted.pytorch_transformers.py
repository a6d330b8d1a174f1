"""Loading an encoder-only file into a class with heads logs that the file seems corrupted; a whole file is not called so."""

import logging
import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "encoder-only file is called"

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
logger = logging.getLogger("pytorch_transformers")
logger.addHandler(handler)


def is_called_corrupted(file):
    records.clear()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        BertForPreTraining.from_pretrained(folder)
    return "corrupted" in "\n".join(r.getMessage() for r in records)


encoder_only_is = is_called_corrupted(model.bert.state_dict())
whole_file_is = is_called_corrupted(model.state_dict())

print("an encoder-only file is called corrupted:", encoder_only_is)
print("a file with both heads is:", whole_file_is)
assert encoder_only_is, "no line says so"
assert not whole_file_is, "a whole file is called corrupted, too"
