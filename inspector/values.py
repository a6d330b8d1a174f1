"""Numbers of a tensor, by offset: a few rows, without numpy."""

import struct
from array import array
from math import fsum, isfinite, sqrt

from inspector.data import FLOATS, ITEM_BYTES, Tensor, Unreadable
from inspector.sources import OpenFiles

WHOLE = 2**16  # numbers of a tensor that is compared whole in any case
SAMPLED_ROWS = 64
NOT_THERE = "the file that holds the numbers is not there"
NO_FLOATS = "the numbers are of a type that is not read, or do not lie row by row"


def readable(tensor: Tensor) -> bool:
    """Whether the numbers' file is there, and they are floats that lie in order."""
    return tensor.place is not None and tensor.dtype in FLOATS and tensor.contiguous and tensor.place.file.is_file()


def why_not(*tensors: Tensor) -> str:
    """Why values are not looked at."""
    gone = any(one.place is None or not one.place.file.is_file() for one in tensors)
    return NOT_THERE if gone else NO_FLOATS


def read_bytes(tensor: Tensor, opened: OpenFiles, first: int, numbers: int) -> bytes:
    """The bytes of so many numbers, from number `first` on."""
    item = ITEM_BYTES[tensor.dtype]
    place = tensor.place
    if place is None:
        raise Unreadable(f"{tensor.name}: its numbers are not there")
    return opened.source(place.file).read(place.offset + (tensor.start + first) * item, numbers * item)


def numbers_in(data: bytes, dtype: str) -> "array[float] | tuple[float, ...]":
    """The numbers that the bytes spell, in a type that Python can add up."""
    if dtype == "bfloat16":  # the upper half of a float32
        wide = bytearray(2 * len(data))
        wide[2::4], wide[3::4] = data[0::2], data[1::2]
        return array("f", bytes(wide))
    if dtype == "float16":
        return struct.unpack(f"<{len(data) // 2}e", data)
    return array("f" if dtype == "float32" else "d", data)


def row(tensor: Tensor, opened: OpenFiles, index: int) -> "array[float] | tuple[float, ...]":
    """One row of a matrix."""
    width = tensor.numbers // tensor.shape[0]
    return numbers_in(read_bytes(tensor, opened, index * width, width), tensor.dtype)


def norm(values: "array[float] | tuple[float, ...]") -> float:
    """The Euclidean length."""
    return sqrt(fsum(one * one for one in values)) if isfinite(sum(values)) else float("nan")


def cosine(
    one: "array[float] | list[float] | tuple[float, ...]", other: "array[float] | list[float] | tuple[float, ...]"
) -> float:
    """How far two rows point the same way; 0 for a row of zeros."""
    lengths = sqrt(fsum(x * x for x in one)) * sqrt(fsum(x * x for x in other))
    return fsum(x * y for x, y in zip(one, other, strict=True)) / lengths if lengths else 0.0


def spread(count: int, most: int = SAMPLED_ROWS) -> list[int]:
    """At most so many indices, from the first to the last, evenly."""
    return list(range(count)) if count <= most else sorted({index * (count - 1) // (most - 1) for index in range(most)})


def equal(one: Tensor, other: Tensor, opened: OpenFiles) -> bool:
    """Whether two tensors of one shape and type have the same bytes: in sampled rows, or all of a small one."""
    if one.same_bytes(other):
        return True
    width = max(one.numbers // one.shape[0], 1) if one.shape and one.shape[0] else 1
    small = one.numbers <= WHOLE
    stretches = [(0, one.numbers)] if small else [(index * width, width) for index in spread(one.shape[0])]
    return all(read_bytes(one, opened, *at) == read_bytes(other, opened, *at) for at in stretches)
