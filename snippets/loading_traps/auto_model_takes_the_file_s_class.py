"""If the file and your class are of different families, load with `AutoModel`: it takes the class that config.json names, and gives the saved vectors. Seen on a BERT's file and a RoBERTa's with random weights, saved and loaded again; the other family's class gives different vectors."""

import logging
import tempfile

import torch
from transformers import AutoConfig, AutoModel, BertModel, RobertaModel

scope = "library"
decides = "by AutoModel"

logging.getLogger("transformers").setLevel(logging.ERROR)
_sizes = {"vocab_size": 60, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def vectors(model):
    with torch.no_grad():
        return model.eval()(_token_ids).last_hidden_state


def same(model, wanted):
    return torch.allclose(vectors(model), wanted, atol=1e-5)


by_auto_model, again, by_another_class = {}, {}, {}
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

print("the saved vectors, by AutoModel:", by_auto_model)
print("saved and loaded again:", again)
print("by another family's class:", by_another_class)
assert all(by_auto_model.values()), by_auto_model
assert all(again.values()), again
assert not any(by_another_class.values()), by_another_class
