"""A path or a hub id → which files to read, by the order in which transformers looks for them."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.beside import ADAPTER, MODULES, inside, transformer_folder
from inspector.data import Unreadable

# In transformers' order: the first that is there is the one that is loaded.
WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
ADAPTERS = ("adapter_model.safetensors", "adapter_model.bin")
CONFIGS = ("config.json", "bert_config.json")
SHARD = re.compile(r"-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)$")
# What a training run leaves beside the weights.
NO_WEIGHTS = {"optimizer.pt", "optimizer.bin", "scheduler.pt", "rng_state.pth", "training_args.bin", "scaler.pt"}
_OTHER = "which is not read here; take the model.safetensors or pytorch_model.bin of the same model"
_CONVERT = f"{_OTHER}, or convert it with transformers 4, which has"
FOREIGN = {  # how a file is called that holds weights of another form, what it is, and what to do
    ".h5": f"an HDF5 file, as Keras writes TensorFlow's weights, {_CONVERT} `from_tf=True`",
    ".msgpack": f"Flax's weights, {_CONVERT} `from_flax=True`",
    ".ot": f"weights for Rust, {_OTHER}",
    ".onnx": f"an ONNX graph, {_OTHER}",
    ".gguf": "a GGUF file, as llama.cpp reads it, which is not read here; take the file that it was made from",
    ".mlmodel": f"Core ML's, {_OTHER}",
}
MOST_LOOKED_INTO = 2000  # folders in a folder without weights
HUB_ID = re.compile(r"[\w.-]{1,96}(/[\w.-]{1,96})?")


@dataclass(frozen=True, slots=True)
class Found:
    """What to read: the file with the weights (or their index), and what lies beside it."""

    weights: Path
    folder: Path
    config: Path | None
    vocabulary: Path | None
    others: tuple[str, ...]  # further files with weights in the folder, which are not read
    modules: Path | None  # of a SentenceTransformer: the folder with its modules.json
    linked: bool  # whether files may be links to places outside the folder: in the hub's own cache they are


def find(given: str) -> Found:
    """The files behind a path or a cached hub id. Raises Unreadable with what to give instead."""
    if not given:
        raise Unreadable("the path is empty; give a checkpoint's folder, a file, or a cached hub id")
    path = Path(given)
    if path.is_dir():
        return _in_folder(path, given, linked=_is_snapshot(path))
    if path.is_file():
        if path.name.endswith(".json") and not path.name.endswith(".index.json"):
            raise Unreadable(f"{given}: a configuration, not weights; give the folder that it lies in")
        if SHARD.search(path.name):
            raise Unreadable(f"{given}: one of the parts of a sharded file; give the folder, or its index")
        return _beside(path, path.parent, linked=True, others=())
    if path.exists():
        raise Unreadable(f"{given}: not a regular file; give a checkpoint's file or folder")
    if path.with_name(path.name + ".index").is_file():  # as TensorFlow names a checkpoint: without the ending
        return find(given + ".index")
    if HUB_ID.fullmatch(given) and ".." not in given:
        return _in_cache(given)
    raise Unreadable(
        f"{given}: there is no such file or folder; give a checkpoint's folder, a file, or a cached hub id"
    )


def _in_folder(folder: Path, given: str, *, linked: bool, nested: bool = False) -> Found:
    names = sorted(os.listdir(folder))  # noqa: PTH208 (of a million files, only their names)
    below = "" if nested or any(name in names for name in WEIGHTS) else transformer_folder(folder, linked)
    if below and (folder / below).is_dir():
        found = _in_folder(inside(folder / below, folder, linked), f"{given}/{below}", linked=linked, nested=True)
        return replace(found, modules=folder)
    candidates = [name for name in WEIGHTS if name in names]
    if not candidates and ADAPTER in names:
        candidates = [name for name in ADAPTERS if name in names]
    candidates += [name for name in names if _is_other_form(name)]
    if not candidates:
        loose = [name for name in names if _is_loose(name)]
        loose += [one for one in names[:MOST_LOOKED_INTO] if any((folder / one / name).is_file() for name in WEIGHTS)]
        foreign = (f"; {one} is {what}" for one in names for end, what in FOREIGN.items() if one.endswith(end))
        hint = f"; to read {loose[0]}, give its path" if loose else next(foreign, "")
        raise Unreadable(f"{given}: no model.safetensors, pytorch_model.bin, archive or TensorFlow index in it{hint}")
    return _beside(folder / candidates[0], folder, linked=linked, others=tuple(candidates[1:]))


def single_weights(folder: Path) -> str:
    """Return the path of the only file with weights in a folder where transformers would find none, or ""."""
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    known = any(name in (*WEIGHTS, *ADAPTERS, MODULES) or _is_other_form(name) for name in names)
    loose = [name for name in names if _is_loose(name) and (folder / name).is_file()]
    return str(folder / loose[0]) if len(loose) == 1 and not known else ""


def _is_other_form(name: str) -> bool:
    """Whether a file is called like an archive of 2018 or TensorFlow's index."""
    return name.endswith((".tar.gz", ".tgz", ".ckpt.index")) or name == "model.index"


def _is_loose(name: str) -> bool:
    """Whether a file may hold weights, though transformers looks for none of that name."""
    weights = name.endswith((".safetensors", ".bin", ".pt", ".pth"))
    return weights and name not in NO_WEIGHTS and not SHARD.search(name)


def _beside(weights: Path, folder: Path, *, linked: bool, others: tuple[str, ...]) -> Found:
    config = next((folder / name for name in CONFIGS if (folder / name).is_file()), None)
    vocabulary = folder / "vocab.txt"
    modules = folder if (folder / MODULES).is_file() else None
    return Found(weights, folder, config, vocabulary if vocabulary.is_file() else None, others, modules, linked)


def _is_snapshot(folder: Path) -> bool:
    """Whether the folder is one of the hub's cache, whose files are links to `blobs` beside `snapshots`."""
    parts = folder.resolve().parts
    return len(parts) > 2 and parts[-2] == "snapshots" and parts[-3].startswith("models--")


def _in_cache(given: str) -> Found:
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        raise Unreadable(
            f"{given}: no such path, and to read the hub's cache huggingface_hub must be installed"
        ) from None
    for name in (*WEIGHTS, *ADAPTERS, MODULES):
        path = try_to_load_from_cache(given, name)
        if isinstance(path, str):
            return _in_folder(Path(path).parent, given, linked=True)
    raise Unreadable(
        f"{given}: no such path, and no weights of that hub id are in the cache; download them, or give a path"
    )
