"""With pads on the left, GPT-2's `generate` continues a text as if it were alone; with pads on the right, it continues with different tokens. This is a fresh GPT-2, given the mask. On the right it reads the next token's scores at a pad."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "pads right"

torch.manual_seed(0)
config = GPT2Config(n_layer=2, initializer_range=0.2, eos_token_id=None)
model = GPT2LMHeadModel(config).eval()
text, pads = torch.randint(1, 50_000, (1, 5)), torch.zeros(1, 3).long()
left, right = torch.cat([pads, text], dim=1), torch.cat([text, pads], dim=1)
inputs = {"no pads": text, "pads left": left, "pads right": right}
_next = {}
for name, ids in inputs.items():
    written = model.generate(ids, attention_mask=(ids != 0).long(), max_new_tokens=5)
    _next[name] = written[0, -5:].tolist()
    print(f"{name}: the next are", *_next[name])
assert _next["pads left"] == _next["no pads"]
assert _next["pads right"] != _next["no pads"]
