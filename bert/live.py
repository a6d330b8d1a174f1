"""The weights of pydoc-bert for the reader's browser: of 16 bits, with vocabulary and configuration, in one small file.

`docs/assets/live/model.js` reads it. Written with the standard library alone, so that a build needs no torch for it.
"""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.pipeline.artifact_files import as_text
from explainer.render.context import Context

CHECKPOINT = "checkpoints/pydoc-bert"
FOLDER = "live"
FILE = f"{FOLDER}/pydoc_bert.safetensors"


class LiveWeights:
    """The file, as a tool of the site. It rests on no claim: it follows from the checkpoint alone."""

    def __init__(self, checkpoint: Path) -> None:
        self.checkpoint = checkpoint

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """None."""
        return iter(())

    def files(self, _context: Context) -> tuple[dict[str, str], list[str]]:
        """The checkpoint's weights, halved."""
        about = {
            "config": json.dumps(json.loads((self.checkpoint / "config.json").read_bytes())),
            "vocab": (self.checkpoint / "vocab.txt").read_text(encoding="utf-8").rstrip("\n"),
        }
        content = (self.checkpoint / "model.safetensors").read_bytes()
        return {FILE: as_text(halved(content, about))}, []


def read_live_weights(root: Path, _snippets: set[str]) -> LiveWeights | None:
    """The tool, on a site with the checkpoint."""
    checkpoint = root / CHECKPOINT
    return LiveWeights(checkpoint) if (checkpoint / "model.safetensors").is_file() else None


def halved(content: bytes, about: dict[str, str]) -> bytes:
    """A safetensors file of float32 as one of float16, each number rounded to the nearest, ties to even, as torch does.

    `about` becomes its metadata.
    """
    (length,) = struct.unpack_from("<Q", content)
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    tensors = {name: entry for name, entry in header.items() if name != "__metadata__"}
    numbers = struct.unpack(f"<{(len(content) - 8 - length) // 4}f", content[8 + length :])
    entries = {
        name: {**entry, "dtype": "F16", "data_offsets": [end // 2 for end in entry["data_offsets"]]}
        for name, entry in sorted(tensors.items())
    }
    written = json.dumps({"__metadata__": about, **entries}, separators=(",", ":")).encode()
    written += b" " * (-len(written) % 8)
    return struct.pack("<Q", len(written)) + written + struct.pack(f"<{len(numbers)}e", *numbers)
