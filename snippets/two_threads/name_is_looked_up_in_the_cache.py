"""A model in the hub's cache is loaded by its name, without the network. A name that is not there is refused."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "by its name, from"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertModel(config)
with tempfile.TemporaryDirectory() as _cache:
    # What a download leaves there: the branch's commit, and a folder of that name.
    _commit = "0123456789abcdef0123456789abcdef01234567"
    _of_the_model = Path(_cache, "models--somebody--some-bert")
    _snapshot = _of_the_model / "snapshots" / _commit
    _snapshot.mkdir(parents=True)
    (_of_the_model / "refs").mkdir()
    (_of_the_model / "refs" / "main").write_text(_commit)
    (_snapshot / "config.json").write_text(json.dumps(config.to_dict()))
    torch.save(model.state_dict(), _snapshot / "pytorch_model.bin")

    def load(name):
        return BertModel.from_pretrained(name, cache_dir=_cache, local_files_only=True)

    _loaded = load("somebody/some-bert").state_dict()
    try:
        load("somebody/another-bert")
        error = ""
    except OSError as raised:
        error = type(raised).__name__
equal = sum(
    torch.equal(tensor, _loaded[key]) for key, tensor in model.state_dict().items()
)
of = len(model.state_dict())

print("by its name, from the cache:", equal, "of", of, "tensors are the file's")
print("by a name that is not there:", error or "it is loaded")
assert equal == of, f"{equal} of {of} tensors are the file's"
assert error, "it is loaded"
