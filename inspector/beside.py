"""What lies beside the weights and says what they are: an adapter's configuration, SentenceTransformer's modules."""

import re
from pathlib import Path
from typing import Any

from inspector.data import Unreadable
from inspector.sources import FileSource
from inspector.strict_json import parse_list, parse_object

LARGEST_CONFIG = 2**20
ADAPTER, MODULES = "adapter_config.json", "modules.json"
MODULE_FOLDER = re.compile(r"[\w-][\w.-]{0,80}")
MOST_MODULES = 20
POOLING = re.compile(r"pooling_mode_(\w+?)(_tokens?)?")


def inside(path: Path, folder: Path, linked: bool) -> Path:
    """The path, if it is a file of the folder and no link out of it. Raises Unreadable otherwise."""
    try:
        if linked or path.resolve().is_relative_to(folder.resolve()):
            return path
    except (OSError, RuntimeError):  # a RuntimeError until Python 3.12
        raise Unreadable(f"{path.name}: a link that leads to itself; put the file in its place") from None
    raise Unreadable(f"{path.name}: a link that leads out of the folder; to read what it leads to, give that path")


def read_whole(source: FileSource, largest: int) -> bytes:
    """All bytes of a small file."""
    try:
        if source.size > largest:
            raise Unreadable(f"{source.name}: {source.size} bytes; more than {largest >> 20} MB are not read")
        return source.read(0, source.size)
    finally:
        source.close()


def read_object(path: Path, name: str) -> dict[str, Any]:
    """A configuration."""
    return parse_object(read_whole(FileSource(path), LARGEST_CONFIG), name, constants=True)


def transformer_folder(folder: Path, linked: bool) -> str:
    """Where a SentenceTransformer keeps its Transformer's weights: a folder's name, "" for the folder itself."""
    names = [one for kind, one in _modules(folder, linked) if kind == "Transformer"]
    return names[0] if names else ""


def read_modules(folder: Path, linked: bool) -> tuple[str, ...]:
    """The modules of a SentenceTransformer in words, in order; () where the folder is none."""
    return tuple(_in_words(kind, folder, name, linked) for kind, name in _modules(folder, linked))


def _modules(folder: Path, linked: bool) -> list[tuple[str, str]]:
    """The kind of each module, and the name of its folder."""
    if not (folder / MODULES).is_file():
        return []
    path = inside(folder / MODULES, folder, linked)
    found = []
    for one in parse_list(read_whole(FileSource(path), LARGEST_CONFIG), path.name)[:MOST_MODULES]:
        kind, name = (one.get("type"), one.get("path")) if isinstance(one, dict) else (None, None)
        if isinstance(kind, str) and isinstance(name, str):
            if name and not MODULE_FOLDER.fullmatch(name):
                raise Unreadable(f"{MODULES}: names {name[:100]!r}, which is no folder in this one; left alone")
            found.append((kind.rpartition(".")[2], name))
    return found


def _in_words(kind: str, folder: Path, name: str, linked: bool) -> str:
    path = folder / name / "config.json"
    if kind != "Pooling" or not path.is_file():
        return kind
    content = read_object(inside(path, folder, linked), f"{name}/config.json")
    modes = [match[1] for key, value in content.items() if value is True and (match := POOLING.fullmatch(key))]
    said = content.get("pooling_mode", modes)
    modes = [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str) and one]
    return f"Pooling ({' + '.join(modes)})" if modes else kind
