"""`architectures` in config.json is a label: whatever it says, each class loads the same tensors of the file, and reports the same keys."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

ports = ("pytorch_transformers",)

scope = "library"
decides = "BertForPreTraining SomethingElse"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no load reports here
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
file = BertForPreTraining(config).state_dict()
labels = [["BertForPreTraining"], ["BertForMaskedLM"], ["SomethingElse"]]
labels_read, not_loaded, reports = [], [], {}
for class_ in (BertForPreTraining, BertForMaskedLM):
    for label in labels:
        config.architectures = label
        with tempfile.TemporaryDirectory() as _folder:
            Path(_folder, "config.json").write_text(config.to_json_string())
            torch.save(file, Path(_folder, "pytorch_model.bin"))
            loaded, report = class_.from_pretrained(_folder, output_loading_info=True)
        state = loaded.state_dict()
        lost = [key for key in state if not torch.equal(state[key], file[key])]
        told = [*report["missing_keys"], *report["unexpected_keys"]]
        reports.setdefault(class_.__name__, set()).add(" ".join(sorted(told)))
        labels_read.append(loaded.config.architectures)
        not_loaded += lost
        print(
            f"{class_.__name__:18} {label[0]:18}:", len(state) - len(lost), end=" of "
        )
        print(f"{len(state)} tensors are the file's; reported: {len(told)} keys")
varying = [name for name, told in reports.items() if len(told) != 1]

assert labels_read == labels * len(reports), f"the labels read: {labels_read}"
assert not not_loaded, f"not the file's: {not_loaded}"
assert not varying, f"reported: {reports}"
