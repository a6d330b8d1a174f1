"""In all-MiniLM the `[PAD]` row is at nearly a right angle to all `[unused]` rows, although these are like one another, and it is longer than nearly all of them."""

import torch
from transformers import BertModel, logging

minilm = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
model = BertModel.from_pretrained(minilm)
_rows = model.embeddings.word_embeddings.weight.detach()
_pad, _unused = _rows[0], _rows[[*range(1, 100), *range(104, 999)]]
unused_rows = len(_unused)

_cosines = torch.cosine_similarity(_pad[None], _unused, dim=1)
greatest_cosine_with_pad = _cosines.abs().max().item()
pad_norm = _pad.norm().item()
longer_than_pad = (_unused.norm(dim=1) > pad_norm).sum().item()

# What the rows have in common, and what is left of each without it.
_common = _unused.mean(dim=0)
common_norm = _common.norm().item()
own_norm = (_unused - _common).norm(dim=1).median().item()
_cosines = torch.cosine_similarity(_common[None], _unused, dim=1)
median_cosine_with_common = _cosines.median().item()

print(f"cosine of [PAD] with each of {unused_rows} [unused] rows:", end=" ")
print(f"at most {greatest_cosine_with_pad:.3f} in size")
print(f"cosine of these with their own mean: median {median_cosine_with_common:.3f}")
print(f"norm of their mean {common_norm:.3f}; of the rest of a row {own_norm:.3f}")
print(f"norm of [PAD] {pad_norm:.3f}; [unused] rows that are longer: {longer_than_pad}")
assert greatest_cosine_with_pad < 0.15, f"cosine {greatest_cosine_with_pad}"
assert median_cosine_with_common > 0.8, f"cosine {median_cosine_with_common}"
assert longer_than_pad < unused_rows / 100, f"{longer_than_pad} of {unused_rows}"
