"""Where `from_pretrained` stops, pass no `num_labels` to keep the file's head; for a different number add `ignore_mismatched_sizes=True`, and train the new one. The body is the file's each time. Saved after the training, the new head loads without the option."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification

scope = "library"
decides = "without num_labels"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_class = BertForSequenceClassification
_saved = _class(BertConfig(vocab_size=50, intermediate_size=24, num_labels=3, **_sizes))
_batch = {"input_ids": torch.tensor([[2, 5, 7, 3]]), "labels": torch.tensor([4])}


def _same(_one, _other):
    _own = _other.state_dict()
    return [_k for _k, _t in _one.state_dict().items() if not torch.equal(_own[_k], _t)]


def _error_of(**_options):
    try:
        _class.from_pretrained(_mine, **_options)
    except RuntimeError as _error:
        return str(_error)
    return "it loads"


with tempfile.TemporaryDirectory() as _here:
    _mine, _new, _copy = (Path(_here, _name) for _name in ("mine", "new", "copy"))
    _saved.save_pretrained(_mine)
    _error = _error_of(num_labels=5)
    _own = _class.from_pretrained(_mine)
    _own.save_pretrained(_copy)
    _own_differs = _same(_saved, _own) + _same(_saved, _class.from_pretrained(_copy))

    _model = _class.from_pretrained(_mine, num_labels=5, ignore_mismatched_sizes=True)
    _body_differs = _same(_saved.bert, _model.bert)
    _labels = _model.classifier.out_features
    _optimizer = torch.optim.SGD(_model.parameters(), 0.1)
    _before = _model.eval()(**_batch).loss.item()
    _model(**_batch).loss.backward()
    _optimizer.step()  # stands for the training
    _after = _model(**_batch).loss.item()
    _model.save_pretrained(_new)
    _new_differs = _same(_model, _class.from_pretrained(_new))

print("num_labels=5 alone:", " ".join(_error.split())[:60])
print(
    "without num_labels, other than the file's, loaded and saved again:", _own_differs
)
print("with the option:", _labels, "labels; other than the file's body:", _body_differs)
print("training lowers the loss:", _after < _before)
print("saved, then loaded without the option, other:", _new_differs)
assert "`ignore_mismatched_sizes` to `False`, thus raising an error" in _error, _error
assert _own_differs == [], _own_differs
assert _labels == 5 and _body_differs == [], _body_differs
assert _after < _before, "the head does not learn"
assert _new_differs == [], _new_differs
