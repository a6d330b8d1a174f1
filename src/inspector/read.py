"""Read a checkpoint's files into a header: names, shapes, and where each tensor lies. No number is read here."""

from io import BytesIO
from pathlib import Path
from typing import Any

from inspector.allowance import LIMITS, TENSORS
from inspector.archive import Member, list_members
from inspector.data import Header, Tensor, Unreadable, Vocabulary, WeightFile
from inspector.find import ADAPTER_WEIGHTS_FILES, CONFIG_FILES, FOREIGN_FORMS, CheckpointFiles
from inspector.safetensors_file import read_safetensors
from inspector.sidecar_files import (
    ADAPTER_CONFIG,
    MAX_CONFIG_BYTES,
    check_inside,
    describe_modules,
    read_config,
    read_small_file,
)
from inspector.sources import FileSource, GzipSource, OpenFiles, SourceSlice
from inspector.strict_json import parse_object
from inspector.tensorflow_index import read_index
from inspector.torch_file import read_torch

MAX_VOCABULARY_BYTES = 2**24
MAX_INDEX_BYTES = 2**24
MAX_INDEX_VALUES = LIMITS[TENSORS] + 1000  # a value for each tensor, and a few of its metadata
MAX_SHARDS = 1000
MAX_NOTES = 5  # of tensors that lie in another shard than the index says
# How files begin that lie where weights should, in small letters, what they are, and what to do.
FOREIGN_BEGINNINGS = {
    b"version https://git-lfs": "a pointer of Git LFS, not the file; run `git lfs pull`, or download it",
    b"<!doctype": "a web page, saved in place of the file; fetch the file itself",
    b"<html": "a web page, saved in place of the file; fetch the file itself",
    b"<?xml": "a server's answer in XML, saved in place of the file; read it, and fetch the file itself",
    b'{"': "text in JSON, perhaps a server's answer saved in place of the file; read it, and fetch the file itself",
    b"\x89hdf\r\n": FOREIGN_FORMS[".h5"],
    b"gguf": FOREIGN_FORMS[".gguf"],
    b"\x93numpy": "an array of numpy's, not weights by name; save them with safetensors",
}


def read(files: CheckpointFiles, source_name: str, open_files: OpenFiles) -> Header:
    """Return the files' header; `source_name` is what the report calls them. Raise Unreadable if one is bad."""
    name = files.weights.name
    header = (_read_shards if name.endswith(".index.json") else _read_single)(files, source_name, open_files)
    if not header.tensors:
        raise Unreadable(f"{name}: holds no tensors")
    return header


def _read_single(files: CheckpointFiles, source_name: str, open_files: OpenFiles) -> Header:
    """Return the header of a checkpoint whose names are all in one file."""
    path = check_inside(files.weights, files.folder, files.links_allowed)
    source = open_files.source(path)
    if isinstance(source, GzipSource):
        return _read_archive(source, path, files, source_name)
    form, tensors, metadata, wrapper = _read_weights(source, path)
    weight_files = [WeightFile(path.name, source.size)]
    if form == "TensorFlow":  # whose numbers lie in files of their own
        data_files = sorted({tensor.location.file for tensor in tensors.values() if tensor.location})
        present = [check_inside(file, files.folder, files.links_allowed) for file in data_files if file.is_file()]
        weight_files += [WeightFile(file.name, file.stat().st_size) for file in present]
    return Header(
        source_name, form, tuple(weight_files), tensors, metadata, wrapper=wrapper, ignored_files=files.ignored,
        **_read_sidecars(files),
    )  # fmt: skip


def _read_weights(source: FileSource, path: Path) -> tuple[str, dict[str, Tensor], dict[str, str], str]:
    """Return form, tensors, metadata and wrapper, by what the bytes are: a name's suffix may be wrong."""
    if what := FOREIGN_FORMS.get(path.suffix):
        raise Unreadable(f"{source.name}: {what}")
    start = source.read(0, min(source.size, 64))
    # A safetensors file begins with its header's length, which may look like any of these.
    is_safetensors = start[4:9] == b"\0\0\0\0{"
    for beginning, what in FOREIGN_BEGINNINGS.items():
        if not is_safetensors and start.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").lower().startswith(beginning):
            raise Unreadable(f"{source.name}: {what}")
    if path.name.endswith(".index"):
        return "TensorFlow", read_index(source, path), {}, ""
    # 0x80 begins a pickle, and may begin a safetensors file, with its header's length: there the name decides.
    if start[:4] == b"PK\x03\x04" or (start[:1] == b"\x80" and not path.name.endswith(".safetensors")):
        tensors, wrapper = read_torch(source, source.size, path)
        return ("PyTorch, zip" if start[:2] == b"PK" else "PyTorch, before 1.6"), tensors, {}, wrapper
    if path.name.endswith(".safetensors") or start[8:9] == b"{":
        tensors, metadata = read_safetensors(source, path)
        return "safetensors", tensors, metadata, ""
    tensors, wrapper = read_torch(source, source.size, path)  # raises Unreadable with what is wrong
    return "PyTorch", tensors, {}, wrapper


def _read_sidecars(files: CheckpointFiles) -> dict[str, Any]:
    """Return the fields of a Header that come from the small files beside the weights."""
    config, config_name = None, ""
    vocabulary = Vocabulary()
    if files.config:
        path = check_inside(files.config, files.folder, files.links_allowed)
        config, config_name = read_config(path, path.name), path.name
    if files.vocabulary:
        source = FileSource(check_inside(files.vocabulary, files.folder, files.links_allowed))
        vocabulary = _parse_vocabulary(read_small_file(source, MAX_VOCABULARY_BYTES))
    path = files.folder / ADAPTER_CONFIG
    is_adapter = files.weights.name in ADAPTER_WEIGHTS_FILES and path.is_file()
    return {
        "config": config, "config_name": config_name, "vocabulary": vocabulary,
        "adapter_config": (
            read_config(check_inside(path, files.folder, files.links_allowed), ADAPTER_CONFIG) if is_adapter else None
        ),
        "modules": describe_modules(files.modules, files.links_allowed) if files.modules else (),
    }  # fmt: skip


