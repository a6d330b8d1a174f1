"""Read names, shapes and offsets from what torch.save wrote: a zip archive, or pickles before torch 1.6."""

import zipfile
from pathlib import Path
from typing import Any

from inspector.data import ITEM_BYTES, StorageLocation, Tensor, Unreadable
from inspector.pickle_values import StorageRef, TensorRef
from inspector.sources import ByteSource, SeekableSource
from inspector.unpickler import Unpickler

LEGACY_MAGIC = 0x1950A86A20F9469CFC6C  # MAGIC_NUMBER and PROTOCOL_VERSION in torch/serialization.py
LEGACY_PROTOCOL = 1001
MAX_ZIP_VERSION = 10  # kMaxSupportedFileFormatVersion in caffe2/serialize/versions.h
# Under these a training script keeps the weights beside other things.
WRAPPERS = ("state_dict", "model_state_dict", "model", "module", "net")


def read_torch(source: ByteSource, size: int, path: Path, base: int = 0) -> tuple[dict[str, Tensor], str]:
    """Return tensors by name, and the key of the dict that held them, "" if none. Raise Unreadable for other files.

    The source has `size` bytes. It starts at byte `base` of the file `path`, or of what that file unpacks to.
    """
    if not size:
        raise Unreadable(f"{source.name}: is empty; fetch it again")
    start = source.read(0, min(size, 16))
    if start.startswith(b"PK\x03\x04"):
        return _read_zip(source, size, path, base)
    if start.startswith(b"\x80"):
        return _read_legacy(source, size, path, base)
    if b"ustar" in source.read(0, min(size, 512)):
        raise Unreadable(f"{source.name}: a tar file, as torch wrote before 0.1.10; load it there and save it again")
    raise Unreadable(
        f"{source.name}: neither a zip archive nor a pickle, so torch.save did not write it; fetch it again"
    )


# Today's: a zip archive, its members stored as they are


def _read_zip(source: ByteSource, size: int, path: Path, base: int) -> tuple[dict[str, Tensor], str]:
    """Return tensors and wrapper, as read_torch does, from data.pkl and a member `data/KEY` for each storage."""
    members = _list_members(source, size)
    root = _root_folder(members, source.name)
    pickle_info = members[f"{root}data.pkl"]
    begin = _data_start(source, pickle_info)
    value = Unpickler(source, begin, begin + pickle_info.file_size).load()
    byteorder = members.get(f"{root}byteorder")
    if byteorder and source.read(_data_start(source, byteorder), min(byteorder.file_size, 16)).strip() != b"little":
        raise Unreadable(f"{source.name}: its numbers are big-endian, which is not read here; save it again")
    references, wrapper = find_state_dict(value, source)
    locations: dict[str, StorageLocation] = {}
    for storage in sorted(
        {tensor.storage for tensor in references.values()}, key=lambda storage: _archive_order(members, root, storage)
    ):
        member = members.get(f"{root}data/{storage.key}")
        locations[storage.key] = _locate_storage(source, member, storage, path, base)
    check_no_overlap([(location, key) for key, location in locations.items()], source.name)
    _check_version(source, members, root)
    return _build_tensors(references, locations, source.name), wrapper


def _check_version(source: ByteSource, members: dict[str, zipfile.ZipInfo], root: str) -> None:
    """Raise Unreadable for an archive that torch.load refuses: bytes before it, or no version that it knows."""
    if min(member.header_offset for member in members.values()):
        raise Unreadable(f"{source.name}: has bytes before its zip archive, and torch.load refuses it; fetch it again")
    member = members.get(f"{root}version", members.get(f"{root}.data/version"))
    version = source.read(_data_start(source, member), min(member.file_size, 16)).strip() if member else b""
    if not version.isdigit() or not 1 <= int(version) <= MAX_ZIP_VERSION:
        found = f"the version {version.decode('latin-1')!r}" if member else "no version"
        raise Unreadable(f"{source.name}: a zip archive with {found}, and torch.load refuses it; fetch it again")


