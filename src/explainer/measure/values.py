"""Turn a snippet's top-level values into facts. Used in the child process, where torch may be loaded."""

import math
import re
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

from explainer.fact_values import DICT_METHODS, MAX_SCALARS, PlainValue, is_table, rounded

MAX_TABLE_SCALARS = 4_000  # a table of more than MAX_SCALARS is on no page, but a page's script may load its file
LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # half of a UTF-16 pair, which UTF-8 cannot encode


class NotPlain(Exception):
    """Report that a value cannot be a fact, as a model cannot. It is left out: an error only if a page quotes it."""


class BadFact(Exception):
    """Report a value that would be a fact but must not; the message says which, and how to mend it."""


def facts_of(module: ModuleType, names: frozenset[str]) -> dict[str, PlainValue]:
    """Return the module's values under these names as facts; values that are not plain or too long are left out.

    Raise BadFact for NaN, infinities, lone surrogates, and keys that a page could not quote.
    """
    facts: dict[str, PlainValue] = {}
    for name in sorted(names & vars(module).keys()):
        with suppress(NotPlain):
            value = rounded(_to_plain(vars(module)[name]))
            if _count_scalars(value) <= (MAX_TABLE_SCALARS if is_table(value) else MAX_SCALARS):
                _check_fact(value, name)
                facts[name] = value
    return facts


def _to_plain(value: Any, *, contained: bool = False) -> PlainValue:
    """Return a value as plain data, a tensor as its summary. Raise NotPlain for other types.

    Raise it, too, for a tensor `contained` in a list or a dict, so that no state dict becomes a fact.
    """
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind(value)  # a subclass, such as an enum of texts, could not be written as YAML
    torch = sys.modules.get("torch")
    if torch is not None:
        if isinstance(value, torch.Size):
            return list(value)
        if isinstance(value, torch.dtype):
            return str(value).removeprefix("torch.")
        if isinstance(value, torch.Tensor) and not (contained or value.is_complex() or value.layout != torch.strided):
            return summarize(value)
    if isinstance(value, list | tuple):
        return [_to_plain(item, contained=True) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _to_plain(item, contained=True) for key, item in value.items()}
    raise NotPlain


def _count_scalars(value: PlainValue) -> int:
    if isinstance(value, list):
        return sum(map(_count_scalars, value))
    return sum(map(_count_scalars, value.values())) if isinstance(value, dict) else 1


def summarize(tensor: Any) -> PlainValue:
    """Return a tensor's shape, dtype, first and last three values of its first row, and statistics.

    Statistics are taken in float64 over all elements; `zeros` is the share of exact zeros, from 0 to 1; `std` is the
    population's. A tensor with no dimension is its value. One on `meta`, or without elements, has shape and dtype.
    """
    dtype = str(tensor.dtype).removeprefix("torch.")
    if tensor.is_meta:
        return {"shape": list(tensor.shape), "dtype": dtype}
    tensor = tensor.detach().cpu()
    if tensor.dim() == 0:
        return _to_plain(tensor.item())
    shape: dict[str, PlainValue] = {"shape": list(tensor.shape), "dtype": dtype}
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


def _check_fact(value: PlainValue, name: str, *, quotable: bool = True) -> None:
    """Raise BadFact for an unfit value. Keys below a list need no check: no page can quote them (`quotable`)."""
    if isinstance(value, float) and not math.isfinite(value):
        raise BadFact(f"`{name}` is {value}: a fact is finite; assert what you mean, or use a name that starts with _")
    if isinstance(value, str) and LONE_SURROGATE.search(value):
        raise BadFact(f"`{name}` holds half a character (a lone surrogate), which no file can store")
    if isinstance(value, list):
        for position, item in enumerate(value):
            _check_fact(item, f"{name}[{position}]", quotable=False)
    if isinstance(value, dict):
        for key, item in value.items():
            if quotable and key in DICT_METHODS:
                raise BadFact(f"`{name}` has the key {key!r}, also a method of dict: a page could not quote it")
            _check_fact(item, f"{name}.{key}", quotable=quotable)
