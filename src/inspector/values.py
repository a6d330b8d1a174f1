"""Read a few numbers of a tensor, by offset, and compare and measure them without numpy."""

import struct
from array import array
from math import fsum, isfinite, sqrt

from inspector.data import FLOATS, ITEM_BYTES, Tensor, Unreadable
from inspector.sources import OpenFiles

MAX_FULLY_COMPARED = 2**16  # numbers of a tensor that is compared in full even without --full
SAMPLED_ROWS = 64
MAX_COMPARED_WIDTH = 2**16  # numbers at the beginning of a sampled row that are compared
FILE_MISSING = "the file that holds the numbers is not there"
TYPE_NOT_READ = "the numbers are of a type that is not read, or do not lie row by row"


def is_readable(tensor: Tensor) -> bool:
    """Return whether the numbers can be read: their file is there, and they are floats that lie row by row."""
    return (
        tensor.location is not None
        and tensor.dtype in FLOATS
        and tensor.is_contiguous
        and tensor.location.file.is_file()
    )


def why_not_readable(*tensors: Tensor) -> str:
    """Return a clause that says why the numbers of these tensors are not read."""
    missing = any(tensor.location is None or not tensor.location.file.is_file() for tensor in tensors)
    return FILE_MISSING if missing else TYPE_NOT_READ


def read_bytes(tensor: Tensor, open_files: OpenFiles, first: int, count: int) -> bytes:
    """Return the bytes of `count` numbers, from number `first` of the tensor on."""
    item = ITEM_BYTES[tensor.dtype]
    location = tensor.location
    if location is None:
        raise Unreadable(f"{tensor.name}: its numbers are not there")
    return open_files.source(location.file).read(location.offset + (tensor.storage_offset + first) * item, count * item)


def decode_numbers(data: bytes, dtype: str) -> "array[float] | tuple[float, ...]":
    """Return the numbers that the bytes spell, of a type in FLOATS, as Python's floats."""
    if dtype == "bfloat16":  # the upper half of a float32
        wide = bytearray(2 * len(data))
        wide[2::4], wide[3::4] = data[0::2], data[1::2]
        return array("f", bytes(wide))
    if dtype == "float16":  # which array has not
        return struct.unpack(f"<{len(data) // 2}e", data)
    return array("f" if dtype == "float32" else "d", data)


def read_row(tensor: Tensor, open_files: OpenFiles, index: int) -> "array[float] | tuple[float, ...]":
    """Return one row of a matrix."""
    width = tensor.numel // tensor.shape[0]
    return decode_numbers(read_bytes(tensor, open_files, index * width, width), tensor.dtype)


def norm(values: "array[float] | tuple[float, ...]") -> float:
    """Return the Euclidean length; NaN if a number is not finite."""
    return sqrt(fsum(x * x for x in values)) if isfinite(sum(values)) else float("nan")


def cosine(
    one: "array[float] | list[float] | tuple[float, ...]", other: "array[float] | list[float] | tuple[float, ...]"
) -> float:
    """Return the cosine similarity of two rows, 0 if one is all zeros."""
    lengths = sqrt(fsum(x * x for x in one)) * sqrt(fsum(x * x for x in other))
    return fsum(x * y for x, y in zip(one, other, strict=True)) / lengths if lengths else 0.0


def sample_indices(count: int, limit: int = SAMPLED_ROWS) -> list[int]:
    """Return at most `limit` of the indices below `count`, the first and the last among them, evenly spaced."""
    if count <= limit:
        return list(range(count))
    return sorted({index * (count - 1) // (limit - 1) for index in range(limit)})


def sampled_equal(one: Tensor, other: Tensor, open_files: OpenFiles) -> bool:
    """Return whether two tensors of one shape and type have the same bytes: in sampled rows, or all of a small one."""
    if one.shares_bytes(other):
        return True
    width = max(one.numel // one.shape[0], 1) if one.shape and one.shape[0] else 1
    small = one.numel <= MAX_FULLY_COMPARED
    stretches = (
        [(0, one.numel)]
        if small
        else [(index * width, min(width, MAX_COMPARED_WIDTH)) for index in sample_indices(one.shape[0])]
    )
    return all(
        read_bytes(one, open_files, *stretch) == read_bytes(other, open_files, *stretch) for stretch in stretches
    )
