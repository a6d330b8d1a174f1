"""With the attention mask, padding of any length tried leaves the real tokens' vectors where they are, within the noise of the dtype; without the mask one pad already moves them."""

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
needs = ("bert",)
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
text = "return the number of bytes in the file"
_token_ids = tokenizer(text, return_tensors="pt")["input_ids"]
real_tokens = _token_ids.shape[1]
pad_lengths = [1, 2, 4, 8, 16, 32, 64, 100]
# How far a vector may move with the mask, as a share of its length.
moved_with_mask_is_below = {"float32": 1e-5, "float16": 0.01, "bfloat16": 0.1}


def moved(attention, dtype, mask_passed):
    """The farthest that any real token's vector moves, for each number of pads."""
    model = BertModel.from_pretrained(
        checkpoint, attn_implementation=attention, dtype=getattr(torch, dtype)
    ).eval()
    distances, cosines = [], []
    with torch.no_grad():
        alone = model(_token_ids).last_hidden_state[0].float()
        for pads in pad_lengths:
            padded = torch.nn.functional.pad(_token_ids, (0, pads))  # id 0 is [PAD]
            mask = (padded != 0).long() if mask_passed else None
            vectors = model(padded, attention_mask=mask).last_hidden_state[0]
            vectors = vectors[:real_tokens].float()
            distance = (vectors - alone).norm(dim=1) / alone.norm(dim=1)
            distances.append(distance.max().item())
            cosines.append(torch.cosine_similarity(vectors, alone).min().item())
    return distances, cosines


_with_mask = {
    dtype: max(max(moved(attention, dtype, True)[0]) for attention in ("eager", "sdpa"))
    for dtype in moved_with_mask_is_below
}
moved_without_mask, _least_cosine = moved("sdpa", "float32", False)
_eager = moved("eager", "float32", False)[0]
by_length = [
    {
        "pads": pads,
        "moved, with the mask": f"below {moved_with_mask_is_below['float32']:.5f}",
        "moved, without it": moved_without_mask[i],
        "least cosine, without it": _least_cosine[i],
    }
    for i, pads in enumerate(pad_lengths)
]

print(f"“{text}”: {real_tokens} tokens, and after them")
for row in by_length:
    print(f"pads {row['pads']:4}: without the mask a real token's vector moves", end="")
    print(f" by up to {row['moved, without it']:.3f} of its length")
print("with the mask, eager and sdpa:", end=" ")
print(", ".join(f"{d} below {b:g}" for d, b in moved_with_mask_is_below.items()))
for dtype, bound in moved_with_mask_is_below.items():
    assert _with_mask[dtype] < bound, f"{dtype}: {_with_mask[dtype]}"
assert _with_mask["bfloat16"] > 10 * moved_with_mask_is_below["float32"], _with_mask
for _distances in (moved_without_mask, _eager):
    assert min(_distances) > 0.1, _distances
    assert _distances[-1] > 2 * _distances[0], _distances
