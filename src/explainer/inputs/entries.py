"""Turn what people write into typed Structs. Each mistake is one line: file, line, entry, and how to mend it.

The types have the rules, as `Literal` and `msgspec.Meta`, whose `description` says what people must write. That a name
must be one of an existing snippet, for example, no type can say; `unknown_names` checks it.
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
from explainer.inputs.text_files import read_yaml

CONTENT_FOLDER = "content"  # the folder of the files that people write for the build to read
# msgspec's names of types → ours, for people who know no Python
TYPE_NAMES = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "yes or no", "null": "nothing"}
TYPE_NAMES |= {"array": "a list", "object": "a mapping"}
# The parts of msgspec's messages, such as: Expected `str`, got `int` - at `$.groups[...][0]`
EXPECTED_TYPE = re.compile(r"Expected `(.+?)`, got `(.+?)`")
ERROR_PATH = re.compile(r" - at (`key` in )?`\$\.?(.*)`$")
PATH_STEP = re.compile(r"\[.*?\]|\w+")
ERROR_FIELD = re.compile(r"Object (?:contains unknown|missing required) field `(.+?)`")
MAX_LISTED_NAMES = 12  # in a message

NonEmptyText = Annotated[str, msgspec.Meta(min_length=1)]
T = TypeVar("T")
StructT = TypeVar("StructT", bound="Struct")
EntryT = TypeVar("EntryT", bound="ContentEntry")


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Represent data that a person writes; an unknown field is a mistake."""


class ContentEntry(Struct, frozen=True):
    """Represent one entry of a file: `name` is its key in the file, `line` where it begins, from 1."""

    name: str
    line: int


def read_entries(
    root: Path,
    file: str,
    top_key: str,
    struct_type: type[EntryT],
    check: Callable[[EntryT], Iterable[str]] = lambda _: (),
    **fixed: Any,
) -> list[EntryT]:
    """Return the entries under a file's key `top_key`, in its order; none without the file.

    `check` yields problems of an entry that its type cannot find. `fixed` are values of fields that people do not
    write. Raise UserError with a line for each mistake.
    """
    if not (root / file).exists():
        return []
    return parse_entries(read_mapping(root, file, top_key), file, struct_type, check, **fixed)


def parse_entries(
    data: Any,
    file: str,
    struct_type: type[EntryT],
    check: Callable[[EntryT], Iterable[str]] = lambda _: (),
    **fixed: Any,
) -> list[EntryT]:
    """Return the entries of a mapping from name to entry. Raise UserError as `read_entries` does."""

    def read(name: str, content: Any) -> EntryT:
        line = getattr(content, "line", 1)
        where = f"{file}:{line}: `{name}`"
        entry = to_struct(struct_type, content, where, name=name, line=line, **fixed)
        raise_if_any(f"{where}: {problem}" for problem in check(entry))
        return entry

    if not isinstance(data, dict):
        raise UserError(f"{file}:1: expected a mapping from name to entry")
    return read_each(read, data.items())


def read_mapping(root: Path, file: str, top_key: str) -> dict[str, Any]:
    """Return the mapping under a file's key `top_key`. Raise UserError if the file has no such mapping."""
    document = read_yaml(root / file, root)
    entries = document.get(top_key) if isinstance(document, dict) else None
    if not isinstance(entries, dict):
        raise UserError(f"{file}:1: expected a mapping `{top_key}:` from name to entry")
    return entries


def read_each(read: Callable[..., T], items: Iterable[tuple[Any, ...]]) -> list[T]:
    """Return `read(*item)` for each item. Raise one UserError with the lines of all the items that `read` refuses."""
    results: list[T] = []
    problems: list[str] = []
    for item in items:
        try:
            results.append(read(*item))
        except UserError as error:
            problems += error.lines
    raise_if_any(problems)
    return results


def raise_if_any(problems: Iterable[str]) -> None:
    """Raise UserError with all problems, if there are any."""
    if lines := list(problems):
        raise UserError(*lines)


def unknown_names(what: str, names: Iterable[str], known: Collection[str], file: str = "") -> Iterator[str]:
    """Yield a problem for each name that is not `known`, with a suggestion.

    `what` says what the names are of, such as `snippet`; `file`, if given, is where the known ones are.
    """
    for name in names:
        if name not in known:
            similar = difflib.get_close_matches(name, known, 1)
            is_short_list = 0 < len(known) <= MAX_LISTED_NAMES
            remedy = f"known: {', '.join(known)}" if is_short_list else "correct the name, or take it out"
            hint = f"did you mean `{similar[0]}`?" if similar else remedy
            yield f"there is no {what} `{name}`{f' in {file}' if file else ''}; {hint}"


