"""A class can use all of a file and still be new in part: a classifier from an encoder's file has a random head. This holds for `BertForSequenceClassification` and a file saved from `BertModel`."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "left over"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
torch.manual_seed(0)
_saved = BertModel(BertConfig.from_dict(_sizes))
_models = []
with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    for _seed in (1, 2):
        torch.manual_seed(_seed)
        _model, _report = BertForSequenceClassification.from_pretrained(
            _folder, output_loading_info=True
        )
        _models.append(_model)
_state = _model.bert.state_dict()
_used = all(torch.equal(_state[k], tensor) for k, tensor in _saved.state_dict().items())
_random = not torch.equal(*(model.classifier.weight for model in _models))

print("left over:", *_report["unexpected_keys"] or ["nothing"])
print("new:", *sorted(_report["missing_keys"]))
print("another seed gives another head:", _random)
assert not _report["unexpected_keys"], _report["unexpected_keys"]
assert _used, "the encoder is not the file's"
assert {*_report["missing_keys"]} == {"classifier.weight", "classifier.bias"}, _report
assert _random, "the head is not random"
