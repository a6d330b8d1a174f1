"""Parse JSON from files that nobody vouches for: bounded in size and depth, no key twice, only what JSON allows."""

import json
import re
from typing import Any

from inspector.data import Unreadable

MAX_DEPTH = 50
# A string, also one that does not end: without `\Z` this would take quadratic time. The `+` behind a repetition stores
# no positions to return to: for a name of 10 MB they take a gigabyte.
JSON_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
MAX_VALUES = 1_000_000  # ten for each tensor of the largest header; an empty one takes a byte, and 70 once it is read


def parse_object(data: bytes, name: str, allow_constants: bool = False, max_values: int = MAX_VALUES) -> dict[str, Any]:
    """Return the object that the bytes spell. Raise Unreadable, naming the file, for anything else.

    `allow_constants`: accept NaN and Infinity, as Python and so transformers writes and reads them. They become text.
    """
    value = _parse(data, name, allow_constants, max_values)
    if not isinstance(value, dict):
        raise Unreadable(f"{name}: expected a JSON object, found {_json_type(value)}; is it the right file?")
    return value


def parse_list(data: bytes, name: str) -> list[Any]:
    """Return the list that the bytes spell. Raise Unreadable, naming the file, for anything else."""
    value = _parse(data, name, allow_constants=False)
    if not isinstance(value, list):
        raise Unreadable(f"{name}: expected a JSON list, found {_json_type(value)}; is it the right file?")
    return value


def _parse(data: bytes, name: str, allow_constants: bool, max_values: int = MAX_VALUES) -> Any:
    """Return any JSON value. Raise Unreadable if it is too large, too deep, no UTF-8 or no JSON."""
    # Each value but the first follows one of these. Counted first: parsed, 16 MB of them would take a gigabyte.
    if sum(map(data.count, (b",", b"[", b"{"))) > max_values:
        raise Unreadable(f"{name}: more than {max_values:,} values in its JSON, which no model needs; left alone")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name}: byte {error.start} is not UTF-8, so this is no JSON; fetch the file again") from None
    if _depth(data) > MAX_DEPTH:  # before it is parsed: what nests thousands deep takes the page's whole stack
        raise Unreadable(f"{name}: its JSON is nested deeper than {MAX_DEPTH}; left alone")
    try:
        return json.loads(
            text, object_pairs_hook=_unique_keys, parse_constant=str if allow_constants else _reject_constant
        )
    except ValueError as error:
        raise Unreadable(f"{name}: no valid JSON ({_shorten(str(error))}); fetch the file again, or fix it") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict. Raise ValueError for a key that is there twice, where json takes the last."""
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice!r} is there twice")
    return value


def _reject_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def _depth(data: bytes) -> int:
    """Return how deep the brackets outside of strings are nested."""
    depth = deepest = 0
    for bracket in JSON_STRING.sub(b"", data).translate(None, NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _shorten(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "…"


def _json_type(value: Any) -> str:
    """Return what a value is in JSON, with an article."""
    kinds = {list: "a list", dict: "an object", str: "a text", bool: "a truth value", type(None): "null"}
    return kinds.get(type(value), "a number")
