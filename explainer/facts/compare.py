"""When two measurements are the same fact.

Exact values (bool, int, str, shapes) are compared with `==`. Floats are measured: they agree within a tolerance,
relative to the number or, for an entry of a list or a tensor, to its scale (largest magnitude). An agreeing new value
never replaces the recorded one. So another CPU's float noise rewrites nothing, and a diff means that something changed.
"""

import math
import re
from collections.abc import Iterator

from explainer.plain import ENTRIES, Plain, is_summary

# A number in printed text; not a part of a version (5.23.0) or of a word (layer1).
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\.?\w)")


_FINE = 4  # significant digits from which a unit in the last place is rounding, not news


def floats_agree(old: float, new: float, tolerance: float, scale: float = 0.0) -> bool:
    """Within `tolerance` of each other, relative to the larger or to `scale`; below 0.01 it gets an absolute part."""
    return math.isclose(old, new, rel_tol=tolerance, abs_tol=tolerance * max(scale, 0.01))


def kept(old: Plain | None, new: Plain, tolerance: float, scale: float = 0.0) -> Plain:
    """The new value, with each recorded number in it kept where the new one agrees."""
    if isinstance(old, float) and isinstance(new, float):
        return old if floats_agree(old, new, tolerance, scale) else new
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        scale = max(scale, min(largest(old), largest(new)))
        return [kept(before, after, tolerance, scale) for before, after in zip(old, new, strict=True)]
    if isinstance(old, dict) and isinstance(new, dict):
        # The ends of a row and the mean are sums of entries that may cancel; a norm, a spread or a share is not.
        entries = min(map(_entries, (old, new))) if is_summary(old) and is_summary(new) else 0.0
        return {
            name: kept(old.get(name), item, tolerance, entries if name in ENTRIES else 0.0)
            for name, item in new.items()
        }
    return new


def _entries(summary: dict[str, Plain]) -> float:
    return largest([summary["min"], summary["max"]])


def largest(values: list[Plain]) -> float:
    """The scale of a list: the largest magnitude of its floats, 0 if it has none."""
    return max((abs(value) for value in values if isinstance(value, float)), default=0.0)


def text_kept(old: str, new: str, tolerance: float, facts: Plain = False) -> str:
    """The recorded output, if the new one has the same words and numbers that agree; else the new one.

    A number may differ by a unit in its last place, beyond the tolerance, if that is rounding: it is printed to four
    significant digits or more, or one of the run's `facts` lies, within the tolerance, where the rounding turns.
    """
    numbers = list(zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=False))
    if _NUMBER.split(old) != _NUMBER.split(new):
        return new
    turns = list(_floats(facts))
    return old if all(_printed_agree(a, b, tolerance, turns) for a, b in numbers) else new


def _floats(facts: Plain, scale: float = 0.0) -> Iterator[tuple[float, float]]:
    """Every float of the facts, with how large the entries of its list are."""
    if isinstance(facts, float):
        yield facts, max(abs(facts), scale)
    elif isinstance(facts, list):
        for item in facts:
            yield from _floats(item, largest(facts))
    elif isinstance(facts, dict):
        for item in facts.values():
            yield from _floats(item)


def _printed_agree(old: str, new: str, tolerance: float, facts: list[tuple[float, float]]) -> bool:
    if old == new:
        return True
    if "." not in old or "." not in new:
        return False
    mantissa, _, exponent = old.lower().partition("e")
    last_place = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    a, b = float(old), float(new)
    if floats_agree(a, b, tolerance):
        return True
    fine = len(mantissa.lstrip("+-0.").replace(".", "")) >= _FINE
    turn = (a + b) / 2
    rounding = fine or any(abs(abs(fact) - abs(turn)) <= tolerance * scale for fact, scale in facts)
    return rounding and abs(a - b) < 1.5 * last_place
