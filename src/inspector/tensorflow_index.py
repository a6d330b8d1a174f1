"""Read the `.index` of a TensorFlow checkpoint: names, shapes and offsets, but no numbers.

It is LevelDB's table (blocks of prefix-compressed entries, a footer of 48 bytes), whose values are BundleEntryProto:
https://github.com/google/leveldb/blob/main/doc/table_format.md and
https://github.com/tensorflow/tensorflow/blob/master/tensorflow/core/protobuf/tensor_bundle.proto
"""

from collections.abc import Iterator
from pathlib import Path

from inspector.allowance import HEADER_BYTES
from inspector.data import ITEM_BYTES, StorageLocation, Tensor, Unreadable
from inspector.sources import FileSource
from inspector.torch_file import check_no_overlap

TABLE_MAGIC = bytes.fromhex("57fb808b247547db")  # at the file's end
FOOTER_SIZE = 48
TENSORFLOW_DTYPES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 7: "string", 9: "int64", 10: "bool",
    14: "bfloat16", 17: "uint16", 19: "float16", 22: "uint32", 23: "uint64",
}  # fmt: skip


def read_index(source: FileSource, path: Path) -> dict[str, Tensor]:
    """Return tensors by the names that TensorFlow gave them. Raise Unreadable for a damaged index."""
    if source.size < FOOTER_SIZE or source.read(source.size - len(TABLE_MAGIC), len(TABLE_MAGIC)) != TABLE_MAGIC:
        raise Unreadable(f"{source.name}: no TensorFlow index, or a cut-off one; fetch it again")
    try:
        return _read_table(source, path)
    except (IndexError, KeyError, ValueError) as error:
        raise Unreadable(f"{source.name}: a damaged TensorFlow index ({error}); fetch it again") from None


def _read_table(source: FileSource, path: Path) -> dict[str, Tensor]:
    """Return the tensors of all blocks. Raise ValueError or IndexError if the table is damaged."""
    footer = source.read(source.size - FOOTER_SIZE, FOOTER_SIZE)
    _, at = _read_varint(footer, 0)  # offset and size of the metaindex, which is empty
    _, at = _read_varint(footer, at)
    offset, at = _read_varint(footer, at)  # of the index: of each block of entries, where it is
    size, at = _read_varint(footer, at)
    tensors: dict[str, Tensor] = {}
    file_count = 1
    for _, handle in _read_entries(_read_block(source, offset, size), source):
        block_offset, at = _read_varint(handle, 0)
        block_size, at = _read_varint(handle, at)
        for key, value in _read_entries(_read_block(source, block_offset, block_size), source):
            if key == b"":  # the first entry is a BundleHeaderProto
                file_count = _count_data_files(value, source.name)
            else:
                name = key.decode("utf-8")
                if name in tensors:
                    raise ValueError(f"{name!r} is there twice")
                tensors[name] = _parse_tensor(name, value, path, file_count)
    if not tensors:
        raise ValueError("no tensors")
    by_file: dict[Path, list[tuple[StorageLocation, str]]] = {}
    for name, tensor in tensors.items():
        if tensor.location:
            by_file.setdefault(tensor.location.file, []).append((tensor.location, name))
    for locations in by_file.values():
        check_no_overlap(locations, source.name)
    return tensors


def _read_block(source: FileSource, offset: int, size: int) -> bytes:
    """Return a block's bytes, unpacked. Raise ValueError if they are damaged, or beyond the file's end."""
    if offset + size + 5 > source.size:  # behind a block: a byte for its compression, four of a checksum
        raise ValueError("a block beyond the file's end")
    source.allowance.take(HEADER_BYTES, size, source.name)
    data = source.read(offset, size + 1)
    if data[-1] > 1:  # LevelDB has other packings, TensorFlow none but Snappy
        raise ValueError(f"a block packed in the way {data[-1]}")
    return _unpack_snappy(data[:-1], source) if data[-1] else data[:-1]


