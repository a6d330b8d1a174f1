"""A file with `position_ids` and the same file without it give the same model: the same outputs, and positions from 0 on."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "same outputs as"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 8,
    }
)
model = BertModel(config).eval()
key = "embeddings.position_ids"
without = {name: t for name, t in model.state_dict().items() if name != key}
with_it = {**without, key: torch.arange(8).expand(1, -1)}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def outputs(file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        loaded = BertModel.from_pretrained(folder).eval()
    positions = getattr(loaded.embeddings, "position_ids", torch.arange(8)).flatten()
    with torch.no_grad():
        return loaded(_token_ids)[0], positions.tolist()


with torch.no_grad():
    _saved = model(_token_ids)[0]
_with, positions_with = outputs(with_it)
_without, positions_without = outputs(without)
same_with = torch.allclose(_saved, _with, atol=1e-5)
same_without = torch.allclose(_saved, _without, atol=1e-5)

print("same outputs as the saved model's: with", same_with, "without", same_without)
print("positions: with", positions_with, "without", positions_without)
assert same_with and same_without, f"with {same_with}, without {same_without}"
assert positions_with == positions_without == list(range(8)), "other positions"
