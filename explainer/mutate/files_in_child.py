"""Files of weights that give something else than what is in them; changed programs call this, in their own process."""

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

SEED = 20
ROOT = Path.cwd().resolve()  # where a program starts, which may be a temporary folder itself


def fresh_weights() -> None:
    """From now on every file of weights gives fresh ones; files that the program itself wrote give what is in them."""
    import safetensors.torch
    import torch

    _replace(torch, "load", lambda got: _fresh_tensors(got, set()))
    _replace(safetensors.torch, "load_file", lambda got: _fresh_tensors(got, set()))
    _open_with(_Fresh)
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
        path = Path(place).resolve()
        return path.is_relative_to(Path(tempfile.gettempdir()).resolve()) and not path.is_relative_to(ROOT)
    except TypeError:  # no path, but a buffer
        return True


def _replace(module: Any, name: str, change: Callable[[Any], Any], *, also_own: bool = False) -> None:
    """Has a function that reads a file give something else; of files that the program wrote only if `also_own`."""
    inner = getattr(module, name)

    def read(file: Any, *args: Any, **options: Any) -> Any:
        got = inner(file, *args, **options)
        return got if _is_temporary(file) and not also_own else change(got)

    setattr(module, name, read)


class _Opened:
    """A file that `safe_open` opened, and goes on to be, but for what a subclass changes."""

    def __init__(self, inner: Callable[..., Any], file: Any, *args: Any, **options: Any) -> None:
        self.own = _is_temporary(file)
        self.opened = inner(file, *args, **options)

    def __enter__(self) -> Any:
        self.opened.__enter__()
        return self

    def __exit__(self, *error: Any) -> Any:
        return self.opened.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.opened, name)


class _Fresh(_Opened):
    def get_tensor(self, name: str) -> Any:
        tensor = self.opened.get_tensor(name)
        return tensor if self.own else _fresh_tensors(tensor, set())


class _Gap(_Opened):
    def keys(self) -> list[str]:
        names = list(self.opened.keys())
        return [name for name in names if name != names[len(names) // 2]]


def _open_with(kind: type[_Opened]) -> None:
    import safetensors

    loading: Any = sys.modules.get("transformers.modeling_utils")
    module: Any = safetensors
    opened = partial(kind, module.safe_open)
    module.safe_open = opened
    if kind is _Gap and hasattr(loading, "safe_open"):
        loading.safe_open = opened


def files_with_a_gap() -> None:
    """From now on each file of weights lacks a tensor, the one in the middle."""
    import safetensors.torch
    import torch

    _replace(torch, "load", _with_a_gap, also_own=True)
    _replace(safetensors.torch, "load_file", _with_a_gap, also_own=True)
    _open_with(_Gap)


def _with_a_gap(got: Any) -> Any:
    if isinstance(got, dict) and len(got) > 1:
        del got[list(got)[len(got) // 2]]
    return got


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
