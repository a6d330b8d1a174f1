"""In the trained models measured here two `[unused]` rows are more alike than two rows of words, and `[PAD]`'s row is longer than the median `[unused]` row. Whether it points their way differs from file to file."""

from pathlib import Path

import torch
from transformers import AutoModel, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("unused_tokens",)
scope = "checkpoint"
decides = "cosine of two of the"

PAD = 0
logging.set_verbosity_error()  # the load report has a page of its own
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text(encoding="utf-8")
_is_unused = torch.tensor([t.startswith("[unused") for t in _vocabulary.splitlines()])
_is_special = torch.tensor([t.startswith("[") for t in _vocabulary.splitlines()])
_rows = AutoModel.from_pretrained(checkpoint).get_input_embeddings().weight.detach()
_pad, _unused, _words = _rows[PAD], _rows[_is_unused], _rows[~_is_special]


def median_cosine(rows):
    """Of each row with each other row."""
    one, other = torch.combinations(torch.arange(len(rows))).T
    return torch.cosine_similarity(rows[one], rows[other]).median().item()


torch.manual_seed(0)
unused_rows = len(_unused)
cosine_of_two_unused = median_cosine(_unused)
cosine_of_two_words = median_cosine(_words[torch.randperm(len(_words))[:500]])
cosine_of_pad = torch.cosine_similarity(_pad, _unused.mean(dim=0), dim=0).item()
norms = {
    "[PAD]": _pad.norm().item(),
    "median [unused] row": _unused.norm(dim=1).median().item(),
    "median of all rows": _rows.norm(dim=1).median().item(),
}

print(f"cosine of two of the {unused_rows} [unused] rows, in the median:", end=" ")
print(f"{cosine_of_two_unused:.3f}")
print(f"cosine of two words' rows, in the median: {cosine_of_two_words:.3f}")
print(f"cosine of [PAD] with the mean [unused] row: {cosine_of_pad:.3f}")
for name, norm in norms.items():
    print(f"norm, {name}: {norm:.3f}")
assert cosine_of_two_unused > cosine_of_two_words + 0.1
assert norms["[PAD]"] > 1.1 * norms["median [unused] row"], norms
