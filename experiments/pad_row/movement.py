"""What moved some rows of an embedding: the lookup's gradients, the softmax's, and weight decay, taken apart exactly.

AdamW divides each step by a number that both gradients share, and its momentum is a sum. So given that number the step
is the sum of three, and so is the way of a row (algorithm 2 of https://arxiv.org/abs/1711.05101). SGD's is one anyway.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

WAYS = ("lookup", "softmax", "decay")


class Movement:
    """The ways of the rows in `groups`, lists of ids by name. Call `after_step` after each step of the optimizer."""

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
        self.place = torch.full((embedding.num_embeddings,), -1, device=self.weight.device)
        self.place[self.ids] = torch.arange(len(self.ids), device=self.weight.device)
        self.start = self.rows = self.weight.detach()[self.ids].clone()
        self.looked_up = torch.zeros_like(self.rows)
        self.momentum = {way: torch.zeros_like(self.rows) for way in ("lookup", "softmax")}
        self.way = {way: torch.zeros_like(self.rows) for way in WAYS}
        embedding.register_forward_hook(self._hook)

    def _hook(self, _: nn.Module, inputs: tuple[Any, ...], output: Tensor) -> None:
        if output.requires_grad:
            output.register_hook(lambda gradient: self._add_lookups(inputs[0], gradient))

    def _add_lookups(self, ids: Tensor, gradient: Tensor) -> None:
        place = self.place[ids]
        counts = (place >= 0) & (ids != (-1 if self.padding_idx is None else self.padding_idx))
        self.looked_up.index_add_(0, place[counts], gradient[counts])

    def after_step(self, rate: float, norm: float) -> None:
        """Take the step apart that the optimizer just made. `norm` is that of the gradients before they were clipped.

        Raise RuntimeError if there are no gradients.
        """
        if self.weight.grad is None:
            raise RuntimeError("the embedding has no gradient: call this after the optimizer's step")
        lookup = self.looked_up * min(1.0, self.clip / (norm + 1e-6))  # torch.nn.utils.clip_grad_norm_
        parts = {"lookup": lookup, "softmax": self.weight.grad[self.ids] - lookup}
        group = self.optimizer.param_groups[0]
        self.way["decay"] -= rate * group["weight_decay"] * self.rows
        for way, gradient in parts.items():
            self.way[way] -= rate * self._direction(way, gradient, group)
        self.rows = self.weight.detach()[self.ids].clone()
        self.looked_up.zero_()

    def _direction(self, way: str, gradient: Tensor, group: dict[str, Any]) -> Tensor:
        """Return what a part of the gradient adds to AdamW's step, for a rate of 1. SGD's is the gradient itself."""
        if "betas" not in group:
            return gradient
        (beta1, beta2), state = group["betas"], self.optimizer.state[self.weight]
        step = float(state["step"])
        self.momentum[way].lerp_(gradient, 1 - beta1)
        size = state["exp_avg_sq"][self.ids].sqrt() / (1 - beta2**step) ** 0.5 + group["eps"]
        return self.momentum[way] / (1 - beta1**step) / size

    def shares(self) -> dict[str, float | None]:
        """Return of each group's way the share of lookup, softmax and decay, along the way. They add up to 1.

        None for rows that did not move. `unaccounted` is the largest number of the way that the three do not explain,
        as a share of the largest of all: float noise.
        """
        whole = self.rows - self.start
        found: dict[str, float | None] = {}
        for name, rows in self.groups.items():
            length = whole[rows].square().sum().item()
            for way in WAYS:
                along = (self.way[way][rows] * whole[rows]).sum().item()
                found[f"{name}_by_{way}"] = along / length if length else None
        largest = whole.abs().max().item()
        rest = (whole - sum(self.way.values())).abs().max().item()
        return {**found, "unaccounted": rest / largest if largest else 0.0}