def _parse_vocabulary(data: bytes) -> Vocabulary:
    """Return where a vocab.txt has its special tokens. Line by line: a list of all would take forty times the bytes."""
    line_count, unused_rows, pad_rows = 0, [], []
    for line in BytesIO(data):
        if line.startswith(b"[unused"):
            unused_rows.append(line_count)
        elif line.rstrip(b"\r\n") == b"[PAD]":
            pad_rows.append(line_count)
        line_count += 1
    return Vocabulary(line_count, tuple(unused_rows), tuple(pad_rows))


# Shards


def _read_shards(files: CheckpointFiles, source_name: str, open_files: OpenFiles) -> Header:
    """Return the header of a checkpoint in several files, which an index lists: `weight_map`, from names to files."""
    index = FileSource(check_inside(files.weights, files.folder, files.links_allowed))
    content = parse_object(read_small_file(index, MAX_INDEX_BYTES), index.name, max_values=MAX_INDEX_VALUES)
    shard_of = content.get("weight_map")
    if not isinstance(shard_of, dict) or not shard_of or not all(isinstance(shard, str) for shard in shard_of.values()):
        raise Unreadable(f"{index.name}: has no `weight_map` from names to files; fetch it again")
    shards = sorted({*shard_of.values()})
    if len(shards) > MAX_SHARDS:
        raise Unreadable(f"{index.name}: names {len(shards)} files; more than {MAX_SHARDS} are not read")
    tensors: dict[str, Tensor] = {}
    notes: list[str] = []
    weight_files, more_note_count, form = [], 0, ""
    for shard in shards:
        _check_shard(shard, files.folder, index.name)
        path = files.folder / shard
        source = open_files.source(check_inside(path, files.folder, files.links_allowed))
        if isinstance(source, GzipSource):
            raise Unreadable(f"{shard}: a gzip file among the shards; unpack it")
        form, own_tensors, _, _ = _read_weights(source, path)  # the report names the form of the last shard
        weight_files.append(WeightFile(shard, source.size))
        for name, tensor in own_tensors.items():
            if shard_of.get(name) == shard:
                tensors[name] = tensor
            elif len(notes) == MAX_NOTES:
                more_note_count += 1
            else:
                notes.append(f"{shard} holds {name!r}, which the index does not look for there")
    if missing := next((name for name in shard_of if name not in tensors), None):
        raise Unreadable(
            f"{index.name}: says that {missing!r} is in {shard_of[missing]!r}, and it is not; fetch both again"
        )
    form = f"{form}, {len(weight_files)} shards"
    notes += [f"and {more_note_count} more such names"] if more_note_count else []
    return Header(
        source_name, form, tuple(weight_files), tensors, notes=tuple(notes), ignored_files=files.ignored,
        **_read_sidecars(files),
    )  # fmt: skip


def _check_shard(name: str, folder: Path, index: str) -> None:
    """Raise Unreadable unless the name is that of a file in the index's own folder, and the file is there."""
    if not name or name in (".", "..") or any(letter in name for letter in "/\\:\0"):
        raise Unreadable(f"{index}: names {name!r}, which leads out of the folder; left alone")
    if not (folder / name).is_file():
        what = "is no regular file" if (folder / name).exists() else "is not in the folder"
        raise Unreadable(f"{index}: names {name!r}, which {what}; fetch the missing file")


# The archive


def _read_archive(source: GzipSource, path: Path, files: CheckpointFiles, source_name: str) -> Header:
    """Return the header of a `.tar.gz`, with the configuration and the vocabulary that lie in it."""
    members = list_members(source)
    # Archives have the files at the top or in one folder. Of two files with one name, the last one counts.
    by_name = {name.rpartition("/")[2]: member for name, member in members.items()}
    weights = by_name.get("pytorch_model.bin")
    if weights is None:
        raise Unreadable(
            f"{source.name}: no pytorch_model.bin in it, only {', '.join(sorted(by_name)[:5]) or 'nothing'}"
        )
    weights_source = SourceSlice(source, weights.start, weights.size, f"{source.name}, {weights.name}")
    config, config_name = None, next((name for name in CONFIG_FILES if name in by_name), "")
    if config_name:
        data = _read_member(source, by_name[config_name], MAX_CONFIG_BYTES)
        config = parse_object(data, f"{source.name}, {config_name}", allow_constants=True)
    vocabulary = Vocabulary()
    if "vocab.txt" in by_name:
        vocabulary = _parse_vocabulary(_read_member(source, by_name["vocab.txt"], MAX_VOCABULARY_BYTES))
    tensors, wrapper = read_torch(weights_source, weights.size, path, weights.start)
    packed_size = path.stat().st_size
    form = "PyTorch, in a .tar.gz"
    weight_files = (WeightFile(path.name, packed_size), WeightFile(weights.name, weights.size))
    return Header(
        source_name, form, weight_files, tensors, config=config, config_name=config_name, vocabulary=vocabulary,
        wrapper=wrapper, ignored_files=files.ignored,
    )  # fmt: skip


def _read_member(source: GzipSource, member: Member, max_bytes: int) -> bytes:
    if member.size > max_bytes:
        raise Unreadable(
            f"{source.name}: its {member.name} has {member.size} bytes; more than {max_bytes >> 20} MB are not read"
        )
    return source.read(member.start, member.size)
