"""What torch.save wrote: the zip archive of today, and the row of pickles from before torch 1.6."""

import zipfile
from pathlib import Path
from typing import Any

from inspector.data import ITEM_BYTES, Place, Tensor, Unreadable
from inspector.pickle_values import StorageRef, TensorRef
from inspector.sources import Source, Window
from inspector.unpickler import Unpickler

MAGIC = 0x1950A86A20F9469CFC6C
PROTOCOL = 1001
# Under these a training script keeps the weights beside other things.
WRAPPERS = ("state_dict", "model_state_dict", "model", "module", "net")


def read_torch(source: Source, size: int, path: Path, base: int = 0) -> tuple[dict[str, Tensor], str]:
    """Tensors by name, and the key under which they lay (""). The source starts at byte `base` of the file `path`."""
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


def _read_zip(source: Source, size: int, path: Path, base: int) -> tuple[dict[str, Tensor], str]:
    members = _members(source, size)
    root = _root(members, source.name)
    info = members[f"{root}data.pkl"]
    begin = _data_start(source, info)
    value = Unpickler(source, begin, begin + info.file_size).load()
    order = members.get(f"{root}byteorder")
    if order and source.read(_data_start(source, order), min(order.file_size, 16)).strip() != b"little":
        raise Unreadable(f"{source.name}: its numbers are big-endian, which is not read here; save it again")
    found, wrapper = state_dict_in(value, source)
    places: dict[str, Place] = {}
    for reference in sorted({one.storage for one in found.values()}, key=lambda one: _order(members, root, one)):
        stored = members.get(f"{root}data/{reference.key}")
        places[reference.key] = _place(source, stored, reference, path, base)
    _check_apart([(one, key) for key, one in places.items()], source.name)
    return _tensors(found, places, source.name), wrapper


def _root(members: dict[str, zipfile.ZipInfo], name: str) -> str:
    """The folder in the archive that holds everything, with a slash."""
    pickles = [one for one in members if one.endswith("data.pkl") and one.count("/") <= 1]
    if any(one.endswith("constants.pkl") or "/code/" in one for one in members):
        raise Unreadable(f"{name}: a TorchScript program, which is code; ask for the weights alone")
    if len(pickles) != 1:
        raise Unreadable(f"{name}: a zip archive without one data.pkl, so torch.save did not write it")
    return pickles[0].removesuffix("data.pkl")


def _place(source: Source, stored: zipfile.ZipInfo | None, reference: StorageRef, path: Path, base: int) -> Place:
    if stored is None:
        raise Unreadable(f"{source.name}: the storage {reference.key!r} is not in the archive; fetch it again")
    wanted = reference.numbers * ITEM_BYTES[reference.dtype]
    if stored.file_size != wanted:
        held = stored.file_size
        raise Unreadable(
            f"{source.name}: the storage {reference.key!r} has {held} bytes, and its tensors need {wanted}"
        )
    return Place(path, base + _data_start(source, stored), wanted)


def _members(source: Source, size: int) -> dict[str, zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(Window(source, size)) as archive:
            listed = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RecursionError) as error:
        raise Unreadable(f"{source.name}: a damaged zip archive ({error}); fetch it again") from None
    members: dict[str, zipfile.ZipInfo] = {}
    for info in listed:
        if info.filename in members:
            raise Unreadable(f"{source.name}: the member {info.filename!r} is there twice; left alone")
        if info.flag_bits & 1:
            raise Unreadable(f"{source.name}: the member {info.filename!r} is encrypted; left alone")
        members[info.filename] = info
    return members


def _data_start(source: Source, info: zipfile.ZipInfo) -> int:
    """Where a member's bytes begin. Raises Unreadable if they are compressed, which torch.save never does."""
    if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
        raise Unreadable(
            f"{source.name}: the member {info.filename!r} is compressed, as torch.save never writes; left alone"
        )
    local = source.read(info.header_offset, 30)
    if local[:4] != b"PK\x03\x04":
        raise Unreadable(f"{source.name}: the member {info.filename!r} is not where the archive says; fetch it again")
    return info.header_offset + 30 + int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")


def _order(members: dict[str, zipfile.ZipInfo], root: str, reference: StorageRef) -> int:
    info = members.get(f"{root}data/{reference.key}")
    return info.header_offset if info else -1  # in the file's order, so that a stream is read once


# Before torch 1.6: a magic number, a protocol, the machine's sizes, the object, the storages' keys, and their numbers


