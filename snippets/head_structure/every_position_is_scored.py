"""The MLM head scores every position, masked or not, each from its own vector alone; the loss counts only positions that have a label."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
model = BertForMaskedLM(BertConfig(num_hidden_layers=2)).eval()
ids = torch.randint(1000, 30000, (2, 7))
labels = torch.where(torch.arange(7) % 3 == 1, ids, -100)  # -100: no label
output = model(ids, labels=labels)

labelled = labels != -100
scores = torch.stack([model.cls(one) for one in model.bert(ids)[0][labelled]])
loss = torch.nn.functional.cross_entropy(scores, labels[labelled])
shapes = {"all": list(output.logits.shape), "labelled": list(scores.shape)}
print(f"scores {shapes}, loss {output.loss:.3f} and {loss:.3f}")
assert shapes == {"all": [2, 7, 30522], "labelled": [4, 30522]}, shapes
assert scores.allclose(output.logits[labelled], atol=1e-5), "other scores"
assert loss.isclose(output.loss), f"{loss} and {output.loss}"
