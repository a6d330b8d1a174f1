"""Under the mask any token can stand: with other ids in place of `[PAD]` the real tokens' vectors are the same, bit for bit in float32."""

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
_real = [2, 17, 54, 23, 3]
_mask = torch.tensor([[1] * 5 + [0] * 4])
paddings = {
    "[PAD], id 0": [0, 0, 0, 0],
    "another token": [1, 1, 1, 1],
    "the end token": [3, 3, 3, 3],
    "any tokens": [88, 5, 61, 29],
}

with torch.no_grad():
    _masked, _unmasked = {}, {}
    for name, ids in paddings.items():
        _token_ids = torch.tensor([_real + ids])
        _masked[name] = model(_token_ids, attention_mask=_mask)[0][:, :5, :]
        _unmasked[name] = model(_token_ids)[0][:, :5, :]
_pads, *_others = paddings
same_with_mask = [torch.equal(_masked[_pads], _masked[n]) for n in _others]
same_without_mask = [torch.equal(_unmasked[_pads], _unmasked[n]) for n in _others]

for i, name in enumerate(_others):
    print(f"{name} instead of [PAD], the same bits:", end=" ")
    print(f"{same_with_mask[i]} with the mask, {same_without_mask[i]} without")
assert all(same_with_mask), f"with the mask: {same_with_mask}"
assert not any(same_without_mask), f"without it: {same_without_mask}"
