"""The mask takes the pads away as keys, not as queries: no position attends to a pad, and each pad attends to the text. So each pad gets a vector of its own. This is eager attention."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "gives to a pad"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.2,
        "output_attentions": True,
    }
)
config._attn_implementation = "eager"  # the one that returns its attention
model = BertModel(config).eval()
_token_ids = torch.tensor([[2, 17, 54, 23, 3, 0, 0, 0]])
_mask = (_token_ids != 0).long()
with torch.no_grad():
    _outputs = model(_token_ids, attention_mask=_mask)

_attention = torch.stack(list(_outputs[2]))  # layer, text, head, query, key
_positions = [f"token {i}" for i in range(1, 6)] + [f"pad {i}" for i in range(1, 4)]
attention_of_a_head = [
    {"query": position, "attention": shares}
    for position, shares in zip(_positions, _attention[0, 0, 0].tolist(), strict=True)
]
attention_to_pads = _attention[..., 5:].max().item()
_sums = _attention[..., 5:, :5].sum(dim=-1)
pads_attend_to_real_tokens = torch.allclose(_sums, torch.ones_like(_sums), atol=1e-5)
_at_pads = _outputs[0][0, 5:, :]
smallest_norm_at_a_pad = _at_pads.norm(dim=1).min().item()
pads_differ_by = (_at_pads[0] - _at_pads[1]).norm().item()

print("attention that any position gives to a pad:", attention_to_pads)
print("a pad's attention is all on real tokens:", pads_attend_to_real_tokens)
print(f"smallest output at a pad: norm {smallest_norm_at_a_pad:.2f}")
print(f"two pads differ by {pads_differ_by:.2f}")
assert attention_to_pads == 0.0, f"a pad gets {attention_to_pads} of the attention"
assert pads_attend_to_real_tokens
assert smallest_norm_at_a_pad > 0.1, f"norm {smallest_norm_at_a_pad}"
assert pads_differ_by > 0.01, pads_differ_by
