"""`generate` makes GPT-2's position ids from the mask: a text padded on the left goes on as it does alone. Padded on the right, it does not."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

torch.manual_seed(0)
config = GPT2Config(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    initializer_range=0.2,
    bos_token_id=None,
    eos_token_id=None,
)
model = GPT2LMHeadModel(config).eval()
_text, _pads = torch.randint(0, 98, (1, 3)), torch.full((1, 4), 99)
_real, _none = torch.ones(1, 3).long(), torch.zeros(1, 4).long()


def go_on(ids, mask):
    """Six new tokens, and the scores that the first was chosen by."""
    outputs = model.generate(
        ids,
        attention_mask=mask,
        max_new_tokens=6,
        output_logits=True,
        return_dict_in_generate=True,
    )
    return outputs.sequences[0, ids.shape[1] :].tolist(), outputs.logits[0]


def distance(one, another):
    return (one - another).abs().max().item()


alone, _alone = go_on(_text, _real)
padded_left, _left = go_on(
    torch.cat([_pads, _text], dim=1), torch.cat([_none, _real], dim=1)
)
padded_right, _right = go_on(
    torch.cat([_text, _pads], dim=1), torch.cat([_real, _none], dim=1)
)
float_noise_is_below = 1e-4
right_moves_by = distance(_right, _alone)

print("the text goes on, alone:", alone)
print("padded on the left:     ", padded_left)
print("padded on the right:    ", padded_right)
print(f"the first token's scores: padded left, within {float_noise_is_below};", end=" ")
print(f"padded right, {right_moves_by:.2f} away")
assert padded_left == alone, f"{padded_left}, alone {alone}"
assert distance(_left, _alone) < float_noise_is_below, distance(_left, _alone)
assert right_moves_by > 0.1, right_moves_by
