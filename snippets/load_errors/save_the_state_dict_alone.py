"""Where you trust a file that `torch.load` refuses with “Weights only load failed”, load it with `weights_only=False`, save its state dict alone, and load that. A whole model and a dict with an object of your own are refused so; the saved state dict is not, and has the same tensors. `weights_only=False` runs code that the file names."""

import pickle
import tempfile
from pathlib import Path

import torch

scope = "library"
decides = "dict with an object"

torch.manual_seed(0)


class Settings:
    """An object of your own, such as the arguments of a training."""


_model = torch.nn.Linear(3, 2)
_tensors = _model.state_dict()
_files = {
    "whole model": _model,
    "dict with an object": {"model": _tensors, "settings": Settings()},
}


def _loaded(_path):
    """Return what torch loads, or the first words of its refusal."""
    try:
        return torch.load(_path, weights_only=True)
    except pickle.UnpicklingError as _error:
        return str(_error).split(".")[0]


with tempfile.TemporaryDirectory() as _here:
    for _name, _content in _files.items():
        _path, _plain = Path(_here, "yours.pt"), Path(_here, "plain.pt")
        torch.save(_content, _path)
        _refused = _loaded(_path)
        _read = torch.load(_path, weights_only=False)  # only if you trust the file
        _state = _read["model"] if isinstance(_read, dict) else _read.state_dict()
        torch.save(_state, _plain)
        _again = _loaded(_plain)
        _is_dict = isinstance(_again, dict) and list(_again) == list(_tensors)
        _same = _is_dict and all(_t.equal(_again[_k]) for _k, _t in _tensors.items())
        print(f"{_name}: {_refused}; its state dict alone loads the same: {_same}")
        assert _refused == "Weights only load failed", _refused
        assert _same, f"{_name}: {_again}"
