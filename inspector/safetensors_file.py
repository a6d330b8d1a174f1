"""A safetensors file's header, checked as strictly as the library checks it, and without importing it.

The library gives no offsets, and its reader for arrays wants numpy: ours answers before numpy would be imported. Tests
hold it to the library: what the library refuses, it refuses.
"""

from math import prod
from pathlib import Path
from typing import Any

from inspector.allowance import HEADERS
from inspector.data import ITEM_BYTES, Place, Tensor, Unreadable
from inspector.sources import FileSource
from inspector.strict_json import parse_object

DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
    "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8",
    "U64": "uint64", "U32": "uint32", "U16": "uint16", "U8": "uint8", "BOOL": "bool", "C64": "complex64",
}  # fmt: skip
HEADER = 8  # bytes that hold the header's length


def read_safetensors(source: FileSource, path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Tensors by name, and the header's metadata. Raises Unreadable for a file that the library would refuse."""
    name = source.name
    if source.size < HEADER:
        raise Unreadable(f"{name}: {source.size} bytes are too few for a safetensors file; fetch it again")
    length = int.from_bytes(source.read(0, HEADER), "little")
    if length > source.size - HEADER:
        raise Unreadable(
            f"{name}: its header claims {length} bytes, and the file has {source.size}: "
            "no safetensors file, or a cut-off one; fetch it again"
        )
    source.allowance.take(HEADERS, length, name)
    header = parse_object(source.read(HEADER, length), f"{name}, header")
    metadata = _metadata(header.pop("__metadata__", {}), name)
    source.allowance.take_names(header, name)
    start = HEADER + length
    tensors = {key: _tensor(key, entry, name, path, start) for key, entry in header.items()}
    _check_cover(tensors, start, source.size, name)
    return tensors, metadata


def _metadata(value: Any, name: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise Unreadable(f"{name}: `__metadata__` is no map of texts; the header is damaged")
    return value


def _tensor(key: str, entry: Any, name: str, path: Path, start: int) -> Tensor:
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise Unreadable(f"{name}: {key!r} has no dtype, shape and data_offsets; the header is damaged")
    shape, offsets = entry["shape"], entry["data_offsets"]
    if not (_counts(shape) and _counts(offsets) and len(offsets) == 2 and offsets[0] <= offsets[1]):
        raise Unreadable(f"{name}: {key!r} has a shape or offsets that are none; the header is damaged")
    dtype = DTYPES.get(str(entry["dtype"]))
    if dtype is None:
        raise Unreadable(
            f"{name}: {key!r} has the unknown type {entry['dtype']!r}; is the file newer than this program?"
        )
    size = prod(shape) * ITEM_BYTES[dtype]
    if size != offsets[1] - offsets[0]:
        raise Unreadable(
            f"{name}: {key!r} needs {size} bytes and its offsets hold {offsets[1] - offsets[0]}; the header is damaged"
        )
    place = Place(path, start + offsets[0], size)
    return Tensor(key, tuple(shape), dtype, place, storage=f"{path}:{offsets[0]}" if size else f"{path}:{key}")


def _counts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 64 and all(type(one) is int and 0 <= one < 2**62 for one in value)


def _check_cover(tensors: dict[str, Tensor], start: int, size: int, name: str) -> None:
    """The tensors lie one behind another, without gaps, to the end of the file."""
    expected, before = start, "the header"
    places = [(key, one.place) for key, one in tensors.items() if one.place]
    for key, place in sorted(places, key=lambda one: (one[1].offset, one[1].size)):
        if place.offset != expected:
            how = "overlaps" if place.offset < expected else "leaves a gap behind"
            raise Unreadable(f"{name}: {key!r} {how} {before}; the file is damaged, or made to harm")
        expected, before = place.offset + place.size, repr(key)
    if expected != size:
        how = "cut off" if expected > size else "longer than its header says"
        raise Unreadable(f"{name}: {how}: the tensors end at byte {expected}, the file at {size}; fetch it again")
