"""How much a checkpoint may say of itself: in all its files together, and counted before it is kept."""

from collections import Counter
from collections.abc import Iterable

from inspector.data import Unreadable

HEADERS, TENSORS, LETTERS, STEPS = "bytes of headers", "tensors", "letters in names", "steps in pickles"
# BERT has 200 tensors. The largest mixtures of experts have some 90,000, in many files, each with 130 bytes of header.
# A pickle takes 30 steps for a tensor.
ALLOWED = {HEADERS: 16_000_000, TENSORS: 100_000, LETTERS: 10_000_000, STEPS: 1_000_000}
LONGEST_NAME = 1000


class Allowance:
    """What an inspection has taken of each of these."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def take(self, what: str, count: int, name: str) -> None:
        """Counts what the file `name` claims. Raises Unreadable where that is too much."""
        self._taken[what] += count
        if self._taken[what] > ALLOWED[what]:
            raise Unreadable(f"{name}: claims more than {ALLOWED[what]:,} {what}, all files together; left alone")

    def take_names(self, names: Iterable[str | bytes], name: str) -> None:
        """Counts tensors by their names."""
        lengths = [len(one) for one in names]
        self.take(TENSORS, len(lengths), name)
        self.take(LETTERS, sum(lengths), name)
        if max(lengths, default=0) > LONGEST_NAME:
            raise Unreadable(f"{name}: has a name of more than {LONGEST_NAME:,} letters; left alone")
