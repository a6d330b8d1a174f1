"""Turns a snippet's top-level values into facts. Runs in the child process, where torch may be loaded."""

import math
import re
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

from explainer.plain import LONGEST, SHADOWED, Plain, is_table, rounded

LONGEST_TABLE = 4_000  # scalars, of which a page shows LONGEST: beyond that it is a file for a page's script
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")  # of UTF-16: no file can store a half alone


class NotPlain(Exception):
    """The value has no place among the facts; an error only if a page quotes it."""


class BadFact(Exception):
    """The value is one that no fact may have; the message says which and how to mend it."""


def facts_of(module: ModuleType, names: frozenset[str]) -> dict[str, Plain]:
    """The facts among the module's top-level names. Raises BadFact for NaN, infinities and shadowed names."""
    facts: dict[str, Plain] = {}
    for name in sorted(names & vars(module).keys()):
        with suppress(NotPlain):
            value = rounded(_plain(vars(module)[name]))
            if _count(value) <= (LONGEST_TABLE if is_table(value) else LONGEST):
                _refuse_unfit(value, name)
                facts[name] = value
    return facts


def _plain(value: Any, *, contained: bool = False) -> Plain:
    """A value as plain data. A tensor that is `contained` in a list or a dict has none: a state dict is no fact."""
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value)  # not a subclass of it, which YAML could not write
    torch = sys.modules.get("torch")
    if torch is not None:
        if isinstance(value, torch.Size):
            return list(value)
        if isinstance(value, torch.dtype):
            return str(value).removeprefix("torch.")
        if isinstance(value, torch.Tensor) and not (contained or value.is_complex() or value.layout != torch.strided):
            return summary(value)
    if isinstance(value, list | tuple):
        return [_plain(item, contained=True) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(item, contained=True) for key, item in value.items()}
    raise NotPlain


def _count(value: Plain) -> int:
    if isinstance(value, list):
        return sum(map(_count, value))
    return sum(map(_count, value.values())) if isinstance(value, dict) else 1


def summary(tensor: Any) -> Plain:
    """A tensor in a few numbers: shape, dtype, first and last three values of its (first) row, and statistics.

    Statistics are taken in float64 over all elements; `zeros` is the share of exact zeros, from 0 to 1;
    `std` is the population's. A tensor of no dimension is its value. One on `meta` has no values.
    """
    dtype = str(tensor.dtype).removeprefix("torch.")
    if tensor.is_meta:
        return {"shape": list(tensor.shape), "dtype": dtype}
    tensor = tensor.detach().cpu()
    if tensor.dim() == 0:
        return _plain(tensor.item())
    shape: dict[str, Plain] = {"shape": list(tensor.shape), "dtype": dtype}
    if tensor.numel() == 0:
        return shape
    row = tensor.reshape(-1, tensor.shape[-1])[0].tolist()
    values = tensor.double().flatten()
    return shape | {
        "first": row[:3],
        "last": row[-3:],
        "min": values.min().item(),
        "max": values.max().item(),
        "mean": values.mean().item(),
        "std": values.std(unbiased=False).item(),
        "norm": values.norm().item(),
        "zeros": (values == 0).double().mean().item(),
    }


def _refuse_unfit(value: Plain, name: str, *, quotable: bool = True) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise BadFact(f"`{name}` is {value}: a fact is finite; assert what you mean, or use a name that starts with _")
    if isinstance(value, str) and HALF_A_CHARACTER.search(value):
        raise BadFact(f"`{name}` holds half a character (a lone surrogate), which no file can store")
    if isinstance(value, list):
        for position, item in enumerate(value):
            _refuse_unfit(item, f"{name}[{position}]", quotable=False)
    if isinstance(value, dict):
        for key, item in value.items():
            if quotable and key in SHADOWED:
                raise BadFact(f"`{name}` has the key {key!r}, also a method of dict: a page could not quote it")
            _refuse_unfit(item, f"{name}.{key}", quotable=quotable)
