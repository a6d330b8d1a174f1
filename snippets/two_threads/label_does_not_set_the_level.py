"""Whether `architectures` names the class or not, a key left over in the file is told at the same level."""

import json
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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


def level_with(label):
    _records.clear()
    settings = {**json.loads(config.to_json_string()), "architectures": label}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(settings))
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        BertForMaskedLM.from_pretrained(folder)
    (level,) = {
        r.levelname for r in _records if "cls.seq_relationship.weight" in r.getMessage()
    }
    return level


labelled_as_the_class = level_with(["BertForMaskedLM"])
labelled_otherwise = level_with(["BertForPreTraining"])

print("BertForMaskedLM on a file with the NSP head; that head is told of")
print("  at level", labelled_as_the_class, "if the label says BertForMaskedLM,")
print("  at level", labelled_otherwise, "if it says BertForPreTraining")
assert labelled_as_the_class == labelled_otherwise, (
    f"{labelled_as_the_class} with the class's own label, "
    f"{labelled_otherwise} with another"
)