def _root_folder(members: dict[str, zipfile.ZipInfo], name: str) -> str:
    """Return the folder in the archive that holds everything, with a slash."""
    pickles = [member for member in members if member.endswith("data.pkl") and member.count("/") <= 1]
    if any(member.endswith("constants.pkl") or "/code/" in member for member in members):
        raise Unreadable(f"{name}: a TorchScript program, which is code; ask for the weights alone")
    if len(pickles) != 1:
        raise Unreadable(f"{name}: a zip archive without one data.pkl, so torch.save did not write it")
    return pickles[0].removesuffix("data.pkl")


def _locate_storage(
    source: ByteSource, member: zipfile.ZipInfo | None, storage: StorageRef, path: Path, base: int
) -> StorageLocation:
    """Return where a storage's bytes lie in `path`. Raise Unreadable if its member is missing or of another size."""
    if member is None:
        raise Unreadable(f"{source.name}: the storage {storage.key!r} is not in the archive; fetch it again")
    needed = storage.numel * ITEM_BYTES[storage.dtype]
    if member.file_size != needed:
        raise Unreadable(
            f"{source.name}: the storage {storage.key!r} has {member.file_size} bytes, and its tensors need {needed}"
        )
    return StorageLocation(path, base + _data_start(source, member), needed)


def _list_members(source: ByteSource, size: int) -> dict[str, zipfile.ZipInfo]:
    """Return the archive's members by name. Raise Unreadable for names that are there twice, and encrypted ones."""
    try:
        with zipfile.ZipFile(SeekableSource(source, size)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RecursionError) as error:
        raise Unreadable(f"{source.name}: a damaged zip archive ({error}); fetch it again") from None
    members: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        if info.filename in members:
            raise Unreadable(f"{source.name}: the member {info.filename!r} is there twice; left alone")
        if info.flag_bits & 1:
            raise Unreadable(f"{source.name}: the member {info.filename!r} is encrypted; left alone")
        members[info.filename] = info
    return members


def _data_start(source: ByteSource, info: zipfile.ZipInfo) -> int:
    """Return the offset of a member's bytes. Raise Unreadable if they are compressed, which torch.save never does."""
    if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
        raise Unreadable(
            f"{source.name}: the member {info.filename!r} is compressed, as torch.save never writes; left alone"
        )
    local = source.read(info.header_offset, 30)
    if local[:4] != b"PK\x03\x04":
        raise Unreadable(f"{source.name}: the member {info.filename!r} is not where the archive says; fetch it again")
    # Behind the local header lie a name and an extra field, whose lengths may differ from the archive's own list.
    return info.header_offset + 30 + int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")


def _archive_order(members: dict[str, zipfile.ZipInfo], root: str, storage: StorageRef) -> int:
    """Return a sort key that puts storages in the file's order: seeking back in a stream would read it again."""
    info = members.get(f"{root}data/{storage.key}")
    return info.header_offset if info else -1


# Before torch 1.6: a magic number, a protocol, the machine's sizes, the object, the storages' keys, and their numbers


def _read_legacy(source: ByteSource, size: int, path: Path, base: int) -> tuple[dict[str, Tensor], str]:
    """Return tensors and wrapper, as read_torch does, from five pickles and the numbers behind them."""
    reader = Unpickler(source, 0, size)
    magic = reader.load()
    if magic != LEGACY_MAGIC or type(magic) is not int:
        raise Unreadable(f"{source.name}: a pickle, and not one that torch.save wrote; ask for a safetensors file")
    if reader.load() != LEGACY_PROTOCOL:
        raise Unreadable(f"{source.name}: of a protocol of torch.save that is not known; save it again")
    machine = reader.load()
    if type(machine) is not dict or machine.get("little_endian") is not True:
        raise Unreadable(f"{source.name}: its numbers are big-endian, which is not read here; save it again")
    references, wrapper = find_state_dict(reader.load(), source)
    keys = reader.load()
    storages = reader.storages  # an optimiser's too: they lie between the weights
    if type(keys) is not list or any(type(key) is not str for key in keys) or {*storages} != {*keys}:
        raise Unreadable(f"{source.name}: a tensor's storage is not in the file; fetch it again")
    return _build_tensors(
        references, _locate_legacy(source, reader.position, size, keys, storages, path, base), source.name
    ), wrapper


