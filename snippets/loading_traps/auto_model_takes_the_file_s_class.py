"""Look at the keys and the model's card: if `model_type` in config.json is right, load with your task's Auto class; if not, correct it first. Seen on a BERT's file and a RoBERTa's with random weights, saved and loaded again; the other family's class gives different vectors. With a wrong `model_type` `AutoModel` takes the wrong class, too."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModel, BertModel, RobertaModel

scope = "library"
decides = "the saved vectors, by AutoModel"

logging.getLogger("transformers").setLevel(logging.ERROR)
_sizes = {"vocab_size": 60, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def vectors(model):
    with torch.no_grad():
        return model.eval()(_token_ids).last_hidden_state


def same(model, wanted):
    return torch.allclose(vectors(model), wanted, atol=1e-5)


by_auto_model, again, by_another_class, by_a_wrong_type = {}, {}, {}, {}
for _family, _class in [("bert", RobertaModel), ("roberta", BertModel)]:
    torch.manual_seed(0)
    _saved = AutoModel.from_config(AutoConfig.for_model(_family, **_sizes))
    for _parameter in _saved.parameters():
        torch.nn.init.normal_(_parameter)  # stands for training
    _wanted = vectors(_saved)
    with tempfile.TemporaryDirectory() as _folder:
        _saved.save_pretrained(_folder)
        _loaded = AutoModel.from_pretrained(_folder)
        by_auto_model[_family] = same(_loaded, _wanted)
        by_another_class[_family] = same(_class.from_pretrained(_folder), _wanted)
        _loaded.save_pretrained(_folder)
        again[_family] = same(AutoModel.from_pretrained(_folder), _wanted)
        _other = _class.config_class.model_type
        _path = Path(_folder, "config.json")
        _right = _path.read_text()
        _wrong = _right.replace(
            f'"model_type": "{_family}"', f'"model_type": "{_other}"'
        )
        assert _wrong != _right
        _path.write_text(_wrong)
        by_a_wrong_type[_family] = same(AutoModel.from_pretrained(_folder), _wanted)

print("the saved vectors, by AutoModel:", by_auto_model)
print("saved and loaded again:", again)
print("by another family's class:", by_another_class)
print("by AutoModel where config.json names the other:", by_a_wrong_type)
assert not any(by_a_wrong_type.values()), by_a_wrong_type
assert all(by_auto_model.values()), by_auto_model
assert all(again.values()), again
assert not any(by_another_class.values()), by_another_class
