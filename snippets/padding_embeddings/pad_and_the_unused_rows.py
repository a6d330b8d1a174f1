"""In three trained files `[PAD]`'s row is longer than the median `[unused]` row, and the `[unused]` rows are more alike than other rows. In pydoc-bert `[PAD]` points their way, more than 99 other rows in 100 do; in all-MiniLM and in rxnmapper's ALBERT it does not: its cosine with their mean is within 0.1 of zero."""

from pathlib import Path

import torch
from transformers import AutoModel, logging
from transformers.utils import cached_file

scope = "checkpoint"
decides = "rxnmapper: [PAD]"

PAD = 0
_files = {
    "pydoc_bert": "pydoc-bert",
    "all_minilm": "sentence-transformers/all-MiniLM-L6-v2",
    "rxnmapper": "rxn4chemistry/rxnmapper",
}
logging.set_verbosity_error()  # the load report has a page of its own


def median_cosine(rows):
    """Of each row with each other row."""
    one, other = torch.combinations(torch.arange(len(rows))).T
    return torch.cosine_similarity(rows[one], rows[other]).median().item()


torch.manual_seed(0)
files = {}
for name, _file in _files.items():
    _tokens = Path(cached_file(_file, "vocab.txt")).read_text("utf-8").splitlines()
    _is_unused = torch.tensor([token.startswith("[unused") for token in _tokens])
    _rows = AutoModel.from_pretrained(_file).get_input_embeddings().weight.detach()
    _unused, _others = _rows[_is_unused], _rows[~_is_unused][1:]
    _mean, _some = _unused.mean(dim=0), torch.randperm(len(_others))[:500]
    files[name] = {
        "pad_norm": _rows[PAD].norm().item(),
        "unused_norm": _unused.norm(dim=1).median().item(),
        "two_unused": median_cosine(_unused),
        "two_others": median_cosine(_others[_some]),
        "pad": torch.cosine_similarity(_rows[PAD], _mean, dim=0).item(),
        "others": torch.cosine_similarity(_others, _mean[None]).quantile(0.99).item(),
    }

for name, row in files.items():
    print(f"{name}: [PAD]'s norm {row['pad_norm']:.2f}, median [unused] row's", end=" ")
    print(f"{row['unused_norm']:.2f}; cosine of [PAD] with their mean {row['pad']:.3f}")
    print(f"  below {row['others']:.3f} for 99 other rows in 100; of two", end=" ")
    print(
        f"[unused] rows {row['two_unused']:.3f}, of two others {row['two_others']:.3f}"
    )
for row in files.values():
    assert row["pad_norm"] > 1.1 * row["unused_norm"], row
    assert row["two_unused"] > row["two_others"] + 0.1, row
assert files["pydoc_bert"]["pad"] > files["pydoc_bert"]["others"] + 0.005
assert abs(files["all_minilm"]["pad"]) < 0.1
assert abs(files["rxnmapper"]["pad"]) < 0.1
