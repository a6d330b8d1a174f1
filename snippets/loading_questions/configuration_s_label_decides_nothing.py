"""What the configuration names under `architectures` decides nothing: with another name there, the same file fills the same class with the same values."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

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
_token_ids = torch.tensor([[2, 5, 7, 3]])


def outputs(architecture):
    label = {"architectures": [architecture]}
    text = json.dumps({**json.loads(config.to_json_string()), **label})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(text)
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        loaded = BertForPreTraining.from_pretrained(folder).eval()
    with torch.no_grad():
        return loaded(_token_ids)[:2]


def close(one, other):
    return torch.allclose(one, other, atol=1e-5)


with torch.no_grad():
    _saved = model(_token_ids)[:2]
same_as_saved = {
    name: all(map(close, outputs(name), _saved))
    for name in ("BertForPreTraining", "BertForMaskedLM", "NoClassAtAll")
}

for name, same in same_as_saved.items():
    print(f"labelled {name}: both heads compute the same: {same}")
assert all(same_as_saved.values()), f"{same_as_saved}"
