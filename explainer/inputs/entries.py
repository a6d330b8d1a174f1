"""Turns what people write into typed Structs. Each mistake is one line: file, line, entry, and what to mend."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from explainer.errors import UserError
from explainer.inputs.yaml_files import Mapping, read_yaml

CONTENT = "content"  # the folder of the files that people write for the build to read
KINDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "yes or no", "null": "nothing"}
KINDS |= {"array": "a list", "object": "a mapping"}
EXPECTED = re.compile(r"Expected `(.+?)`, got `(.+?)`")
PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")
FIELD = re.compile(r"Object (?:contains unknown|missing required) field `(.+?)`")

T = TypeVar("T")
S = TypeVar("S", bound="Struct")
E = TypeVar("E", bound="Entry")


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain data that a person writes; an unknown field is a mistake."""


class Entry(Struct, frozen=True):
    """One entry of a file: `name` is its key, `line` where it begins."""

    name: str
    line: int


def to_struct(kind: type[S], written: Any, where: str, **known: Any) -> S:
    """What was written as a Struct, with the fields that are `known` already.

    Raises UserError, a line that begins with `where`, for a missing, unknown or unfit field.
    """
    fields = [name for name in kind.__struct_encode_fields__ if name not in known]
    if not isinstance(written, dict):
        raise UserError(f"{where}: expected a mapping with {', '.join(fields)}")
    if own := sorted(written.keys() & known.keys()):
        raise UserError(f"{where}: unknown field `{own[0]}`; known: {', '.join(fields)}")
    try:
        return msgspec.convert({**written, **known}, kind)
    except msgspec.ValidationError as error:
        raise UserError(f"{where}: {_in_words(str(error), fields)}") from None


def _in_words(error: str, fields: list[str]) -> str:
    place = PLACE.search(error)
    name = place[1] if place else ""
    error = PLACE.sub("", error)
    if field := FIELD.search(error):
        full = f"{name}.{field[1]}" if name else field[1]
        if "missing" in error:
            return f"`{full}` is missing"
        return f"unknown field `{full}`" + ("" if name else f"; known: {', '.join(fields)}")
    if expected := EXPECTED.search(error):
        wanted = " or ".join(KINDS.get(kind, kind) for kind in expected[1].split(" | "))
        return f"`{name}` must be {wanted} (got {KINDS.get(expected[2], expected[2])})"
    return f"`{name}`: {error}"


def read_entries(
    root: Path, file: str, top: str, kind: type[E], unfit: Callable[[E], Iterable[str]] = lambda _: (), **known: Any
) -> list[E]:
    """The entries under `top:` of a file, in its order; no file means none.

    `unfit` says what is wrong with an entry beside its fields. Raises UserError with a line for each mistake.
    """
    return entries_of(read_mapping(root, file, top), file, kind, unfit, **known) if (root / file).exists() else []


def entries_of(
    written: dict[str, Any],
    file: str,
    kind: type[E],
    unfit: Callable[[E], Iterable[str]] = lambda _: (),
    **known: Any,
) -> list[E]:
    """What people wrote in a mapping from name to entry, as Structs. Raises UserError as `read_entries` does."""

    def read(name: str, content: Any) -> E:
        line = getattr(content, "line", 1)
        where = f"{file}:{line}: `{name}`"
        entry = to_struct(kind, content, where, name=name, line=line, **known)
        refuse(f"{where}: {problem}" for problem in unfit(entry))
        return entry

    return each(read, written.items())


def each(read: Callable[..., T], items: Iterable[tuple[Any, ...]]) -> list[T]:
    """What `read` makes of each of the items, its arguments. Raises UserError with the lines of all that it refuses."""
    found: list[T] = []
    problems: list[str] = []
    for item in items:
        try:
            found.append(read(*item))
        except UserError as error:
            problems += error.lines
    refuse(problems)
    return found


def read_mapping(root: Path, file: str, top: str) -> Mapping:
    """What stands under `top:`, by name. Raises UserError if the file has no such mapping."""
    document = read_yaml(root / file, root)
    entries = document.get(top) if isinstance(document, Mapping) else None
    if not isinstance(entries, Mapping):
        raise UserError(f"{file}:1: expected a mapping `{top}:` from name to entry")
    return entries


def refuse(problems: Iterable[str]) -> None:
    """Raises UserError with all problems, if there are any."""
    if lines := list(problems):
        raise UserError(*lines)
