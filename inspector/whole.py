"""Every number of a tensor, for --full: read once, however many checks want to know of it. Needs numpy."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from inspector.data import FLOATS, ITEM_BYTES, Tensor, Unreadable
from inspector.non_finite import NonFiniteCount
from inspector.sources import OpenFiles

# Bytes looked at at once: so few that they are still in the processor's cache, so many that Python hardly matters.
SLICE = 2**19
# The bits of the two infinities. Read as whole numbers, with a sign and without one, all that is finite lies below.
INFINITIES = {"float16": (0x7C00, 0xFC00), "bfloat16": (0x7F80, 0xFF80)}
WHOLE_NUMBERS = {1: "u1", 2: "<u2", 4: "<u4", 8: "<u8"}


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of a matrix's rows."""

    middle: float
    shorter: int  # rows than the one asked about


@dataclass
class Reading:
    """What was seen of a tensor: what is not finite and, where they are wanted, the squared lengths of its rows."""

    dtype: str
    width: int  # of a row; 0: its rows' lengths are not wanted
    count: NonFiniteCount = field(default_factory=NonFiniteCount)
    squares: list[Any] = field(default_factory=list)

    def copy(self) -> "Reading":
        """One that goes on from here by itself."""
        seen = self.count
        count = NonFiniteCount(seen.looked_at, seen.not_a_number, seen.infinite)
        return Reading(self.dtype, self.width, count, [*self.squares])

    def look(self, data: memoryview) -> None:
        """Takes the next numbers in."""
        import numpy

        self.count.looked_at += len(data) // ITEM_BYTES[self.dtype]
        if self.width:
            rows = as_array(data, self.dtype).reshape(-1, self.width).astype("<f8")
            squares = (rows[:, None, :] @ rows[:, :, None]).ravel()  # einsum gives the same in twice the time
            self.squares.append(squares)
            if numpy.isfinite(squares.sum()):
                return
        elif _all_finite(data, self.dtype):
            return
        part = as_array(data, self.dtype)
        self.count.not_a_number += int(numpy.isnan(part).sum())
        self.count.infinite += int(numpy.isinf(part).sum())

    def lengths(self, length: float) -> Lengths | None:
        """How long the rows are beside a length, which one of them has; None if they were not measured."""
        import numpy

        if not self.squares:
            return None
        found = numpy.sqrt(numpy.concatenate(self.squares))
        finite = numpy.sort(found[numpy.isfinite(found)])
        return Lengths(float(finite[len(finite) // 2]), int((found < length * (1 - 1e-9)).sum()))


class Whole:
    """The tensors of a file, read when they are asked for."""

    def __init__(self, opened: OpenFiles, words: Tensor | None) -> None:
        self._opened = opened
        self._rows_of = words.shape if words is not None and len(words.shape) == 2 else None
        self._seen: dict[tuple[str, int, tuple[int, ...], str], Reading] = {}
        self._buffers = [memoryview(bytearray(SLICE)) for _ in range(2)]

    def reading(self, tensor: Tensor) -> Reading:
        """What a tensor holds."""
        import numpy

        key = _key(tensor)
        if key not in self._seen:
            found = self._seen[key] = self._begun(tensor)
            with numpy.errstate(all="ignore"):  # what is not finite is counted, not complained of
                for data in self._slices(tensor, self._buffers[0], found.width):
                    found.look(data)
        return self._seen[key]

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Whether two tensors of one shape and type have the same bytes. What they hold is known then, too."""
        import numpy

        first, second = self._begun(one), None
        numbers = WHOLE_NUMBERS[min(ITEM_BYTES[one.dtype], 8)]
        pairs = zip(*map(self._slices, (one, other), self._buffers, [first.width] * 2), strict=True)
        with numpy.errstate(all="ignore"):
            for mine, its in pairs:
                if second is None and (numpy.frombuffer(mine, numbers) != numpy.frombuffer(its, numbers)).any():
                    second = first.copy()  # until here they were equal
                first.look(mine)
                if second is not None:
                    second.look(its)
        self._seen[_key(one)], self._seen[_key(other)] = first, second or first
        return second is None

    def _begun(self, tensor: Tensor) -> Reading:
        width = tensor.shape[1] if tensor.shape == self._rows_of else 0
        fits = width * ITEM_BYTES[tensor.dtype] <= SLICE
        return Reading(tensor.dtype, width if fits and tensor.dtype in FLOATS else 0)

    def _slices(self, tensor: Tensor, buffer: memoryview, width: int) -> Iterator[memoryview]:
        """All bytes of a tensor in order, in whole rows. Each slice lies where the last one lay."""
        item, place = ITEM_BYTES[tensor.dtype], tensor.place
        if place is None:
            raise Unreadable(f"{tensor.name}: its numbers are not there")
        row = max(width, 1) * item
        step = len(buffer) // row * row
        source, begin = self._opened.source(place.file), place.offset + tensor.start * item
        for first in range(0, tensor.size, step):
            part = buffer[: min(step, tensor.size - first)]
            source.read_into(begin + first, part)
            yield part


def as_array(data: memoryview, dtype: str) -> Any:
    """The numbers that the bytes spell, as a numpy array."""
    import numpy

    if dtype == "bfloat16":
        return (numpy.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    return numpy.frombuffer(data, {"float16": "<f2", "float32": "<f4", "float64": "<f8"}[dtype])


def _all_finite(data: memoryview, dtype: str) -> bool:
    """False where a number is not finite, and perhaps where the numbers are huge: then they are counted."""
    import numpy

    if dtype in INFINITIES:
        bits, (positive, negative) = numpy.frombuffer(data, "<u2"), INFINITIES[dtype]
        return int(bits.max()) < negative and int(bits.view("<i2").max()) < positive
    numbers = as_array(data, dtype)
    return bool(numpy.isfinite(numpy.dot(numbers, numbers)))  # in half the time of numpy.isfinite(numbers).all()


def _key(tensor: Tensor) -> tuple[str, int, tuple[int, ...], str]:
    return tensor.storage, tensor.start, tensor.shape, tensor.dtype
