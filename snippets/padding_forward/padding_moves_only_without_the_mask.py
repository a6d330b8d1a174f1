"""With the attention mask padding of any length leaves the real tokens' vectors where they are, within float noise; without the mask one pad already moves them."""

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
text = "return the number of bytes in the file"
_token_ids = tokenizer(text, return_tensors="pt")["input_ids"]
real_tokens = _token_ids.shape[1]
pad_lengths = [1, 2, 4, 8, 16, 32, 64, 100]
moved_with_mask_is_below = 1e-5  # of a vector's length: float noise

moved_without_mask = {"eager": [], "sdpa": []}
least_cosine = {"eager": [], "sdpa": []}
_with_mask = []
for attention in moved_without_mask:
    model = BertModel.from_pretrained(checkpoint, attn_implementation=attention).eval()
    with torch.no_grad():
        _alone = model(_token_ids).last_hidden_state[0]
        for pads in pad_lengths:
            _padded = torch.nn.functional.pad(_token_ids, (0, pads))  # id 0 is [PAD]
            _mask = (_padded != 0).long()
            _with = model(_padded, attention_mask=_mask).last_hidden_state[0]
            _without = model(_padded).last_hidden_state[0]
            _with, _without = _with[:real_tokens], _without[:real_tokens]
            _with_mask.append(((_with - _alone).norm(dim=1) / _alone.norm(dim=1)).max())
            _moved = (_without - _alone).norm(dim=1) / _alone.norm(dim=1)
            _cosines = torch.cosine_similarity(_without, _alone, dim=1)
            moved_without_mask[attention].append(_moved.max().item())
            least_cosine[attention].append(_cosines.min().item())

by_length = [
    {
        "pads": pads,
        "moved, with the mask": f"below {moved_with_mask_is_below:.5f}",
        "moved, without it": moved_without_mask["sdpa"][i],
        "least cosine, without it": least_cosine["sdpa"][i],
    }
    for i, pads in enumerate(pad_lengths)
]
print(f"“{text}”: {real_tokens} tokens, and after them")
for row in by_length:
    print(f"pads {row['pads']:4}: without the mask a real token's vector moves", end="")
    print(f" by up to {row['moved, without it']:.3f} of its length")
print(f"with the mask, eager and sdpa: below {moved_with_mask_is_below:.5f}")
assert max(_with_mask) < moved_with_mask_is_below, max(_with_mask)
for attention in moved_without_mask:
    assert min(moved_without_mask[attention]) > 0.1
    assert moved_without_mask[attention][-1] > 2 * moved_without_mask[attention][0]
