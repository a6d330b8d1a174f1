"""Test the weights for the reader's browser: rounded as torch does, and written again when the checkpoint changes."""

import json
import struct
from pathlib import Path

import pytest

from bert.characters import CHARACTERS_FILE, script
from bert.live import CHECKPOINT_FOLDER, WEIGHTS_FILE, to_float16
from explainer.paths import Project
from tests.conftest import BUILD_PROGRAM, ENGINE_IMPORTS, TinyProject
from tests.forked import run_forked

ROOT = Path(__file__).resolve().parents[2]
WITH_WEIGHTS = BUILD_PROGRAM.replace(
    "Path.cwd())",
    "Path.cwd(), lambda: Extension(tools=(read_live_weights,)))",
).replace(
    "import signal",
    "from bert.live import read_live_weights; from explainer.pipeline.extension import Extension\nimport signal",
)


def safetensors(numbers: bytes) -> bytes:
    """Return a file with one tensor of float32."""
    entry = {"dtype": "F32", "shape": [len(numbers) // 4], "data_offsets": [0, len(numbers)]}
    header = json.dumps({"__metadata__": {"format": "pt"}, "one": entry}).encode()
    return struct.pack("<Q", len(header)) + header + numbers


def test_the_shipped_file_is_the_checkpoint_in_torch_s_halves() -> None:
    import torch
    from safetensors.torch import load_file

    ours, trained = (
        load_file(Project(ROOT).artifacts / WEIGHTS_FILE),
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
    file, checkpoint = project.root / "docs/artifacts" / WEIGHTS_FILE, project.root / CHECKPOINT_FOLDER
    project.write(f"{CHECKPOINT_FOLDER}/config.json", '{"hidden_size": 1}')
    project.write(f"{CHECKPOINT_FOLDER}/vocab.txt", "[PAD]\nä\n")

    def built(*arguments: str) -> int:
        done = run_forked(WITH_WEIGHTS, project.root, arguments, project.environment({}), imports=ENGINE_IMPORTS)
        assert "WRONG" not in done.stdout, done.stdout
        return done.returncode

    built()
    assert not file.exists()
    (checkpoint / "model.safetensors").write_bytes(safetensors(struct.pack("<2f", 0.5, -1.0)))
    assert built("--check") == 0, "a view is no part of the record"
    assert not file.exists()
    assert built() == 0
    first = file.read_bytes()
    assert first.endswith(struct.pack("<2e", 0.5, -1.0))
    header = json.loads(first[8 : 8 + struct.unpack_from("<Q", first)[0]])
    assert header["__metadata__"] == {"config": '{"hidden_size": 1}', "vocab": "[PAD]\nä"}
    (checkpoint / "model.safetensors").write_bytes(safetensors(struct.pack("<2f", 0.5, 2.0)))
    assert built() == 0
    assert file.read_bytes() == first[:-4] + struct.pack("<2e", 0.5, 2.0)
    file.write_bytes(first)  # as a merge may leave it
    assert built() == 0
    assert file.read_bytes() != first
    (checkpoint / "model.safetensors").unlink()
    assert built() == 0
    assert not file.exists()


def test_the_classes_of_characters_are_those_of_tokenizers() -> None:
    assert CHARACTERS_FILE.read_text(encoding="utf-8") == script(), "python -m bert.characters"
