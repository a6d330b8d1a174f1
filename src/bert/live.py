"""Write pydoc-bert's weights for the reader's browser: float16, with vocabulary and config, in one safetensors file.

`docs/assets/live/model.js` reads it. This uses the standard library alone, so that a build of the site needs no torch.
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.pipeline.artifact_files import bytes_to_text
from explainer.render.context import Context

CHECKPOINT_FOLDER = "checkpoints/pydoc-bert"
WEIGHTS_FILE = "live/pydoc_bert.safetensors"


class LiveWeights:
    """Write the file in each build. It needs no claim: it follows from the checkpoint alone."""

    def __init__(self, checkpoint: Path) -> None:
        self.checkpoint = checkpoint

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Return an empty iterator: no claim is used."""
        return iter(())

    def files(self, _context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the text of the one file by its name below docs/artifacts, and no problems."""
        metadata = {
            "config": json.dumps(json.loads((self.checkpoint / "config.json").read_bytes())),
            "vocab": (self.checkpoint / "vocab.txt").read_text(encoding="utf-8").rstrip("\n"),
        }
        content = (self.checkpoint / "model.safetensors").read_bytes()
        return {WEIGHTS_FILE: bytes_to_text(to_float16(content, metadata))}, []


def read_live_weights(root: Path, _snippets: set[str]) -> LiveWeights | None:
    """Return the tool, or None on a site without the checkpoint."""
    checkpoint = root / CHECKPOINT_FOLDER
    return LiveWeights(checkpoint) if (checkpoint / "model.safetensors").is_file() else None


def to_float16(content: bytes, metadata: dict[str, str]) -> bytes:
    """Convert a safetensors file of float32 tensors to float16, rounded to nearest, ties to even, as torch does.

    `metadata` becomes its `__metadata__`. Raise OverflowError if a number is too large for float16.
    The format: https://huggingface.co/docs/safetensors#format
    """
    (length,) = struct.unpack_from("<Q", content)
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    tensors = {name: entry for name, entry in header.items() if name != "__metadata__"}
    numbers = struct.unpack(f"<{(len(content) - 8 - length) // 4}f", content[8 + length :])
    entries = {
        name: {**entry, "dtype": "F16", "data_offsets": [offset // 2 for offset in entry["data_offsets"]]}
        for name, entry in sorted(tensors.items())
    }
    new_header = json.dumps({"__metadata__": metadata, **entries}, separators=(",", ":")).encode()
    new_header += b" " * (-len(new_header) % 8)  # the tensors begin at a multiple of eight bytes
    return struct.pack("<Q", len(new_header)) + new_header + struct.pack(f"<{len(numbers)}e", *numbers)
