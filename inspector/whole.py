"""Every number of a tensor, for --full: read once, however many checks want to know of it. Needs numpy."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, TypeAlias

from inspector.data import FLOATS, ITEM_BYTES, InspectorError, Tensor, Unreadable
from inspector.non_finite import NonFiniteCount
from inspector.sources import OpenFiles

# Bytes looked at at once: so few that they are still in the processor's cache, so many that Python hardly matters.
SLICE = 2**20
# The bits of the two infinities. Read as whole numbers, with a sign and without one, all that is finite lies below.
INFINITIES = {"float16": (0x7C00, 0xFC00), "bfloat16": (0x7F80, 0xFF80)}
Key: TypeAlias = tuple[str, int, tuple[int, ...], str]  # names with the same one mean the same numbers


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
        fine = not self.width and _all_finite(data, self.dtype)
        if self.width:
            rows = as_array(data, self.dtype).reshape(-1, self.width).astype("<f8")
            self.squares.append(_squares(rows))
            fine = bool(numpy.isfinite(self.squares[-1].sum()))
        if not fine:
            part = as_array(data, self.dtype)
            self.count.not_a_number += int(numpy.isnan(part).sum())
            self.count.infinite += int(numpy.isinf(part).sum())

    def lengths(self) -> "array[float]":
        """Of the tensor's rows, the finite ones, the shortest first; none where they were not wanted."""
        import numpy

        squares = numpy.sort(numpy.concatenate(self.squares)) if self.squares else numpy.empty(0)
        return array("d", numpy.sqrt(squares[numpy.isfinite(squares)]).data)


class Whole:
    """The tensors of a file, read whole: when it is asked about one, unless `read_all` has read it before."""

    def __init__(self, opened: OpenFiles, words: Tensor | None) -> None:
        self._opened = opened
        self._rows_of = words.shape if words is not None and len(words.shape) == 2 else None
        self._seen: dict[Key, Reading] = {}
        self._equal: dict[tuple[Key, Key], bool] = {}

    def reading(self, tensor: Tensor) -> Reading:
        """What a tensor holds."""
        if _key(tensor) not in self._seen:
            self._read((tensor,), _two_buffers())
        return self._seen[_key(tensor)]

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Whether two tensors of one shape and type have the same bytes. What they hold is known then, too."""
        if (_key(one), _key(other)) not in self._equal:
            self._read((one, other), _two_buffers())
        return self._equal[_key(one), _key(other)]

    def read_all(self, tensors: list[Tensor], pair: tuple[Tensor, Tensor] | None) -> None:
        """Reads tensors, and a pair side by side, with two threads: while one waits for the system, the other looks."""
        alone = {_key(one): (one,) for one in tensors if one not in (pair or ())}  # two names for the same bytes: once
        left: Iterator[tuple[Tensor, ...]] = iter([*([pair] if pair else []), *alone.values()])
        failed: list[Exception] = []

        def work() -> None:
            buffers = _two_buffers()
            try:
                for some in left:
                    self._read(some, buffers)
            except (InspectorError, OSError, MemoryError) as error:
                failed.append(error)

        threads = [Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def _read(self, tensors: tuple[Tensor, ...], buffers: tuple[memoryview, ...]) -> None:
        """Reads a tensor, or two side by side."""
        import numpy

        first, second = self._begun(tensors[0]), None
        slices = map(self._slices, tensors, buffers, [first.width] * len(tensors))
        with numpy.errstate(all="ignore"):  # what is not finite is counted, not complained of
            for mine, *its in zip(*slices, strict=True):
                if second is None and its and _differ(mine, its[0]):
                    second = first.copy()  # until here they were equal
                first.look(mine)
                if second is not None:
                    second.look(its[0])
        keys = [_key(one) for one in tensors]
        self._seen |= dict(zip(keys, (first, second or first), strict=False))
        if len(keys) == 2:
            self._equal[keys[0], keys[1]] = self._equal[keys[1], keys[0]] = second is None

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


def _squares(rows: Any) -> Any:
    """The squared length of each row; einsum gives the same in twice the time."""
    return (rows[:, None, :] @ rows[:, :, None]).ravel()


def _differ(one: memoryview, other: memoryview) -> bool:
    import numpy

    numbers = "<u8" if len(one) % 8 == 0 else "u1"
    return bool((numpy.frombuffer(one, numbers) != numpy.frombuffer(other, numbers)).any())


def _two_buffers() -> tuple[memoryview, ...]:
    return memoryview(bytearray(SLICE)), memoryview(bytearray(SLICE))


def _key(tensor: Tensor) -> Key:
    return tensor.storage, tensor.start, tensor.shape, tensor.dtype
