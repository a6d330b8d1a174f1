"""A sum of masked log-probabilities is not a log-probability of a sentence: over all sentences these products need not add up to one. Two tokens that agree four times in five show it, with exact numbers and no model."""

from fractions import Fraction
from itertools import product

scope = "arithmetic"
decides = "with probability 0.8"


def joint(agree):
    """How often each pair occurs, if the two tokens agree so often."""
    return {
        (first, second): (agree if first == second else 1 - agree) / 2
        for first, second in product("ab", repeat=2)
    }


def one_mask_a_row(pairs, first, second):
    """The first token's probability given the second, times the reverse."""
    given_second = pairs[first, second] / sum(pairs[one, second] for one in "ab")
    given_first = pairs[first, second] / sum(pairs[first, one] for one in "ab")
    return given_second * given_first


def chain_rule(pairs, first, second):
    """The first token's probability, times the second's given the first."""
    of_first = sum(pairs[first, one] for one in "ab")
    return of_first * pairs[first, second] / of_first


sums = []
for _agree in (Fraction(1, 2), Fraction(4, 5), Fraction(1)):
    _pairs = joint(_agree)
    _masked = sum(one_mask_a_row(_pairs, *pair) for pair in _pairs)
    _chain = sum(chain_rule(_pairs, *pair) for pair in _pairs)
    sums.append(
        {
            "the tokens agree": float(_agree),
            "chain rule": float(_chain),
            "one mask a row": float(_masked),
        }
    )
_four_in_five = joint(Fraction(4, 5))
agreeing_pair = float(one_mask_a_row(_four_in_five, "a", "a"))
other_pair = float(one_mask_a_row(_four_in_five, "a", "b"))

print(f"an agreeing pair scores {agreeing_pair}, another {other_pair}")
for _row in sums:
    print(f"the tokens agree with probability {_row['the tokens agree']}:", end=" ")
    print(f"the chain rule adds up to {_row['chain rule']}", end="; ")
    print(f"one mask a row: {_row['one mask a row']}")
assert [_row["chain rule"] for _row in sums] == [1, 1, 1], f"{sums}"
assert [_row["one mask a row"] for _row in sums] == [1, 1.36, 2], f"{sums}"
assert (agreeing_pair, other_pair) == (0.64, 0.04), f"{agreeing_pair}, {other_pair}"
