"""Give `from_pretrained` the full path to the folder with `config.json` and the weights, not to a file in it: then it needs no connection. A relative path counts from the current directory; what is no folder there is taken for a name on the hub."""

import contextlib
import logging
import pickle
import socket
import tempfile
from pathlib import Path
from unittest import mock

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "the folder's full path"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_no_network = mock.patch.object(socket.socket, "connect", side_effect=ConnectionError)


def _like_the_saved(_model):
    _own = _model.state_dict()
    return all(torch.equal(_own[_k], _t) for _k, _t in _saved.state_dict().items())


def _answer(_path):
    """Return what loading from there raises, or whether it gives the saved values."""
    try:
        _model = BertModel.from_pretrained(_path)
    except (OSError, pickle.UnpicklingError) as _error:
        return type(_error).__name__
    return "loads" if _like_the_saved(_model) else "other values"


with tempfile.TemporaryDirectory() as _here, _no_network as _connect:
    _saved.save_pretrained(Path(_here, "models", "mine"))
    Path(_here, "work").mkdir()
    with contextlib.chdir(Path(_here, "work")):
        _folder = Path(_here, "models", "mine").resolve()
        _answers = {"the folder's full path": _answer(_folder)}
        BertModel.from_pretrained(_folder).save_pretrained(Path(_here, "again"))
        _answers["saved, and loaded again"] = _answer(Path(_here, "again"))
        _connections = _connect.call_count
        for _what, _path in {
            "its name, from another directory": "mine",
            "the folder above": _folder.parent,
            "its config.json": _folder / "config.json",
            "its weights": _folder / "model.safetensors",
        }.items():
            _answers[_what] = _answer(_path)

for _what, _said in _answers.items():
    print(f"{_what}: {_said}")
print("connections for the full path:", _connections)
_right = [_what for _what, _said in _answers.items() if _said == "loads"]
assert _right == ["the folder's full path", "saved, and loaded again"], _answers
assert len(_answers) == 6 and "other values" not in _answers.values(), _answers
assert _connections == 0, f"{_connections} connections"
