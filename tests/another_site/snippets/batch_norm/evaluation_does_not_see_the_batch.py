"""In evaluation a row's output does not depend on the other rows of its batch; in training it does."""

import torch

scope = "library"

torch.manual_seed(0)
row, others, more = torch.randn(1, 3), torch.randn(7, 3), torch.randn(7, 3) + 4
layer = torch.nn.BatchNorm1d(3)


def moved() -> float:
    """How far the row's output moves when the other rows change."""
    one, two = (layer(torch.cat([row, rest]))[0] for rest in (others, more))
    return float((one - two).abs().max())


moved_in_training = moved()
layer.eval()
moved_in_evaluation = moved()

print(f"training: {moved_in_training:.3f}; evaluation: {moved_in_evaluation:.3f}")
assert moved_in_training > 0.1
assert moved_in_evaluation == 0
