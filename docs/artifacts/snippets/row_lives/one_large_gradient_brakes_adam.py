"""One large gradient makes Adam's steps small for a long time, because the second moment remembers its square, although the gradients after it are those from before."""

import torch

_weight = torch.nn.Parameter(torch.zeros(()))
_optimizer = torch.optim.Adam([_weight], lr=0.001, betas=(0.9, 0.98))
_places = []
for step in range(401):
    _weight.grad = torch.tensor(30.0 if step == 200 else 1.0)
    _optimizer.step()
    _places.append(_weight.item())

step_before = _places[198] - _places[199]
steps_after = {
    f"{later} steps later": _places[200 + later - 1] - _places[200 + later]
    for later in (50, 100, 150)
}
share_50_later = steps_after["50 steps later"] / step_before

print(f"one step before the large gradient: {step_before:.6f}")
for name, length in steps_after.items():
    print(f"one step, {name}: {length:.6f}")
assert 0 < share_50_later < 0.5, f"{share_50_later}"
assert steps_after["150 steps later"] < 0.95 * step_before
