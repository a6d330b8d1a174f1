"""`torch.func.functional_call` with a new matrix for one name uses it under both. Two tensors for the two names, as `model.state_dict()` has them, it refuses."""

import copy
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_ids)[0].detach()
_matrix = torch.randn(100, 24)
_call = torch.func.functional_call
_matrix_names = (
    "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.weight",
)
_called = [_call(model, {name: _matrix}, (_ids,))[0] for name in _matrix_names]
_twin = copy.deepcopy(model)
_twin.bert.embeddings.word_embeddings.weight.data = _matrix
_expected = _twin(_ids)[0]
both_replaced = all(torch.allclose(c, _expected, atol=1e-5) for c in _called)
try:
    _call(model, model.state_dict(), (_ids,))
    refused = ""
except ValueError as _error:
    refused = str(_error).split("[")[0].strip()
_named = _call(model, dict(model.named_parameters()), (_ids,))[0]
takes_named = torch.allclose(_named, _before, atol=1e-5)
_all_names = dict(model.named_parameters(remove_duplicate=False))
_named = _call(model, _all_names, (_ids,))[0]
takes_one_tensor_twice = torch.allclose(_named, _before, atol=1e-5)
print("with model.state_dict():", refused)

still_one = head.decoder.weight is embedding.weight
bias_alias = head.decoder.bias is head.bias
_after = model(_ids)[0].detach()
same_logits = torch.allclose(_after, _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_words = _loaded.bert.embeddings.word_embeddings
loads_tied = _loaded.cls.predictions.decoder.weight is _words.weight
loads_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_reloaded = ("tied" if loads_tied else "note: two") + (
    "" if loads_same else ", changed"
)
_which = "both" if both_replaced else "one"

row = [
    {
        "operation": f"`functional_call(…)`: {_which} replaced",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged" if same_logits else "problem: changed",
        "after saving and loading": _reloaded,
        "do": "pass `dict(model.named_parameters())`, not `state_dict()`",
    }
]
for _name, _cell in row[0].items():
    print(f"{_name}: {_cell}")
assert both_replaced, "one of the two kept its matrix"
assert refused, "both names are accepted"
assert takes_named, "named_parameters() give other logits"
assert takes_one_tensor_twice, "both names with one tensor give other logits"
assert still_one, "the decoder has a matrix of its own"
assert bias_alias, f"the decoder's bias is another: {type(head.decoder.bias)}"
assert same_logits, "the logits have changed"
assert loads_tied and loads_same, f"tied {loads_tied}, same logits {loads_same}"
