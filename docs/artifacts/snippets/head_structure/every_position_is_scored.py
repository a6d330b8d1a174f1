"""The MLM head scores every position, masked or not, each from its own vector alone; the loss counts only positions that have a label."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "another vector at position 3"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForMaskedLM(config).eval()
_ids = torch.randint(5, 100, (2, 7))
_labels = torch.full_like(_ids, -100)  # it does not count
_labels[0, 3], _labels[1, 5] = 17, 54
_has_label = _labels != -100
position = 3

with torch.no_grad():
    _vectors = model.bert(_ids).last_hidden_state
    _output = model(_ids, labels=_labels)
    _one_alone = model.cls(_vectors[:, position])
    _changed = _vectors.index_fill(1, torch.tensor(position), 1.0)
    _same = torch.isclose(model.cls(_changed), _output.logits, atol=1e-5).all(-1)
logits_shape = list(_output.logits.shape)
moved_positions = [at for at in range(7) if not _same[:, at].all()]
loss = _output.loss.item()
loss_by_hand = cross_entropy(_output.logits[_has_label], _labels[_has_label]).item()

print("texts and tokens:", list(_ids.shape), " logits:", logits_shape)
print(f"another vector at position {position} changes the scores at:", moved_positions)
print("the loss is the mean over the labelled:", abs(loss - loss_by_hand) < 1e-5)
assert logits_shape == [*_ids.shape, config.vocab_size]
assert moved_positions == [position], f"{moved_positions}"
assert torch.allclose(_one_alone, _output.logits[:, position], atol=1e-5)
assert abs(loss - loss_by_hand) < 1e-5, f"{loss} and {loss_by_hand}"
