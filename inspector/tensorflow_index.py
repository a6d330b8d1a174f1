"""The `.index` of a TensorFlow checkpoint: a table of protocol buffers, in the part of the format that is written.

Format: LevelDB's table (blocks of prefix-compressed entries, a footer of 48 bytes) whose values are BundleEntryProto.
"""

from collections.abc import Iterator
from pathlib import Path

from inspector.allowance import HEADERS
from inspector.data import ITEM_BYTES, Place, Tensor, Unreadable
from inspector.sources import FileSource

MAGIC = bytes.fromhex("57fb808b247547db")
FOOTER = 48
DTYPES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 9: "int64", 10: "bool", 14: "bfloat16",
    17: "uint16", 19: "float16", 22: "uint32", 23: "uint64",
}  # fmt: skip


def read_index(source: FileSource, path: Path) -> dict[str, Tensor]:
    """Tensors by the names that TensorFlow gave them."""
    if source.size < FOOTER or source.read(source.size - len(MAGIC), len(MAGIC)) != MAGIC:
        raise Unreadable(f"{source.name}: no TensorFlow index, or a cut-off one; fetch it again")
    try:
        return _read(source, path)
    except (IndexError, KeyError, ValueError) as error:
        raise Unreadable(f"{source.name}: a damaged TensorFlow index ({error}); fetch it again") from None


def _read(source: FileSource, path: Path) -> dict[str, Tensor]:
    footer = source.read(source.size - FOOTER, FOOTER)
    _, at = _varint(footer, 0)
    _, at = _varint(footer, at)
    offset, at = _varint(footer, at)
    size, at = _varint(footer, at)
    tensors: dict[str, Tensor] = {}
    shards = 1
    for _, handle in _entries(_block(source, offset, size), source):
        block_offset, at = _varint(handle, 0)
        block_size, at = _varint(handle, at)
        for key, value in _entries(_block(source, block_offset, block_size), source):
            if key == b"":
                shards = _header(value, source.name)
            else:
                name = key.decode("utf-8")
                if name in tensors:
                    raise ValueError(f"{name!r} is there twice")
                tensors[name] = _tensor(name, value, path, shards)
    if not tensors:
        raise ValueError("no tensors")
    return tensors


def _block(source: FileSource, offset: int, size: int) -> bytes:
    if offset + size + 5 > source.size:
        raise ValueError("a block beyond the file's end")
    source.allowance.take(HEADERS, size, source.name)
    data = source.read(offset, size + 1)
    if data[-1] != 0:
        raise ValueError("a compressed block, as TensorFlow does not write")
    return data[:-1]


def _entries(block: bytes, source: FileSource) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a block: of each key only what differs from the one before is stored."""
    restarts = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 * (restarts + 1)
    if end < 0:
        raise ValueError("a block without its restarts")
    at, key = 0, b""
    while at < end:
        shared, at = _varint(block, at)
        own, at = _varint(block, at)
        length, at = _varint(block, at)
        if shared > len(key) or at + own + length > end or shared + own > 4096:
            raise ValueError("an entry beyond its block")
        key = key[:shared] + block[at : at + own]
        at += own
        source.allowance.take_names([key], source.name)
        yield key, block[at : at + length]
        at += length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a number that does not end")


def _fields(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """A protocol buffer's fields: number, value of a number, bytes of anything else."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield tag >> 3, value, b""
            continue
        if kind == 2:
            length, at = _varint(data, at)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise ValueError("a field of unknown kind")
        if at + length > len(data):
            raise ValueError("a field beyond its message")
        yield tag >> 3, 0, data[at : at + length]
        at += length


def _header(data: bytes, name: str) -> int:
    shards = 1
    for field, value, _ in _fields(data):
        if field == 1:
            shards = value
        if field == 2 and value != 0:
            raise Unreadable(f"{name}: its numbers are big-endian, which is not read here; save it again")
    if not 1 <= shards <= 100_000:
        raise ValueError(f"{shards} data files")
    return shards


def _tensor(name: str, data: bytes, path: Path, shards: int) -> Tensor:
    dtype, shape, shard, offset, size = "unknown", [], 0, 0, 0
    for field, value, inner in _fields(data):
        if field == 1:
            dtype = DTYPES.get(value, f"TensorFlow's type {value}")
        elif field == 2:
            shape = [_dimension(one) for number, _, one in _fields(inner) if number == 2]
        elif field == 3:
            shard = value
        elif field == 4:
            offset = value
        elif field == 5:
            size = value
    if len(shape) > 64 or shard >= shards:
        raise ValueError(f"{name!r} has a shape or a place that is none")
    file = path.with_name(f"{path.name.removesuffix('.index')}.data-{shard:05d}-of-{shards:05d}")
    tensor = Tensor(name, tuple(shape), dtype, Place(file, offset, size), storage=f"{file}:{offset}:{name}")
    if dtype in ITEM_BYTES and tensor.size != size:
        raise ValueError(f"{name!r} needs {tensor.size} bytes and has {size}")
    return tensor


def _dimension(data: bytes) -> int:
    return next((value for field, value, _ in _fields(data) if field == 1), 0)
