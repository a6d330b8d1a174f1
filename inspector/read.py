"""Files → a header: names, shapes, and where each tensor lies. No number is read here."""

from io import BytesIO
from pathlib import Path
from typing import Any

from inspector.archive import Member, list_members
from inspector.beside import ADAPTER, LARGEST_CONFIG, inside, read_modules, read_object, read_whole
from inspector.data import Header, Tensor, Unreadable, Vocabulary, WeightFile
from inspector.find import ADAPTERS, CONFIGS, FOREIGN, Found
from inspector.safetensors_file import read_safetensors
from inspector.sources import FileSource, GzipSource, OpenFiles, Part
from inspector.strict_json import parse_object
from inspector.tensorflow_index import read_index
from inspector.torch_file import read_torch

LARGEST_VOCABULARY = 2**24
LARGEST_INDEX = 2**24
MOST_SHARDS = 1000
SHOWN_NOTES = 5
# How files begin that lie where weights should, what they are, and what to do.
STRANGERS = {
    b"version https://git-lfs": "a pointer of Git LFS, not the file; run `git lfs pull`, or download it",
    b"<!DOCTYPE": "a web page, saved in place of the file; fetch the file itself",
    b"<!doctype": "a web page, saved in place of the file; fetch the file itself",
    b"<html": "a web page, saved in place of the file; fetch the file itself",
    b"\x89HDF\r\n": FOREIGN[".h5"],
    b"GGUF": FOREIGN[".gguf"],
    b"\x93NUMPY": "an array of numpy's, not weights by name; save them with safetensors",
}


def read(found: Found, given: str, opened: OpenFiles) -> Header:
    """What the files say of themselves. Raises Unreadable."""
    name = found.weights.name
    header = (_read_shards if name.endswith(".index.json") else _read_one)(found, given, opened)
    if not header.tensors:
        raise Unreadable(f"{name}: holds no tensors")
    return header


def _read_one(found: Found, given: str, opened: OpenFiles) -> Header:
    path = inside(found.weights, found.folder, found.linked)
    source = opened.source(path)
    if isinstance(source, GzipSource):
        return _read_archive(source, path, found, given)
    form, tensors, metadata, wrapper = _read_file(source, path)
    files = [WeightFile(path.name, source.size)]
    if form == "TensorFlow":  # whose numbers lie in files of their own
        data = sorted({one.place.file for one in tensors.values() if one.place})
        there = [inside(one, found.folder, found.linked) for one in data if one.is_file()]
        files += [WeightFile(one.name, one.stat().st_size) for one in there]
    beside = _read_beside(found)
    return Header(given, form, tuple(files), tensors, metadata, wrapper=wrapper, others=found.others, **beside)


def _read_file(source: FileSource, path: Path) -> tuple[str, dict[str, Tensor], dict[str, str], str]:
    """By what the bytes are, not by what the name says."""
    if what := FOREIGN.get(path.suffix):
        raise Unreadable(f"{source.name}: {what}")
    start = source.read(0, min(source.size, 32))
    for beginning, what in STRANGERS.items():
        if start.startswith(beginning):
            raise Unreadable(f"{source.name}: {what}")
    if path.name.endswith(".index"):
        return "TensorFlow", read_index(source, path), {}, ""
    if start[:4] == b"PK\x03\x04" or (start[:1] == b"\x80" and not path.name.endswith(".safetensors")):
        tensors, wrapper = read_torch(source, source.size, path)
        return ("PyTorch, zip" if start[:2] == b"PK" else "PyTorch, before 1.6"), tensors, {}, wrapper
    if path.name.endswith(".safetensors") or start[8:9] == b"{":
        tensors, metadata = read_safetensors(source, path)
        return "safetensors", tensors, metadata, ""
    tensors, wrapper = read_torch(source, source.size, path)  # says what is wrong with it
    return "PyTorch", tensors, {}, wrapper


def _read_beside(found: Found) -> dict[str, Any]:
    config, config_name = None, ""
    vocabulary = Vocabulary()
    if found.config:
        path = inside(found.config, found.folder, found.linked)
        config, config_name = read_object(path, path.name), path.name
    if found.vocabulary:
        source = FileSource(inside(found.vocabulary, found.folder, found.linked))
        vocabulary = _vocabulary(read_whole(source, LARGEST_VOCABULARY))
    about = found.folder / ADAPTER
    adapter = found.weights.name in ADAPTERS and about.is_file()
    return {
        "config": config, "config_name": config_name, "vocabulary": vocabulary,
        "adapter": read_object(inside(about, found.folder, found.linked), ADAPTER) if adapter else None,
        "modules": read_modules(found.modules, found.linked) if found.modules else (),
    }  # fmt: skip


