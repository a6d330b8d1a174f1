"""If a release refuses a safetensors file without metadata, save it again with `metadata={"format": "pt"}`; transformers 5 reads both. Metadata that name no `format` are refused, too. safetensors' `save_file` writes no metadata by itself, and `save_pretrained` does. Both files give the saved model's values."""

import logging
import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertModel

scope = "library"
decides = "without metadata:"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_tensors = _saved.state_dict()


def metadata_of(path):
    with safe_open(path, "pt") as file:
        return file.metadata()


def outcome(folder):
    """Return the first words of an error, or whether the values are the file's."""
    try:
        own = BertModel.from_pretrained(folder).state_dict()
    except (AttributeError, OSError) as error:  # releases 4 have either
        return f"{type(error).__name__}: {str(error)[:40]}"
    return f"the file's values: {all(own[k].equal(t) for k, t in _tensors.items())}"


with tempfile.TemporaryDirectory() as _folder:
    _path = Path(_folder, "model.safetensors")
    _saved.save_pretrained(_folder, safe_serialization=True)
    metadata_saved = metadata_of(_path)
    save_file(load_file(_path), _path)
    metadata_bare = metadata_of(_path)
    bare = outcome(_folder)
    save_file(load_file(_path), _path, metadata={"made by": "hand"})
    metadata_other = metadata_of(_path)
    other = outcome(_folder)
    save_file(load_file(_path), _path, metadata={"format": "pt"})
    metadata_mended = metadata_of(_path)
    mended = outcome(_folder)

print("metadata:", metadata_saved, metadata_bare, metadata_other, metadata_mended)
print("without metadata:", bare)
print("with metadata that name no format:", other)
print("saved again with it:", mended)
_whole = "the file's values: True"
assert metadata_saved == metadata_mended == {"format": "pt"}, metadata_saved
assert (metadata_bare, metadata_other) == (None, {"made by": "hand"}), metadata_bare
assert mended == _whole, f"with metadata: {mended}"
assert other == _whole, f"without a format: {other}"
assert bare == _whole, f"without metadata: {bare}"
