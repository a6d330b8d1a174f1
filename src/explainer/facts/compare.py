"""Decide whether two measurements are the same fact.

Exact values (bool, int, str, shapes) are compared with `==`. Floats are measured: they agree within a tolerance,
relative to the number or, for an entry of a list or a tensor, to its scale (the largest magnitude in it). A new value
that agrees never replaces the recorded one. So another CPU's float noise rewrites nothing, and a diff is a change.
"""

import math
import re
from collections.abc import Iterator

from explainer.fact_values import ELEMENT_SCALED, PlainValue, is_summary

# A number in printed text; not a part of a version (5.23.0) or of a word (layer1).
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\.?\w)")
_FINE_DIGITS = 4  # significant digits; in a number that has so many, a unit in the last place is rounding


def floats_agree(old: float, new: float, tolerance: float, scale: float = 0.0) -> bool:
    """Return whether two floats differ by at most `tolerance`, relative to the larger of them, `scale` and 0.01."""
    return math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance * max(scale, 0.01))


def keep_recorded(old: PlainValue | None, new: PlainValue, tolerance: float, scale: float = 0.0) -> PlainValue:
    """Return the new value, with the recorded float in place of each that agrees with it.

    `scale` is that of the list or tensor that the value is an entry of.
    """
    if isinstance(old, float) and isinstance(new, float):
        return old if floats_agree(old, new, tolerance, scale) else new
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        scale = max(scale, min(scale_of(old), scale_of(new)))
        return [keep_recorded(before, after, tolerance, scale) for before, after in zip(old, new, strict=True)]
    if isinstance(old, dict) and isinstance(new, dict):
        # An entry or a mean of a tensor may be near 0 by cancellation, so its noise is relative to the largest entry.
        # A norm, a standard deviation or a share of zeros does not cancel: it is compared with itself alone.
        entry_scale = min(map(_entry_scale, (old, new))) if is_summary(old) and is_summary(new) else 0.0
        return {
            name: keep_recorded(old.get(name), item, tolerance, entry_scale if name in ELEMENT_SCALED else 0.0)
            for name, item in new.items()
        }
    return new


def _entry_scale(summary: dict[str, PlainValue]) -> float:
    return scale_of([summary["min"], summary["max"]])


def scale_of(values: list[PlainValue]) -> float:
    """Return the scale of a list: the largest magnitude of its floats, 0 if it has none."""
    return max((abs(value) for value in values if isinstance(value, float)), default=0.0)


def keep_recorded_text(old: str, new: str, tolerance: float, facts: PlainValue = False) -> str:
    """Return the recorded output if the new one has the same words, and numbers that agree; else the new output.

    Beyond the tolerance a number may differ by a unit in its last place if that is rounding: it has at least four
    significant digits, or one of the run's `facts` (False: none) lies half-way between the two numbers.
    """
    numbers = list(zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=False))
    if _NUMBER.split(old) != _NUMBER.split(new):
        return new
    scaled_facts = list(_floats_with_scale(facts))
    return old if all(_printed_numbers_agree(was, now, tolerance, scaled_facts) for was, now in numbers) else new


def _floats_with_scale(facts: PlainValue, scale: float = 0.0) -> Iterator[tuple[float, float]]:
    """Yield every float of the facts with its scale: its magnitude or, in a list, the largest one there."""
    if isinstance(facts, float):
        yield facts, max(abs(facts), scale)
    elif isinstance(facts, list):
        for item in facts:
            yield from _floats_with_scale(item, scale_of(facts))
    elif isinstance(facts, dict):
        for item in facts.values():
            yield from _floats_with_scale(item)


def _printed_numbers_agree(old: str, new: str, tolerance: float, scaled_facts: list[tuple[float, float]]) -> bool:
    if old == new:
        return True
    if "." not in old or "." not in new:
        return False  # whole numbers are counts, and exact
    mantissa, _, exponent = old.lower().partition("e")
    last_place = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    old_number, new_number = float(old), float(new)
    if floats_agree(old_number, new_number, tolerance):
        return True
    is_fine = len(mantissa.lstrip("+-0.").replace(".", "")) >= _FINE_DIGITS
    midpoint = (old_number + new_number) / 2
    is_rounding = is_fine or any(abs(abs(fact) - abs(midpoint)) <= tolerance * scale for fact, scale in scaled_facts)
    return is_rounding and abs(old_number - new_number) < 1.5 * last_place  # one unit, but for float noise
