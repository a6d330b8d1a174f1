"""If no `AutoModel…` class fits, load with the class that `architectures` in `config.json` names. It needs no `model_type`, and saves one: then `AutoModel` loads the folder. Seen on a BERT without `model_type`, and on a ViT, which has no masked-LM class."""

import json
import logging
import tempfile
from pathlib import Path

import torch
import transformers
from transformers import (
    AutoModel,
    AutoModelForMaskedLM,
    BertConfig,
    BertModel,
    ViTConfig,
    ViTModel,
)

scope = "library"
decides = "by its class"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_bert = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **_sizes))
_vit = ViTModel(ViTConfig(image_size=8, patch_size=4, intermediate_size=24, **_sizes))


def _error_of(_class, _folder):
    try:
        _class.from_pretrained(_folder)
    except ValueError as _error:
        return str(_error)
    return "it loads"


def _same(_one, _other):
    _own = _other.state_dict()
    return all(torch.equal(_own[_k], _t) for _k, _t in _one.state_dict().items())


_errors, _by_class, _again = {}, {}, {}
for _saved, _auto in ((_bert, AutoModel), (_vit, AutoModelForMaskedLM)):
    with tempfile.TemporaryDirectory() as _here:
        _mine, _new = Path(_here, "mine"), Path(_here, "new")
        _saved.save_pretrained(_mine)
        _file = Path(_mine, "config.json")
        _settings = json.loads(_file.read_text())
        if _saved is _bert:
            del _settings["model_type"]
        _file.write_text(json.dumps(_settings))
        (_name,) = json.loads(_file.read_text())["architectures"]
        _errors[_name] = _error_of(_auto, _mine)
        _model = getattr(transformers, _name).from_pretrained(_mine)
        _by_class[_name] = _same(_saved, _model)
        _model.save_pretrained(_new)
        _again[_name] = _same(_saved, AutoModel.from_pretrained(_new))

for _name, _said in _errors.items():
    print(f"{_name}: {' '.join(_said.split()[:3])} …")
print("by its class, the saved values:", _by_class)
print("saved, then AutoModel:", _again)
assert _errors["BertModel"].startswith("Unrecognized model in"), _errors
assert _errors["ViTModel"].startswith("Unrecognized configuration class"), _errors
assert len(_by_class) == 2 and all(_by_class.values()), _by_class
assert _again == _by_class, _again
