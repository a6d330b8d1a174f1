"""Pass token types by name: as the second positional argument they become the attention mask, and hide the whole first text. `model(ids, types)` takes the token types for a mask, and they are 0 for the first text."""

import torch
from transformers import BertConfig, BertForNextSentencePrediction

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "taken for the mask"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "initializer_range": 0.2,
    }
)
model = BertForNextSentencePrediction(config).eval()
_ids = torch.tensor([[2, 11, 12, 13, 3, 21, 22, 23, 3]])
_types = torch.tensor([[0, 0, 0, 0, 0, 1, 1, 1, 1]])

with torch.no_grad():
    _by_position = model(_ids, _types)[0]
    _as_mask = model(_ids, attention_mask=_types)[0]
    _as_types = model(_ids, token_type_ids=_types)[0]
_other = _ids.clone()
_other[0, 1:4] = torch.tensor([71, 72, 73])  # another first text
with torch.no_grad():
    _with_another_first = model(_other, _types)[0]

taken_for_the_mask = torch.equal(_by_position, _as_mask)
taken_for_types = torch.equal(_by_position, _as_types)
first_text_is_seen = not torch.allclose(_by_position, _with_another_first, atol=1e-6)
print("taken for the mask:", taken_for_the_mask)
print("taken for the token types:", taken_for_types)
print("another first text changes the scores:", first_text_is_seen)
assert taken_for_the_mask and not taken_for_types, (
    f"taken for the mask: {taken_for_the_mask}; for the types: {taken_for_types}"
)
assert not first_text_is_seen
