"""NaN and infinities in a tensor, counted among a few of its numbers, without numpy."""

from dataclasses import dataclass
from math import isfinite

from inspector.data import Tensor
from inspector.sources import OpenFiles
from inspector.values import numbers_in, read_bytes, spread

TALL = 8192  # rows from which a matrix is looked at row by row
WIDEST = 2**16  # numbers in a row that is looked at whole
MOST_EMBEDDINGS = 1000  # tensors among which embeddings are looked at row by row
SAMPLED_NUMBERS = 512  # of a tensor, at its start and in its middle


@dataclass
class NonFiniteCount:
    """What was seen of a tensor's numbers."""

    looked_at: int = 0
    not_a_number: int = 0
    infinite: int = 0

    @property
    def bad(self) -> int:
        """How many are no plain numbers."""
        return self.not_a_number + self.infinite


def sample_non_finite(tensor: Tensor, opened: OpenFiles, among: int) -> NonFiniteCount:
    """Counts NaN and infinities at a tensor's start and in its middle, and in some rows of a long embedding."""
    seen = NonFiniteCount()
    count = min(tensor.numbers, SAMPLED_NUMBERS)
    stretches = {(0, count), ((tensor.numbers - count) // 2, count)}
    rows, width = tensor.shape if len(tensor.shape) == 2 else (0, 0)
    if rows >= TALL and width <= WIDEST and among <= MOST_EMBEDDINGS:  # an embedding, whose rows live apart
        stretches |= {(index * width, width) for index in spread(rows)}
    for first, count in sorted(stretches):
        values = numbers_in(read_bytes(tensor, opened, first, count), tensor.dtype)
        seen.looked_at += count
        if not isfinite(sum(values)):
            seen.not_a_number += sum(one != one for one in values)
            seen.infinite += sum(one in (float("inf"), float("-inf")) for one in values)
    return seen
