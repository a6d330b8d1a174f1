"""Where `from_pretrained` finds no weights that it can read, it raises an error and makes no model. So it is without the file, with TensorFlow's alone, with an unfinished or cut one, with a pointer of git-lfs, and for a name that is no folder here. With the whole file the folder loads."""

import contextlib
import logging
import pickle
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from transformers import AutoModel, BertConfig, BertModel

scope = "library"
decides = "the whole file"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"
_said = {}


def _load(_what, _folder="own"):
    """Note the error of a load, or that there is none."""
    try:
        _model = AutoModel.from_pretrained(_folder, local_files_only=True)
    except (
        OSError,
        RuntimeError,
        EOFError,
        SafetensorError,
        pickle.UnpicklingError,
    ) as _error:
        _said[_what] = f"{type(_error).__name__}: {str(_error).split('.')[0][:60]}"
        return None
    _said[_what] = "it loads"
    return _model


with tempfile.TemporaryDirectory() as _here, contextlib.chdir(_here):
    _saved.save_pretrained("own")
    _file, _bin = Path("own/model.safetensors"), Path("own/pytorch_model.bin")
    _bytes = _file.read_bytes()

    _file.unlink()
    _load("no file")
    Path("own/tf_model.h5").write_bytes(_bytes)
    _load("TensorFlow's alone")
    Path("own/model.safetensors.incomplete").write_bytes(_bytes)
    _load("an unfinished download")
    _file.write_bytes(_bytes[: len(_bytes) // 2])
    _load("a cut file")
    _file.write_bytes(_POINTER)
    _load("a pointer")
    _file.unlink()

    torch.save(_saved.state_dict(), _bin)
    _old_bytes = _bin.read_bytes()
    _bin.write_bytes(_old_bytes[: len(_old_bytes) // 2])
    _load("a cut .bin")
    _bin.write_bytes(_POINTER)
    _load("a pointer as .bin")
    _load("no such folder", "elsewhere")
    _bin.write_bytes(_old_bytes)
    _loaded = _load("the whole file")

_same_values = _loaded is not None and all(
    torch.equal(_tensor, _loaded.state_dict()[_name])
    for _name, _tensor in _saved.state_dict().items()
)
_errors = [_what for _what, _answer in _said.items() if _answer != "it loads"]
for _what, _answer in _said.items():
    print(f"{_what}: {_answer}")
print("its values are the saved model's:", _same_values)
assert len(_errors) == 8 and "the whole file" not in _errors, _errors
for _what in ("no file", "TensorFlow's alone", "an unfinished download"):
    assert _said[_what].startswith("OSError: Error no file named model"), _said[_what]
for _what in ("a cut file", "a pointer"):
    assert "Error while deserializing header" in _said[_what], _said[_what]
assert "We couldn't connect to" in _said["no such folder"], _said["no such folder"]
assert _same_values, "the whole file gives other values"
