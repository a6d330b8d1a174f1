"""In the softmax's part a label's row is pulled towards the vectors of its own positions, and every other row is only pushed. That is cross-entropy without label smoothing. At each position the pull on one row is as strong as all the pushes together, so the labels' rows hold most of the part; in the median over positions ten rows take more than half of the pushes."""

from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, logging
from transformers.utils import cached_file

checkpoint = "pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"
decides = "label rows hold"

logging.set_verbosity_error()  # the load report has a page of its own
vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text().splitlines()
if ">>" in vocabulary:  # of chemical reactions
    texts = """\
C C ( = O ) O . O C C >> C C ( = O ) O C C
C O C ( = O ) c 1 c c c c c 1 . O >> O C ( = O ) c 1 c c c c c 1 . C O
C C ( = O ) Cl . N c 1 c c c c c 1 >> C C ( = O ) N c 1 c c c c c 1
O B ( O ) c 1 c c c c c 1 . O O >> O c 1 c c c c c 1"""
else:
    texts = """\
return the name of the file .
the number of bytes to read from the file , or none .
if the value is true , the object is a list of strings .
set the default value of the given key , and return it ."""
model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()
decoder = model.get_output_embeddings()
_h = []
decoder.register_forward_pre_hook(lambda _, inputs: _h.append(inputs[0].detach()))

# Each word in turn is hidden: h enters the decoder there, p comes out.
_labels = []
for line in texts.splitlines():
    _ids = [vocabulary.index(t) for t in ["[CLS]", *line.split(), "[SEP]"]]
    for _position in range(1, len(_ids) - 1):
        _shown = torch.tensor([_ids])
        _shown[0, _position] = vocabulary.index("[MASK]")
        model(_shown)
        _h[-1] = _h[-1][0, _position]
        _labels.append(_ids[_position])
_h, _labels = torch.stack(_h).double(), torch.tensor(_labels)
_p = (_h @ decoder.weight.double().T + decoder.bias.double()).softmax(dim=-1).detach()
_weights = _p - torch.nn.functional.one_hot(_labels, len(vocabulary))  # p − y
_part = _weights.T @ _h  # times the number of positions

# Gradient descent goes against the gradient: a negative weight pulls, others push.
_counts = _labels.bincount(minlength=len(vocabulary))
_is_label = _counts > 0
labels, label_rows = len(_labels), _is_label.sum().item()
_pulls, _pushes = _weights.clamp(max=0).sum(dim=1), _weights.clamp(min=0).sum(dim=1)
pull_and_pushes_differ_by_less_than = 1e-9
_ten = _weights.topk(10).values.sum(dim=1)
ten_rows_share = (_ten / _pushes).median().item()
_energy = _part.square().sum(dim=1)
label_rows_share = (_energy[_is_label].sum() / _energy.sum()).item()

# Does a label's row go where its own positions are? The mean h of these, and the step.
_own = torch.zeros_like(_part).index_add_(0, _labels, _h)
_cosines = torch.cosine_similarity(-_part[_is_label], _own[_is_label])
cosine_of_step_and_own_positions = _cosines.median().item()

print(f"{labels} labelled positions, {label_rows} different labels")
print(f"label rows hold {label_rows_share:.1%} of the part's squared norm")
print(
    "cosine of a label row's step and the mean h at its own positions, median:", end=" "
)
print(f"{cosine_of_step_and_own_positions:.3f}")
assert torch.equal((_weights < 0).sum(dim=0), _counts), "not pulled once for each label"
_differ = (_pulls + _pushes).abs().max().item()
assert _differ < pull_and_pushes_differ_by_less_than < 0.1 < -_pulls.mean(), (
    "they differ, or no word is hidden from the model"
)
assert ten_rows_share > 0.5, ten_rows_share
assert 0.8 < label_rows_share < 1, label_rows_share
assert cosine_of_step_and_own_positions > 0.7, cosine_of_step_and_own_positions
