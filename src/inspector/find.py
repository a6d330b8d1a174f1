"""Find which files to read for a path or a hub id, in the order in which transformers looks for them."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.data import Unreadable
from inspector.sidecar_files import ADAPTER_CONFIG, MODULES_FILE, POOLING_CONFIG, check_inside, transformer_folder

# In transformers' order: the first that is there is the one that is loaded.
WEIGHTS_FILES = (
    "model.safetensors",
    "model.safetensors.index.json",
    "pytorch_model.bin",
    "pytorch_model.bin.index.json",
)
ADAPTER_WEIGHTS_FILES = ("adapter_model.safetensors", "adapter_model.bin")
CONFIG_FILES = ("config.json", "bert_config.json")
SHARD_NAME = re.compile(r"-\d{5}-of-(?!00001)\d{5}\.(safetensors|bin)$")  # one of several: 00001-of-00001 is all
# What a training run leaves beside the weights.
TRAINING_STATE_FILES = {
    "optimizer.pt",
    "optimizer.bin",
    "scheduler.pt",
    "rng_state.pth",
    "training_args.bin",
    "scaler.pt",
}
_TAKE_ANOTHER_FILE = "which is not read here; take the model.safetensors or pytorch_model.bin of the same model"
_OR_CONVERT_IT = f"{_TAKE_ANOTHER_FILE}, or convert it with transformers 4, which has"
FOREIGN_FORMS = {  # suffix of a file that holds weights of another form → what it is, and what to do
    ".h5": f"an HDF5 file, as Keras writes TensorFlow's weights, {_OR_CONVERT_IT} `from_tf=True`",
    ".msgpack": f"Flax's weights, {_OR_CONVERT_IT} `from_flax=True`",
    ".ot": f"weights for Rust, {_TAKE_ANOTHER_FILE}",
    ".onnx": f"an ONNX graph, {_TAKE_ANOTHER_FILE}",
    ".gguf": "a GGUF file, as llama.cpp reads it, which is not read here; take the file that it was made from",
    ".mlmodel": f"Core ML's, {_TAKE_ANOTHER_FILE}",
}
MAX_SUBFOLDERS_SEARCHED = 2000  # of the folders in a folder without weights
HUB_ID = re.compile(r"[\w.-]{1,96}(/[\w.-]{1,96})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class CheckpointFiles:
    """Hold which files to read: the weights (or their index), and the small files beside them."""

    weights: Path
    folder: Path
    config: Path | None
    vocabulary: Path | None
    ignored: tuple[str, ...]  # further files with weights in the folder, which are not read
    modules: Path | None  # of a SentenceTransformer: the folder with its modules.json
    links_allowed: bool  # whether links may lead out of the folder: in the hub's own cache they do


def find(path_or_id: str) -> CheckpointFiles:
    """Return the files behind a path or a cached hub id. Raise Unreadable, with what to give instead, if none are."""
    if not path_or_id:
        raise Unreadable("the path is empty; give a checkpoint's folder, a file, or a cached hub id")
    path = Path(path_or_id)
    if path.is_dir():
        return _find_in_folder(path, path_or_id, links_allowed=_is_snapshot(path))
    if path.is_file():
        if path.name.endswith(".json") and not path.name.endswith(".index.json"):
            raise Unreadable(f"{path_or_id}: a configuration, not weights; give the folder that it lies in")
        if SHARD_NAME.search(path.name):
            raise Unreadable(f"{path_or_id}: one of the parts of a sharded file; give the folder, or its index")
        # Links are allowed: a user who gives a link means what it leads to.
        return _with_sidecars(path, path.parent, links_allowed=True, ignored=())
    if path.exists():
        raise Unreadable(f"{path_or_id}: not a regular file; give a checkpoint's file or folder")
    if path.with_name(path.name + ".index").is_file():  # as TensorFlow names a checkpoint: without the ending
        return find(path_or_id + ".index")
    if HUB_ID.fullmatch(path_or_id) and ".." not in path_or_id:
        return _find_in_cache(path_or_id)
    raise Unreadable(
        f"{path_or_id}: there is no such file or folder; give a checkpoint's folder, a file, or a cached hub id"
    )


def _find_in_folder(folder: Path, source: str, *, links_allowed: bool, nested: bool = False) -> CheckpointFiles:
    """Return the files in a folder; `nested`, in the Transformer's folder of a SentenceTransformer."""
    names = sorted(os.listdir(folder))  # noqa: PTH208 (of a million files, only their names)
    subfolder = (
        "" if nested or any(name in names for name in WEIGHTS_FILES) else transformer_folder(folder, links_allowed)
    )
    if subfolder and (folder / subfolder).is_dir():
        inner = check_inside(folder / subfolder, folder, links_allowed)
        files = _find_in_folder(inner, f"{source}/{subfolder}", links_allowed=links_allowed, nested=True)
        return replace(files, modules=folder)
    candidates = [name for name in WEIGHTS_FILES if name in names]
    if not candidates and ADAPTER_CONFIG in names:
        candidates = [name for name in ADAPTER_WEIGHTS_FILES if name in names]
    candidates += [name for name in names if _is_old_form(name)]
    if not candidates:
        # A pickle can do harm, so it is offered last; and an index, whatever its name, stands for all its shards.
        loose = [name for name in names if _is_loose(name) or name.endswith(".index.json")]
        loose.sort(key=lambda name: (not name.endswith(".index.json"), not name.endswith(".safetensors")))
        loose += [
            inner
            for inner in names[:MAX_SUBFOLDERS_SEARCHED]
            if any((folder / inner / name).is_file() for name in WEIGHTS_FILES)
        ]
        foreign = (f"; {name} is {what}" for name in names for end, what in FOREIGN_FORMS.items() if name.endswith(end))
        hint = f"; to read {loose[0]}, give its path" if loose else next(foreign, "")
        raise Unreadable(f"{source}: no model.safetensors, pytorch_model.bin, archive or TensorFlow index in it{hint}")
    return _with_sidecars(folder / candidates[0], folder, links_allowed=links_allowed, ignored=tuple(candidates[1:]))


