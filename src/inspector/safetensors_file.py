"""Read a safetensors file's header, checked as strictly as the library checks it, and without importing it.

The library gives no offsets, and its reader for arrays wants numpy: ours answers before numpy would be imported. Tests
hold it to the library: what the library refuses, it refuses. The format: https://huggingface.co/docs/safetensors
"""

from math import prod
from pathlib import Path
from typing import Any

from inspector.allowance import HEADER_BYTES
from inspector.data import ITEM_BYTES, StorageLocation, Tensor, Unreadable
from inspector.sources import FileSource
from inspector.strict_json import parse_object

SAFETENSORS_DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
    "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8",
    "U64": "uint64", "U32": "uint32", "U16": "uint16", "U8": "uint8", "BOOL": "bool", "C64": "complex64",
}  # fmt: skip
LENGTH_BYTES = 8  # at the file's start: the header's length, little-endian


def read_safetensors(source: FileSource, path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Return tensors by name, and the header's metadata. Raise Unreadable for a file that the library would refuse."""
    name = source.name
    if source.size < LENGTH_BYTES:
        raise Unreadable(f"{name}: {source.size} bytes are too few for a safetensors file; fetch it again")
    length = int.from_bytes(source.read(0, LENGTH_BYTES), "little")
    if length > source.size - LENGTH_BYTES:
        raise Unreadable(
            f"{name}: its header claims {length} bytes, and the file has {source.size}: "
            "no safetensors file, or a cut-off one; fetch it again"
        )
    source.allowance.take(HEADER_BYTES, length, name)
    header = parse_object(source.read(LENGTH_BYTES, length), f"{name}, header")
    metadata = _check_metadata(header.pop("__metadata__", {}), name)
    source.allowance.take_names(header, name)
    data_start = LENGTH_BYTES + length
    tensors = {key: _parse_tensor(key, entry, name, path, data_start) for key, entry in header.items()}
    _check_cover(tensors, data_start, source.size, name)
    return tensors, metadata


def _check_metadata(value: Any, name: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise Unreadable(f"{name}: `__metadata__` is no map of texts; the header is damaged")
    return value


def _parse_tensor(key: str, entry: Any, name: str, path: Path, data_start: int) -> Tensor:
    """Return the tensor of a header's entry. Raise Unreadable if its fields are wrong or do not fit each other."""
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise Unreadable(f"{name}: {key!r} has no dtype, shape and data_offsets; the header is damaged")
    shape, offsets = entry["shape"], entry["data_offsets"]
    if not (_are_counts(shape) and _are_counts(offsets) and len(offsets) == 2 and offsets[0] <= offsets[1]):
        raise Unreadable(f"{name}: {key!r} has a shape or offsets that are none; the header is damaged")
    dtype = SAFETENSORS_DTYPES.get(str(entry["dtype"]))
    if dtype is None:
        raise Unreadable(
            f"{name}: {key!r} has the unknown type {entry['dtype']!r}; is the file newer than this program?"
        )
    size = prod(shape) * ITEM_BYTES[dtype]
    if size != offsets[1] - offsets[0]:
        raise Unreadable(
            f"{name}: {key!r} needs {size} bytes and its offsets hold {offsets[1] - offsets[0]}; the header is damaged"
        )
    location = StorageLocation(path, data_start + offsets[0], size)
    # Empty tensors may begin at the same offset and still share nothing.
    return Tensor(key, tuple(shape), dtype, location, storage_id=f"{path}:{offsets[0]}" if size else f"{path}:{key}")


def _are_counts(value: Any) -> bool:
    """Return whether a value is a short list of whole numbers ≥ 0; True and False are none."""
    return (
        isinstance(value, list) and len(value) <= 64 and all(type(item) is int and 0 <= item < 2**62 for item in value)
    )


def _check_cover(tensors: dict[str, Tensor], data_start: int, size: int, name: str) -> None:
    """Raise Unreadable unless the tensors lie one behind another, without gaps, to the end of the file."""
    expected, before = data_start, "the header"
    locations = [(key, tensor.location) for key, tensor in tensors.items() if tensor.location]
    for key, location in sorted(locations, key=lambda pair: (pair[1].offset, pair[1].size)):
        if location.offset != expected:
            how = "overlaps" if location.offset < expected else "leaves a gap behind"
            raise Unreadable(f"{name}: {key!r} {how} {before}; the file is damaged, or made to harm")
        expected, before = location.offset + location.size, repr(key)
    if expected != size:
        how = "cut off" if expected > size else "longer than its header says"
        raise Unreadable(f"{name}: {how}: the tensors end at byte {expected}, the file at {size}; fetch it again")
