"""Both parts of a row's gradient grow with how often its token stands in the batch. In pydoc-bert, if it stands there once and is no label, the lookup's part is several times the softmax's, and from sixteen times on the two are about as large."""

from itertools import pairwise
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"
decides = "once, no label"

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).double().eval()
_matrix = model.bert.embeddings.word_embeddings.weight

_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines[::4]]
_batch = tokenizer(_pairs, truncation=True, max_length=96, return_tensors="pt")
_ids, _types = _batch["input_ids"], _batch["token_type_ids"]
torch.manual_seed(0)
_chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > tokenizer.mask_token_id)
_draw = torch.rand(_ids.shape)
_shown = torch.where(_chosen & (_draw < 0.8), tokenizer.mask_token_id, _ids)
_random = torch.randint(len(tokenizer), _ids.shape)
_shown = torch.where(_chosen & (_draw > 0.9), _random, _shown)
_labels = _ids[_chosen]

# The two parts apart: a copy for the lookup, the matrix itself for the softmax.
_copy = _matrix.detach().requires_grad_()
_hidden = model.bert(inputs_embeds=_copy[_shown], token_type_ids=_types)[0]
_logits = model.cls.predictions(_hidden[_chosen])  # elsewhere there is no loss
cross_entropy(_logits, _labels).backward()
_lookup, _softmax = _copy.grad.norm(dim=1), _matrix.grad.norm(dim=1)

# Rows by how often their token stands in the batch's text, before masking. Special
# and unused tokens are left out. A median of fewer than five rows is not shown.
_times = _ids.flatten().bincount(minlength=len(_matrix))
_looked_up = _shown.flatten().bincount(minlength=len(_matrix)) > 0
_is_label = _labels.bincount(minlength=len(_matrix)) > 0
_word = torch.arange(len(_matrix)) > tokenizer.mask_token_id


def median(norms, which):
    return norms[which].median().item() if which.sum() >= 5 else ""


curves, groups = [], []
_from = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1024]
for _low, _next in pairwise(_from):
    _group = _word & (_low <= _times) & (_times < _next)
    _seen = _group & _looked_up
    curves.append(
        {
            "times in the batch": _low,
            "by lookup": median(_lookup, _seen),
            "by softmax, a label": median(_softmax, _group & _is_label),
            "by softmax, no label": median(_softmax, _group & ~_is_label),
        }
    )
    groups.append(
        {
            "times in the batch": f"{_low} to {_next - 1}" if _low > 1 else str(_low),
            "rows": _group.sum().item(),
            "looked up": _seen.sum().item(),
            "a label": (_group & _is_label).sum().item(),
            "by lookup / by softmax": median(_lookup / _softmax, _seen),
        }
    )
curves_show = "norm of a row's gradient, median"

_once = (_times == 1) & _looked_up & ~_is_label
once_times_the_other = (_lookup / _softmax)[_once].median().item()
once_a_label_times = curves[1]["by softmax, a label"] / curves[1]["by lookup"]
never_times_once = curves[0]["by lookup"] / curves[1]["by lookup"]
_by_lookup = [row["by lookup"] for row in curves[1:]]
_no_label = [row["by softmax, no label"] for row in curves[:5]]
_ratios = [row["by lookup / by softmax"] for row in groups[5:]]

for _row in groups:
    print(f"{_row['times in the batch']:12}times: {_row['rows']:5} rows,", end=" ")
    print(f"by lookup {_row['by lookup / by softmax']:.2f} times by softmax")
print(f"once, no label: by lookup {once_times_the_other:.1f} times by softmax")
print(f"once, and a label: by softmax {once_a_label_times:.1f} times by lookup")
assert _by_lookup == sorted(_by_lookup) and _no_label == sorted(_no_label), curves
assert once_times_the_other > 3 and once_a_label_times > 3, curves[1]
assert min(_ratios) > 0.8 and max(_ratios) < 1.25, _ratios
assert sum(row["rows"] for row in groups) == _word.sum()
assert never_times_once > 3  # only random replacement looks such a row up
