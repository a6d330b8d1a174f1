"""With GPT-2, limit `generate` by `max_new_tokens`, and cut off the prompt with `ids[:, width:]`: `max_length` and `min_length` count the pads on the left, too. So with `max_length` a short text gets fewer new tokens next to a long one than by itself, and with `min_length` it may end sooner. `min_new_tokens` counts no pad. This is a fresh GPT-2 with the mask, without an end token; `width` is the length of the padded prompt."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel, logging

scope = "library"
decides = "max_length=12"

logging.set_verbosity_error()  # of the two limits, which it tells of
torch.manual_seed(0)
_settings = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
_settings |= {"num_attention_heads": 2, "initializer_range": 0.2}
_settings |= {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
model = GPT2LMHeadModel(GPT2Config(**_settings)).eval()
_short, _long = torch.randint(1, 100, (1, 3)), torch.randint(1, 100, (1, 9))
_batch = torch.cat([torch.nn.functional.pad(_short, (6, 0)), _long])
width, limit = _batch.shape[1], 12


def new_tokens(ids, **limits):
    """Return what is written after the prompt, pads and text, for the first text."""
    written = model.generate(ids, attention_mask=(ids != 0).long(), **limits)
    return written[0, ids.shape[1] :].tolist()


_alone = new_tokens(_short, max_new_tokens=4)
_beside = new_tokens(_batch, max_new_tokens=4)
by_max_length_alone = len(new_tokens(_short, max_length=limit))
by_max_length_beside = len(new_tokens(_batch, max_length=limit))

# All tokens but 1 end the text here: as long as the end is forbidden, 1 is written.
_ends = [token for token in range(100) if token != 1]


def before_the_end(ids, **limits):
    """Return how many tokens are written before the end is allowed."""
    written = new_tokens(ids, eos_token_id=_ends, max_new_tokens=20, **limits)
    return next(place for place, token in enumerate(written) if token != 1)


by_min_length_alone = before_the_end(_short, min_length=limit)
by_min_length_beside = before_the_end(_batch, min_length=limit)
by_min_new_tokens_alone = before_the_end(_short, min_new_tokens=9)
by_min_new_tokens_beside = before_the_end(_batch, min_new_tokens=9)

print(f"max_new_tokens=4: alone {len(_alone)}, beside a longer text {len(_beside)}")
print(f"max_length={limit}: alone {by_max_length_alone}, ", end="")
print(f"beside a longer text {by_max_length_beside}")
print(f"min_length={limit}: alone {by_min_length_alone}, ", end="")
print(f"beside a longer text {by_min_length_beside}; min_new_tokens=9: alone", end=" ")
print(f"{by_min_new_tokens_alone}, beside it {by_min_new_tokens_beside}")
assert (by_min_length_alone, by_min_length_beside) == (limit - 3, limit - width)
assert by_min_new_tokens_alone == by_min_new_tokens_beside == 9
assert len(_alone) == 4 and _beside == _alone, (_alone, _beside)
assert (by_max_length_alone, by_max_length_beside) == (limit - 3, limit - width)
