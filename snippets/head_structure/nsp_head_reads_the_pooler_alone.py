"""The NSP head is one linear layer on the pooler's output, and gives two scores for a pair of texts. The pooler's output is `tanh(W·h₀ + b)` of the first token's vector; no other vector of the last layer changes a bit of the scores."""

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "they change with"

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
model = BertForPreTraining(config).eval()
pooler, head = model.bert.pooler.dense, model.cls.seq_relationship
for _layer in (pooler, head):
    torch.nn.init.normal_(_layer.bias)  # a fresh one is zero, and would not show
_pairs = torch.tensor([[2, 11, 12, 3, 21, 22, 3], [2, 11, 12, 3, 41, 42, 3]])
_types = torch.tensor([[0, 0, 0, 0, 1, 1, 1]] * 2)
_first_position = torch.arange(7).view(7, 1) == 0


def scores_with(changed):
    """The vectors, and the scores of the model whose last layer gives others."""
    seen = []

    def change(_, __, output):
        is_tuple = isinstance(output, tuple)
        seen.append(output[0] if is_tuple else output)
        vectors = changed(seen[0])
        return (vectors, *output[1:]) if is_tuple else vectors

    hook = model.bert.encoder.layer[-1].register_forward_hook(change)
    with torch.no_grad():
        scores = tuple(model(_pairs, token_type_ids=_types)[:2])[1]
    hook.remove()
    return seen[0], scores


_noise = torch.randn(2, 7, 32)
_vectors, _scores = scores_with(lambda vectors: vectors)
_, _others_replaced = scores_with(lambda v: torch.where(_first_position, v, _noise))
_, _first_replaced = scores_with(lambda v: torch.where(_first_position, _noise, v))
_pooled = torch.tanh(_vectors[:, 0] @ pooler.weight.T + pooler.bias)
agrees = torch.allclose(_pooled @ head.weight.T + head.bias, _scores, atol=1e-5)
others_change_them = not torch.equal(_others_replaced, _scores)
first_changes_them = not torch.allclose(_first_replaced, _scores, atol=0.1)
shapes = {"weight": list(head.weight.shape), "scores": list(_scores.shape)}

print("weight:", shapes["weight"], " scores of two pairs:", shapes["scores"])
print("pooler and linear layer, done by hand, agree:", agrees)
print("they change with the first token's vector:", first_changes_them, end="; ")
print("with the others:", others_change_them)
assert shapes["scores"] == [len(_pairs), 2], f"{shapes}"
assert agrees
assert first_changes_them and not others_change_them
