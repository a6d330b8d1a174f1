"""`generate` makes a missing attention mask from the pad ids, unless the pad token is the end token. A call of GPT-2 itself never does."""

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
_text = [17, 54, 23]


def first_scores(pad, **mask):
    """The scores of the first token that `generate` appends."""
    outputs = model.generate(
        torch.tensor([[pad] * 4 + _text]),
        max_new_tokens=1,
        do_sample=False,
        pad_token_id=pad,
        output_logits=True,
        return_dict_in_generate=True,
        **mask,
    )
    return outputs.logits[0]


_mask = torch.tensor([[0] * 4 + [1] * 3])
made, moved = {}, {}
for name, pad in {"a token of its own": 99, "the end token": 98}.items():
    _with, _without = first_scores(pad, attention_mask=_mask), first_scores(pad)
    moved[name] = (_with - _without).abs().max().item()
    made[name] = moved[name] == 0.0
with torch.no_grad():
    _ids = torch.tensor([[99] * 4 + _text])
    _with = model(_ids, attention_mask=_mask).logits[0, -1]
    _moved_in_a_call = (_with - model(_ids).logits[0, -1]).abs().max().item()
made_in_a_call = _moved_in_a_call == 0.0
del moved["a token of its own"]  # 0.0: `made` says so

print("padded on the left, no mask passed; is the result that of the right mask?")
for name, same in made.items():
    print(f"  generate, the pad is {name}: {same}")
print("  a call of the model:", made_in_a_call)
assert made["a token of its own"]
assert moved["the end token"] > 0.1, moved
assert _moved_in_a_call > 0.1, _moved_in_a_call
