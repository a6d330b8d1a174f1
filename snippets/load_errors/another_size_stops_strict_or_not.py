"""If a tensor's size differs from the class's, `load_state_dict` fails, `strict` or not, and so does `from_pretrained` unless `ignore_mismatched_sizes=True` makes that tensor new. By the time of its error `load_state_dict` has copied all that fits, so what is there is part file, part as it was made."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForSequenceClassification

scope = "library"
decides = "strict=False"

logging.getLogger("transformers").setLevel(logging.CRITICAL)
torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24}
_saved = BertForSequenceClassification(BertConfig(num_labels=3, **_sizes))
for _parameter in _saved.parameters():
    torch.nn.init.normal_(_parameter)  # nothing at a value that a fresh model has


def _error_of(_call, *_arguments, **_options):
    try:
        _call(*_arguments, **_options)
    except RuntimeError as _error:
        return " ".join(str(_error).split())
    return "it loads"


_said, _not_copied = {}, {}
for _strict in (True, False):
    _model = BertForSequenceClassification(BertConfig(num_labels=2, **_sizes))
    _said[_strict] = _error_of(
        _model.load_state_dict, _saved.state_dict(), strict=_strict
    )
    _not_copied[_strict] = sorted(
        _name
        for _name, _tensor in _model.state_dict().items()
        if not torch.equal(_tensor, _saved.state_dict()[_name])
    )
with tempfile.TemporaryDirectory() as _folder:
    _saved.save_pretrained(_folder)
    _by_name = _error_of(
        BertForSequenceClassification.from_pretrained, _folder, num_labels=2
    )
    _new = BertForSequenceClassification.from_pretrained(
        _folder, num_labels=2, ignore_mismatched_sizes=True
    ).state_dict()
_differ = sorted(
    _name
    for _name, _tensor in _saved.state_dict().items()
    if not torch.equal(_tensor, _new[_name])
)

for _strict, _words in _said.items():
    print(f"strict={_strict}: {_words[:61]} …; not copied: {_not_copied[_strict]}")
print("from_pretrained:", _by_name[:70])
print("with the option it loads; not the file's:", _differ)
assert len(_said) == 2, _said
for _strict, _words in _said.items():
    assert "size mismatch for classifier.weight" in _words, f"{_strict}: {_words}"
    assert _not_copied[_strict] == ["classifier.bias", "classifier.weight"]
assert "thus raising an error" in _by_name, _by_name
assert _differ == ["classifier.bias", "classifier.weight"], _differ
assert _new["classifier.weight"].shape == (2, 16), _new["classifier.weight"].shape
