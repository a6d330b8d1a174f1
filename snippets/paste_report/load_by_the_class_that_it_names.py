"""To load what `save_pretrained` wrote, use the class under `architectures` in `config.json`: a different class or size can leave parts out or make new ones. With that class nothing is missing or left over, if its `config.json` is as it was saved. This holds for files that nine BERT classes saved, with three layers and three labels, and for a decoder with cross-attention. A class that was made with arguments, such as `add_pooling_layer=False`, needs them again. An untied BERT was not tried."""

import logging
import tempfile

import torch
import transformers
from transformers import AutoConfig, BertConfig

scope = "library"
decides = "by its own class"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 3}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 32, "num_labels": 3}
_decoder = ("BertLMHeadModel", {"is_decoder": True, "add_cross_attention": True})
_spans = ("BertForQuestionAnswering", {"num_labels": 2})
_token_ids = torch.tensor([[2, 5, 7, 3]])
_classes = (
    "BertForPreTraining",
    "BertForMaskedLM",
    "BertLMHeadModel",
    "BertModel",
    "BertForNextSentencePrediction",
    "BertForSequenceClassification",
    "BertForMultipleChoice",
    "BertForTokenClassification",
)


def count(loaded):
    """Return how many names are missing, left over and of another shape."""
    parts = ("missing_keys", "unexpected_keys", "mismatched_keys")
    return [len(loaded[1][part]) for part in parts]


def outputs(model):
    ids = _token_ids
    if "MultipleChoice" in type(model).__name__:
        ids = ids[None]
    return model.eval()(ids)[0]


_same, _own, _others = [], [], {}
for _name, _extra in [*((name, {}) for name in _classes), _decoder, _spans]:
    torch.manual_seed(0)
    _saved = getattr(transformers, _name)(BertConfig(**_sizes | _extra))
    for _parameter in _saved.parameters():
        torch.nn.init.normal_(_parameter, std=0.3)  # stands for training
    with tempfile.TemporaryDirectory() as _folder:
        _saved.save_pretrained(_folder)
        _class = getattr(
            transformers, AutoConfig.from_pretrained(_folder).architectures[0]
        )
        _load, _options = _class.from_pretrained, {"output_loading_info": True}
        _loaded = _load(_folder, **_options)
        _model, _ = _loaded
        _own.append(count(_loaded))
        _same.append(type(_model) is type(_saved))
        _same.append(torch.allclose(outputs(_model), outputs(_saved), atol=1e-4))
        if _name == "BertForSequenceClassification":
            _options["ignore_mismatched_sizes"] = True
            _others = {
                "two layers": count(_load(_folder, num_hidden_layers=2, **_options)),
                "four layers": count(_load(_folder, num_hidden_layers=4, **_options)),
                "two labels": count(_load(_folder, num_labels=2, **_options)),
                "another class": count(
                    transformers.BertForMaskedLM.from_pretrained(_folder, **_options)
                ),
            }

_saved = transformers.BertModel(BertConfig(**_sizes), add_pooling_layer=False)
with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    _load = transformers.BertModel.from_pretrained
    _poolers = [
        count(_load(_folder, output_loading_info=True, **_arguments))
        for _arguments in ({}, {"add_pooling_layer": False})
    ]

print("files, each loaded by its own class:", len(_own))
print("missing, left over, of another shape:", *map(max, zip(*_own, strict=True)))
print("made without a pooler, and loaded with one:", *_poolers[0])
for _title, _numbers in _others.items():
    print(f"{_title}:", *_numbers)
assert all(one == [0, 0, 0] for one in _own), _own
assert _poolers == [[2, 0, 0], [0, 0, 0]], _poolers
assert all(_same), f"other classes or outputs: {_same}"
assert _others["two layers"] == [0, 16, 0], _others
assert _others["four layers"] == [16, 0, 0], _others
assert _others["two labels"] == [0, 0, 2], _others
assert all(_others["another class"][:2]), _others
