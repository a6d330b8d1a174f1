"""One batch moves the running mean by a tenth of the way to the batch's mean."""

import torch

scope = "library"

torch.manual_seed(0)
batch = torch.randn(64, 1) + 5
layer = torch.nn.BatchNorm1d(1)
layer(batch)
batch_mean = batch.mean().item()
running_mean = layer.running_mean.item()

print(f"batch mean {batch_mean:.4f}, running mean {running_mean:.4f}")
assert abs(running_mean - 0.1 * batch_mean) < 1e-5
assert batch_mean > 1
