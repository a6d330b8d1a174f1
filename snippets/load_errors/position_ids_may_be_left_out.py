"""Load with `strict=False`, and check that what it returns names only `position_ids`: then all weights are loaded. It works in both directions, with the key in the dictionary alone or in the class alone, and the outputs are the saved model's, again after saving and loading."""

import tempfile

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "same outputs with strict=False"

torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig(vocab_size=50, intermediate_size=24, **_sizes)
_trained = BertModel(_config).eval()
_key, _buffer = "embeddings.position_ids", torch.arange(512).expand(1, -1)
_plain = {_k: _t for _k, _t in _trained.state_dict().items() if _k != _key}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def _with_the_key():
    """A BERT as releases made it that save the buffer."""
    _model = BertModel(_config)
    _model.embeddings.register_buffer("position_ids", _buffer.clone())
    return _model


def _same(_model):
    with torch.no_grad():
        return torch.equal(_model.eval()(_token_ids)[0], _trained(_token_ids)[0])


def _strictly(_model, _file):
    try:
        _model.load_state_dict(_file)
    except RuntimeError as _error:
        return " ".join(str(_error).split(":", 1)[1].split())
    return "loads"


_cases = {
    "in the dictionary alone": (BertModel(_config), {**_plain, _key: _buffer}),
    "in the class alone": (_with_the_key(), _plain),
}
_said, _left, _right = {}, {}, {}
for _what, (_model, _file) in _cases.items():
    _fresh = _with_the_key() if _key in _model.state_dict() else BertModel(_config)
    _said[_what] = _strictly(_fresh, _file)
    _answer = _model.load_state_dict(_file, strict=False)
    _left[_what] = [*_answer.missing_keys, *_answer.unexpected_keys]
    with tempfile.TemporaryDirectory() as _folder:
        _model.save_pretrained(_folder)
        _right[_what] = _same(_model), _same(BertModel.from_pretrained(_folder))
_more = BertModel(_config).load_state_dict({**_plain, "more": _buffer}, strict=False)

for _what in _cases:
    print(f"{_what}: {_said[_what]}")
    print("  strict=False leaves:", _left[_what])
print("same outputs with strict=False, and saved and loaded:", *_right.values())
print("with another name too many:", _more.unexpected_keys)
assert _said["in the dictionary alone"] == f'Unexpected key(s) in state_dict: "{_key}".'
assert _said["in the class alone"] == f'Missing key(s) in state_dict: "{_key}".'
assert all(_names == [_key] for _names in _left.values()), _left
assert list(_right.values()) == [(True, True)] * 2, _right
assert _more.unexpected_keys == ["more"], "it does not name another key"
