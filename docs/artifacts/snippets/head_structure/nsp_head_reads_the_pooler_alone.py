"""The NSP head is one linear layer on the pooler's output, and gives two scores for a pair of texts."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForPreTraining(config).eval()
head = model.cls.seq_relationship
torch.nn.init.normal_(head.bias)  # a fresh one is zero, and would not show
_pairs = torch.tensor([[2, 11, 12, 3, 21, 22, 3], [2, 11, 12, 3, 41, 42, 3]])
_types = torch.tensor([[0, 0, 0, 0, 1, 1, 1]] * 2)

with torch.no_grad():
    _pooled = model.bert(_pairs, token_type_ids=_types).pooler_output
    _scores = model(_pairs, token_type_ids=_types).seq_relationship_logits
    _by_hand = _pooled @ head.weight.T + head.bias
shapes = {"weight": list(head.weight.shape), "scores": list(_scores.shape)}
agrees = torch.allclose(_by_hand, _scores, atol=1e-5)

print("weight:", shapes["weight"], " scores of two pairs:", shapes["scores"])
print("one linear layer on the pooler, done by hand, agrees:", agrees)
assert shapes["scores"] == [len(_pairs), 2], f"{shapes}"
assert agrees
