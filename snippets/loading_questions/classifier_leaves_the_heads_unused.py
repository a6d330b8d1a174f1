"""From a file with both pre-training heads a classifier gets the whole encoder and pooler, and only `classifier` is newly initialised. The heads are left unused."""

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
pretraining = BertForPreTraining(config).eval()
for parameter in pretraining.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_file = pretraining.state_dict()
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(_file, Path(_folder, "pytorch_model.bin"))
    classifier, report = BertForSequenceClassification.from_pretrained(
        _folder, output_loading_info=True
    )
classifier.eval()
_class = classifier.state_dict()
unused = sorted(report["unexpected_keys"])
new = sorted(report["missing_keys"])
differing_keys = [
    {
        "key": key,
        "shape": list(_file[key].shape if key in _file else _class[key].shape),
        "parameters": (_file if key in _file else _class)[key].numel(),
        "diff": "only in the file" if key in _file else "only in the class",
    }
    for key in sorted(_file.keys() ^ _class.keys())
]
_token_ids = torch.tensor([[2, 5, 7, 3]])
with torch.no_grad():
    _before, _after = pretraining.bert(_token_ids), classifier.bert(_token_ids)
same_encoder = torch.allclose(_before[0], _after[0], atol=1e-5)
same_pooler = torch.allclose(_before[1], _after[1], atol=1e-5)

print("unused:", *unused, sep="\n  ")
print("new:", *new, sep="\n  ")
print("same encoder outputs:", same_encoder, "same pooler output:", same_pooler)
assert unused == sorted(key for key in _file if key.startswith("cls.")), f"{unused}"
assert new == ["classifier.bias", "classifier.weight"], f"new: {new}"
assert same_encoder and same_pooler, f"encoder {same_encoder}, pooler {same_pooler}"