def _unpack_snappy(packed: bytes, source: FileSource) -> bytes:
    """Return what a block unpacks to: https://github.com/google/snappy/blob/main/format_description.txt."""
    size, at = _read_varint(packed, 0)
    source.allowance.take(HEADER_BYTES, size, source.name)
    unpacked = bytearray()
    while at < len(packed):
        tag = packed[at]
        at += 1
        kind, length, distance = tag & 3, (tag >> 2) + 1, 0
        if kind == 0:  # bytes as they are, whose length, from 61 on, lies in one to four bytes behind the tag
            width = max(length - 60, 0)
            length = int.from_bytes(packed[at : at + width], "little") + 1 if width else length
            unpacked += packed[at + width : at + width + length]
            at += width + length
        else:  # a copy of bytes that are unpacked
            width = (0, 1, 2, 4)[kind]
            distance = int.from_bytes(packed[at : at + width], "little")
            at += width
            if kind == 1:
                length, distance = 4 + (tag >> 2 & 7), distance | tag >> 5 << 8
            if not 0 < distance <= len(unpacked):
                raise ValueError("a copy of bytes before the block")
            piece = bytes(unpacked[-distance:])
            unpacked += (piece * -(-length // distance))[:length]  # a copy may overlap what it makes
        if at > len(packed) or len(unpacked) > size:
            raise ValueError("a packed block of another size")
    if len(unpacked) != size:
        raise ValueError("a packed block of another size")
    return bytes(unpacked)


def _read_entries(block: bytes, source: FileSource) -> Iterator[tuple[bytes, bytes]]:
    """Yield keys and values of a block: of each key only what differs from the one before is stored."""
    # Behind the entries lie offsets for a search that is not done here, and how many.
    restart_count = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 * (restart_count + 1)
    if end < 0:
        raise ValueError("a block without its restarts")
    at, key = 0, b""
    while at < end:
        shared_length, at = _read_varint(block, at)
        own_length, at = _read_varint(block, at)
        value_length, at = _read_varint(block, at)
        # 4096: with a long key that each entry repeats, a small file would unpack to gigabytes
        if shared_length > len(key) or at + own_length + value_length > end or shared_length + own_length > 4096:
            raise ValueError("an entry beyond its block")
        key = key[:shared_length] + block[at : at + own_length]
        at += own_length
        source.allowance.take_names([key], source.name)
        yield key, block[at : at + value_length]
        at += value_length


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a protocol buffer's variable-length number at an offset, and the offset behind it."""
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


def _read_fields(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield a protocol buffer's fields: field number, then a varint's value and b"", or 0 and the bytes."""
    at = 0
    while at < len(data):
        tag, at = _read_varint(data, at)
        wire_type = tag & 7
        if wire_type == 0:  # a varint
            value, at = _read_varint(data, at)
            yield tag >> 3, value, b""
            continue
        if wire_type == 2:  # bytes behind their length
            length, at = _read_varint(data, at)
        elif wire_type in (1, 5):  # eight bytes, four bytes
            length = 8 if wire_type == 1 else 4
        else:
            raise ValueError("a field of unknown kind")
        if at + length > len(data):
            raise ValueError("a field beyond its message")
        yield tag >> 3, 0, data[at : at + length]
        at += length


def _count_data_files(header: bytes, name: str) -> int:
    """Return how many files hold the numbers, from a BundleHeaderProto."""
    file_count = 1
    for field, value, _ in _read_fields(header):
        if field == 1:  # num_shards
            file_count = value
        if field == 2 and value != 0:  # endianness
            raise Unreadable(f"{name}: its numbers are big-endian, which is not read here; save it again")
    if not 1 <= file_count <= 100_000:
        raise ValueError(f"{file_count} data files")
    return file_count


def _parse_tensor(name: str, entry: bytes, path: Path, file_count: int) -> Tensor:
    """Return the tensor of a BundleEntryProto, whose fields are dtype, shape, shard_id, offset and size."""
    dtype, shape, file_number, offset, size = "unknown", [], 0, 0, 0
    for field, value, inner in _read_fields(entry):
        if field == 1:
            dtype = TENSORFLOW_DTYPES.get(value, f"TensorFlow's type {value}")
        elif field == 2:
            shape = [_parse_dimension(dimension) for number, _, dimension in _read_fields(inner) if number == 2]
        elif field == 3:
            file_number = value
        elif field == 4:
            offset = value
        elif field == 5:
            size = value
    if len(shape) > 64 or file_number >= file_count:
        raise ValueError(f"{name!r} has a shape or a place that is none")
    file = path.with_name(f"{path.name.removesuffix('.index')}.data-{file_number:05d}-of-{file_count:05d}")
    tensor = Tensor(
        name, tuple(shape), dtype, StorageLocation(file, offset, size), storage_id=f"{file}:{offset}:{name}"
    )
    if dtype in ITEM_BYTES and tensor.nbytes != size:
        raise ValueError(f"{name!r} needs {tensor.nbytes} bytes and has {size}")
    return tensor


def _parse_dimension(data: bytes) -> int:
    """Return a dimension's length: a field that is 0 is left out in a protocol buffer."""
    return next((value for field, value, _ in _read_fields(data) if field == 1), 0)
