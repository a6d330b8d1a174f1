"""NaN and infinities in a tensor: counted among a few numbers without numpy, or among all of them with it."""

from dataclasses import dataclass
from math import isfinite

from inspector.data import Tensor
from inspector.sources import OpenFiles
from inspector.values import as_array, buffers, numbers_in, read_bytes, spread

TALL = 8192  # rows from which a matrix is looked at row by row
HIGHEST = {"float16": 0xF800, "bfloat16": 0xFF00}  # the bits of infinity, without the sign, one further to the left
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


def count_non_finite(tensor: Tensor, opened: OpenFiles, full: bool) -> NonFiniteCount:
    """Counts NaN and infinities: among a few numbers at the start and in the middle, or among all."""
    if full:
        return _count_all(tensor, opened)
    seen = NonFiniteCount()
    count = min(tensor.numbers, SAMPLED_NUMBERS)
    stretches = {(0, count), ((tensor.numbers - count) // 2, count)}
    if len(tensor.shape) == 2 and tensor.shape[0] >= TALL:  # an embedding, whose rows live apart
        width = tensor.shape[1]
        stretches |= {(index * width, width) for index in spread(tensor.shape[0])}
    for first, count in sorted(stretches):
        values = numbers_in(read_bytes(tensor, opened, first, count), tensor.dtype)
        seen.looked_at += count
        if not isfinite(sum(values)):
            seen.not_a_number += sum(one != one for one in values)
            seen.infinite += sum(one in (float("inf"), float("-inf")) for one in values)
    return seen


def _count_all(tensor: Tensor, opened: OpenFiles) -> NonFiniteCount:
    import numpy

    seen = NonFiniteCount()
    for buffer in buffers(tensor, opened, 1):
        if tensor.dtype in HIGHEST:  # without its sign, a number of 16 bits is finite below a certain one
            bits = numpy.frombuffer(buffer, "<u2")
            seen.looked_at += bits.size
            if int((bits << 1).max()) < HIGHEST[tensor.dtype]:
                continue
            part = as_array(buffer, tensor.dtype)
        else:
            part = as_array(buffer, tensor.dtype)
            seen.looked_at += part.size
            if numpy.isfinite(part).all():
                continue
        seen.not_a_number += int(numpy.isnan(part).sum())
        seen.infinite += int(numpy.isinf(part).sum())
    return seen
