"""Tying needs no Transformer: in an LSTM language model one assignment makes the output layer and the embedding one matrix. Its gradient is the sum of the two that an untied twin has."""

import torch
from torch import nn

scope = "library"

torch.manual_seed(0)
vocabulary, width = 200, 32


class Model(nn.Module):
    """Scores the next word at each position."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.output = nn.Linear(width, vocabulary)

    def forward(self, ids):
        """Return one score per word of the vocabulary."""
        return self.output(self.lstm(self.embedding(ids))[0])


untied, tied = Model(), Model()
with torch.no_grad():
    untied.output.weight.copy_(untied.embedding.weight)  # equal, and two matrices
tied.load_state_dict(untied.state_dict())
tied.output.weight = tied.embedding.weight  # one matrix

_ids = torch.randint(vocabulary, (4, 16))
for model in (untied, tied):
    _logits = model(_ids[:, :-1])
    nn.functional.cross_entropy(_logits.flatten(0, 1), _ids[:, 1:].flatten()).backward()
_read, _scored = untied.embedding.weight.grad, untied.output.weight.grad
is_the_sum = torch.allclose(tied.embedding.weight.grad, _read + _scored, atol=1e-6)
smaller_part = min(_read.abs().max().item(), _scored.abs().max().item())
parameters = {
    name: sum(one.numel() for one in model.parameters())
    for name, model in (("untied", untied), ("tied", tied))
}

print("parameters:", parameters)
print("the gradient of the one matrix is the sum of the two:", is_the_sum)
assert parameters["untied"] - parameters["tied"] == vocabulary * width
assert is_the_sum and smaller_part > 1e-4, f"{smaller_part}"
