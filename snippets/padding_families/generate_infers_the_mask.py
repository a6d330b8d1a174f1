"""`generate` makes a missing attention mask from the pad ids, unless the pad token is the end token. A call of GPT-2 itself never does."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

scope = "library"
decides = "a pad token of its own"

torch.manual_seed(0)
end, other = 98, 99
_settings = {
    "vocab_size": 100,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "initializer_range": 0.2,
    "bos_token_id": None,
    "eos_token_id": end,
}
config = GPT2Config(**_settings)
model = GPT2LMHeadModel(config).eval()
_text, _pads = torch.randint(0, 98, (1, 3)), torch.zeros(1, 4).long()
_mask = torch.cat([torch.zeros(1, 4), torch.ones(1, 3)], dim=1).long()


def first_scores(pad, **mask):
    """The scores of the first token that `generate` appends."""
    outputs = model.generate(
        torch.cat([_pads + pad, _text], dim=1),
        max_new_tokens=1,
        pad_token_id=pad,
        output_logits=True,
        return_dict_in_generate=True,
        **mask,
    )
    return outputs.logits[0]


_right = first_scores(other, attention_mask=_mask)
padded_with_the_end = torch.dist(first_scores(end), _right).item()
with torch.no_grad():
    _ids = torch.cat([_pads + other, _text], dim=1)
    _called = model(_ids, attention_mask=_mask).logits
    in_a_call = torch.dist(model(_ids).logits, _called).item()
mask_is_made = torch.equal(first_scores(other), _right)

print("padded on the left, no mask passed; against the right mask")
print("  generate, a pad token of its own: the same scores:", mask_is_made)
print(f"  generate, padded with the end token: moved by {padded_with_the_end:.2f}")
print(f"  a call of the model: moved by {in_a_call:.2f}")
assert mask_is_made
assert padded_with_the_end > 0.1, padded_with_the_end
assert in_a_call > 0.1, in_a_call
