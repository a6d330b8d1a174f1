"""“… is not a valid JSON file” means that `config.json` is broken, or that the path leads to a file of weights. Broken means cut, empty or a Git LFS pointer; no model is made then. With the whole `config.json`, the folder's path loads the saved values."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import AutoModel, BertConfig, BertModel

scope = "library"
decides = "the whole folder"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_MESSAGE = "is not a valid JSON file"
_POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:00\n"


def _answer(_path):
    """Return the message, another error's name, or whether the values are the saved."""
    try:
        _own = AutoModel.from_pretrained(_path).state_dict()
    except (OSError, ValueError) as _error:
        return _MESSAGE if _MESSAGE in str(_error) else type(_error).__name__
    _same = all(_own[_k].equal(_t) for _k, _t in _saved.state_dict().items())
    return "the saved values" if _same else "other values"


with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    _file = Path(_folder, "config.json")
    _whole = _file.read_text()
    _answers = {"the weights' path": _answer(Path(_folder, "model.safetensors"))}
    for _what, _text in {
        "cut": _whole[: len(_whole) // 2],
        "empty": "",
        "a pointer": _POINTER,
    }.items():
        _file.write_text(_text)
        _answers[_what] = _answer(_folder)
    _file.write_text(_whole)
    _right = _answer(_folder)

for _what, _said in _answers.items():
    print(f"{_what}: {_said}")
print("the whole folder:", _right)
assert len(_answers) == 4 and set(_answers.values()) == {_MESSAGE}, _answers
assert _right == "the saved values", _right
