"""Remove `DataParallel`'s `module.` or `torch.compile`'s `_orig_mod.` from the dictionary's names: then `load_state_dict` accepts it without an error. Into `BertModel` a classifier's body loads if `bert.` is taken off and the head's names are left out. The outputs are the saved model's, again after saving and loading."""

import tempfile

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "module. taken off"

torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)
_classifier = BertForSequenceClassification(_config).eval()
_token_ids = torch.tensor([[2, 5, 7, 3]])
_wrapped = torch.nn.DataParallel(BertForSequenceClassification(_config))
_wrapped.module.load_state_dict(_classifier.state_dict())
_compiled = torch.compile(_classifier)


def _outputs(_model):
    with torch.no_grad():
        return _model.eval()(_token_ids)[0]


def _error_of(_model, _file):
    try:
        _model.load_state_dict(_file)
    except RuntimeError as _error:
        return str(_error)
    return "loads"


_cases = {
    "module.": (_wrapped.state_dict(), BertForSequenceClassification, _classifier),
    "_orig_mod.": (_compiled.state_dict(), type(_classifier), _classifier),
    "bert.": (_classifier.state_dict(), BertModel, _classifier.bert),
}
_before, _after, _same = {}, {}, {}
for _prefix, (_file, _class, _wanted) in _cases.items():
    _before[_prefix] = _error_of(_class(_config), _file)
    _model = _class(_config)
    _plain = {
        _name.removeprefix(_prefix): _tensor
        for _name, _tensor in _file.items()
        if _name.startswith(_prefix)  # the rest is the head's
    }
    _after[_prefix] = _error_of(_model, _plain)
    with tempfile.TemporaryDirectory() as _folder:
        _model.save_pretrained(_folder)
        _again = _class.from_pretrained(_folder)
    _same[_prefix] = [
        torch.allclose(_outputs(_one), _outputs(_wanted), atol=1e-6)
        for _one in (_model, _again)
    ]

for _prefix in _cases:
    print(f"{_prefix} there: {' '.join(_before[_prefix].split())[:60]}")
    print(f"{_prefix} taken off: {_after[_prefix]}; same outputs: {_same[_prefix]}")
for _prefix, _said in _before.items():
    assert "Missing key(s)" in _said, _said
    assert f'Unexpected key(s) in state_dict: "{_prefix}' in _said, _said
assert list(_after.values()) == ["loads"] * 3, _after
assert all(map(all, _same.values())), _same
