"""Tying needs no Transformer: in an LSTM language model one assignment makes the output layer and the embedding one matrix, which training moves as one."""

import torch
from torch import nn

torch.manual_seed(0)
vocabulary, width = 200, 32


class Model(nn.Module):
    """Scores the next word at each position."""

    def __init__(self, tied):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.output = nn.Linear(width, vocabulary)
        if tied:
            self.output.weight = self.embedding.weight

    def forward(self, ids):
        """Return one score per word of the vocabulary."""
        return self.output(self.lstm(self.embedding(ids))[0])


tied, untied = Model(tied=True), Model(tied=False)
_count = {m: sum(one.numel() for one in m.parameters()) for m in (tied, untied)}
parameters = {"tied": _count[tied], "untied": _count[untied]}

_before = tied.output.weight.detach().clone()
_ids = torch.randint(vocabulary, (4, 16))
_logits = tied(_ids[:, :-1])
nn.functional.cross_entropy(_logits.flatten(0, 1), _ids[:, 1:].flatten()).backward()
torch.optim.SGD(tied.parameters(), lr=0.1).step()
still_one = torch.equal(tied.output.weight, tied.embedding.weight)
moved = not torch.equal(tied.output.weight, _before)

print("parameters:", parameters)
print("after a step: moved:", moved, " still one matrix:", still_one)
assert parameters["untied"] - parameters["tied"] == vocabulary * width
assert moved and still_one, f"moved {moved}, one {still_one}"
