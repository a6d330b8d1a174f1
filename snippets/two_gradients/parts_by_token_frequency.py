"""The rarer a token in the batch, the smaller both parts of its row's gradient, unless it is a label. Measured in pydoc-bert as medians over the rows of words that are there once, 2 or 3, 4 to 7, and 8 to 15 times, with each of five draws of the hidden tokens. A label that is there once gets a larger softmax part than any of these."""

from itertools import pairwise
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"
decides = "once in the batch"

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).double().eval()
_matrix = model.bert.embeddings.word_embeddings.weight

_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines[::4]]
_batch = tokenizer(_pairs, truncation=True, max_length=96, return_tensors="pt")
_ids, _types = _batch["input_ids"], _batch["token_type_ids"]
_times = _ids.flatten().bincount(minlength=len(_matrix))  # before masking
_word = torch.arange(len(_matrix)) > tokenizer.mask_token_id  # no special token
GROUPS = {"once": (1, 1), "2 to 3": (2, 3), "4 to 7": (4, 7), "8 to 15": (8, 15)}


def medians(seed):
    """Mask the batch, run it, and give the medians of each group's rows."""
    torch.manual_seed(seed)
    chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > tokenizer.mask_token_id)
    shown = _ids.masked_fill(chosen, tokenizer.mask_token_id)
    # The two parts apart: a copy for the lookup, the matrix itself for the softmax.
    _matrix.grad, copy = None, _matrix.detach().requires_grad_()
    vectors = model.bert(inputs_embeds=copy[shown], token_type_ids=_types)[0]
    logits = model.cls.predictions(vectors[chosen])  # elsewhere there is no loss
    cross_entropy(logits, _ids[chosen]).backward()
    lookup, softmax = copy.grad.norm(dim=1), _matrix.grad.norm(dim=1)
    read = shown.flatten().bincount(minlength=len(_matrix)) > 0
    label = _ids[chosen].bincount(minlength=len(_matrix)) > 0
    rows = []
    for times, (least, most) in GROUPS.items():
        group = _word & (least <= _times) & (_times <= most)
        rest = group & read & ~label
        rows.append(
            {
                "times in the batch": times,
                "rows, no label": rest.sum().item(),
                "by lookup": lookup[rest].median().item(),
                "by softmax": softmax[rest].median().item(),
                "by softmax if a label": softmax[group & label].median().item(),
            }
        )
    return rows


_found = [medians(seed) for seed in range(5)]
table, *_ = _found

for _row in table:
    _times, _rows, *_norms = _row.values()
    print(f"{_times} in the batch: {_rows} rows, by lookup {_norms[0]:.1e},", end=" ")
    print(f"by softmax {_norms[1]:.1e}, if a label {_norms[2]:.1e}")
for _rows in _found:
    for _part in ("by lookup", "by softmax"):
        _norms = [row[_part] for row in _rows]
        assert all(b > 1.1 * a for a, b in pairwise(_norms)), f"{_part} {_norms}"
    _most = max(row["by softmax"] for row in _rows)
    assert _rows[0]["by softmax if a label"] > 1.2 * _most, f"{_rows}"
    assert _rows[0]["by lookup"] > 3 * _rows[0]["by softmax"], f"{_rows[0]}"
    assert min(row["rows, no label"] for row in _rows) >= 10, f"{_rows}"
