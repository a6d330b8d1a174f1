"""With `sparse_prediction=True` and labels, `ModernBertForMaskedLM` scores only the labelled positions, in `eval()` too; its loss and gradients are equal up to rounding. `BertForMaskedLM` and `BertForPreTraining` have no such switch: they score all."""

import torch
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    ModernBertConfig,
    ModernBertForMaskedLM,
)

scope = "library"
decides = "ModernBERT, sparse_prediction=True  "

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
    "ModernBERT, `sparse_prediction=True`": sparse,
    "the same, and `sparse_pred_ignore_index=0`": other_index,
    "BERT, `sparse_prediction=True` in its config": bert,
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
            "shape, labels passed": list(_output.logits.shape),
            "no labels": list(_model(_ids).logits.shape),
        }
    )

_of_all, _of_some, *_ = _gradients.values()
_loss_of_all, _loss_of_some, *_ = _losses.values()
same_loss = torch.allclose(_loss_of_all, _loss_of_some)
same_gradients = torch.allclose(_of_all, _of_some, rtol=0, atol=1e-6)
_both = BertForPreTraining(BertConfig(**_sizes, **_on))
_of_both = _both(_ids, labels=_labels).prediction_logits
pretraining_scores = list(_of_both.shape)
print(
    f"{_ids.shape[0]} texts of {_ids.shape[1]} tokens,",
    f"{labelled} of the {_ids.numel()} tokens labelled",
)
for _row in shapes:
    print(f"{_row['model'].replace('`', ''):44}", end=" ")
    print(f"labels passed: {_row['shape, labels passed']}", end=", ")
    print(f"no labels: {_row['no labels']}")
print(f"BertForPreTraining, the same, labels passed: {pretraining_scores}")
print(f"same loss: {same_loss}, same gradients within 1e-6: {same_gradients}")
_every, _some = [*_ids.shape, 300], [labelled, 300]
assert [row["no labels"] for row in shapes] == [_every] * 4, f"{shapes}"
_with = [row["shape, labels passed"] for row in shapes]
assert _with == [_every, _some, [_ids.numel(), 300], _every], f"{_with}"
assert pretraining_scores == _every, f"{pretraining_scores}"
assert same_loss, f"{_losses}"
assert _of_all.abs().max() > 0.1  # so 1e-6 is rounding
assert same_gradients, "the gradients differ"
