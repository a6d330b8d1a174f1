"""A decoder untied by a copy, saved before it was trained, is tied again when it is loaded. The configuration must say untied, too."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
tied_again = {}
for _wish in (True, False):
    config.tie_word_embeddings = True
    _model = BertForMaskedLM(config)
    _decoder = _model.cls.predictions.decoder
    _decoder.weight = torch.nn.Parameter(_decoder.weight.detach().clone())
    _decoder.bias = torch.nn.Parameter(_decoder.bias.detach().clone())
    _model.config.tie_word_embeddings = _wish
    with tempfile.TemporaryDirectory() as _folder:
        _model.save_pretrained(_folder)
        _loaded = BertForMaskedLM.from_pretrained(_folder)
    _weight = _loaded.cls.predictions.decoder.weight
    _words = _loaded.bert.embeddings.word_embeddings.weight
    tied_again[f"tie_word_embeddings {_wish}"] = _weight is _words

print(tied_again)
assert tied_again["tie_word_embeddings True"], "the copy stays a copy"
assert not tied_again["tie_word_embeddings False"], (
    "it is tied against its configuration"
)
