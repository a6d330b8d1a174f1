"""A fraction in the attention mask counts as 1: BERT gives, bit for bit, the vectors of a mask of ones. This is so for any value other than 0, in default and in eager attention."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "sdpa, 0.5"

_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_token_ids = torch.tensor([[2, 17, 54, 23, 3, 9]])
_ones = torch.ones(1, 6)
for attention in ("sdpa", "eager"):
    torch.manual_seed(0)
    config = BertConfig.from_dict(_sizes)
    config._attn_implementation = attention
    model = BertModel(config).eval()
    with torch.no_grad():
        _of_ones = model(_token_ids, attention_mask=_ones)[0]
        for value in (0, 0.5, 0.999):
            _mask = _ones.clone()
            _mask[0, 4:] = value
            same = torch.equal(model(_token_ids, attention_mask=_mask)[0], _of_ones)
            print(f"{attention}, {value} in the mask: as with ones: {same}")
            assert same == (value != 0), f"{value} counts as {int(not same)}"
