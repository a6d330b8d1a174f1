"""Adam goes on moving a row after its last gradient, because its momentum fades slowly; SGD without momentum moves it once."""

import torch
from torch import nn

scope = "library"
decides = "Adam:"


def moved_by_step(optimizer_class):
    """How far each step moves row 1, which is looked up in the first batch alone."""
    torch.manual_seed(0)
    embedding = nn.Embedding(3, 8)
    optimizer = optimizer_class(embedding.parameters(), lr=0.01)
    moved = []
    for step in range(30):
        before = embedding.weight[1].detach().clone()
        optimizer.zero_grad()
        ids = torch.tensor([1, 2]) if step == 0 else torch.tensor([2])
        embedding(ids).sum().backward()
        optimizer.step()
        moved.append((embedding.weight[1] - before).norm().item())
    return moved


_adam, _sgd = moved_by_step(torch.optim.Adam), moved_by_step(torch.optim.SGD)
first_step = _adam[0]
later_steps = sum(_adam[1:])
times_as_far = later_steps / first_step
later_steps_sgd = sum(_sgd[1:])

print("row 1 is looked up in the first batch, and never again")
print(f"Adam: first step {first_step:.4f},", end=" ")
print(f"the 29 after it together {later_steps:.4f}")
print(f"SGD:  first step {_sgd[0]:.4f}, the 29 after it together {later_steps_sgd}")
assert later_steps > 2 * first_step, f"{later_steps} after {first_step}"
assert _sgd[0] > 0
assert later_steps_sgd == 0.0
