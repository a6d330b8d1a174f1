"""The running variance is that of the sample, divided by n − 1, although the batch is normalised by n."""

import torch

scope = "library"

batch = torch.tensor([[0.0], [1.0], [2.0], [5.0]])
layer = torch.nn.BatchNorm1d(1, momentum=1.0)
normalised = layer(batch)
by_n = batch.var(unbiased=False).item()
by_n_minus_1 = batch.var(unbiased=True).item()
running = layer.running_var.item()
variances = [
    {"variance": "by n", "value": by_n},
    {"variance": "by n − 1", "value": by_n_minus_1},
    {"variance": "running_var", "value": running},
]

print(f"by n {by_n:.3f}, by n - 1 {by_n_minus_1:.3f}, running {running:.3f}")
assert abs(running - by_n_minus_1) < 1e-5 and by_n_minus_1 - by_n > 0.5
assert abs(normalised.var(unbiased=False).item() - 1) < 1e-4
