"""GPT-2 has no pad token, and any token will do: pads on the right reach no token before them, and pads on the left reach none with the mask and position ids. The mask alone leaves the text at later positions."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

torch.manual_seed(0)
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "initializer_range": 0.2,
    "bos_token_id": None,
    "eos_token_id": 99,
}
config = GPT2Config(**_settings)
model = GPT2LMHeadModel(config).eval()
has_a_pad_token = getattr(config, "pad_token_id", None) is not None
_text = torch.randint(0, 98, (1, 4))
_mask = torch.cat([torch.zeros(1, 3), torch.ones(1, 4)], dim=1).long()
_positions = (_mask.cumsum(dim=1) - 1).clamp(min=0)


def scores(ids, **extra):
    with torch.no_grad():
        return model(ids, **extra).logits


_alone, _later = scores(_text), scores(_text, position_ids=torch.arange(3, 7)[None])
noise, cases = 1e-3, []
for name, pad in {"the end token": 99, "another token": 7}.items():
    _pads = torch.full((1, 3), pad)
    _left = torch.cat([_pads, _text], dim=1)
    _right = scores(torch.cat([_text, _pads], dim=1))[:, : _text.shape[1]]
    _bare = scores(_left)[:, 3:]
    _masked = scores(_left, attention_mask=_mask)[:, 3:]
    _both = scores(_left, attention_mask=_mask, position_ids=_positions)[:, 3:]
    cases.append(
        {
            "padded with": name,
            "on the right": torch.dist(_right, _alone).item() < noise,
            "on the left": torch.dist(_bare, _alone).item() < noise,
            "on the left, mask": torch.dist(_masked, _alone).item() < noise,
            "on the left, mask and positions": torch.dist(_both, _alone).item() < noise,
        }
    )
    assert torch.dist(_masked, _later) < noise, name

print("has a pad token:", has_a_pad_token)
print("do the text's own tokens keep their scores?")
for row in cases:
    print(", ".join(f"{name}: {value}" for name, value in row.items()))
assert not has_a_pad_token, "it has one"
for row in cases:
    _, right, left, masked, both = row.values()
    assert right, row
    assert not left, row
    assert not masked, row
    assert both, row