def duplicates(names: Iterable[str]) -> Iterator[str]:
    """Yield a problem for each name that occurs more than once."""
    yield from (f"`{name}` is named twice" for name, times in Counter(names).items() if times > 1)


def comma_separated(names: Iterable[str]) -> str:
    """Return names sorted, with commas, for a message."""
    return ", ".join(sorted(names))


def to_struct(struct_type: type[StructT], data: Any, where: str, **fixed: Any) -> StructT:
    """Convert a mapping that a person wrote to a Struct; `fixed` are values of fields that people may not write.

    Raise UserError, with a line that begins with `where`, for a missing, unknown or bad field.
    """
    fields = [name for name in struct_type.__struct_encode_fields__ if name not in fixed]
    if not isinstance(data, dict):
        raise UserError(f"{where}: expected a mapping with {', '.join(fields)}")
    if reserved := sorted(data.keys() & fixed.keys()):
        raise UserError(f"{where}: unknown field `{reserved[0]}`; known: {', '.join(fields)}")
    content = {**data, **fixed}
    try:
        return msgspec.convert(content, struct_type)
    except msgspec.ValidationError as error:
        raise UserError(f"{where}: {_explain(str(error), fields, struct_type, content)}") from None


def _explain(error: str, fields: list[str], struct_type: type[Struct], content: dict[str, Any]) -> str:
    """Return msgspec's message in words for people who write YAML; `fields` are the names that they may write."""
    path_match = ERROR_PATH.search(error)
    path = [*PATH_STEP.findall(path_match[2]), *(["[key]"] if path_match[1] else [])] if path_match else []
    name, value, parts = _follow_path(path, struct_type, content)
    error = ERROR_PATH.sub("", error)
    if field := ERROR_FIELD.search(error):
        full_name = f"{name}.{field[1]}" if name else field[1]
        if "missing" in error:
            return f"`{full_name}` is missing"
        return f"unknown field `{full_name}`" + ("" if name else f"; known: {', '.join(fields)}")
    if expected := EXPECTED_TYPE.search(error):
        requirement = " or ".join(TYPE_NAMES.get(type_name, type_name) for type_name in expected[1].split(" | "))
        return f"`{name}` must be {requirement} (got {TYPE_NAMES.get(expected[2], expected[2])})"
    requirement = next((part.description for part in parts if isinstance(part, msgspec.Meta) and part.description), "")
    if value in ("", [], {}) and not requirement:
        return f"`{name}` must not be empty"
    choices = [str(choice) for part in parts if get_origin(part) is Literal for choice in get_args(part)]
    requirement = requirement or (f"one of: {', '.join(choices)}" if choices else error)
    return f"`{name}` must be {requirement}" + ("" if isinstance(value, dict | list) else f" (got {value!r})")


def _follow_path(path: list[str], struct_type: Any, value: Any) -> tuple[str, Any, list[Any]]:
    """Follow msgspec's path to the bad value in `value`, the content of a Struct of type `struct_type`.

    Return the value's place in the file, such as `groups.loading[0]`, the value, and the parts of its type.
    """
    name, parts = "", [struct_type]
    for step in path:
        if step in ("[...]", "[key]"):  # a dict's value or key: msgspec does not tell which one, so look for a bad pair
            pair_types = next(get_args(part) for part in parts if get_origin(part) is dict)
            bad_pair = next(pair for pair in value.items() if not all(map(_fits, pair, pair_types)))
            index = int(step == "[...]")
            inner_type, value, name = pair_types[index], bad_pair[index], f"{name}.{bad_pair[0]}"
        elif step.startswith("["):
            inner_type = next(get_args(part)[0] for part in parts if get_origin(part) in (list, tuple, frozenset))
            name, value = name + step, value[int(step[1:-1])]
        else:
            struct = next(part for part in parts if hasattr(part, "__struct_fields__"))
            inner_type = next(field.type for field in msgspec.structs.fields(struct) if field.encode_name == step)
            name, value = f"{name}.{step}", value[step]
        parts = list(_type_parts(inner_type))
    return name.removeprefix("."), value, parts


def _type_parts(type_hint: Any) -> Iterator[Any]:
    """Yield a type and, if it is Annotated or a union, its parts at any depth, such as its Meta."""
    yield type_hint
    if get_origin(type_hint) in (Annotated, Union, UnionType):
        for part in get_args(type_hint):
            yield from _type_parts(part)


def _fits(value: Any, type_hint: Any) -> bool:
    """Return whether msgspec accepts a value for a type."""
    try:
        msgspec.convert(value, type_hint)
    except msgspec.ValidationError:
        return False
    return True
