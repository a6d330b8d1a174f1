"""If your own module around a tied BERT gives this error in `Trainer`, derive it from `BertPreTrainedModel`, or save the BERT inside it with `save_pretrained`. `Trainer` calls `save_pretrained` for the library's models, and `save_file` for a plain `nn.Module`. The derived class is saved and loaded whole, and tied."""

import logging
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertPreTrainedModel,
    PreTrainedModel,
)

scope = "library"
decides = "the derived one"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)


class Plain(torch.nn.Module):
    """Hold a masked LM as many own classes do."""

    def __init__(self, config):
        super().__init__()
        self.model = BertForMaskedLM(config)


class Derived(BertPreTrainedModel):
    """Hold the same in a class of the library's kind."""

    def __init__(self, config):
        super().__init__(config)
        self.model = BertForMaskedLM(config)
        self.post_init()


def _error_of_saving(_model, _folder):
    try:
        if isinstance(_model, PreTrainedModel):  # this is how Trainer chooses, too
            _model.save_pretrained(_folder)
        else:
            save_file(_model.state_dict(), Path(_folder, "model.safetensors"))
    except RuntimeError as _error:
        return str(_error)
    return ""


def _same(_one, _other):
    _own = _other.state_dict()
    return all(torch.equal(_t, _own[_k]) for _k, _t in _one.state_dict().items())


_plain, _derived = Plain(_config), Derived(_config)
for _parameter in [*_plain.parameters(), *_derived.parameters()]:
    torch.nn.init.normal_(_parameter)  # nothing that one could guess
with tempfile.TemporaryDirectory() as _folder:
    _error = _error_of_saving(_plain, _folder)
with tempfile.TemporaryDirectory() as _folder:
    _no_error = _error_of_saving(_derived, _folder)
    _again = Derived.from_pretrained(_folder)
with tempfile.TemporaryDirectory() as _folder:
    _plain.model.save_pretrained(_folder)
    _inner = BertForMaskedLM.from_pretrained(_folder)
_tied = _again.model.get_output_embeddings().weight
_tied = _tied is _again.model.get_input_embeddings().weight

print("the plain module is saved:", " ".join(_error.split())[-60:] or "yes")
print("the derived one is saved:", _no_error or "yes", "and tied:", _tied)
assert "share memory" in _error, _error
assert not hasattr(_plain, "save_pretrained")
assert not _no_error and _tied and _same(_derived, _again)
assert _same(_plain.model, _inner), "the BERT inside is not saved"
