"""A step of SGD on the tied matrix is the sum of its two parts' steps; AdamW's first step is not. Where the parts agree, AdamW goes half as far as that sum, and where they disagree it follows one of them. The gradients of this fresh model are far above AdamW's ε."""

import torch
from transformers import BertConfig, BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "SGD:"

config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
torch.manual_seed(0)
_ids = torch.randint(5, 100, (8, 16))
learning_rate = 0.001


def moved_by_one_step(optimizer_class, tied):
    """How far the embedding's and the decoder's matrix go, from the same start."""
    torch.manual_seed(0)
    model = BertForMaskedLM(config).double().eval()
    embedding = model.bert.embeddings.word_embeddings
    decoder = model.cls.predictions.decoder
    start = embedding.weight.detach().clone()
    if not tied:
        decoder.weight = torch.nn.Parameter(start.clone())
    matrices = [embedding.weight] if tied else [embedding.weight, decoder.weight]
    optimizer = optimizer_class(matrices, lr=learning_rate, weight_decay=0.0)
    scores = model(_ids)
    logits = scores if torch.is_tensor(scores) else scores[0]
    torch.nn.functional.cross_entropy(logits.flatten(0, 1), _ids.flatten()).backward()
    optimizer.step()
    return [(matrix - start).detach() for matrix in matrices]


(_tied,) = moved_by_one_step(torch.optim.SGD, tied=True)
_by_lookup, _by_softmax = moved_by_one_step(torch.optim.SGD, tied=False)
_off = (_tied - _by_lookup - _by_softmax).norm()
_smaller = min(_by_lookup.norm(), _by_softmax.norm())
sgd_differs_by_less_than = 1e-10  # times the norm of the smaller step

_seen = _ids.unique()  # the rows with both parts
_moved = [
    *moved_by_one_step(torch.optim.AdamW, tied=True),
    *moved_by_one_step(torch.optim.AdamW, tied=False),
]
# In units of the learning rate:
_tied, _by_lookup, _by_softmax = (_one[_seen] / learning_rate for _one in _moved)
_agree = _by_lookup.sign() == _by_softmax.sign()
_sum = _by_lookup + _by_softmax
agree_percent = 100 * _agree.double().mean().item()
step = {  # the mean size of a value's step
    "tied": _tied.abs().mean().item(),
    "sum, where the parts agree": _sum[_agree].abs().mean().item(),
    "sum, where they do not": _sum[~_agree].abs().mean().item(),
}

print(f"SGD: tied step and sum of two differ by less than {sgd_differs_by_less_than}")
print(f"AdamW, in learning rates; the parts agree in {agree_percent:.1f} % of values")
for name, size in step.items():
    print(f"  {name:27}{size:.3f}")
assert _off < sgd_differs_by_less_than * _smaller, f"SGD: they differ by {_off}"
assert 0.99 < step["tied"] < 1.001, step
assert 1.98 < step["sum, where the parts agree"] < 2.001, step
assert step["sum, where they do not"] < 0.01, step
assert 30 < agree_percent < 70, f"the parts agree in {agree_percent} % of the values"
