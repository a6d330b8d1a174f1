"""A text with more tokens than the model has positions makes only that call fail: the weights stay as they are. Seen on a BERT, and on a RoBERTa, which counts from the id after the pad token's, so that some rows are no token's; a shorter text gives the same vectors before and after."""

import torch
from transformers import BertConfig, BertModel, RobertaConfig, RobertaModel

scope = "library"
needs_cpu = "a bad index is an IndexError on the CPU, and ends the use of CUDA"
decides = "same vectors as before"

torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_sizes |= {"vocab_size": 50, "intermediate_size": 24, "max_position_embeddings": 512}
_models = {
    "BERT": BertModel(BertConfig(**_sizes)).eval(),
    "RoBERTa": RobertaModel(RobertaConfig(pad_token_id=1, **_sizes)).eval(),
}


def _vectors(_model, _length):
    """Return the vectors of a text of so many tokens, or the error."""
    try:
        with torch.no_grad():
            return _model(torch.full((1, _length), 7)).last_hidden_state
    except (RuntimeError, IndexError) as _error:
        return str(_error)


def _fits(_model, _length):
    return isinstance(_vectors(_model, _length), torch.Tensor)


_longest, _errors, _unhurt = {}, {}, {}
for _name, _model in _models.items():
    _before = _vectors(_model, 9)
    _errors[_name] = _vectors(_model, 678)
    _unhurt[_name] = torch.equal(_vectors(_model, 9), _before)
    _longest[_name] = max(_n for _n in range(505, 520) if _fits(_model, _n))

for _name in _models:
    print(f"{_name}: {_errors[_name][:90]}")
print("longest texts of BERT and RoBERTa:", *_longest.values())
print("a shorter text gives the same vectors as before:", *_unhurt.values())
assert "(678) must match the existing size (512)" in _errors["BERT"], _errors["BERT"]
assert isinstance(_errors["RoBERTa"], str), "RoBERTa takes the longer text"
assert _longest == {"BERT": 512, "RoBERTa": 512 - 2}, _longest
assert list(_unhurt.values()) == [True, True], _unhurt
