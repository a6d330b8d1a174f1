"""Two Parameters in one memory step twice: plain gradient descent moves the matrix as if it were tied, Adam up to twice as far."""

import copy

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
_ids, _labels = torch.tensor([[2, 5, 7, 3]]), torch.tensor([2, 5, 9, 3])


def step(optimizer, untie):
    """Make one step of a copy of the model: how many Parameters, how far they go."""
    stepped = copy.deepcopy(model)
    if untie:
        stepped.load_state_dict(stepped.state_dict(), assign=True)
    matrix = stepped.bert.embeddings.word_embeddings.weight
    torch.nn.functional.cross_entropy(stepped(_ids)[0][0], _labels).backward()
    optimizer(stepped.parameters(), lr=0.01).step()
    moved = matrix.detach() - model.bert.embeddings.word_embeddings.weight.detach()
    return stepped.cls.predictions.decoder.weight is matrix, moved


_one, _as_tied = step(torch.optim.SGD, untie=False)
_still_one, _as_two = step(torch.optim.SGD, untie=True)
same_with_sgd = torch.allclose(_as_tied, _as_two, atol=1e-7)
_longest = step(torch.optim.Adam, untie=False)[1].abs().max()
_longest_of_two = step(torch.optim.Adam, untie=True)[1].abs().max()
times_as_far = round((_longest_of_two / _longest).item(), 2)

print(f"SGD: the same step: {same_with_sgd}; Adam: {times_as_far} times as far")
assert _one and not _still_one, f"one Parameter: {_one}, then {_still_one}"
assert same_with_sgd, "plain gradient descent makes another step"
assert times_as_far > 1.9, f"Adam's longest step is {times_as_far} times as long"
