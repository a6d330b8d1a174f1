"""An encoder-only file, without the prefix `bert.`, fills the encoder of a class with heads."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(model.bert.state_dict(), Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
_before, _after = model.bert.state_dict(), loaded.bert.state_dict()
loaded_keys = sum(torch.equal(_before[key], _after[key]) for key in _before)
all_keys = len(_before)

print(f"{loaded_keys} of the encoder's {all_keys} tensors are the file's")
assert loaded_keys == all_keys, f"{loaded_keys} of the encoder's {all_keys} are loaded"
