"""Under a torch older than 2.6 `from_pretrained` refuses a `.bin`, and reads the same tensors from model.safetensors. So convert the file once, where torch is newer, or update torch. Here the library is told that its torch is older; with torch as it is, it reads the `.bin`."""

import logging
import tempfile
from pathlib import Path
from unittest import mock

import torch
from transformers import BertConfig, BertModel
from transformers.utils import import_utils

scope = "library"
decides = "is older, the .bin"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_tensors = _saved.state_dict()


def outcome(folder):
    """Return the first words of a refusal, or whether the values are the file's."""
    try:
        own = BertModel.from_pretrained(folder).state_dict()
    except ValueError as error:
        return str(error).split(",")[0]
    return f"the file's values: {all(own[k].equal(t) for k, t in _tensors.items())}"


def outcome_with_older_torch(folder):
    with mock.patch.object(import_utils, "is_torch_greater_or_equal", lambda *_: False):
        return outcome(folder)


with tempfile.TemporaryDirectory() as _old, tempfile.TemporaryDirectory() as _new:
    _saved.config.save_pretrained(_old)
    torch.save(_tensors, Path(_old, "pytorch_model.bin"))
    as_it_is = outcome(_old)
    BertModel.from_pretrained(_old).save_pretrained(_new)
    bin_refused = outcome_with_older_torch(_old)
    converted = outcome_with_older_torch(_new)

print("torch as it is, the .bin:", as_it_is)
print("told that torch is older, the .bin:", bin_refused)
print("told that torch is older, converted to safetensors:", converted)
_whole = "the file's values: True"
assert as_it_is == _whole, as_it_is
assert bin_refused == "Due to a serious vulnerability issue in `torch.load`", (
    bin_refused
)
assert converted == _whole, converted
