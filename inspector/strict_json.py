"""JSON from files that nobody vouches for: bounded in size and depth, no key twice, no words that JSON has not."""

import json
import re
from typing import Any

from inspector.data import Unreadable

DEEPEST = 50
# Also one that does not end, or this takes quadratic time. `+` behind a repetition stores no positions to return to:
# for a name of 10 MB they take a gigabyte.
STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
MOST_VALUES = 1_000_000  # ten for each tensor of the largest header; an empty one takes a byte, and 70 once it is read


def parse_object(data: bytes, name: str, constants: bool = False) -> dict[str, Any]:
    """The object that the bytes spell. Raises Unreadable, naming the file, for anything else.

    `constants`: NaN and Infinity are let through, as Python and so transformers writes and reads them.
    """
    value = _parse(data, name, constants)
    if not isinstance(value, dict):
        raise Unreadable(f"{name}: expected a JSON object, found {_kind(value)}; is it the right file?")
    return value


def parse_list(data: bytes, name: str) -> list[Any]:
    """The list that the bytes spell. Raises Unreadable, naming the file, for anything else."""
    value = _parse(data, name, constants=False)
    if not isinstance(value, list):
        raise Unreadable(f"{name}: expected a JSON list, found {_kind(value)}; is it the right file?")
    return value


def _parse(data: bytes, name: str, constants: bool) -> Any:
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise Unreadable(f"{name}: more than {MOST_VALUES:,} values in its JSON, which no model needs; left alone")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name}: byte {error.start} is not UTF-8, so this is no JSON; fetch the file again") from None
    if _depth(data) > DEEPEST:  # before it is parsed: what nests thousands deep takes the page's whole stack
        raise Unreadable(f"{name}: its JSON is nested deeper than {DEEPEST}; left alone")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=str if constants else _no_constant)
    except ValueError as error:
        raise Unreadable(f"{name}: no valid JSON ({_short(str(error))}); fetch the file again, or fix it") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} is there twice")
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def _depth(data: bytes) -> int:
    """How deep the brackets outside of strings are nested."""
    depth = deepest = 0
    for bracket in STRING.sub(b"", data).translate(None, NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _short(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "…"


def _kind(value: Any) -> str:
    kinds = {list: "a list", dict: "an object", str: "a text", bool: "a truth value", type(None): "null"}
    return kinds.get(type(value), "a number")
