"""A BERT saved after its parameters were emptied has shapes of `torch.Size([0])`: loading stops, and `ignore_mismatched_sizes=True` gives a random model without an error. DeepSpeed's ZeRO stage 3 leaves such shapes where each process holds a part; here they are emptied by hand. The new weights depend on the seed alone, in safetensors and in a `.bin`."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "with the option"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24}


def _query(_model):
    return _model.encoder.layer[0].attention.self.query.weight


def _save(_model, _folder, _name):
    _model.save_pretrained(_folder)
    if _name == "pytorch_model.bin":
        Path(_folder, "model.safetensors").unlink()
        torch.save(_model.state_dict(), Path(_folder, _name))
    _weights = [_path.name for _path in Path(_folder).glob("*model*")]
    assert _weights == [_name], _weights


def _load(_folder, _seed, **_options):
    torch.manual_seed(_seed)
    return _query(BertModel.from_pretrained(_folder, **_options))


def _error_of(_folder):
    try:
        _load(_folder, 1)
    except RuntimeError as _error:
        return " ".join(str(_error).split())
    return "it loads"


torch.manual_seed(0)
_whole = BertModel(BertConfig.from_dict(_sizes))
_shell = BertModel(BertConfig.from_dict(_sizes))
for _parameter in _shell.parameters():
    _parameter.data = torch.empty(0)

_option = {"ignore_mismatched_sizes": True}
_errors, _follow_the_seed, _whole_is_kept = {}, {}, {}
for _name in ("model.safetensors", "pytorch_model.bin"):
    with (
        tempfile.TemporaryDirectory() as _empty,
        tempfile.TemporaryDirectory() as _full,
    ):
        _save(_shell, _empty, _name)
        _save(_whole, _full, _name)
        _errors[_name] = _error_of(_empty)
        _one, _again, _other = (_load(_empty, _seed, **_option) for _seed in (1, 1, 2))
        _kept = _load(_full, 1, **_option)
    _follow_the_seed[_name] = _one.equal(_again) and not _one.equal(_other)
    _whole_is_kept[_name] = _kept.equal(_query(_whole))

for _name, _error in _errors.items():
    print(f"{_name}: {_error[:61]}")
print("with the option, weights that depend on the seed alone:", _follow_the_seed)
print("a whole file is loaded, option or not:", _whole_is_kept)
_both = dict.fromkeys(("model.safetensors", "pytorch_model.bin"), True)
_raised = {_name: "thus raising" in _error for _name, _error in _errors.items()}
assert _raised == _both, _errors
assert _follow_the_seed == _both, _follow_the_seed
assert _whole_is_kept == _both, _whole_is_kept
assert _one.shape == (16, 16), _one.shape
