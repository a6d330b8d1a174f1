"""A file with a head's names beside encoder names without `bert.` loads whole in transformers 5; some releases of 4 call its state dictionary corrupted. With `bert.` before the encoder's names both load it. What `save_pretrained` writes has the prefix. Seen on a classifier and on a masked LM."""

import logging
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification

scope = "library"
decides = "without the prefix"

logging.disable(logging.CRITICAL)
torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}


def _loaded(_saved, _file):
    """Return what loading raises, or whether it gives the saved values, twice."""
    with tempfile.TemporaryDirectory() as _first, tempfile.TemporaryDirectory() as _new:
        Path(_first, "config.json").write_text(_saved.config.to_json_string())
        torch.save(_file, Path(_first, "pytorch_model.bin"))
        try:
            _model = type(_saved).from_pretrained(_first)
        except ValueError as _error:
            return str(_error).split(" Are you")[0]
        _model.save_pretrained(_new)
        (_path,) = Path(_new).glob("*model*")
        _written = torch.load(_path) if _path.suffix == ".bin" else load_file(_path)
        _prefixed = all(_k.startswith(("bert.", _head)) for _k in _written)
        _again = type(_saved).from_pretrained(_new)
    _own = _saved.state_dict()
    _same = all(
        _one.state_dict()[_k].equal(_t)
        for _one in (_model, _again)
        for _k, _t in _own.items()
    )
    return "the saved values" if _same and _prefixed else "other values or names"


_mixed, _renamed, _without_head = {}, {}, {}
for _class, _head in (
    (BertForSequenceClassification, "classifier."),
    (BertForMaskedLM, "cls."),
):
    _saved = _class(BertConfig.from_dict(_sizes))
    for _parameter in _saved.parameters():
        torch.nn.init.normal_(_parameter)  # nothing at a value that a fresh model has
    _names = _saved.state_dict()
    _file = {_k.removeprefix("bert."): _t for _k, _t in _names.items()}
    _right = {
        _k if _k.startswith(_head) else f"bert.{_k}": _t for _k, _t in _file.items()
    }
    _mixed[_head] = _loaded(_saved, _file)
    _renamed[_head] = _loaded(_saved, _right)
    _body = {_k: _t for _k, _t in _file.items() if not _k.startswith(_head)}
    _without_head[_head] = _loaded(_saved, _body)  # the control: a head is lost

print("renamed:", "; ".join(_renamed.values()))
print("without the prefix:", "; ".join(_mixed.values()))
_each = ["the saved values"] * 2
assert list(_renamed.values()) == _each, _renamed
assert "the saved values" not in _without_head.values(), _without_head
assert list(_mixed.values()) == _each, f"without the prefix: {_mixed['classifier.']}"
