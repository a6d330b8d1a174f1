"""One step of SGD moves the right token's row along the vector h, and all other rows against it. In a head of three tokens and two dimensions, it adds learning rate · (y − p) · h to each row; tied, the lookup then gives the moved row."""

import torch

scope = "arithmetic"
decides = "so many times the vector"

words = ["cat", "dog", "the"]
right = "cat"
learning_rate = 0.2
embedding = torch.nn.Embedding(3, 2)  # the lookup: a row for each token
decoder = torch.nn.Linear(2, 3)
decoder.weight = embedding.weight  # the tie
with torch.no_grad():
    decoder.weight.copy_(torch.tensor([[0.5, 0.0], [-0.5, 1.0], [-0.5, 0.5]]))
    decoder.bias.copy_(torch.tensor([0.0, 0.0, 2.5]))
h = torch.tensor([2.0, 1.0], requires_grad=True)
_right = words.index(right)

_E, _b = decoder.weight.detach().clone(), decoder.bias.detach().clone()
_logits = decoder(h)
torch.nn.functional.cross_entropy(_logits, torch.tensor(_right)).backward()
_h, _scores = h.detach(), _logits.detach()
_p = _scores.exp() / _scores.exp().sum()
_error = _p - torch.eye(3)[_right]  # p − y
gradients_agree = {
    "rows": torch.allclose(decoder.weight.grad, _error[:, None] * _h),
    "biases": torch.allclose(decoder.bias.grad, _error),
    "vector": torch.allclose(h.grad, _error @ _E),
}

torch.optim.SGD(decoder.parameters(), learning_rate).step()
with torch.no_grad():
    _looked_up = embedding(torch.arange(3))
    _after = decoder(h).softmax(-1)
_moved = _looked_up - _E  # what the lookup of each token gives now, less what it gave
_along = _moved @ _h / (_h @ _h)  # how many times the vector


def numbers(values):
    return ", ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)


start = [
    {
        "token": word,
        "its row": numbers(_E[at].tolist()),
        "bias": numbers([_b[at].item()]),
        "logit": numbers([_scores[at].item()]),
        "p": f"{_p[at]:.3f}",
        "p − y": f"{_error[at]:+.3f}",
        "its row after one step": numbers(_looked_up[at].tolist()),
        "p after it": f"{_after[at]:.3f}",
    }
    for at, word in enumerate(words)
]
cat_by_hand = "{} · {} + {} · {} + {} = {}".format(
    *(numbers([one.item()]) for one in (_E[0, 0], _h[0], _E[0, 1], _h[1], _b[0])),
    start[0]["logit"],
)
vector = {"first": _h[0].item(), "second": _h[1].item()}
p_of_the_right_one = {"before": _p[_right].item(), "after": _after[_right].item()}
first_choice = {
    "before": words[_p.argmax()],
    "after": words[_after.argmax()],
    "without_the_bias": words[(_E @ _h).argmax()],
}

print("cat:", cat_by_hand)
for row in start:
    print(*(f"{name} {value};" for name, value in row.items()))
print("autograd's gradient is (p − y)h, p − y, Eᵀ(p − y):", gradients_agree)
print("each row moved by so many times the vector:", numbers(_along.tolist()))
print("the first choice:", first_choice)
assert all(gradients_agree.values()), f"{gradients_agree}"
assert torch.allclose(_moved, _along[:, None] * _h), f"{_moved}"
for _part in (_along, (decoder.bias - _b).detach()):  # the rows, the biases
    assert torch.allclose(_part, -learning_rate * _error), f"{_part}"
assert (_along > 0).tolist() == [word == right for word in words], f"{_along}"
assert first_choice == {"before": "the", "after": "cat", "without_the_bias": "cat"}
