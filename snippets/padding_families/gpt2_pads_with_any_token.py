"""GPT-2 has no pad token, and any token will do: pads on the right reach no token before them, and pads on the left reach none with the mask and position ids."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

torch.manual_seed(0)
config = GPT2Config.from_dict(
    {
        "vocab_size": 100,
        "n_positions": 32,
        "n_ctx": 32,
        "n_embd": 32,
        "n_layer": 2,
        "n_head": 2,
        "initializer_range": 0.2,
        "bos_token_id": 99,
        "eos_token_id": 99,
    }
)
model = GPT2LMHeadModel(config).eval()
has_a_pad_token = getattr(config, "pad_token_id", None) is not None
_text = [17, 54, 23, 61]
_mask = torch.tensor([[0, 0, 0, 1, 1, 1, 1]])
_positions = torch.tensor([[0, 0, 0, 0, 1, 2, 3]])


def scores(ids, **extra):
    with torch.no_grad():
        return model(torch.tensor([ids]), **extra)[0][0]


_alone = scores(_text)
_noise, moved = 1e-4, {}
for name, pad in {"the end token": 99, "another token": 7}.items():
    _left = [pad] * 3 + _text
    moved[name] = {
        "right": scores(_text + [pad] * 3)[:4] - _alone,
        "left": scores(_left)[3:] - _alone,
        "left, mask": scores(_left, attention_mask=_mask)[3:] - _alone,
        "left, mask and positions": scores(
            _left, attention_mask=_mask, position_ids=_positions
        )[3:]
        - _alone,
    }
touched = {
    name: {case: change.abs().max().item() > _noise for case, change in cases.items()}
    for name, cases in moved.items()
}
del moved  # the numbers say no more than whether

print("has a pad token:", has_a_pad_token)
for name, cases in touched.items():
    print(f"padded with {name}; real tokens' scores change?")
    print("  " + ", ".join(f"{case}: {changed}" for case, changed in cases.items()))
assert not has_a_pad_token, "it has one"
for cases in touched.values():
    assert list(cases.values()) == [False, True, True, False], f"{cases}"
