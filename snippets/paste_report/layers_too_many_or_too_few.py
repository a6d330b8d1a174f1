"""Layers that only the file has are left out, and layers that only the class has are random: each time the program goes on."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no list of 48 keys
torch.manual_seed(0)
sizes = {"vocab_size": 100, "hidden_size": 16, "num_attention_heads": 2}
sizes["intermediate_size"] = 32
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
left_out = len(_report["unexpected_keys"])
left_out_elsewhere = sum("layer.1." not in key for key in _report["unexpected_keys"])
torch.manual_seed(1)
_model, _report = loaded(1, 2)
made_new = len(_report["missing_keys"])
torch.manual_seed(2)
_other, _ = loaded(1, 2)
another_seed_gives_another_layer = not torch.equal(
    _model.state_dict()[query], _other.state_dict()[query]
)

print("two layers in the file, one in the class; unexpected:", left_out)
print("one in the file, two in the class; missing:", made_new)
print("another seed gives another layer:", another_seed_gives_another_layer)
assert left_out > 10, f"{left_out} keys of the second layer are called unexpected"
assert left_out_elsewhere == 0, f"{left_out_elsewhere} others are, too"
assert made_new > 10, f"{made_new} keys of the second layer are called missing"
assert another_seed_gives_another_layer, "the second layer is not random"
