"""BERT does not make the mask from the ids: without one it attends to every pad, as with a mask of ones."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
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
        "pad_token_id": 0,
    }
)
model = BertModel(config).eval()
_token_ids = torch.tensor([[2, 17, 54, 23, 3, 0, 0, 0, 0]])
_padded = (_token_ids != 0).long()


def distance(one, other):
    return (one - other)[0, :5].abs().max().item()


with torch.no_grad():
    _without = model(_token_ids)[0]
    _ones = model(_token_ids, attention_mask=torch.ones_like(_padded))[0]
    _masked = model(_token_ids, attention_mask=_padded)[0]
_from_ones = distance(_without, _ones)
from_the_padding_mask = distance(_without, _masked)
from_a_mask_of_ones_is_below = 1e-5

print("real tokens' vectors, no mask passed:")
print(f"  from those under a mask of ones: below {from_a_mask_of_ones_is_below:.5f}")
print(f"  from those under the padding's mask: {from_the_padding_mask:.3f}")
assert _from_ones < from_a_mask_of_ones_is_below, f"{_from_ones} from ones"
assert from_the_padding_mask > 0.01, f"only {from_the_padding_mask}"
