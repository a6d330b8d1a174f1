"""In all-MiniLM and in rxnmapper's ALBERT the `[PAD]` row does not point the way of the `[unused]` rows: each of these is nearer to their mean."""

from pathlib import Path

import torch
from transformers import AutoModel, logging
from transformers.utils import cached_file

scope = "checkpoint"
decides = "all-MiniLM-L6-v2: of"

PAD = 0
minilm, rxnmapper = "sentence-transformers/all-MiniLM-L6-v2", "rxn4chemistry/rxnmapper"

logging.set_verbosity_error()  # the load report has a page of its own
files = []
for name in (minilm, rxnmapper):
    _rows = AutoModel.from_pretrained(name).get_input_embeddings().weight.detach()
    _tokens = Path(cached_file(name, "vocab.txt")).read_text(encoding="utf-8")
    _is_unused = [token.startswith("[unused") for token in _tokens.splitlines()]
    _unused = _rows[torch.tensor(_is_unused)]
    _mean = _unused.mean(dim=0)
    _theirs = torch.cosine_similarity(_unused, _mean[None])
    files.append(
        {
            "file": name,
            "[unused] rows": len(_unused),
            "an [unused] row's cosine, least": _theirs.min().item(),
            "the same, median": _theirs.median().item(),
            "[PAD]'s cosine": torch.cosine_similarity(_rows[PAD], _mean, dim=0).item(),
        }
    )

print("cosine with the mean of the [unused] rows")
for row in files:
    _name, _count, _least, _median, _pads = row.values()
    print(f"{_name}: of {_count} [unused] rows at least {_least:.3f},", end=" ")
    print(f"{_median:.3f} in the median; of [PAD] {_pads:.3f}")
for row in files:
    assert row["the same, median"] > 0.5, row
    assert row["[PAD]'s cosine"] < row["an [unused] row's cosine, least"] - 0.2, row
