"""If the release does not know the `model_type`, use one that does: then `AutoModel` loads the same folder. Here the table of types without ModernBERT stands for an older release, and the whole table for a newer one."""

import logging
import tempfile
from unittest import mock

import torch
from transformers import CONFIG_MAPPING, AutoModel, ModernBertConfig, ModernBertModel

scope = "library"
decides = "knows the type"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24, "pad_token_id": 0}
_saved = ModernBertModel(ModernBertConfig(**_sizes))
_all_types = CONFIG_MAPPING._mapping
_older = {_type: _name for _type, _name in _all_types.items() if _type != "modernbert"}


def _load(_folder):
    """Return the error, or whether the values are the saved model's."""
    try:
        _own = AutoModel.from_pretrained(_folder).state_dict()
    except ValueError as _error:
        return " ".join(str(_error).split())
    _same = all(torch.equal(_own[_k], _t) for _k, _t in _saved.state_dict().items())
    return "the saved values" if _same else "other values"


with tempfile.TemporaryDirectory() as _folder, tempfile.TemporaryDirectory() as _new:
    _saved.save_pretrained(_folder)
    with mock.patch.object(CONFIG_MAPPING, "_mapping", _older):
        _without = _load(_folder)
    _with = _load(_folder)
    ModernBertModel.from_pretrained(_folder).save_pretrained(_new)
    _again = _load(_new)

print("does not know it:", _without[:95])
print("knows the type:", _with)
print("saved and loaded again:", _again)
assert "does not recognize this architecture" in _without, _without
assert "model type `modernbert`" in _without, _without
assert _with == _again == "the saved values", f"{_with}, {_again}"
