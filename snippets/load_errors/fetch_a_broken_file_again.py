"""Look at each file's name, size and first bytes, and download again any file that is empty, an unfinished download or a Git LFS pointer. A safetensors file tells in its header how long it is, a `.bin` of today is a zip archive, `config.json` is JSON between braces, and a pointer begins with the word “version”. Here a copy stands for the download, and a name that ends in `.incomplete` for an unfinished one."""

import json
import logging
import pickle
import shutil
import tempfile
import zipfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from transformers import BertConfig, BertModel

scope = "library"
decides = "fetched again"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"


def _length_told(_bytes):
    """Return the length that a safetensors file's header tells; 0 if it has none."""
    _end = 8 + int.from_bytes(_bytes[:8], "little")
    if _bytes[8:9] != b"{" or _end > len(_bytes):
        return 0
    _header = json.loads(_bytes[8:_end])
    _ends = [_one["data_offsets"][1] for _one in _header.values() if "dtype" in _one]
    return _end + max(_ends)


def _looks_whole(_path):
    """Tell from its size and first bytes whether a file is whole."""
    _bytes = _path.read_bytes()
    if _path.suffix == ".safetensors":
        return len(_bytes) > 0 and len(_bytes) == _length_told(_bytes)
    if _path.suffix == ".bin":
        return zipfile.is_zipfile(_path)
    return _bytes[:1] == b"{" and _bytes.rstrip()[-1:] == b"}"


def _loads(_folder):
    try:
        _own = BertModel.from_pretrained(_folder).state_dict()
    except (OSError, EOFError, SafetensorError, pickle.UnpicklingError):
        return False
    return all(torch.equal(_own[_k], _t) for _k, _t in _saved.state_dict().items())


_seen, _mended = {}, {}
with tempfile.TemporaryDirectory() as _here:
    _source, _mine = Path(_here, "source"), Path(_here, "mine")
    _saved.save_pretrained(_source)
    torch.save(_saved.state_dict(), Path(_here, "pytorch_model.bin"))
    for _name in ("model.safetensors", "pytorch_model.bin", "config.json"):
        _good = Path(_here if _name.endswith(".bin") else _source, _name)
        _whole = _good.read_bytes()
        _broken = {"cut": _whole[: len(_whole) // 2], "empty": b"", "pointer": _POINTER}
        for _what, _bytes in {**_broken, "whole": _whole}.items():
            shutil.copytree(_source, _mine, dirs_exist_ok=True)
            if _name.endswith(".bin"):
                Path(_mine, "model.safetensors").unlink()
            Path(_mine, _name).write_bytes(_bytes)
            _looks = _looks_whole(Path(_mine, _name))
            _seen[_name, _what] = _looks, _loads(_mine)
            if not _looks:
                shutil.copy(_good, _mine)  # fetch it again
                _mended[_name, _what] = _loads(_mine)
    Path(_mine, "pytorch_model.bin").unlink()
    Path(_mine, "model.safetensors").rename(Path(_mine, "x.safetensors.incomplete"))
    _unfinished = _loads(_mine)
    shutil.copy(Path(_source, "model.safetensors"), _mine)
    _mended["x", "unfinished"] = _loads(_mine)
    BertModel.from_pretrained(_mine).save_pretrained(Path(_here, "again"))
    _again = _loads(Path(_here, "again"))

for (_name, _what), (_looks, _answer) in _seen.items():
    print(f"{_name}, {_what}: looks whole {_looks}, loads {_answer}")
print("under an unfinished download's name: loads", _unfinished)
print("fetched again, each loads:", all(_mended.values()))
print("saved, and loaded again:", _again)
assert len(_seen) == 12, sorted(_seen)
for (_name, _what), _pair in _seen.items():
    assert _pair == (_what == "whole",) * 2, f"{_name}, {_what}: {_pair}"
assert not _unfinished, "an unfinished download loads"
assert len(_mended) == 10 and all(_mended.values()), _mended
assert _again, "saved again, it does not load"
