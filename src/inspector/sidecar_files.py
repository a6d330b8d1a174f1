"""Read the small files beside the weights: configurations, and the modules of a SentenceTransformer."""

import re
from pathlib import Path
from typing import Any

from inspector.data import Unreadable
from inspector.sources import FileSource
from inspector.strict_json import parse_list, parse_object

MAX_CONFIG_BYTES = 2**20
ADAPTER_CONFIG, MODULES_FILE = "adapter_config.json", "modules.json"
POOLING_CONFIG = "1_Pooling/config.json"
MODULE_FOLDER = re.compile(r"[\w-][\w.-]{0,80}")
MAX_MODULES = 20
POOLING_KEY = re.compile(r"pooling_mode_(\w+?)(_tokens?)?")  # older files: a flag for each mode; newer: `pooling_mode`


def check_inside(path: Path, folder: Path, links_allowed: bool) -> Path:
    """Return the path. Raise Unreadable if it is a link that leads out of the folder, unless links are allowed."""
    try:
        if links_allowed or path.resolve().is_relative_to(folder.resolve()):
            return path
    except (OSError, RuntimeError):  # a RuntimeError until Python 3.12
        raise Unreadable(f"{path.name}: a link that leads to itself; put the file in its place") from None
    raise Unreadable(f"{path.name}: a link that leads out of the folder; to read what it leads to, give that path")


def read_small_file(source: FileSource, max_bytes: int) -> bytes:
    """Return all bytes of a file, and close it. Raise Unreadable if it is larger than `max_bytes`."""
    try:
        if source.size > max_bytes:
            raise Unreadable(f"{source.name}: {source.size} bytes; more than {max_bytes >> 20} MB are not read")
        return source.read(0, source.size)
    finally:
        source.close()


def read_config(path: Path, name: str) -> dict[str, Any]:
    """Return a configuration's JSON object. Raise Unreadable, with `name` for the file, if it holds anything else."""
    return parse_object(read_small_file(FileSource(path), MAX_CONFIG_BYTES), name, allow_constants=True)


def transformer_folder(folder: Path, links_allowed: bool) -> str:
    """Return the subfolder with the weights of a SentenceTransformer's Transformer, or "" for the folder itself."""
    names = [name for kind, name in _read_modules(folder, links_allowed) if kind == "Transformer"]
    return names[0] if names else ""


def describe_modules(folder: Path, links_allowed: bool) -> tuple[str, ...]:
    """Return a SentenceTransformer's modules in order, as "Transformer", "Pooling (mean)"; () for other folders."""
    return tuple(_describe(kind, folder, name, links_allowed) for kind, name in _read_modules(folder, links_allowed))


def _read_modules(folder: Path, links_allowed: bool) -> list[tuple[str, str]]:
    """Return each module's kind, the last part of its class's name, and its subfolder."""
    if not (folder / MODULES_FILE).is_file():  # a copy may lack it, and still have the pooling's folder
        pooled = (folder / POOLING_CONFIG).is_file()
        return [("Transformer", ""), ("Pooling", POOLING_CONFIG.partition("/")[0])] if pooled else []
    path = check_inside(folder / MODULES_FILE, folder, links_allowed)
    modules = []
    for module in parse_list(read_small_file(FileSource(path), MAX_CONFIG_BYTES), path.name)[:MAX_MODULES]:
        kind, name = (module.get("type"), module.get("path")) if isinstance(module, dict) else (None, None)
        if isinstance(kind, str) and isinstance(name, str):
            if name and not MODULE_FOLDER.fullmatch(name):
                raise Unreadable(f"{MODULES_FILE}: names {name[:100]!r}, which is no folder in this one; left alone")
            modules.append((kind.rpartition(".")[2], name))
    return modules


def _describe(kind: str, folder: Path, name: str, links_allowed: bool) -> str:
    """Return a module's kind, with the modes of a Pooling in brackets."""
    path = folder / name / "config.json"
    if kind != "Pooling" or not path.is_file():
        return kind
    content = read_config(check_inside(path, folder, links_allowed), f"{name}/config.json")
    flags = [match[1] for key, value in content.items() if value is True and (match := POOLING_KEY.fullmatch(key))]
    value = content.get("pooling_mode", flags)
    modes = [mode for mode in (value if isinstance(value, list) else [value]) if isinstance(mode, str) and mode]
    return f"Pooling ({' + '.join(modes)})" if modes else kind
