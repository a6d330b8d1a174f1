"""A Git LFS pointer in place of weights gives three errors: “invalid load key, 'v'”, “Unsupported operand 118” and “header too large”. `torch.load` gives the first with `weights_only=False` and the second with `weights_only=True`, and safetensors gives the third. The whole files load."""

import pickle
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

scope = "library"
decides = "header"

_POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    b"size 440473133\n"
)
_tensors = {"weight": torch.arange(6.0).reshape(2, 3)}


def outcome(read, path):
    """Return whether the file's tensor was read, or the end of the error."""
    try:
        return str(read(path)["weight"].equal(_tensors["weight"]))
    except (pickle.UnpicklingError, SafetensorError) as error:
        lines = [line.strip() for line in str(error).split("\n") if line.strip()]
        asks = any("WeightsUnpickler" in line for line in lines)
        return (
            lines[1 + (len(lines) > 2 and "Unpickler" in lines[1])]
            if asks
            else lines[0]
        )


_readers = {
    "torch.load, weights_only=False": lambda path: torch.load(path, weights_only=False),
    "torch.load, weights_only=True": lambda path: torch.load(path, weights_only=True),
    "safetensors": load_file,
}
whole, of_a_pointer = {}, {}
with tempfile.TemporaryDirectory() as _folder:
    for _name, _read in _readers.items():
        _path = Path(_folder, "file")
        if _name == "safetensors":
            save_file(_tensors, _path)
        else:
            torch.save(_tensors, _path)
        whole[_name] = outcome(_read, _path)
        _path.write_bytes(_POINTER)
        of_a_pointer[_name] = outcome(_read, _path)

for _name, _error in of_a_pointer.items():
    print(f"{_name}: {_error}; the whole file: {whole[_name]}")
_told = list(of_a_pointer.values())
assert list(whole.values()) == ["True"] * 3, whole
assert "invalid load key, 'v'" in _told[0], _told[0]
assert _told[1].endswith("Unsupported operand 118"), _told[1]
assert _told[2].endswith("header too large"), _told[2]
