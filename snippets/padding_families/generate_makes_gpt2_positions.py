"""`generate` makes GPT-2's position ids from the mask: a text padded on the left goes on as it does alone."""

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
        "bos_token_id": 98,
        "eos_token_id": 98,
    }
)
model = GPT2LMHeadModel(config).eval()
_short, _long = [17, 54], [23, 61, 40, 8, 77, 12]
_pads = len(_long) - len(_short)
_mask = torch.tensor([[0] * _pads + [1] * len(_short), [1] * len(_long)])


def next_tokens(token_ids, mask):
    length = token_ids.shape[1]
    ids = model.generate(
        token_ids,
        attention_mask=mask,
        max_length=length + 6,
        do_sample=False,
        pad_token_id=99,
    )
    return [[i for i in text if i != 99] for text in ids[:, length:].tolist()]


_batch = torch.tensor([[99] * _pads + _short, _long])
alone = [
    next_tokens(torch.tensor([t]), torch.ones(1, len(t)).long())[0]
    for t in (_short, _long)
]
in_a_batch = next_tokens(_batch, _mask)
without_the_mask = next_tokens(_batch, torch.ones_like(_mask))

print("the short text goes on, alone:    ", alone[0])
print("padded on the left:               ", in_a_batch[0])
print("padded on the left, a mask of ones:", without_the_mask[0])
assert in_a_batch == alone, f"in a batch {in_a_batch[0]}, alone {alone[0]}"
assert without_the_mask[0] != alone[0]
