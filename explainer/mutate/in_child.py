"""What changed programs call, in their own process: here alone is it known what a model shares, or is given."""

import json
import random
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SEED = 20


class NotApplicable(Exception):
    """The change would change nothing: nothing is shared, say, or nothing masked."""


def unshared(made: Any) -> Any:
    """A model with a copy in place of the matrix that its input and output share; or the tuple that begins with it."""
    import torch

    model = made[0] if isinstance(made, tuple) else made
    first, last = model.get_input_embeddings(), model.get_output_embeddings()
    if last is None or last.weight is not first.weight:
        raise NotApplicable("nothing is shared")
    last.weight = torch.nn.Parameter(first.weight.detach().clone(), requires_grad=first.weight.requires_grad)
    return made


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


def fresh_weights() -> None:
    """From now on every file of weights gives fresh ones; files that the program itself wrote give what is in them."""
    import safetensors.torch
    import torch

    _replace(torch, "load", lambda got: _fresh_tensors(got, set()))
    _replace(safetensors.torch, "load_file", lambda got: _fresh_tensors(got, set()))
    _patch_safe_open()
    try:
        from transformers import PreTrainedModel
    except ImportError:
        return
    inner = PreTrainedModel.from_pretrained.__func__

    def from_pretrained(cls: Any, name: Any = None, *args: Any, **options: Any) -> Any:
        made = inner(cls, name, *args, **options)
        if not _is_temporary(name):
            _make_fresh(made[0] if isinstance(made, tuple) else made)
        return made

    PreTrainedModel.from_pretrained = classmethod(from_pretrained)


def _is_temporary(place: Any) -> bool:
    """Whether a file is the program's own: what it saved a moment ago it saved into a temporary folder."""
    try:
        return Path(place).resolve().is_relative_to(Path(tempfile.gettempdir()).resolve())
    except TypeError:  # no path, but a buffer
        return True


def _replace(module: Any, name: str, change: Callable[[Any], Any]) -> None:
    inner = getattr(module, name)

    def read(file: Any, *args: Any, **options: Any) -> Any:
        got = inner(file, *args, **options)
        return got if _is_temporary(file) else change(got)

    setattr(module, name, read)


def _patch_safe_open() -> None:
    import safetensors

    inner: Any = safetensors.safe_open

    class Opened:
        def __init__(self, file: Any, *args: Any, **options: Any) -> None:
            self.own: bool = _is_temporary(file)
            self.opened: Any = inner(file, *args, **options)

        def __enter__(self) -> Any:
            self.opened.__enter__()
            return self

        def __exit__(self, *error: Any) -> Any:
            return self.opened.__exit__(*error)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.opened, name)

        def get_tensor(self, name: str) -> Any:
            tensor = self.opened.get_tensor(name)
            return tensor if self.own else _fresh_tensors(tensor, set())

    changed: Any = safetensors
    changed.safe_open = Opened


def _make_fresh(model: Any) -> None:
    """The parameters of a model of the same class that was never trained, in place: what is shared stays shared."""
    import torch

    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(SEED)
        new = dict(type(model)(model.config).named_parameters(remove_duplicate=False))
        for name, parameter in model.named_parameters():
            parameter.copy_(new[name].detach().to(parameter.dtype))


def _fresh_tensors(value: Any, done: set[int]) -> Any:
    """Floating-point tensors drawn again, in place; lengths that were one, as of a scale, stay near one."""
    import torch

    if isinstance(value, Mapping):
        for item in value.values():
            _fresh_tensors(item, done)
    elif isinstance(value, torch.Tensor) and value.is_floating_point() and not value.is_meta:
        with torch.no_grad():
            if value.data_ptr() not in done:
                done.add(value.data_ptr())
                drawn = torch.Generator().manual_seed(SEED + len(done))
                value.copy_(torch.randn(value.shape, generator=drawn) * 0.02)
    return value


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
