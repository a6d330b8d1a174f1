"""To read one position's scores, give the head that position's vector alone, `model.cls(vectors[:, position])`. Its scores are the logits' at that position, up to float32's rounding, and no other position's are computed."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
model = BertForMaskedLM(BertConfig(num_hidden_layers=2, vocab_size=1000)).eval()
_ids = torch.randint(5, 1000, (4, 20))
position = 7

with torch.no_grad():
    _logits = model(_ids).logits
    _vectors = model.bert(_ids).last_hidden_state
    _scores = model.cls(_vectors[:, position])
shapes = {"all positions": list(_logits.shape), "one": list(_scores.shape)}
same = torch.allclose(_scores, _logits[:, position], atol=1e-5)

print("the same scores:", same, shapes)
assert shapes == {"all positions": [4, 20, 1000], "one": [4, 1000]}, f"{shapes}"
assert same, f"{(_scores - _logits[:, position]).abs().max()}"
