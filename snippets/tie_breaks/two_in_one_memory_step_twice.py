"""Two Parameters that share memory are stepped twice. Plain gradient descent then moves the matrix as if it were tied; Adam's first step moves a value up to twice as far. After ten steps some have gone more than three times as far."""

import copy

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "Adam, times"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
rate = 0.001
_ids, _labels = torch.tensor([[2, 5, 7, 3]]), torch.tensor([2, 5, 9, 3])


def moved(optimizer, steps, untie):
    """Train a copy of the model: whether it is tied, and how far its values go."""
    trained = copy.deepcopy(model)
    if untie:
        trained.load_state_dict(trained.state_dict(), assign=True)
    matrix = trained.bert.embeddings.word_embeddings.weight
    stepper = optimizer(trained.parameters(), lr=rate)
    for _ in range(steps):
        stepper.zero_grad()
        torch.nn.functional.cross_entropy(trained(_ids)[0][0], _labels).backward()
        stepper.step()
    way = matrix.detach() - model.bert.embeddings.word_embeddings.weight.detach()
    return trained.cls.predictions.decoder.weight is matrix, way


_one, _as_tied = moved(torch.optim.SGD, 1, False)
_still_one, _as_two = moved(torch.optim.SGD, 1, True)
same_with_sgd = torch.allclose(_as_tied, _as_two, atol=1e-7)
times_as_far = {}  # the largest, of the values that the tied model moves a whole step
for _steps in (1, 10):
    _tied, _two = (moved(torch.optim.Adam, _steps, untie)[1] for untie in (False, True))
    _whole = _tied.abs() > 0.99 * rate
    _times = (_two / _tied)[_whole].abs().max().item()
    times_as_far[f"after {_steps}"] = round(_times, 2)

print(f"SGD: the same step: {same_with_sgd}")
print("Adam, times as far as tied, in steps:", times_as_far)
assert _one and not _still_one, f"one Parameter: {_one}, then {_still_one}"
assert same_with_sgd, "plain gradient descent makes another step"
assert 1.9 < times_as_far["after 1"] < 2.01, f"Adam: {times_as_far} times as far"
assert times_as_far["after 10"] > 3, f"Adam: {times_as_far} times as far"
