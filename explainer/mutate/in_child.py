"""What changed programs call, in their own process: here alone is it known what a model shares, or is given."""

import json
import os
import random
from collections.abc import Callable, Mapping
from typing import Any

from explainer.mutate.files_in_child import files_with_a_gap as files_with_a_gap  # the programs call these, too
from explainer.mutate.files_in_child import fresh_weights as fresh_weights
from explainer.mutate.other_values import NotApplicable
from explainer.mutate.other_values import other as other

SEED = 20


_told = set[int]()


def seen(place: int, value: Any = None) -> Any:
    """Tells once that a place of the program runs; gives the value that stands there."""
    if place not in _told:
        _told.add(place)
        os.write(1, f"\nplace {place} ran\n".encode())
    return value


def sharing_turned_round(made: Any) -> Any:
    """A model in which input and output have a matrix each if they shared one, or one if they did not.

    Where there is no such output, the first two parameters of one shape are made one. `made` may be the tuple that
    begins with the model.
    """
    import torch

    model = made[0] if isinstance(made, tuple) else made
    first, last = model.get_input_embeddings(), model.get_output_embeddings()
    if last is None:
        _join_two(model)
    elif last.weight is first.weight:
        last.weight = torch.nn.Parameter(first.weight.detach().clone(), requires_grad=first.weight.requires_grad)
    elif last.weight.shape == first.weight.shape:
        last.weight = first.weight
    else:
        raise NotApplicable("nothing is shared, and nothing could be")
    return made


def _join_two(model: Any) -> None:
    known: dict[Any, Any] = {}
    for module in model.modules():
        for name, parameter in list(module.named_parameters(recurse=False)):
            if parameter.shape in known:
                setattr(module, name, known[parameter.shape])
                return
            known[parameter.shape] = parameter
    raise NotApplicable("no two parameters have one shape")


def ones(mask: Any) -> Any:
    """A mask that hides nothing."""
    if not hasattr(mask, "new_ones") or mask.bool().all():
        raise NotApplicable("nothing is masked")
    return mask.new_ones(mask.shape)


def unmasked(batch: Any) -> Any:
    """What a model is given, with a mask that hides nothing."""
    if not isinstance(batch, Mapping) or "attention_mask" not in batch:
        raise NotApplicable("no mask is given")
    return {**batch, "attention_mask": ones(batch["attention_mask"])}


def shuffled_logs() -> None:
    """From now on JSON gives its numbers with a point in another order."""
    inner = json.loads

    def loads(text: Any, *args: Any, **options: Any) -> Any:
        value = inner(text, *args, **options)
        found: list[float] = []
        _floats(value, found.append)
        random.Random(SEED).shuffle(found)  # noqa: S311 (no secret)
        left = iter(found)
        return _with_floats(value, lambda: next(left))

    changed: Any = json
    changed.loads = loads
    changed.load = lambda file, **options: loads(file.read(), **options)


def _floats(value: Any, see: Callable[[float], Any]) -> None:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _floats(item, see)
    elif isinstance(value, float):
        see(value)


def _with_floats(value: Any, draw: Callable[[], float]) -> Any:
    if isinstance(value, dict):
        return {name: _with_floats(item, draw) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_floats(item, draw) for item in value]
    return draw() if isinstance(value, float) else value