def _locate_legacy(
    source: ByteSource,
    position: int,
    size: int,
    keys: list[str],
    storages: dict[str, StorageRef],
    path: Path,
    base: int,
) -> dict[str, StorageLocation]:
    """Return where each storage's bytes lie. From `position` on each has eight bytes, how many numbers, before them."""
    locations: dict[str, StorageLocation] = {}
    for key in keys:
        numbers = int.from_bytes(source.read(position, 8), "little")
        storage = storages[key]
        if numbers != storage.numel or key in locations:
            raise Unreadable(
                f"{source.name}: the storage {key!r} has {numbers} numbers, not {storage.numel}; fetch it again"
            )
        length = numbers * ITEM_BYTES[storage.dtype]
        locations[key] = StorageLocation(path, base + position + 8, length)
        position += 8 + length
        if position > size:
            raise Unreadable(f"{source.name}: cut off: the storage {key!r} ends at byte {position}, the file at {size}")
    return locations


# Of both forms


def find_state_dict(value: Any, source: ByteSource) -> tuple[dict[str, TensorRef], str]:
    """Return the tensors of what was saved, by name, and the key of the dict that held them, "" if none."""
    name = source.name
    if type(value) is not dict:
        raise Unreadable(f"{name}: holds no dict of tensors; save `model.state_dict()`")
    if "param_groups" in value:
        raise Unreadable(f"{name}: an optimiser's state, not weights; give the model's own file")
    # A step or a loss may lie beside the weights: what holds the most tensors is meant, and of equals the first.
    keys = [*WRAPPERS, *(key for key in value if type(key) is str and key not in WRAPPERS)]
    tensors, wrapper = _select_tensors(value), ""
    seen: set[int] = set()  # a pickle can name one dict many times
    for key in keys:
        inner = value.get(key)
        if type(inner) is dict and id(inner) not in seen:
            seen.add(id(inner))
            if len(inner_tensors := _select_tensors(inner)) > len(tensors):
                tensors, wrapper = inner_tensors, key
    if not tensors:
        raise Unreadable(f"{name}: holds no tensors by name; save `model.state_dict()`")
    source.allowance.take_names(tensors, name)
    return tensors, wrapper


def _select_tensors(value: dict[Any, Any]) -> dict[str, TensorRef]:
    return {key: item for key, item in value.items() if type(key) is str and type(item) is TensorRef}


def _build_tensors(
    references: dict[str, TensorRef], locations: dict[str, StorageLocation], name: str
) -> dict[str, Tensor]:
    """Return tensors with their locations, by storage key. Raise Unreadable if one reaches beyond its storage."""
    tensors = {}
    for key, reference in references.items():
        shape, strides, storage = reference.shape, reference.strides, reference.storage
        if len(strides) != len(shape):
            raise Unreadable(f"{name}: {key!r} has a shape of {len(shape)} numbers and {len(strides)} strides")
        empty = 0 in shape
        steps = ((length - 1) * stride for length, stride in zip(shape, strides, strict=True))
        last = reference.storage_offset + sum(steps)
        if not empty and last >= storage.numel:
            raise Unreadable(f"{name}: {key!r} reaches beyond its storage; the file is damaged, or made to harm")
        location = locations[storage.key]
        storage_id = f"{location.file}:{storage.key}"
        tensors[key] = Tensor(key, shape, storage.dtype, location, storage_id, reference.storage_offset, strides)
    return tensors


def check_no_overlap(locations: list[tuple[StorageLocation, str]], name: str) -> None:
    """Raise Unreadable if two storages share a byte: a small file could claim many large ones."""
    end, before = 0, ""
    for location, key in sorted(locations, key=lambda pair: (pair[0].offset, pair[0].size)):
        if location.offset < end and location.size:
            raise Unreadable(
                f"{name}: the numbers of {before!r} and {key!r} overlap; the file is damaged, or made to harm"
            )
        end, before = max(end, location.offset + location.size), key
