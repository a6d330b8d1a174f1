"""Test the weights for the reader's browser: rounded as torch does, and written again when the checkpoint changes."""

import json
import struct
from pathlib import Path

import pytest

from bert.characters import CHARACTERS_FILE, script
from bert.live import CHECKPOINT_FOLDER, WEIGHTS_FILE, read_live_weights, to_float16
from explainer.paths import Project
from explainer.pipeline.artifact_files import text_to_bytes
from explainer.pipeline.extension import Extension
from explainer.pipeline.views import current_site
from tests.conftest import TinyProject
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]


def safetensors(numbers: bytes) -> bytes:
    """Return a file with one tensor of float32."""
    entry = {"dtype": "F32", "shape": [len(numbers) // 4], "data_offsets": [0, len(numbers)]}
    header = json.dumps({"__metadata__": {"format": "pt"}, "one": entry}).encode()
    return struct.pack("<Q", len(header)) + header + numbers


def test_the_shipped_file_is_the_checkpoint_in_torch_s_halves() -> None:
    import torch
    from safetensors.torch import load_file

    ours, trained = (
        load_file(generated() / "artifacts" / WEIGHTS_FILE),
        load_file(ROOT / CHECKPOINT_FOLDER / "model.safetensors"),
    )
    assert ours.keys() == trained.keys()
    assert not any("decoder.weight" in name for name in ours)
    for name, tensor in trained.items():
        assert torch.equal(ours[name].view(torch.int16), tensor.half().view(torch.int16)), name


def test_numbers_are_rounded_as_torch_does() -> None:
    import torch
    from safetensors.torch import load

    halves = torch.arange(0x7C00, dtype=torch.int16).view(torch.half).float()  # all that are finite and not negative
    middles = (halves[:-1] + halves[1:]) / 2  # where the even one of two is as near as the other
    some = torch.randn(10_000, generator=torch.Generator().manual_seed(0))
    numbers = torch.cat([halves, middles, middles.nextafter(halves[1:]), middles.nextafter(halves[:-1]), some])
    numbers = torch.cat([numbers, -numbers])
    rounded = load(to_float16(safetensors(numbers.numpy().tobytes()), {}))["one"]
    assert torch.equal(rounded.view(torch.int16), numbers.half().view(torch.int16))


def test_a_number_beyond_all_halves_is_an_error() -> None:
    with pytest.raises(OverflowError):
        to_float16(safetensors(struct.pack("<f", 70_000.0)), {})


def test_the_file_follows_the_checkpoint_and_goes_with_it(project: TinyProject) -> None:
    project.snippet("topic/claim")
    checkpoint = project.root / CHECKPOINT_FOLDER
    project.write(f"{CHECKPOINT_FOLDER}/config.json", '{"hidden_size": 1}')
    project.write(f"{CHECKPOINT_FOLDER}/vocab.txt", "[PAD]\nä\n")

    def made() -> bytes:
        site = current_site(Project(project.root), Extension(tools=(read_live_weights,)))
        return text_to_bytes(dict(site.file_texts()).get(WEIGHTS_FILE, ""))

    assert made() == b""
    (checkpoint / "model.safetensors").write_bytes(safetensors(struct.pack("<2f", 0.5, -1.0)))
    first = made()
    assert first.endswith(struct.pack("<2e", 0.5, -1.0))
    header = json.loads(first[8 : 8 + struct.unpack_from("<Q", first)[0]])
    assert header["__metadata__"] == {"config": '{"hidden_size": 1}', "vocab": "[PAD]\nä"}
    (checkpoint / "model.safetensors").write_bytes(safetensors(struct.pack("<2f", 0.5, 2.0)))
    assert made() == first[:-4] + struct.pack("<2e", 0.5, 2.0)
    (checkpoint / "model.safetensors").unlink()
    assert made() == b""


def test_the_classes_of_characters_are_those_of_tokenizers() -> None:
    assert CHARACTERS_FILE.read_text(encoding="utf-8") == script(), "python -m bert.characters"
