"""The `[unused]` rows of a trained checkpoint point nearly the same way, which rows drawn at random never do: they were moved together."""

import torch
from transformers import BertModel, logging

checkpoint = "checkpoints/pydoc-bert"
needs = ("bert", "unused_tokens")

logging.set_verbosity_error()  # the load report has a page of its own
model = BertModel.from_pretrained(checkpoint)
_rows = model.embeddings.word_embeddings.weight.detach()
_pad, _unused = _rows[0], _rows[1:100]  # ids 1 to 99 are [unused0] to [unused98]
torch.manual_seed(0)
_drawn = torch.randn_like(_unused)


def cosines(rows):
    """Of each row with each other row."""
    unit = torch.nn.functional.normalize(rows, dim=1)
    one, other = torch.triu_indices(len(rows), len(rows), offset=1)
    return (unit @ unit.T)[one, other]


median_cosine_of_unused = cosines(_unused).median().item()
greatest_cosine_of_drawn = cosines(_drawn).max().item()
cosine_of_pad = torch.cosine_similarity(_pad, _unused.mean(dim=0), dim=0).item()
norms = {
    "[PAD]": _pad.norm().item(),
    "median [unused] row": _unused.norm(dim=1).median().item(),
    "mean of the [unused] rows": _unused.mean(dim=0).norm().item(),
    "median of all rows": _rows.norm(dim=1).median().item(),
}

print(f"cosine of two [unused] rows, in the median: {median_cosine_of_unused:.3f}")
print(f"of two rows drawn at random, at most: {greatest_cosine_of_drawn:.3f}")
print(f"cosine of [PAD] with the mean [unused] row: {cosine_of_pad:.3f}")
for name, norm in norms.items():
    print(f"norm, {name}: {norm:.3f}")
assert median_cosine_of_unused > greatest_cosine_of_drawn + 0.2
