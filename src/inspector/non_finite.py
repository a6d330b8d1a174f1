"""Count NaN and infinities among a few numbers of a tensor, without numpy."""

from dataclasses import dataclass
from math import isfinite

from inspector.data import Tensor
from inspector.sources import OpenFiles
from inspector.values import decode_numbers, read_bytes, sample_indices

MIN_EMBEDDING_ROWS = 8192  # a matrix with so many rows is taken for an embedding, and rows of it are sampled
MAX_SAMPLED_WIDTH = 2**16  # numbers in a row that is sampled
MAX_TENSORS_FOR_ROWS = 1000  # in a file with more tensors, no rows are sampled: a file could be all embeddings
SAMPLED_NUMBERS = 512  # of a tensor, at its start and in its middle


@dataclass
class NonFiniteCount:
    """Count the numbers of a tensor that were read, and the NaN and infinities among them."""

    checked: int = 0  # where samples overlap, their numbers count twice here
    nan: int = 0
    infinite: int = 0

    @property
    def total(self) -> int:
        """Return how many are NaN or infinite."""
        return self.nan + self.infinite


def sample_non_finite(tensor: Tensor, open_files: OpenFiles, tensor_count: int) -> NonFiniteCount:
    """Count NaN and infinities at a tensor's start and in its middle, and in sampled rows of an embedding.

    `tensor_count`: how many tensors the file has.
    """
    result = NonFiniteCount()
    count = min(tensor.numel, SAMPLED_NUMBERS)
    stretches = {(0, count), ((tensor.numel - count) // 2, count)}
    rows, width = tensor.shape if len(tensor.shape) == 2 else (0, 0)
    # A word's row is trained by itself, so one can be NaN among thousands that are not.
    if rows >= MIN_EMBEDDING_ROWS and width <= MAX_SAMPLED_WIDTH and tensor_count <= MAX_TENSORS_FOR_ROWS:
        stretches |= {(index * width, width) for index in sample_indices(rows)}
    seen_end = 0  # stretches may overlap
    for first, count in sorted(stretches):
        values = decode_numbers(read_bytes(tensor, open_files, first, count), tensor.dtype)
        result.checked += count
        if not isfinite(sum(values)):  # one sum is faster than a test of each number
            new_values = values[max(seen_end - first, 0) :]
            result.nan += sum(value != value for value in new_values)
            result.infinite += sum(value in (float("inf"), float("-inf")) for value in new_values)
        seen_end = max(seen_end, first + count)
    return result
