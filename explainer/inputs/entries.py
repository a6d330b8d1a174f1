"""Turns what people write into typed Structs. Each mistake is one line: file, line, entry, and what to mend.

The types carry the rules, as `Literal` and as `msgspec.Meta`; its `description` says in words what must be written.
That a name must be somebody's, a snippet's or a column's, is no matter of types: there is `unknown`.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from explainer.errors import UserError
from explainer.inputs.yaml_files import read_yaml

CONTENT = "content"  # the folder of the files that people write for the build to read
KINDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "yes or no", "null": "nothing"}
KINDS |= {"array": "a list", "object": "a mapping"}
EXPECTED = re.compile(r"Expected `(.+?)`, got `(.+?)`")
PLACE = re.compile(r" - at (`key` in )?`\$\.?(.*)`$")
STEP = re.compile(r"\[.*?\]|\w+")
FIELD = re.compile(r"Object (?:contains unknown|missing required) field `(.+?)`")
FEW = 12  # names that a message can list

Text = Annotated[str, msgspec.Meta(min_length=1)]
T = TypeVar("T")
S = TypeVar("S", bound="Struct")
E = TypeVar("E", bound="Entry")


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain data that a person writes; an unknown field is a mistake."""


class Entry(Struct, frozen=True):
    """One entry of a file: `name` is its key, `line` where it begins."""

    name: str
    line: int


def read_entries(
    root: Path, file: str, top: str, kind: type[E], unfit: Callable[[E], Iterable[str]] = lambda _: (), **known: Any
) -> list[E]:
    """Return the entries under `top:` of a file, in its order; no file means none.

    `unfit` yields what is wrong with an entry that its type lets pass. Raises UserError with a line for each mistake.
    """
    return entries_of(read_mapping(root, file, top), file, kind, unfit, **known) if (root / file).exists() else []


def entries_of(
    written: Any, file: str, kind: type[E], unfit: Callable[[E], Iterable[str]] = lambda _: (), **known: Any
) -> list[E]:
    """Return a mapping from name to entry as Structs. Raises UserError as `read_entries` does."""

    def read(name: str, content: Any) -> E:
        line = getattr(content, "line", 1)
        where = f"{file}:{line}: `{name}`"
        entry = to_struct(kind, content, where, name=name, line=line, **known)
        refuse(f"{where}: {problem}" for problem in unfit(entry))
        return entry

    if not isinstance(written, dict):
        raise UserError(f"{file}:1: expected a mapping from name to entry")
    return each(read, written.items())


def read_mapping(root: Path, file: str, top: str) -> dict[str, Any]:
    """Return what stands under `top:`, by name. Raises UserError if the file has no such mapping."""
    document = read_yaml(root / file, root)
    entries = document.get(top) if isinstance(document, dict) else None
    if not isinstance(entries, dict):
        raise UserError(f"{file}:1: expected a mapping `{top}:` from name to entry")
    return entries


def each(read: Callable[..., T], items: Iterable[tuple[Any, ...]]) -> list[T]:
    """Return what `read` makes of each item, its arguments. Raises UserError with the lines of all that it refuses."""
    found: list[T] = []
    problems: list[str] = []
    for item in items:
        try:
            found.append(read(*item))
        except UserError as error:
            problems += error.lines
    refuse(problems)
    return found


def refuse(problems: Iterable[str]) -> None:
    """Raise UserError with all problems, if there are any."""
    if lines := list(problems):
        raise UserError(*lines)


def unknown(what: str, names: Iterable[str], known: Collection[str], file: str = "") -> Iterator[str]:
    """Yield a problem for each name that is not among the `known` ones.

    `what` is the word for what such a name stands for, such as a snippet; `file`, where it should be.
    """
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            listed = f"known: {', '.join(known)}" if 0 < len(known) <= FEW else "correct the name, or take it out"
            hint = f"did you mean `{near[0]}`?" if near else listed
            yield f"there is no {what} `{name}`{f' in {file}' if file else ''}; {hint}"


def doubles(names: Iterable[str]) -> Iterator[str]:
    """Yield a problem for each name that is there more than once."""
    yield from (f"`{name}` is named twice" for name, times in Counter(names).items() if times > 1)


def to_struct(kind: type[S], written: Any, where: str, **known: Any) -> S:
    """Return what was written as a Struct, with the fields that are `known` already.

    Raises UserError, a line that begins with `where`, for a missing, unknown or unfit field.
    """
    fields = [name for name in kind.__struct_encode_fields__ if name not in known]
    if not isinstance(written, dict):
        raise UserError(f"{where}: expected a mapping with {', '.join(fields)}")
    if own := sorted(written.keys() & known.keys()):
        raise UserError(f"{where}: unknown field `{own[0]}`; known: {', '.join(fields)}")
    content = {**written, **known}
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise UserError(f"{where}: {_in_words(str(error), fields, kind, content)}") from None


def _in_words(error: str, fields: list[str], kind: type[Struct], content: dict[str, Any]) -> str:
    """Return msgspec's complaint in the words of the file; `fields` are those that people may write."""
    place = PLACE.search(error)
    path = [*STEP.findall(place[2]), *(["[key]"] if place[1] else [])] if place else []
    name, value, parts = _at(path, kind, content)
    error = PLACE.sub("", error)
    if field := FIELD.search(error):
        full = f"{name}.{field[1]}" if name else field[1]
        if "missing" in error:
            return f"`{full}` is missing"
        return f"unknown field `{full}`" + ("" if name else f"; known: {', '.join(fields)}")
    if expected := EXPECTED.search(error):
        wanted = " or ".join(KINDS.get(one, one) for one in expected[1].split(" | "))
        return f"`{name}` must be {wanted} (got {KINDS.get(expected[2], expected[2])})"
    wanted = next((part.description for part in parts if isinstance(part, msgspec.Meta) and part.description), "")
    if value in ("", [], {}) and not wanted:
        return f"`{name}` must not be empty"
    words = [str(word) for part in parts if get_origin(part) is Literal for word in get_args(part)]
    wanted = wanted or (f"one of: {', '.join(words)}" if words else error)
    return f"`{name}` must be {wanted}" + ("" if isinstance(value, dict | list) else f" (got {value!r})")


def _at(path: list[str], kind: Any, value: Any) -> tuple[str, Any, list[Any]]:
    """Return the name of the place that msgspec's path leads to, what is written there, and the parts of its type."""
    name, parts = "", [kind]
    for step in path:
        if step in ("[...]", "[key]"):  # msgspec does not tell which key it was
            kinds = next(get_args(part) for part in parts if get_origin(part) is dict)
            bad = next(pair for pair in value.items() if not all(map(_fits, pair, kinds)))
            at = step == "[...]"
            inside, value, name = kinds[at], bad[at], f"{name}.{bad[0]}"
        elif step.startswith("["):
            inside = next(get_args(part)[0] for part in parts if get_origin(part) in (list, tuple, frozenset))
            name, value = name + step, value[int(step[1:-1])]
        else:
            struct = next(part for part in parts if hasattr(part, "__struct_fields__"))
            inside = next(field.type for field in msgspec.structs.fields(struct) if field.encode_name == step)
            name, value = f"{name}.{step}", value[step]
        parts = list(_parts(inside))
    return name.removeprefix("."), value, parts


def _parts(hint: Any) -> Iterator[Any]:
    """Yield a type and, if it is annotated or has several sides, what it is written with."""
    yield hint
    if get_origin(hint) in (Annotated, Union, UnionType):
        for part in get_args(hint):
            yield from _parts(part)


def _fits(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
