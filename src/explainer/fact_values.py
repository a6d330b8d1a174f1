"""Define what a fact's value may be (a scalar, a summary of a tensor, a table), and take such values apart."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

if TYPE_CHECKING:
    PlainValue: TypeAlias = bool | int | float | str | list["PlainValue"] | dict[str, "PlainValue"]
else:  # msgspec, which reads the record, supports no recursive type alias
    PlainValue = Any

# The site shows every measured number with the versions of these libraries.
MAIN_LIBRARIES = ("torch", "transformers")
DEFAULT_TOLERANCE = 1e-4  # the relative difference at which a float counts as changed
SIGNIFICANT_DIGITS = 6
MAX_SCALARS = 500  # in one fact; a snippet assigns what is longer to a private name, or records a summary
# Jinja's `a.items` is the dict's method, not its key: a page that quoted such a fact would print the method.
DICT_METHODS = frozenset(name for name in dir(dict) if not name.startswith("_"))
# The keys of a tensor's summary, besides `first` and `last`: three values from either end of its first row.
STATISTICS = ("shape", "dtype", "min", "max", "mean", "std", "norm", "zeros")
# The keys whose values are as large as the tensor's elements: they share one absolute tolerance.
ELEMENT_SCALED = ("first", "last", "min", "max", "mean")


def is_summary(value: PlainValue) -> bool:
    """Return whether a fact is the summary of a tensor with elements; that of an empty one has fewer keys."""
    return isinstance(value, dict) and {*STATISTICS, "first", "last"} == value.keys()


def is_table(value: PlainValue) -> TypeGuard[list[dict[str, PlainValue]]]:
    """Return whether a fact is a table: a non-empty list of dicts with the same keys."""
    return isinstance(value, list) and len(value) > 0 and all(
        isinstance(row, dict) and isinstance(value[0], dict) and row.keys() == value[0].keys() for row in value
    )  # fmt: skip


def rounded(value: PlainValue) -> PlainValue:
    """Return the value with every float at SIGNIFICANT_DIGITS, as facts are stored."""
    if isinstance(value, float):
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return {name: rounded(item) for name, item in value.items()} if isinstance(value, dict) else value


def leaves(value: PlainValue, name: str) -> Iterator[tuple[str, PlainValue]]:
    """Yield the dotted name and value of each scalar, list and empty mapping in a fact named `name`."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, f"{name}.{key}")
    else:
        yield name, value


def scalars(value: PlainValue) -> PlainValue | None:
    """Return the part of a fact that a sentence can quote: scalars, and mappings of them; None if there is none."""
    if isinstance(value, list):
        return None
    if not isinstance(value, dict):
        return value
    parts = {name: part for name, item in value.items() if (part := scalars(item)) is not None}
    return parts or None
