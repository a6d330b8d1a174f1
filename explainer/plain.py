"""What a fact may be: plain values, tensors' summaries and tables; and how they are taken apart."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

if TYPE_CHECKING:
    Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"]
else:  # what reads a record takes no type that names itself
    Plain = Any

# The libraries whose versions are shown beside every number on the site.
NAMED = ("torch", "transformers")
DEFAULT_TOLERANCE = 1e-4
SIGNIFICANT_DIGITS = 6
LONGEST = 500  # scalars in one fact; what is longer belongs in a summary or a private name, or is a table to load
# An attribute of this name on a dict is its method: a page that quotes it would print the method and pass.
SHADOWED = frozenset(name for name in dir(dict) if not name.startswith("_"))
# The parts of a tensor's summary, beside `first` and `last`: three values from either end of its first row.
STATISTICS = ("shape", "dtype", "min", "max", "mean", "std", "norm", "zeros")
# Those of them that are of the size of the tensor's entries, or of less.
ENTRIES = ("first", "last", "min", "max", "mean")


def is_summary(value: Plain) -> bool:
    """Whether a fact is the summary of a tensor that has values."""
    return isinstance(value, dict) and {*STATISTICS, "first", "last"} == value.keys()


def is_table(value: Plain) -> TypeGuard[list[dict[str, Plain]]]:
    """Whether a fact is a table: a list of dicts with the same keys."""
    return isinstance(value, list) and len(value) > 0 and all(
        isinstance(row, dict) and isinstance(value[0], dict) and row.keys() == value[0].keys() for row in value
    )  # fmt: skip


def rounded(value: Plain) -> Plain:
    """The value with every float at six significant digits, as facts are stored."""
    if isinstance(value, float):
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return {name: rounded(item) for name, item in value.items()} if isinstance(value, dict) else value


def leaves(value: Plain, name: str) -> Iterator[tuple[str, Plain]]:
    """Each scalar and each list of a fact, with its dotted name: what a change is reported by."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, f"{name}.{key}")
    else:
        yield name, value


def scalars(value: Plain) -> Plain | None:
    """The part of a fact that a sentence can quote: scalars and mappings of them, no lists."""
    if isinstance(value, list):
        return None
    if not isinstance(value, dict):
        return value
    parts = {name: part for name, item in value.items() if (part := scalars(item)) is not None}
    return parts or None
