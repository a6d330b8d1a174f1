"""Layers that only the file has are left out, and layers that only the class has are random: in both cases the program goes on."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "one in the file, two in"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no list of 48 keys
torch.manual_seed(0)
sizes = {"vocab_size": 100, "hidden_size": 16, "num_attention_heads": 2}
query = "encoder.layer.1.attention.self.query.weight"


def loaded(layers_in_the_file, layers_in_the_class):
    config = BertConfig.from_dict({**sizes, "num_hidden_layers": layers_in_the_file})
    file = BertModel(config).state_dict()
    config = BertConfig.from_dict({**sizes, "num_hidden_layers": layers_in_the_class})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, str(Path(folder, "pytorch_model.bin")))
        return BertModel.from_pretrained(folder, output_loading_info=True)


_, _report = loaded(2, 1)
_unexpected = sorted(_report["unexpected_keys"])
_queries = []
for seed in (1, 2):
    torch.manual_seed(seed)
    _model, _report = loaded(1, 2)
    _queries.append(_model.state_dict()[query])
_missing = sorted(_report["missing_keys"])
_second_layer = sorted(key for key in _model.state_dict() if "layer.1." in key)
left_out, made_new = len(_unexpected), len(_missing)
another_seed_gives_another_layer = not torch.equal(*_queries)

print("the second layer has", len(_second_layer), "tensors")
print("two layers in the file, one in the class; unexpected:", left_out)
print("one in the file, two in the class; missing:", made_new)
print("another seed gives another layer:", another_seed_gives_another_layer)
assert _unexpected == _second_layer, f"unexpected: {_unexpected}"
assert _missing == _second_layer, f"missing: {_missing}"
assert another_seed_gives_another_layer, "the second layer is not random"
