"""Write the models that we trained as zips into `docs/assets/models/`: a reader unzips one beside a program.

Git ignores them. Each holds one folder, whose name is the name that programs load.
"""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from explainer.inputs.content import Checkpoint, read_checkpoints
from explainer.render.context import Context

WEIGHTS_FILE = "model.safetensors"
HALVED_FROM = 32_000_000  # bytes of weights from which they are written in half precision
DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold: the same files give the same zip


class ModelDownloads:
    """Write a zip of each checkpoint with a `download` that this machine has, if it is not there yet."""

    def __init__(self, root: Path, checkpoints: list[Checkpoint]) -> None:
        self.root, self.checkpoints = root, checkpoints

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Return an empty iterator: no claim is used."""
        return iter(())

    def files(self, _context: Context) -> tuple[dict[str, str], list[str]]:
        """Write the zips that are missing or older than their model. Return no artifacts: git would have them."""
        for checkpoint in self.checkpoints:
            folder, target = self.root / checkpoint.id, self.root / "docs" / checkpoint.download
            if all((folder / name).is_file() for name in checkpoint.files) and _is_older(target, folder, checkpoint):
                write_zip(target, folder, checkpoint)
        return {}, []


def read_downloads(root: Path, _snippets: set[str]) -> ModelDownloads:
    """Return the tool."""
    return ModelDownloads(root, [checkpoint for checkpoint in read_checkpoints(root) if checkpoint.download])


def _is_older(target: Path, folder: Path, checkpoint: Checkpoint) -> bool:
    sources = [Path(__file__), *(folder / name for name in checkpoint.files)]
    return not target.is_file() or target.stat().st_mtime < max(path.stat().st_mtime for path in sources)


def write_zip(target: Path, folder: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint's files as a zip of one folder, large weights in float16. Replace `target` in one step.

    The configuration says `"dtype": "float32"`: without it a file in half precision would be loaded as float16, and
    programs would print other numbers.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".part")
    with zipfile.ZipFile(partial, "w") as archive:
        for name in checkpoint.files:
            content = (folder / name).read_bytes()
            if name == "config.json":
                content = json.dumps({**json.loads(content), "dtype": "float32"}, indent=1).encode() + b"\n"
            elif name == WEIGHTS_FILE and len(content) > HALVED_FROM:
                content = _in_half_precision(content)
            # weights do not compress
            method = zipfile.ZIP_STORED if name == WEIGHTS_FILE else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(f"{checkpoint.id}/{name}", DATE), content, method)
    partial.replace(target)


def _in_half_precision(content: bytes) -> bytes:
    """Return a safetensors file with each tensor rounded to float16."""
    import numpy as np  # here: whoever only reads the site has no numpy, and no weights of this size
    from safetensors.numpy import load, save

    tensors = {name: tensor.astype(np.float16) for name, tensor in load(content).items()}
    return bytes(save(tensors, metadata={"format": "pt"}))