def _vocabulary(data: bytes) -> Vocabulary:
    """Line by line: as texts, the lines of a long file would take forty times its bytes."""
    lines, unused, pads = 0, [], []
    for line in BytesIO(data):
        if line.startswith(b"[unused"):
            unused.append(lines)
        elif line.rstrip(b"\r\n") == b"[PAD]":
            pads.append(lines)
        lines += 1
    return Vocabulary(lines, tuple(unused), tuple(pads))


# Shards


def _read_shards(found: Found, given: str, opened: OpenFiles) -> Header:
    index = FileSource(inside(found.weights, found.folder, found.linked))
    content = parse_object(read_whole(index, LARGEST_INDEX), index.name)
    where = content.get("weight_map")
    if not isinstance(where, dict) or not where or not all(isinstance(one, str) for one in where.values()):
        raise Unreadable(f"{index.name}: has no `weight_map` from names to files; fetch it again")
    names = sorted({*where.values()})
    if len(names) > MOST_SHARDS:
        raise Unreadable(f"{index.name}: names {len(names)} files; more than {MOST_SHARDS} are not read")
    tensors: dict[str, Tensor] = {}
    notes: list[str] = []
    files, more, form = [], 0, ""
    for name in names:
        _check_shard(name, index.name)
        path = found.folder / name
        if not path.is_file():
            raise Unreadable(f"{index.name}: names {name!r}, which is not in the folder; fetch the missing file")
        source = opened.source(inside(path, found.folder, found.linked))
        if isinstance(source, GzipSource):
            raise Unreadable(f"{name}: a gzip file among the shards; unpack it")
        form, own, _, _ = _read_file(source, path)
        files.append(WeightFile(name, source.size))
        for key, tensor in own.items():
            if where.get(key) == name:
                tensors[key] = tensor
            elif len(notes) == SHOWN_NOTES:
                more += 1
            else:
                notes.append(f"{name} holds {key!r}, which the index does not look for there")
    if lost := next((key for key in where if key not in tensors), None):
        raise Unreadable(f"{index.name}: says that {lost!r} is in {where[lost]!r}, and it is not; fetch both again")
    beside = _read_beside(found)
    form = f"{form}, {len(files)} shards"
    notes += [f"and {more} more such names"] if more else []
    return Header(given, form, tuple(files), tensors, notes=tuple(notes), others=found.others, **beside)


def _check_shard(name: str, index: str) -> None:
    if not name or name in (".", "..") or any(letter in name for letter in "/\\:\0"):
        raise Unreadable(f"{index}: names {name!r}, which leads out of the folder; left alone")


# The archive


def _read_archive(source: GzipSource, path: Path, found: Found, given: str) -> Header:
    members = list_members(source)
    by_name = {name.rpartition("/")[2]: member for name, member in members.items()}
    weights = by_name.get("pytorch_model.bin")
    if weights is None:
        raise Unreadable(
            f"{source.name}: no pytorch_model.bin in it, only {', '.join(sorted(by_name)[:5]) or 'nothing'}"
        )
    part = Part(source, weights.start, weights.size, f"{source.name}, {weights.name}")
    config, config_name = None, next((name for name in CONFIGS if name in by_name), "")
    if config_name:
        data = _member(source, by_name[config_name], LARGEST_CONFIG)
        config = parse_object(data, f"{source.name}, {config_name}", constants=True)
    vocabulary = Vocabulary()
    if "vocab.txt" in by_name:
        vocabulary = _vocabulary(_member(source, by_name["vocab.txt"], LARGEST_VOCABULARY))
    tensors, wrapper = read_torch(part, weights.size, path, weights.start)
    packed = path.stat().st_size
    form = "PyTorch, in a .tar.gz"
    files = (WeightFile(path.name, packed), WeightFile(weights.name, weights.size))
    return Header(
        given, form, files, tensors, config=config, config_name=config_name, vocabulary=vocabulary,
        wrapper=wrapper, others=found.others,
    )  # fmt: skip


def _member(source: GzipSource, member: Member, largest: int) -> bytes:
    if member.size > largest:
        raise Unreadable(
            f"{source.name}: its {member.name} has {member.size} bytes; more than {largest >> 20} MB are not read"
        )
    return source.read(member.start, member.size)