def single_weights(folder: Path) -> str:
    """Return the path of the only file with weights in a folder where transformers would find none, or ""."""
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    has_known_name = any(
        name in (*WEIGHTS_FILES, *ADAPTER_WEIGHTS_FILES, MODULES_FILE) or _is_old_form(name) for name in names
    )
    loose = [name for name in names if _is_loose(name) and (folder / name).is_file()]
    return str(folder / loose[0]) if len(loose) == 1 and not has_known_name else ""


def _is_old_form(name: str) -> bool:
    """Return whether a file is named like an archive of 2018 or TensorFlow's index."""
    return name.endswith((".tar.gz", ".tgz", ".ckpt.index")) or name == "model.index"


def _is_loose(name: str) -> bool:
    """Return whether a file may hold weights, though transformers does not look for its name."""
    weights = name.endswith((".safetensors", ".bin", ".pt", ".pth"))
    return weights and name not in TRAINING_STATE_FILES and not SHARD_NAME.search(name)


def _with_sidecars(weights: Path, folder: Path, *, links_allowed: bool, ignored: tuple[str, ...]) -> CheckpointFiles:
    """Return the weights together with the configuration, vocabulary and modules beside them."""
    for name in (*CONFIG_FILES, "vocab.txt"):
        if (folder / name).exists() and not (folder / name).is_file():
            raise Unreadable(f"{name}: not a regular file; put the file itself beside the weights, or remove it")
    config = next((folder / name for name in CONFIG_FILES if (folder / name).is_file()), None)
    vocabulary = folder / "vocab.txt"
    modules = folder if any((folder / name).is_file() for name in (MODULES_FILE, POOLING_CONFIG)) else None
    return CheckpointFiles(
        weights, folder, config, vocabulary if vocabulary.is_file() else None, ignored, modules, links_allowed
    )


def _is_snapshot(folder: Path) -> bool:
    """Return whether the folder is one of the hub's cache, whose files are links to `blobs` beside `snapshots`."""
    parts = folder.resolve().parts
    return len(parts) > 2 and parts[-2] == "snapshots" and parts[-3].startswith("models--")


def _find_in_cache(hub_id: str) -> CheckpointFiles:
    """Return the files of a model in the hub's cache. Nothing is downloaded."""
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        raise Unreadable(
            f"{hub_id}: no such path, and to read the hub's cache huggingface_hub must be installed"
        ) from None
    for name in (*WEIGHTS_FILES, *ADAPTER_WEIGHTS_FILES, MODULES_FILE):
        try:
            path = try_to_load_from_cache(hub_id, name)
        except ValueError:  # it has the form of no hub id: two hyphens, say
            raise Unreadable(f"{hub_id}: there is no such file or folder, and it is no hub id") from None
        if isinstance(path, str):
            return _find_in_folder(Path(path).parent, hub_id, links_allowed=True)
    raise Unreadable(
        f"{hub_id}: no such path, and no weights of that hub id are in the cache; download them, or give a path"
    )
