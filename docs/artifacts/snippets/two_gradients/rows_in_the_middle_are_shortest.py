"""By how often their words occur, pydoc-bert's rows are shortest in the middle: those of words that are nearly never seen are longer, and so are those of the commonest."""

from itertools import pairwise
from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert)
_norms = model.bert.embeddings.word_embeddings.weight.detach().norm(dim=1)

# How often each token stands in the held-out text, which is like the training text.
_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_texts = [text for line in _lines for text in line.split("\t")[1:3]]
_ids = tokenizer(_texts, add_special_tokens=False)["input_ids"]
_ids = [token_id for ids in _ids for token_id in ids]
_times = torch.tensor(_ids).bincount(minlength=len(_norms))
_word = torch.arange(len(_norms)) > tokenizer.mask_token_id

by_frequency = []
_from = [0, 1, 4, 16, 64, 256, 1024, 8192]
for _low, _next in pairwise(_from):
    _group = _word & (_low <= _times) & (_times < _next)
    by_frequency.append(
        {
            "times in the held-out text": f"{_low} to {_next - 1}" if _low else "0",
            "rows": _group.sum().item(),
            "norm, median": _norms[_group].median().item(),
        }
    )
_medians = [row["norm, median"] for row in by_frequency]
tokens = len(_ids)
shortest = by_frequency[_medians.index(min(_medians))]["times in the held-out text"]
never_seen = _medians[0]
commonest = _medians[-1]

for row in by_frequency:
    print(f"{row['times in the held-out text']:12}{row['rows']:5} rows,", end=" ")
    print(f"median norm {row['norm, median']:.3f}")
assert sum(row["rows"] for row in by_frequency) == _word.sum()
assert shortest == "64 to 255", by_frequency
assert _medians[:5] == sorted(_medians[:5], reverse=True), _medians
assert _medians[4:] == sorted(_medians[4:]), _medians
assert never_seen > 1.3 * min(_medians) and commonest > 1.1 * min(_medians), _medians
