"""If `from_pretrained` finds no weights that it can read, it raises an error and returns no model. This holds without the file, with TensorFlow's alone, with an unfinished or cut one, with a pointer of git-lfs, and for a name that is no folder here. With the whole file the folder loads."""

import contextlib
import logging
import pickle
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from transformers import BertConfig, BertModel

scope = "library"
decides = "the whole file"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"
_said, _files = {}, {}


def _load(_what, _folder="own"):
    """Note the folder's files, and the error of a load, or that there is none."""
    _files[_what] = {_one.suffix for _one in Path("own").iterdir()} - {".json"}
    try:
        _model = BertModel.from_pretrained(_folder, local_files_only=True)
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

    _other = _file.rename("own/tf_model.h5")
    _load("TensorFlow's alone")
    _other = _other.rename("own/model.safetensors.incomplete")
    _load("an unfinished download")
    _other.unlink()
    _load("no file")
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
assert len(_errors) == 8 and _said["the whole file"] == "it loads", _said
for _what in ("no file", "TensorFlow's alone", "an unfinished download"):
    assert _said[_what].startswith("OSError: Error no file named model"), _said[_what]
assert _files["TensorFlow's alone"] == {".h5"}, _files
assert _files["an unfinished download"] == {".incomplete"}, _files
assert _files["no file"] == set(), _files
assert _said["a cut .bin"] != _said["a pointer as .bin"], "one error for both"
assert "deserializing header: incomplete" in _said["a cut file"], _said["a cut file"]
assert "deserializing header: header too" in _said["a pointer"], _said["a pointer"]
assert "We couldn't connect to" in _said["no such folder"], _said["no such folder"]
assert _same_values, "the whole file gives other values"
