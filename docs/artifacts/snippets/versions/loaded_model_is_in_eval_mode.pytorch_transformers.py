"""`from_pretrained` gives a model of which no module is in training mode."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertModel

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
model = BertModel(config)
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.state_dict(), Path(_folder, "pytorch_model.bin"))
    loaded = BertModel.from_pretrained(_folder)
of_a_new_model = [m for m in model.modules() if m.training is True]
of_the_loaded_one = [m for m in loaded.modules() if m.training is True]

print("modules in training mode, of a new model:", len(of_a_new_model))
print("modules in training mode, of the loaded one:", len(of_the_loaded_one))
assert of_a_new_model, "no proof: a new model is in evaluation mode, too"
assert not of_the_loaded_one, "it is in train mode: dropout is on"