def _read_legacy(source: Source, size: int, path: Path, base: int) -> tuple[dict[str, Tensor], str]:
    reader = Unpickler(source, 0, size)
    first = reader.load()
    if first != MAGIC or type(first) is not int:
        raise Unreadable(f"{source.name}: a pickle, and not one that torch.save wrote; ask for a safetensors file")
    if reader.load() != PROTOCOL:
        raise Unreadable(f"{source.name}: of a protocol of torch.save that is not known; save it again")
    machine = reader.load()
    if type(machine) is not dict or machine.get("little_endian") is not True:
        raise Unreadable(f"{source.name}: its numbers are big-endian, which is not read here; save it again")
    found, wrapper = state_dict_in(reader.load(), source)
    keys = reader.load()
    references = reader.storages  # an optimiser's too: they lie between the weights
    if type(keys) is not list or any(type(key) is not str for key in keys) or {*references} != {*keys}:
        raise Unreadable(f"{source.name}: a tensor's storage is not in the file; fetch it again")
    return _tensors(
        found, _legacy_places(source, reader.position, size, keys, references, path, base), source.name
    ), wrapper


def _legacy_places(
    source: Source, position: int, size: int, keys: list[str], references: dict[str, StorageRef], path: Path, base: int
) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for key in keys:
        numbers = int.from_bytes(source.read(position, 8), "little")
        wanted = references[key]
        if numbers != wanted.numbers or key in places:
            raise Unreadable(
                f"{source.name}: the storage {key!r} has {numbers} numbers, not {wanted.numbers}; fetch it again"
            )
        length = numbers * ITEM_BYTES[wanted.dtype]
        places[key] = Place(path, base + position + 8, length)
        position += 8 + length
        if position > size:
            raise Unreadable(f"{source.name}: cut off: the storage {key!r} ends at byte {position}, the file at {size}")
    return places


# Both


def state_dict_in(value: Any, source: Source) -> tuple[dict[str, TensorRef], str]:
    """The tensors of what was saved, by name, and the key under which they lay."""
    name = source.name
    if type(value) is not dict:
        raise Unreadable(f"{name}: holds no dict of tensors; save `model.state_dict()`")
    if "param_groups" in value:
        raise Unreadable(f"{name}: an optimiser's state, not weights; give the model's own file")
    # A step or a loss may lie beside the weights: what holds the most tensors is meant, and of equals the first.
    inner = [*WRAPPERS, *(key for key in value if type(key) is str and key not in WRAPPERS)]
    tensors, wrapper = _tensors_of(value), ""
    seen: set[int] = set()  # a pickle can name one dict many times
    for key in inner:
        one = value.get(key)
        if type(one) is dict and id(one) not in seen:
            seen.add(id(one))
            if len(found := _tensors_of(one)) > len(tensors):
                tensors, wrapper = found, key
    if not tensors:
        raise Unreadable(f"{name}: holds no tensors by name; save `model.state_dict()`")
    source.allowance.take_names(tensors, name)
    return tensors, wrapper


def _tensors_of(value: dict[Any, Any]) -> dict[str, TensorRef]:
    return {key: one for key, one in value.items() if type(key) is str and type(one) is TensorRef}


def _tensors(found: dict[str, TensorRef], places: dict[str, Place], name: str) -> dict[str, Tensor]:
    tensors = {}
    for key, one in found.items():
        if len(one.strides) != len(one.shape):
            raise Unreadable(f"{name}: {key!r} has a shape of {len(one.shape)} numbers and {len(one.strides)} strides")
        empty = 0 in one.shape
        last = one.start + sum((length - 1) * stride for length, stride in zip(one.shape, one.strides, strict=True))
        if not empty and last >= one.storage.numbers:
            raise Unreadable(f"{name}: {key!r} reaches beyond its storage; the file is damaged, or made to harm")
        place = places[one.storage.key]
        storage = f"{place.file}:{one.storage.key}"
        tensors[key] = Tensor(key, one.shape, one.storage.dtype, place, storage, one.start, one.strides)
    return tensors


def _check_apart(places: list[tuple[Place, str]], name: str) -> None:
    end, before = 0, ""
    for place, key in sorted(places, key=lambda one: (one[0].offset, one[0].size)):
        if place.offset < end and place.size:
            raise Unreadable(
                f"{name}: the storages {before!r} and {key!r} overlap; the file is damaged, or made to harm"
            )
        end, before = max(end, place.offset + place.size), key
