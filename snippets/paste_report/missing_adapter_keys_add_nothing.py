"""If PEFT lists all adapter keys of a layer as missing, your adapter was not loaded there: the layer works as in the base model. Seen on a LoRA that was trained in `BertModel`: without one layer in its file, and loaded into a classifier, where PEFT misses all. PEFT says “Found missing adapter keys” each time. Loaded whole into `BertModel` it gives the trained model's outputs, and nothing is said."""

import logging
import tempfile
import warnings
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "into another class"

logging.disable(logging.CRITICAL)  # a new head would be reported
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])
torch.manual_seed(0)


def vectors(encoder):
    with torch.no_grad():
        return encoder.eval()(_token_ids).last_hidden_state


def load(model, folder):
    """Load the adapter, and tell whether PEFT found missing keys."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        loaded = PeftModel.from_pretrained(model, folder)
    return loaded, any("Found missing adapter keys" in str(one.message) for one in told)


with tempfile.TemporaryDirectory() as _base, tempfile.TemporaryDirectory() as _adapter:
    BertModel(BertConfig.from_dict(_sizes)).save_pretrained(_base)
    _settings = LoraConfig(target_modules=["query", "value"])
    _trained = get_peft_model(BertModel.from_pretrained(_base), _settings)
    for _parameter in _trained.parameters():
        if _parameter.requires_grad:
            torch.nn.init.normal_(_parameter)  # stands for training
    _trained.save_pretrained(_adapter)
    _alone, _wanted = vectors(BertModel.from_pretrained(_base)), vectors(_trained)
    _right, _right_told = load(BertModel.from_pretrained(_base), _adapter)
    _wrong, _wrong_told = load(
        BertForSequenceClassification.from_pretrained(_base), _adapter
    )
    _path = Path(_adapter, "adapter_model.safetensors")
    _file = load_file(_path)
    save_file({k: _file[k] for k in _file if ".layer.1." not in k}, _path)
    _partly, _partly_told = load(BertModel.from_pretrained(_base), _adapter)
    _of_base = BertModel.from_pretrained(_base).state_dict()

_as_trained = torch.allclose(vectors(_right), _wanted, atol=1e-5)
_as_the_base = torch.allclose(vectors(_wrong.base_model.model.bert), _alone, atol=1e-6)
_merged = _partly.merge_and_unload().state_dict()
_moved = [k for k in _of_base if not torch.equal(_merged[k], _of_base[k])]
_layer = "encoder.layer.0.attention.self"
print(f"into its class: message {_right_told}, as trained {_as_trained}")
print(f"into another class: message {_wrong_told}, as the base model {_as_the_base}")
print(f"without a layer: message {_partly_told}, moved", *_moved)
assert not _right_told and _as_trained, "its own class does not load it"
assert _wrong_told, "PEFT says nothing of another class"
assert _as_the_base, "the adapter adds something"
assert not torch.allclose(_alone, _wanted, atol=1e-2), "the adapter changes nothing"
assert _partly_told, "PEFT says nothing of the layer"
assert _moved == [f"{_layer}.query.weight", f"{_layer}.value.weight"], _moved
