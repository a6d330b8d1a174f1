"""`architectures` in config.json is a label: whatever it says, the file has the same keys, and each class loads the same values from it."""

import json
import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"

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
model = BertForPreTraining(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess


def load(class_, label):
    settings = json.loads(config.to_json_string())
    settings["architectures"] = label
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(json.dumps(settings))
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        return class_.from_pretrained(folder, output_loading_info=True)


labels = [["BertForPreTraining"], ["BertForMaskedLM"], ["SomethingElse"], None]
differing = []
for class_ in (BertForPreTraining, BertForMaskedLM):
    _expected, _expected_report = load(class_, labels[0])
    for label in labels:
        loaded, report = load(class_, label)
        _values = loaded.state_dict()
        same_values = all(
            torch.equal(tensor, _values[key])
            for key, tensor in _expected.state_dict().items()
        )
        same_report = all(
            sorted(report[which]) == sorted(_expected_report[which])
            for which in ("missing_keys", "unexpected_keys")
        )
        print(f"{class_.__name__:18} {label}:", end=" ")
        print("same values,", "same report" if same_report else "another report")
        if not (same_values and same_report):
            differing.append(f"{class_.__name__} with {label}")
_nsp = load(BertForPreTraining, ["BertForMaskedLM"])[0].cls.seq_relationship.weight
nsp_head_is_loaded = torch.equal(_nsp, model.cls.seq_relationship.weight)
print("the NSP head, from a file labelled BertForMaskedLM, is loaded:", end=" ")
print(nsp_head_is_loaded)
assert not differing, f"the label matters: {differing}"
assert nsp_head_is_loaded
