"""In the trained models measured here the `[unused]` rows are more alike than words' rows, and `[PAD]`'s is longer than their median. In pydoc-bert it points their way, more than 99 words in 100 do; in all-MiniLM and in rxnmapper's ALBERT it does not (cosine within 0.1 of zero)."""

from pathlib import Path

import torch
from transformers import AutoModel, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("unused_tokens",)
scope = "checkpoint"
decides = "[PAD]: norm"

PAD = 0
logging.set_verbosity_error()  # the load report has a page of its own
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text(encoding="utf-8")
_tokens = _vocabulary.splitlines()
_is_unused = torch.tensor([token.startswith("[unused") for token in _tokens])
_special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_is_special = torch.tensor([token in _special for token in _tokens])
_rows = AutoModel.from_pretrained(checkpoint).get_input_embeddings().weight.detach()
_pad, _unused, _words = _rows[PAD], _rows[_is_unused], _rows[~_is_unused & ~_is_special]


def median_cosine(rows):
    """Of each row with each other row."""
    one, other = torch.combinations(torch.arange(len(rows))).T
    return torch.cosine_similarity(rows[one], rows[other]).median().item()


torch.manual_seed(0)
unused_rows = len(_unused)
cosine_of_two_unused = median_cosine(_unused)
cosine_of_two_words = median_cosine(_words[torch.randperm(len(_words))[:500]])

_mean = _unused.mean(dim=0)
pad_norm = _pad.norm().item()
unused_norm = _unused.norm(dim=1).median().item()
cosine_of_pad = torch.cosine_similarity(_pad, _mean, dim=0).item()
cosine_of_unused = torch.cosine_similarity(_unused, _mean[None]).min().item()
_cosines_of_words = torch.cosine_similarity(_words, _mean[None])
cosine_of_words = _cosines_of_words.quantile(0.99).item()  # 99 in 100 are below it

print(
    f"two of the {unused_rows} [unused] rows: cosine {cosine_of_two_unused:.3f},",
    end=" ",
)
print(f"two words: {cosine_of_two_words:.3f}; in the median")
print("cosine with the mean of the [unused] rows: each of them at least", end=" ")
print(f"{cosine_of_unused:.3f}, 99 words in 100 below {cosine_of_words:.3f}")
print(
    f"[PAD]: norm {pad_norm:.2f}, the median [unused] row's {unused_norm:.2f},", end=" "
)
print(f"cosine with their mean {cosine_of_pad:.3f}")
assert cosine_of_two_unused > cosine_of_two_words + 0.1
assert pad_norm > 1.1 * unused_norm
if checkpoint == "checkpoints/pydoc-bert":
    assert cosine_of_pad > cosine_of_words + 0.005
elif "MiniLM" in checkpoint or "rxnmapper" in checkpoint:
    assert abs(cosine_of_pad) < 0.1
