"""The pooler is one linear layer and a tanh on the first token's vector, `tanh(W·h₀ + b)`; no other token's vector changes a bit of its output."""

import torch
from pytorch_transformers import BertConfig, BertModel

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.2,
    }
)
model = BertModel(config).eval()
torch.nn.init.normal_(model.pooler.dense.bias)  # a fresh one is zero
_ids = torch.randint(5, 100, (3, 7))

with torch.no_grad():
    _vectors, _pooled = tuple(model(_ids)[:2])
    dense = model.pooler.dense
    _by_hand = torch.tanh(_vectors[:, 0] @ dense.weight.T + dense.bias)
    _others_replaced = torch.randn_like(_vectors)
    _others_replaced[:, 0] = _vectors[:, 0]
    _first_replaced = torch.cat([torch.randn(3, 1, 32), _vectors[:, 1:]], 1)
    others_change_it = not torch.equal(model.pooler(_others_replaced), _pooled)
    first_changes_it = not torch.equal(model.pooler(_first_replaced), _pooled)

agrees = torch.allclose(_by_hand, _pooled, atol=1e-6)
shapes = {"vectors": list(_vectors.shape), "pooled": list(_pooled.shape)}
print("the encoder's vectors:", shapes["vectors"], "pooled:", shapes["pooled"])
print("done by hand, it agrees:", agrees)
print("it changes with the other vectors:", others_change_it, end="; ")
print("with the first:", first_changes_it)
assert agrees
assert first_changes_it and not others_change_it
