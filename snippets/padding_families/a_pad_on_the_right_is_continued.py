"""GPT-2's `generate` continues a text with pads on the left as the text alone, and one with pads on the right by other tokens. This is a fresh GPT-2, given the mask. On the right it reads the next token's scores at a pad."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "pads on the right"

torch.manual_seed(0)
config = GPT2Config(n_layer=2, initializer_range=0.2, eos_token_id=None)
model = GPT2LMHeadModel(config).eval()
text, pads = torch.randint(1, 50_000, (1, 5)), torch.zeros(1, 3, dtype=torch.long)
_left, _right = torch.cat([pads, text], dim=1), torch.cat([text, pads], dim=1)
_next = {}
for name, ids in {"alone": text, "left": _left, "right": _right}.items():
    mask = (ids != 0).long()
    _next[name] = model.generate(ids, attention_mask=mask, max_new_tokens=5)[0, -5:]

print("alone:            ", *_next["alone"].tolist())
print("pads on the left: ", *_next["left"].tolist())
print("pads on the right:", *_next["right"].tolist())
assert _next["left"].equal(_next["alone"])
assert not _next["right"].equal(_next["alone"])
