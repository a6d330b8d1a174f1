"""`generate` makes GPT-2's position ids from the mask: a text padded on the left goes on as it does alone. Padded on the right, it does not."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"

torch.manual_seed(0)
config = GPT2Config(
    vocab_size=100,
    n_positions=32,
    n_embd=32,
    n_layer=2,
    n_head=2,
    initializer_range=0.2,
    bos_token_id=98,
    eos_token_id=98,
)
model = GPT2LMHeadModel(config).eval()
_text, _pads = [17, 54], [99, 99, 99, 99]


def go_on(ids, mask):
    """Six new tokens, and the scores that the first was chosen by."""
    outputs = model.generate(
        torch.tensor([ids]),
        attention_mask=torch.tensor([mask]),
        max_new_tokens=6,
        do_sample=False,
        pad_token_id=99,
        output_logits=True,
        return_dict_in_generate=True,
    )
    return outputs.sequences[0, len(ids) :].tolist(), outputs.logits[0]


_real, _none = [1] * len(_text), [0] * len(_pads)
alone, _scores = go_on(_text, _real)
cases = {
    "on the left, its mask": (_pads + _text, _none + _real),
    "on the left, a mask of ones": (_pads + _text, [1] * 6),
    "on the right, its mask": (_text + _pads, _real + _none),
}
new_tokens, scores_move_by = {}, {}
for case, (_ids, _mask) in cases.items():
    new_tokens[case], _moved = go_on(_ids, _mask)
    scores_move_by[case] = (_moved - _scores).abs().max().item()
_left_moves_by = scores_move_by.pop("on the left, its mask")
float_noise_is_below = 1e-4

print("the text goes on, alone:", alone)
for case, tokens in new_tokens.items():
    print(f"padded {case}: {tokens}; the first token's scores move by", end=" ")
    print(f"{scores_move_by[case]:.2f}" if case in scores_move_by else "less than 1e-4")
assert new_tokens["on the left, its mask"] == alone
assert _left_moves_by < float_noise_is_below, _left_moves_by
assert min(scores_move_by.values()) > 0.1, scores_move_by
