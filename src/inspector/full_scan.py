"""Read every number of a tensor, for --full, and keep what was found for all checks. Needs numpy.

numpy is imported where it is used: without --full it need not be installed, and its import would take longest.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, TypeAlias

from inspector.data import FLOATS, ITEM_BYTES, InspectorError, Tensor, Unreadable
from inspector.non_finite import NonFiniteCount
from inspector.sources import OpenFiles

# Bytes scanned at once: so few that they are still in the processor's cache, so many that Python hardly matters.
SLICE_SIZE = 2**20
# The bits of the two infinities. Read as whole numbers, with a sign and without one, all that is finite lies below.
INFINITY_BITS = {"float16": (0x7C00, 0xFC00), "bfloat16": (0x7F80, 0xFF80)}
MAX_READ_RATIO, ALWAYS_READ_BYTES = 3, 2**28  # how often --full reads a byte that several tensors share
BytesKey: TypeAlias = tuple[str, int, tuple[int, ...], str]  # the same for two names of the same bytes


@dataclass
class TensorScan:
    """Collect what a scan finds in a tensor: numbers that are not finite and, if wanted, its rows' squared lengths."""

    dtype: str
    row_width: int  # in numbers; 0: the lengths of rows are not wanted
    non_finite: NonFiniteCount = field(default_factory=NonFiniteCount)
    squared_lengths: list[Any] = field(default_factory=list)  # a numpy array for each slice

    def copy(self) -> "TensorScan":
        """Return a scan that goes on from here without changing this one."""
        count = self.non_finite
        copied = NonFiniteCount(count.checked, count.nan, count.infinite)
        return TensorScan(self.dtype, self.row_width, copied, [*self.squared_lengths])

    def update(self, data: memoryview) -> None:
        """Add the bytes of the tensor's next numbers; complete rows, if lengths are wanted."""
        import numpy

        self.non_finite.checked += len(data) // ITEM_BYTES[self.dtype]
        all_finite = not self.row_width and _all_finite(data, self.dtype)
        if self.row_width:
            rows = as_numpy(data, self.dtype).reshape(-1, self.row_width).astype("<f8")
            self.squared_lengths.append(_squared_lengths(rows))
            all_finite = bool(numpy.isfinite(self.squared_lengths[-1].sum()))
        if not all_finite:
            numbers = as_numpy(data, self.dtype)
            self.non_finite.nan += int(numpy.isnan(numbers).sum())
            self.non_finite.infinite += int(numpy.isinf(numbers).sum())

    def lengths(self) -> "array[float]":
        """Return the lengths of the tensor's finite rows, the shortest first; empty if they were not wanted."""
        import numpy

        squares = numpy.sort(numpy.concatenate(self.squared_lengths)) if self.squared_lengths else numpy.empty(0)
        return array("d", numpy.sqrt(squares[numpy.isfinite(squares)]).data)


