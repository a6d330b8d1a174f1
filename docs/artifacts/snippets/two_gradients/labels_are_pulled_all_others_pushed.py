"""In the softmax's part a label's row is pulled towards its own places and pushed off all others; every other row is only pushed. At each place the pull on one row is as strong as all the pushes together."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).double().eval()
_matrix = model.bert.embeddings.word_embeddings.weight

_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines[::8]]
_batch = tokenizer(_pairs, truncation=True, max_length=96, return_tensors="pt")
_ids, _types = _batch["input_ids"], _batch["token_type_ids"]
torch.manual_seed(0)
_chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > tokenizer.mask_token_id)
_draw = torch.rand(_ids.shape)
_shown = torch.where(_chosen & (_draw < 0.8), tokenizer.mask_token_id, _ids)
_random = torch.randint(len(tokenizer), _ids.shape)
_shown = torch.where(_chosen & (_draw > 0.9), _random, _shown)
_labels = _ids[_chosen]

# h is what enters the decoder; its part of the gradient is (1/N) Σ (p − y) hᵀ.
_hidden = model.bert(_shown, token_type_ids=_types)[0][_chosen]
_h = model.cls.predictions.transform(_hidden).detach()
_logits = model.cls.predictions(_hidden).detach()
_weights = _logits.softmax(dim=-1)  # p: one row for each place
_places = torch.arange(len(_labels))
mean_p_of_label = _weights[_places, _labels].mean().item()
_weights[_places, _labels] -= 1  # p − y
_part = _weights.T @ _h / len(_h)

# Gradient descent goes against the gradient: a negative weight pulls, others push.
_counts = _labels.bincount(minlength=len(_matrix))
_is_label = _counts > 0
labels, label_rows = len(_labels), _is_label.sum().item()
only_pushed = (_weights > 0).all(dim=0).sum().item()
pulls_and_pushes_differ_by_less_than = 1e-12
_left = _weights.sum(dim=1).abs().max().item()
rows_add_up_to_less_than = 1e-12
_sum_of_rows = _part.sum(dim=0).abs().max().item()
_energy = _part.square().sum(dim=1)
label_rows_share = (_energy[_is_label].sum() / _energy.sum()).item()

# Does a label's row go where its own places are? The mean h of these, and the step.
_own = torch.zeros_like(_part).index_add_(0, _labels, _h)
_cosines = torch.cosine_similarity(-_part[_is_label], _own[_is_label], dim=1)
cosine_of_pull_and_own_places = _cosines.median().item()
label_rows_that_come_nearer = (_cosines > 0).sum().item()

print(f"{labels} labelled places, {label_rows} different labels,", end=" ")
print(f"mean p of the label {mean_p_of_label:.3f}")
print(f"rows pushed from every place: {only_pushed} of {len(_matrix)}")
print(f"label rows hold {label_rows_share:.1%} of the part's squared norm")
print("cosine of a label row's step and the mean h of its own places:")
print(f"  median {cosine_of_pull_and_own_places:.3f},", end=" ")
print(f"above zero for {label_rows_that_come_nearer} of {label_rows}")
assert torch.equal((_weights < 0).sum(dim=0), _counts)  # pulled once for each label
assert only_pushed == len(_matrix) - label_rows, only_pushed
assert _left < pulls_and_pushes_differ_by_less_than, _left
assert _sum_of_rows < rows_add_up_to_less_than, _sum_of_rows
assert label_rows_share > 0.9, label_rows_share
assert cosine_of_pull_and_own_places > 0.9, cosine_of_pull_and_own_places
assert label_rows_that_come_nearer > 0.9 * label_rows, label_rows_that_come_nearer
