"""Other values in place of one: what the probes put there, in the program's own process."""

import sys
from collections.abc import Callable
from typing import Any

WAYS = 9  # in which a value is changed


class NotApplicable(Exception):
    """The change would change nothing, or cannot be made: nothing is shared, say, or nothing masked."""


def other(value: Any, way: int) -> Any:
    """Another value of the same kind; the value itself stays as it is. Raises NotApplicable if there is no such way."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _of(_TENSORS if value.dtype != torch.bool else [lambda one: ~one], value.detach(), way)
    if isinstance(value, bool):
        return _of([lambda one: not one], value, way)
    for kind, ways in _PLAIN:
        if isinstance(value, kind):
            return _of(ways, value, way)
    raise NotApplicable(f"a {type(value).__name__} is not changed")


def _of(ways: list[Callable[[Any], Any]], value: Any, way: int) -> Any:
    if way >= len(ways):
        raise NotApplicable("no more ways")
    return ways[way](value)


def _entry(value: list[Any], at: int) -> list[Any]:
    """With another entry at this place."""
    changed = list(value)
    changed[at] = other(value[at], 0)
    return changed


def _value(value: dict[Any, Any], at: int) -> dict[Any, Any]:
    key = list(value)[at]
    return {**value, key: other(value[key], 0)}


def _deep(value: Any, way: int) -> Any:
    """With the last entry of each list and every value of each mapping changed, down to what is plain."""
    if isinstance(value, dict):
        return {key: _deep(item, way) for key, item in value.items()}
    if isinstance(value, list | tuple) and value:
        return type(value)([*value[:-1], _deep(value[-1], way)])
    try:
        return other(value, way)
    except NotApplicable:
        return value


_NUMBERS: list[Callable[[Any], Any]] = [
    lambda one: 2 * one + 1,
    lambda one: -2 * one - 1,
    lambda one: one / 2,
    lambda one: one * 1.05,
    lambda one: one - 1,
    lambda one: one + 1,
    lambda one: one * 0,
    lambda one: one * 0.95,
    lambda one: one * 0.99,
]
_TENSORS = _NUMBERS
_TEXTS: list[Callable[[str], str]] = [lambda one: f"x{one}", lambda one: f"{one}x", lambda one: one[:0]]
_LISTS: list[Callable[[Any], Any]] = [
    lambda one: list(one)[:-1] if one else ["x"],
    lambda one: [*one, one[0]] if one else [0],
    lambda one: [*one, f"x{one[0]}" if isinstance(one[0], str) else one[0]],
    lambda one: _entry(one, 0),
    lambda one: _entry(one, -1),
    lambda one: list(one)[::-1],
    lambda one: _deep(one, 0),
    lambda one: _deep(one, 1),
]
_TUPLES: list[Callable[[Any], Any]] = [lambda one, way=way: tuple(way(one)) for way in _LISTS]  # type: ignore[misc]
_MAPPINGS: list[Callable[[Any], Any]] = [
    lambda one: dict(list(one.items())[:-1]),
    lambda one: {**one, "x": next(iter(one.values()), 0)},
    lambda one: _value(one, 0),
    lambda one: _value(one, -1),
    lambda one: _deep(one, 0),
    lambda one: _deep(one, 1),
]
_SETS: list[Callable[[Any], Any]] = [lambda one: set(sorted(one, key=str)[:-1]), lambda one: {*one, "x"}]
_PLAIN: list[tuple[type[Any], list[Callable[[Any], Any]]]] = [
    (int, [lambda one: one + 1, lambda one: one - 1, lambda one: 2 * one + 3, lambda one: -one - 3]),
    (float, _NUMBERS),
    (str, _TEXTS),
    (list, _LISTS),
    (tuple, _TUPLES),
    (dict, _MAPPINGS),
    (set, _SETS),
]
