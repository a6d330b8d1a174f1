"""The MLM head scores every position, masked or not, each from its own vector alone; the loss counts only positions that have a label."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
model = BertForMaskedLM(BertConfig(vocab_size=1000, num_hidden_layers=2)).eval()
_ids = torch.randint(5, 1000, (2, 7))
_labels = torch.where(torch.tensor([0, 1, 0, 0, 1, 0, 0]) == 1, _ids, -100)
_output = model(_ids, labels=_labels)

_labelled = _labels != -100
_vectors = model.bert(_ids).last_hidden_state[_labelled]
_scores = torch.stack([model.cls(vector) for vector in _vectors])  # one at a time
_loss = cross_entropy(_scores, _labels[_labelled])

print("logits:", list(_output.logits.shape), " loss:", round(_output.loss.item(), 3))
print(f"the {len(_scores)} labelled positions, one at a time: loss {_loss:.3f}")
assert list(_output.logits.shape) == [2, 7, 1000], f"{_output.logits.shape}"
assert torch.allclose(_scores, _output.logits[_labelled], atol=1e-5)
assert torch.isclose(_loss, _output.loss), f"{_loss} and {_output.loss}"
