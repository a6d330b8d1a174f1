"""Split the movement of embedding rows exactly into parts: by the lookup's gradient, the softmax's, and weight decay.

AdamW divides a step by a number that depends on the whole gradient, and its momentum is linear in the gradient. So with
that number given, the step is a sum of three parts, and so is the path of a row (algorithm 2 of
https://arxiv.org/abs/1711.05101). A step of SGD is such a sum anyway.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

CAUSES = ("lookup", "softmax", "decay")


class Movement:
    """Track the rows in `groups`, lists of ids by name. Call `after_step` after each step of the optimizer.

    A tied matrix gets one gradient: a hook on the lookup's output adds up its part, and the rest is the softmax's.
    """

    def __init__(
        self,
        embedding: nn.Embedding,
        groups: Mapping[str, Sequence[int]],
        optimizer: torch.optim.Optimizer,
        clip: float,
    ) -> None:
        self.weight, self.padding_idx = embedding.weight, embedding.padding_idx
        self.optimizer, self.clip = optimizer, clip
        self.ids = [number for group in groups.values() for number in group]
        ends = torch.tensor([len(group) for group in groups.values()]).cumsum(0).tolist()
        self.groups = {name: slice(end - len(groups[name]), end) for name, end in zip(groups, ends, strict=True)}
        self.index_of = torch.full((embedding.num_embeddings,), -1, device=self.weight.device)  # -1: not tracked
        self.index_of[self.ids] = torch.arange(len(self.ids), device=self.weight.device)
        self.start = self.rows = self.weight.detach()[self.ids].clone()
        self.lookup_gradient = torch.zeros_like(self.rows)
        self.momentum = {cause: torch.zeros_like(self.rows) for cause in ("lookup", "softmax")}
        self.moved_by = {cause: torch.zeros_like(self.rows) for cause in CAUSES}
        embedding.register_forward_hook(self._hook)

    def _hook(self, _: nn.Module, inputs: tuple[Any, ...], output: Tensor) -> None:
        if output.requires_grad:
            output.register_hook(lambda gradient: self._add_lookups(inputs[0], gradient))

    def _add_lookups(self, ids: Tensor, gradient: Tensor) -> None:
        """Add the gradient of the lookup's output, (…, d), to the rows of its ids. Those of `padding_idx` get none."""
        index = self.index_of[ids]
        counts = (index >= 0) & (ids != (-1 if self.padding_idx is None else self.padding_idx))
        self.lookup_gradient.index_add_(0, index[counts], gradient[counts])

    def after_step(self, rate: float, norm: float) -> None:
        """Split the step that the optimizer just made. `norm` is the norm of all gradients before clipping.

        Raise RuntimeError if there are no gradients.
        """
        if self.weight.grad is None:
            raise RuntimeError("the embedding has no gradient: call this after the optimizer's step")
        lookup = self.lookup_gradient * min(1.0, self.clip / (norm + 1e-6))  # as torch.nn.utils.clip_grad_norm_ scales
        parts = {"lookup": lookup, "softmax": self.weight.grad[self.ids] - lookup}
        group = self.optimizer.param_groups[0]
        self.moved_by["decay"] -= rate * group["weight_decay"] * self.rows
        for cause, gradient in parts.items():
            self.moved_by[cause] -= rate * self._direction(cause, gradient, group)
        self.rows = self.weight.detach()[self.ids].clone()
        self.lookup_gradient.zero_()

    def _direction(self, cause: str, gradient: Tensor, group: dict[str, Any]) -> Tensor:
        """Return what a part of the gradient adds to the step at a learning rate of 1: for SGD the gradient itself."""
        if "betas" not in group:
            return gradient
        (beta1, beta2), state = group["betas"], self.optimizer.state[self.weight]
        step = float(state["step"])
        self.momentum[cause].lerp_(gradient, 1 - beta1)
        size = state["exp_avg_sq"][self.ids].sqrt() / (1 - beta2**step) ** 0.5 + group["eps"]
        return self.momentum[cause] / (1 - beta1**step) / size

    def shares(self) -> dict[str, float | None]:
        """Return each cause's share of a group's displacement, projected on it: `pad_by_decay`, …; they add up to 1.

        None for rows that did not move. `unaccounted` is the largest element that the three do not explain, divided by
        the largest of all: float noise.
        """
        displacement = self.rows - self.start
        shares: dict[str, float | None] = {}
        for name, rows in self.groups.items():
            squared_length = displacement[rows].square().sum().item()
            for cause in CAUSES:
                along = (self.moved_by[cause][rows] * displacement[rows]).sum().item()
                shares[f"{name}_by_{cause}"] = along / squared_length if squared_length else None
        largest = displacement.abs().max().item()
        rest = (displacement - sum(self.moved_by.values())).abs().max().item()
        return {**shares, "unaccounted": rest / largest if largest else 0.0}