class FullScan:
    """Scan and compare tensors when they are asked for, unless `scan_all` or an earlier call has done it."""

    def __init__(self, open_files: OpenFiles, word_embedding: Tensor | None) -> None:
        self._open_files = open_files
        # The [PAD] check ranks a row among all rows by length, so tensors of this shape have their rows measured.
        self._measured_shape = (
            word_embedding.shape if word_embedding is not None and len(word_embedding.shape) == 2 else None
        )
        self._stopped = False
        self._scans: dict[BytesKey, TensorScan] = {}
        self._equal: dict[tuple[BytesKey, BytesKey], bool] = {}

    def scan(self, tensor: Tensor) -> TensorScan:
        """Return the scan of all the tensor's numbers."""
        if _bytes_key(tensor) not in self._scans:
            self._scan_group((tensor,), _two_buffers())
        return self._scans[_bytes_key(tensor)]

    def equal(self, one: Tensor, other: Tensor) -> bool:
        """Return whether two tensors of one shape and type have the same bytes. Both are scanned on the way."""
        if (_bytes_key(one), _bytes_key(other)) not in self._equal:
            self._scan_group((one, other), _two_buffers())
        return self._equal[_bytes_key(one), _bytes_key(other)]

    def scan_all(self, tensors: list[Tensor], pair: tuple[Tensor, Tensor] | None) -> None:
        """Scan tensors, and compare the pair on the way. Two threads: while one waits for the disk, the other computes.

        Raise the first error of either.
        """
        # By key: two names for the same bytes are read once.
        single = {_bytes_key(tensor): (tensor,) for tensor in tensors if tensor not in (pair or ())}
        groups = [*([pair] if pair else []), *single.values()]
        self._check_cost([tensor for group in groups for tensor in group])
        queue: Iterator[tuple[Tensor, ...]] = iter(groups)
        errors: list[Exception] = []

        def work() -> None:
            buffers = _two_buffers()
            try:
                for group in queue:  # both threads take from one iterator
                    self._scan_group(group, buffers)
            except (InspectorError, OSError, MemoryError) as error:
                errors.append(error)

        threads = [Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            self._stopped = True  # the threads end with their next slice, before the files are closed
            for thread in threads:
                thread.join()
            raise
        if errors:
            raise errors[0]

    def _check_cost(self, tensors: list[Tensor]) -> None:
        """Raise Unreadable if tensors that overlap, views of one storage, have far more bytes than their storages."""
        stored = {tensor.storage_id: tensor.location.size for tensor in tensors if tensor.location}
        to_read, limit = sum(tensor.nbytes for tensor in tensors), MAX_READ_RATIO * sum(stored.values())
        if to_read > max(limit, ALWAYS_READ_BYTES):
            message = f"its tensors overlap, and --full would read {to_read:,} bytes where {sum(stored.values()):,} are"
            raise Unreadable(f"{message}; leave --full out")

    def _scan_group(self, tensors: tuple[Tensor, ...], buffers: tuple[memoryview, ...]) -> None:
        """Scan a tensor, or two of one shape and type: then a slice of each in turn, compared on the way."""
        import numpy

        first, second = self._start_scan(tensors[0]), None
        slices = map(self._slices, tensors, buffers, [first.row_width] * len(tensors))
        with numpy.errstate(all="ignore"):  # what is not finite is counted, not complained of
            for mine, *its in zip(*slices, strict=True):
                if second is None and its and _differ(mine, its[0]):
                    second = first.copy()  # until here they were equal
                first.update(mine)
                if second is not None:
                    second.update(its[0])
        keys = [_bytes_key(tensor) for tensor in tensors]
        self._scans |= dict(zip(keys, (first, second or first), strict=False))  # equal tensors share one scan
        if len(keys) == 2:
            self._equal[keys[0], keys[1]] = self._equal[keys[1], keys[0]] = second is None

    def _start_scan(self, tensor: Tensor) -> TensorScan:
        """Return an empty scan, with row lengths if the tensor has the shape for it and a row fits in a slice."""
        width = tensor.shape[1] if tensor.shape == self._measured_shape else 0
        fits = width * ITEM_BYTES[tensor.dtype] <= SLICE_SIZE
        return TensorScan(tensor.dtype, width if fits and tensor.dtype in FLOATS else 0)

    def _slices(self, tensor: Tensor, buffer: memoryview, row_width: int) -> Iterator[memoryview]:
        """Yield all bytes of a tensor in order, in complete rows. Each slice overwrites the last one in the buffer."""
        item, location = ITEM_BYTES[tensor.dtype], tensor.location
        if location is None:
            raise Unreadable(f"{tensor.name}: its numbers are not there")
        row_size = max(row_width, 1) * item
        step = len(buffer) // row_size * row_size
        source, begin = self._open_files.source(location.file), location.offset + tensor.storage_offset * item
        for first in range(0, tensor.nbytes, step):
            if self._stopped:
                raise Unreadable("stopped")
            part = buffer[: min(step, tensor.nbytes - first)]
            source.read_into(begin + first, part)
            yield part


def as_numpy(data: memoryview, dtype: str) -> Any:
    """Return the numbers that the bytes spell, of a type in FLOATS, as a numpy array."""
    import numpy

    if dtype == "bfloat16":  # the upper half of a float32
        return (numpy.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    return numpy.frombuffer(data, {"float16": "<f2", "float32": "<f4", "float64": "<f8"}[dtype])


def _all_finite(data: memoryview, dtype: str) -> bool:
    """Return False if a number is not finite, and perhaps if numbers are huge: the caller then counts them."""
    import numpy

    if dtype in INFINITY_BITS:
        bits, (positive, negative) = numpy.frombuffer(data, "<u2"), INFINITY_BITS[dtype]
        return int(bits.max()) < negative and int(bits.view("<i2").max()) < positive
    numbers = as_numpy(data, dtype)
    return bool(numpy.isfinite(numpy.dot(numbers, numbers)))  # in half the time of numpy.isfinite(numbers).all()


def _squared_lengths(rows: Any) -> Any:
    """Return the squared length of each row; einsum gives the same in twice the time."""
    return (rows[:, None, :] @ rows[:, :, None]).ravel()


def _differ(one: memoryview, other: memoryview) -> bool:
    import numpy

    numbers = "<u8" if len(one) % 8 == 0 else "u1"  # eight bytes at a time where that fits
    return bool((numpy.frombuffer(one, numbers) != numpy.frombuffer(other, numbers)).any())


def _two_buffers() -> tuple[memoryview, ...]:
    return memoryview(bytearray(SLICE_SIZE)), memoryview(bytearray(SLICE_SIZE))


def _bytes_key(tensor: Tensor) -> BytesKey:
    return tensor.storage_id, tensor.storage_offset, tensor.shape, tensor.dtype
