"""With the mask, and no pad token, GPT-2's `generate` fills rows that end early with the end token, and generates as with `pad_token_id` passed. This holds with random weights, also for rows with pads on the left."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "the same ids"

END = 3
_settings = {"vocab_size": 8, "n_embd": 16, "n_layer": 1, "n_head": 2}
_settings |= {"bos_token_id": None, "eos_token_id": END, "initializer_range": 0.5}
same, filled = [], 0
for seed in range(5):
    torch.manual_seed(seed)
    model = GPT2LMHeadModel(GPT2Config(**_settings)).eval()
    _ids = torch.randint(4, 8, (6, 4))
    _mask = torch.ones_like(_ids)
    _mask[:3, :2] = 0  # three rows begin with pads
    _given = {"attention_mask": _mask, "max_new_tokens": 12}
    _without = model.generate(_ids, **_given).tolist()
    same.append(_without == model.generate(_ids, pad_token_id=END, **_given).tolist())
    for row in _without:
        after = row[row.index(END) + 1 :] if END in row else []
        assert set(after) <= {END}, f"after the end: {after}"
        filled += bool(after)

print("rows that were filled with the end token:", filled)
print("the same ids with `pad_token_id` passed:", all(same))
assert filled > 3, filled
assert all(same), same
