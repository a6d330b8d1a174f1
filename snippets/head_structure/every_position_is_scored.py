"""The MLM head scores every position, masked or not, each from its own vector alone; the loss counts only positions that have a label."""

import torch
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
_labels = torch.full_like(_ids, -100)  # -100: this position does not count
_labels[0, 3], _labels[1, 5] = 17, 54
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
_first = _output.logits[0, 3].log_softmax(-1)[17]
_second = _output.logits[1, 5].log_softmax(-1)[54]
loss_by_hand = -(_first + _second).item() / 2

print("texts and tokens:", list(_ids.shape), " logits:", logits_shape)
print(f"another vector at position {position} changes the scores at:", moved_positions)
print("the loss is the mean over the labelled:", abs(loss - loss_by_hand) < 1e-5)
assert logits_shape == [*_ids.shape, config.vocab_size]
assert moved_positions == [position], f"{moved_positions}"
assert torch.allclose(_one_alone, _output.logits[:, position], atol=1e-5)
assert abs(loss - loss_by_hand) < 1e-5, f"{loss} and {loss_by_hand}"
