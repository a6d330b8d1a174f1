"""If `load_state_dict` stops at the classifier's size, build the class with the file's number of labels, `num_labels`: then all keys match. Neither `strict=False` nor `ignore_mismatched_sizes=True` helps there. The outputs are the saved model's, again after saving and loading."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "with the file's number"

logging.disable(logging.CRITICAL)  # each load reports a new head
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24}
_class = BertForSequenceClassification
_trained = _class(BertConfig(num_labels=3, **_sizes)).eval()
for _parameter in _trained.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # stands for training
_file = _trained.state_dict()
_token_ids = torch.tensor([[2, 5, 7, 3]])


def _said(_model, **_options):
    try:
        return str(_model.load_state_dict(_file, **_options))
    except RuntimeError as _error:
        return " ".join(str(_error).split())


def _same(_model):
    _found, _wanted = (_m.eval()(_token_ids).logits for _m in (_model, _trained))
    return _found.shape == _wanted.shape and torch.allclose(_found, _wanted, atol=1e-6)


with tempfile.TemporaryDirectory() as _here:
    _pretrained, _new = Path(_here, "pretrained"), Path(_here, "new")
    BertModel(BertConfig(**_sizes)).save_pretrained(_pretrained)
    _load = _class.from_pretrained
    _others = [
        _said(_load(_pretrained)),
        _said(_load(_pretrained), strict=False),
        _said(_load(_pretrained, ignore_mismatched_sizes=True)),
    ]
    _model = _load(_pretrained, num_labels=len(_file["classifier.weight"]))
    _own = _said(_model)
    _model.save_pretrained(_new)
    _as_saved = [_same(_model), _same(_load(_new))]

print("otherwise:", _others[0][:80])
print("with the file's number of labels:", _own, _as_saved)
assert len(_others) == 3, _others
assert all("size mismatch for classifier.weight" in _one for _one in _others), _others
assert _own == "<All keys matched successfully>", _own
assert all(_as_saved), _as_saved
