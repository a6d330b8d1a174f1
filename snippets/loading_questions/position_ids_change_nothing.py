"""A file with `position_ids`, or GPT-2's `attn.bias` and `attn.masked_bias`, and the same file without them give the same model. It gives the same outputs, and BERT's positions count from 0 on."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model

scope = "library"
decides = "same outputs as"

logging.disable(logging.CRITICAL)  # each load would report
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

gpt2 = GPT2Model(GPT2Config(vocab_size=100, n_embd=16, n_layer=2, n_head=2)).eval()
_ends = (".attn.bias", ".attn.masked_bias")
_names = {k: t for k, t in gpt2.state_dict().items() if not k.endswith(_ends)}
_buffers = {}
for _layer in range(2):
    _triangle = torch.ones(1024, 1024, dtype=torch.uint8).tril()[None, None]
    _buffers[f"h.{_layer}.attn.bias"] = _triangle
    _buffers[f"h.{_layer}.attn.masked_bias"] = torch.tensor(-1e4)


def gpt2_outputs(file):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(gpt2.config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        loaded = GPT2Model.from_pretrained(folder).eval()
    with torch.no_grad():
        return loaded(_token_ids)[0]


with torch.no_grad():
    _wanted = gpt2(_token_ids)[0]
_same_in_gpt2 = [
    torch.allclose(gpt2_outputs(file), _wanted, atol=1e-5)
    for file in ({**_names, **_buffers}, _names)
]
_short = {name: tensor for name, tensor in _names.items() if "h.1.attn.c" not in name}
_without_a_weight = torch.allclose(gpt2_outputs(_short), _wanted, atol=1e-5)

print("GPT-2, with its buffers and without:", *_same_in_gpt2)
print("without a layer's weights:", _without_a_weight)
print("same outputs as the saved model's: with", same_with, "without", same_without)
print("positions: with", positions_with, "without", positions_without)
assert _same_in_gpt2 == [True, True], _same_in_gpt2
assert not _without_a_weight, "GPT-2 without a layer's attention gives the same"
assert same_with and same_without, f"with {same_with}, without {same_without}"
assert positions_with == positions_without == list(range(8)), "other positions"
