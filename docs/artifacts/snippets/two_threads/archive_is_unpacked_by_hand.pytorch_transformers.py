"""A `.tar.gz` as of 2018 is refused with an error; its folder, unpacked by hand and with a config.json, loads."""

import logging
import pickle
import tarfile
import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

scope = "library"

logging.getLogger("pytorch_transformers").setLevel(logging.CRITICAL)
torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForPreTraining(config)
error = None
with tempfile.TemporaryDirectory() as _place:
    _archive, _folder = Path(_place, "bert.tar.gz"), Path(_place, "by-hand")
    _files = Path(_place, "bert_config.json"), Path(_place, "pytorch_model.bin")
    _files[0].write_text(config.to_json_string())
    torch.save(model.state_dict(), _files[1])
    with tarfile.open(_archive, "w:gz") as _packed:
        for _file in _files:
            _packed.add(_file, _file.name)
    try:
        BertForPreTraining.from_pretrained(str(_archive))
    except (OSError, ValueError, pickle.UnpicklingError) as raised:
        error = type(raised).__name__

    with tarfile.open(_archive, "r:gz") as _packed:
        _packed.extractall(_folder, filter="data")
    Path(_folder, "config.json").write_text(
        Path(_folder, "bert_config.json").read_text()
    )
    loaded = BertForPreTraining.from_pretrained(str(_folder)).state_dict()
_in_the_file = model.state_dict()
lost = [key for key in loaded if not torch.equal(loaded[key], _in_the_file[key])]
refused = error is not None

print("the archive itself:", error)
print("unpacked by hand:", len(loaded) - len(lost), "of", len(loaded), end=" ")
print("tensors are the file's")
assert not lost, f"not the file's: {lost}"
assert refused, "the archive itself is loaded"
