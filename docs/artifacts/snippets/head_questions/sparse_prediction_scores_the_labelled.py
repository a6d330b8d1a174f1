"""With `sparse_prediction=True` and labels, `ModernBertForMaskedLM` scores the labelled positions alone, in `eval()` too, and its loss and gradients stay the same. `BertForMaskedLM` and `BertForPreTraining` have no such switch: they score all."""

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    ModernBertConfig,
    ModernBertForMaskedLM,
)

scope = "library"
decides = "ModernBERT, sparse  "

torch.manual_seed(0)
_sizes = {
    "vocab_size": 300,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 2,
    "intermediate_size": 48,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "cls_token_id": 1,
    "sep_token_id": 2,
}
_on = {"sparse_prediction": True}
dense = ModernBertForMaskedLM(ModernBertConfig(**_sizes))
sparse = ModernBertForMaskedLM(ModernBertConfig(**_sizes, **_on))
other_index = ModernBertForMaskedLM(
    ModernBertConfig(**_sizes, **_on, sparse_pred_ignore_index=0)
)
bert = BertForMaskedLM(
    BertConfig(**_sizes, **_on)
)  # any name is taken; BERT reads no such one
for model in (sparse, other_index):
    model.load_state_dict(dense.state_dict())

_ids = torch.randint(5, 300, (4, 32))
_labels = torch.full_like(_ids, -100)
_labels[:, 3:30:6] = _ids[:, 3:30:6]
labelled = int((_labels != -100).sum())
_tried = {
    "ModernBERT": dense,
    "ModernBERT, sparse": sparse,
    "ModernBERT, sparse, ignoring 0 alone": other_index,
    "BERT, sparse": bert,
}
shapes, _losses, _gradients = [], {}, {}
for _name, _model in _tried.items():
    _in_training = _model.train()(_ids, labels=_labels).logits.shape
    _output = _model.eval()(_ids, labels=_labels)
    assert _output.logits.shape == _in_training, f"{_name}: {_in_training}"
    _output.loss.backward()
    _losses[_name] = _output.loss.detach()
    _gradients[_name] = torch.cat([p.grad.flatten() for p in _model.parameters()])
    shapes.append(
        {
            "model": _name,
            "logits with labels": list(_output.logits.shape),
            "logits without labels": list(_model(_ids).logits.shape),
        }
    )

_pair = list(_gradients.values())[:2]
same_loss = torch.allclose(_losses["ModernBERT"], _losses["ModernBERT, sparse"])
same_gradients = torch.allclose(*_pair, atol=1e-5)
_both = BertForPreTraining(BertConfig(**_sizes, **_on))
_of_both = _both(_ids, labels=_labels).prediction_logits
pretraining_scores = list(_of_both.shape)
print(f"{_ids.shape[0]} texts of {_ids.shape[1]} tokens, {labelled} of them labelled")
for _row in shapes:
    print(f"{_row['model']:36} with labels {_row['logits with labels']!s:14}", end="")
    print(f" without {_row['logits without labels']}")
print(f"BertForPreTraining, sparse: {pretraining_scores}")
print("same loss:", same_loss, " same gradients:", same_gradients)
_every, _some = [*_ids.shape, 300], [labelled, 300]
assert [row["logits without labels"] for row in shapes] == [_every] * 4, f"{shapes}"
_with = [row["logits with labels"] for row in shapes]
assert _with == [_every, _some, [_ids.numel(), 300], _every], f"{_with}"
assert pretraining_scores == _every, f"{pretraining_scores}"
assert same_loss, f"{_losses}"
assert same_gradients, "the gradients differ"
