"""Pad on the right for BERT: left padding changes its vectors even if the mask is correct. It moves the text to other positions. With pads on the right, or with `position_ids` that start at the text, the tokens' vectors are those of the text alone, up to rounding, in float32. What reads the first column, such as a classifier, reads a pad there all the same."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "pads on the left:"

torch.manual_seed(0)
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "initializer_range": 0.2,  # far from uniform attention
}
config = BertConfig(**_settings)
model = BertModel(config).eval()
_text = [2, 17, 54, 23, 3]
pads = 8
_left = torch.tensor([[0] * pads + _text])
_right = torch.tensor([_text + [0] * pads])
_from_the_text = ((_left != 0).cumsum(dim=1) - 1).clamp(min=0)


def vectors(token_ids, **extra):
    with torch.no_grad():
        mask = (token_ids != 0).long()
        outputs = model(token_ids, attention_mask=mask, **extra)
    return outputs.last_hidden_state[0][token_ids[0] != 0]


_alone = vectors(torch.tensor([_text]))
_on_the_right = (vectors(_right) - _alone).abs().max().item()
moved_on_the_left = (vectors(_left) - _alone).abs().max().item()
_repaired = vectors(_left, position_ids=_from_the_text)
_after_repair = (_repaired - _alone).abs().max().item()
position_ids = _from_the_text[0].tolist()
float_noise_is_below = 1e-4

print(f"{len(_text)} tokens and {pads} pads, masked; against the text alone")
print(f"  pads on the right: moved by less than {float_noise_is_below}")
print(f"  pads on the left: moved by up to {moved_on_the_left:.2f}")
print(f"  on the left, with position ids {position_ids}:")
print(f"  moved by less than {float_noise_is_below}")
assert _on_the_right < float_noise_is_below, _on_the_right
assert moved_on_the_left > 0.1, moved_on_the_left
assert _after_repair < float_noise_is_below, _after_repair
