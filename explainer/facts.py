"""Facts are plain data. This module says when two measurements are the same fact.

Exact values (bool, int, str, shapes) are compared with `==`. Floats are measured: they agree within a relative
tolerance, with an absolute part for numbers near zero, and an agreeing new value never replaces the recorded one.
So another machine's float noise rewrites nothing, and a diff means that something really changed.
"""

import math
import re
from collections.abc import Iterator
from typing import TypeAlias

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"]

DEFAULT_TOLERANCE = 1e-4
SIGNIFICANT_DIGITS = 6
# An attribute of this name on a dict is its method: a page that quotes it would print the method and pass.
SHADOWED = frozenset(name for name in dir(dict) if not name.startswith("_"))

# A number in printed text; not a part of a version (5.23.0) or of a word (layer1).
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\.?\w)")
_FINE = 4  # significant digits from which a unit in the last place is rounding, not news


# The parts of a tensor's summary, beside `first` and `last`: three values from either end of its first row.
STATISTICS = ("shape", "dtype", "min", "max", "mean", "std", "norm", "zeros")


def is_summary(value: Plain) -> bool:
    """Whether a fact is the summary of a tensor that has values."""
    return isinstance(value, dict) and {*STATISTICS, "first", "last"} == value.keys()


def is_table(value: Plain) -> bool:
    """Whether a fact is a table: a list of dicts with the same keys."""
    return isinstance(value, list) and len(value) > 0 and all(
        isinstance(row, dict) and isinstance(value[0], dict) and row.keys() == value[0].keys() for row in value
    )  # fmt: skip


def rounded(value: Plain) -> Plain:
    """The value with every float at six significant digits, as facts are stored."""
    if isinstance(value, bool) or not isinstance(value, float | list | dict):
        return value
    if isinstance(value, float):
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return {name: rounded(item) for name, item in value.items()}


def floats_agree(old: float, new: float, tolerance: float) -> bool:
    """Within `tolerance` of each other, relative; numbers below 0.01 get the absolute part of it."""
    return math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance / 100)


def kept(old: Plain | None, new: Plain, tolerance: float) -> Plain:
    """The new value, with each recorded number in it kept where the new one agrees."""
    if isinstance(old, float) and isinstance(new, float):
        return old if floats_agree(old, new, tolerance) else new
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [kept(before, after, tolerance) for before, after in zip(old, new, strict=True)]
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: kept(old.get(name), item, tolerance) for name, item in new.items()}
    return new


def text_kept(old: str, new: str, tolerance: float) -> str:
    """The recorded output, if the new one has the same words and numbers that agree; else the new one.

    A number printed to four significant digits or more may differ by a unit in its last place, beyond the tolerance:
    that is rounding.
    """
    numbers = list(zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=False))
    same_words = _NUMBER.split(old) == _NUMBER.split(new)
    return old if same_words and all(_printed_agree(a, b, tolerance) for a, b in numbers) else new


def _printed_agree(old: str, new: str, tolerance: float) -> bool:
    if old == new:
        return True
    if "." not in old or "." not in new:
        return False
    mantissa, _, exponent = old.lower().partition("e")
    last_place = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    a, b = float(old), float(new)
    fine = len(mantissa.lstrip("+-0.").replace(".", "")) >= _FINE
    return floats_agree(a, b, tolerance) or (fine and abs(a - b) < 1.5 * last_place)


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
