"""Read a model's outputs by name, as `outputs.last_hidden_state`: unpacked they give only their names, and with `return_dict=False` they are a tuple without names. The names hold the same tensors as the tuple's places, in `BertModel` and, with a loss, in `BertForSequenceClassification`."""

import torch
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "by name:"

torch.manual_seed(0)
_sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
_config = BertConfig.from_dict({"vocab_size": 50, "intermediate_size": 24, **_sizes})
_token_ids, _labels = torch.tensor([[2, 5, 7, 3]]), torch.tensor([1])


def error_of(do):
    try:
        do()
    except (AttributeError, TypeError) as error:
        return str(error)
    return "none"


model = BertModel(BertConfig(num_hidden_layers=1)).eval()
outputs = model(_token_ids)
vectors, pooled = outputs.last_hidden_state, outputs.pooler_output
first, second = outputs
print("by name:", vectors.shape, "unpacked:", first, second)
unpacked = [first, second]
_as_tuple = model(_token_ids, return_dict=False)
_classifier = BertForSequenceClassification(_config).eval()
_named = _classifier(_token_ids, labels=_labels)
_places = _classifier(_token_ids, labels=_labels, return_dict=False)
same_tensors = [
    one.equal(other)
    for one, other in (
        (vectors, _as_tuple[0]),
        (pooled, _as_tuple[1]),
        (_named.loss, _places[0]),
        (_named.logits, _places[1]),
    )
]
errors = {
    "a string's shape": error_of(lambda: first.shape),
    "dropout of a string": error_of(lambda: torch.nn.Dropout()(second)),
    "a tuple's loss": error_of(lambda: _places.loss),
}

print("unpacked names and a tuple's names:", *errors.values(), sep="\n  ")
print("names and places hold the same tensors:", same_tensors)
assert unpacked == ["last_hidden_state", "pooler_output"], unpacked
assert errors["a string's shape"] == "'str' object has no attribute 'shape'", errors
assert "must be Tensor, not str" in errors["dropout of a string"], errors
assert errors["a tuple's loss"] == "'tuple' object has no attribute 'loss'", errors
assert same_tensors == [True] * 4, same_tensors
