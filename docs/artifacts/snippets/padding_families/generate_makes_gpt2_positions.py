"""`generate` makes GPT-2's position ids from the mask: a text padded on the left goes on as it does alone. Padded on the right, it does not."""

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
    "eos_token_id": None,
}
config = GPT2Config(**_settings)
model = GPT2LMHeadModel(config).eval()
_text, _pads = torch.randint(0, 98, (1, 3)), torch.full((1, 4), 99)


def go_on(ids, padding):
    """Six new tokens, and the scores that they were chosen by."""
    outputs = model.generate(
        ids,
        attention_mask=(ids != padding).long(),
        max_new_tokens=6,
        output_logits=True,
        return_dict_in_generate=True,
    )
    return outputs.sequences[0, ids.shape[1] :].tolist(), torch.cat(outputs.logits)


alone, _alone = go_on(_text, padding=99)
padded_left, _left = go_on(torch.cat([_pads, _text], dim=1), padding=99)
padded_right, _right = go_on(torch.cat([_text, _pads], dim=1), padding=99)
scores_are_within = 1e-3
right_moves_by = torch.dist(_right, _alone).item()

print("the text goes on, alone:", alone)
print("padded on the left:     ", padded_left)
print("padded on the right:    ", padded_right)
print(f"the new tokens' scores: padded left, within {scores_are_within};", end=" ")
print(f"padded right, {right_moves_by:.2f} away")
assert padded_left == alone, f"{padded_left}, alone {alone}"
assert torch.dist(_left, _alone) < scores_are_within, torch.dist(_left, _alone)
assert right_moves_by > 0.1, right_moves_by
