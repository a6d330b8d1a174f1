"""The MLM head scores every position, masked or not, each from its own vector alone; the loss counts only positions that have a label."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
    initializer_range=0.2,
)
model = BertForMaskedLM(config).eval()
_ids = torch.randint(5, 100, (2, 7))
_labels = torch.full_like(_ids, -100)  # -100: this position does not count
_labels[0, 3], _labels[1, 5] = 17, 54

with torch.no_grad():
    _vectors = model.bert(_ids).last_hidden_state
    _output = model(_ids, labels=_labels)
    _one_alone = model.cls(_vectors[:, 3])
    _changed = _vectors.clone()
    _changed[:, 3] = torch.randn(2, 32)
    _moved = (model.cls(_changed) - model.cls(_vectors)).abs().amax(-1) > 1e-3
logits_shape = list(_output.logits.shape)
moved_positions = _moved.any(0).nonzero().flatten().tolist()
loss = _output.loss.item()
_first = _output.logits[0, 3].log_softmax(-1)[17]
_second = _output.logits[1, 5].log_softmax(-1)[54]
loss_by_hand = -(_first + _second).item() / 2

print("texts and tokens:", list(_ids.shape), " logits:", logits_shape)
print("another vector at position 3 changes the scores at:", moved_positions)
print("the loss is the mean over the labelled:", abs(loss - loss_by_hand) < 1e-5)
assert logits_shape == [2, 7, 100]
assert moved_positions == [3], f"{moved_positions}"
assert torch.allclose(_one_alone, _output.logits[:, 3], atol=1e-5)
assert abs(loss - loss_by_hand) < 1e-5, f"{loss} and {loss_by_hand}"
