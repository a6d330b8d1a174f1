"""Limit what a checkpoint's files may claim together. Claims are counted before memory is taken for them."""

from collections import Counter
from collections.abc import Iterable

from inspector.data import Unreadable

HEADER_BYTES, TENSORS, NAME_LETTERS, PICKLE_STEPS = (
    "bytes of headers",
    "tensors",
    "letters in names",
    "steps in pickles",
)
# BERT has 200 tensors. The largest mixtures of experts have some 90,000, in many files, each with 130 bytes of header.
# A pickle takes 30 steps for a tensor.
LIMITS = {HEADER_BYTES: 16_000_000, TENSORS: 100_000, NAME_LETTERS: 10_000_000, PICKLE_STEPS: 1_000_000}
MAX_NAME_LENGTH = 1000


class Allowance:
    """Count what one inspection has used of each of LIMITS, over all its files."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def take(self, resource: str, count: int, file_name: str) -> None:
        """Add to what is used of a resource, a key of LIMITS. Raise Unreadable, naming the file, above its limit."""
        self._used[resource] += count
        if self._used[resource] > LIMITS[resource]:
            message = f"claims more than {LIMITS[resource]:,} {resource}, all files together; left alone"
            raise Unreadable(f"{file_name}: {message}")

    def take_names(self, names: Iterable[str | bytes], file_name: str) -> None:
        """Count one tensor for each name. Raise Unreadable if that is too many, or if a name is too long."""
        lengths = [len(name) for name in names]
        self.take(TENSORS, len(lengths), file_name)
        self.take(NAME_LETTERS, sum(lengths), file_name)
        if max(lengths, default=0) > MAX_NAME_LENGTH:
            raise Unreadable(f"{file_name}: has a name of more than {MAX_NAME_LENGTH:,} letters; left alone")
