"""BERT does not make the mask from the ids: without one it attends to every pad, as with a mask of ones."""

import torch
from transformers import BertConfig, BertModel

ports = ("pytorch_transformers",)
scope = "library"
decides = "under a mask of ones"

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


def vectors(ids, **mask):
    with torch.no_grad():
        return model(ids, **mask)[0][:, :5, :]


_without = vectors(_token_ids)
_ones = vectors(_token_ids, attention_mask=torch.ones_like(_padded))
_masked = vectors(_token_ids, attention_mask=_padded)
_alone = vectors(_token_ids[:, :5])
_from_ones = torch.dist(_without, _ones).item()
_mask_from_alone = torch.dist(_masked, _alone).item()
from_the_padding_mask = torch.dist(_without, _masked).item()
float_noise_is_below = 1e-4

print("real tokens' vectors, no mask passed:")
print(f"  from those under a mask of ones: below {float_noise_is_below}")
print(f"  from those under the padding's mask: {from_the_padding_mask:.3f}")
print(f"under the padding's mask, from the text alone: below {float_noise_is_below}")
assert _from_ones < float_noise_is_below, f"{_from_ones} from ones"
assert _mask_from_alone < float_noise_is_below, f"{_mask_from_alone} from alone"
assert from_the_padding_mask > 0.01, f"only {from_the_padding_mask}"
