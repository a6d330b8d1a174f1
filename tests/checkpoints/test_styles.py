"""Test that each style has the keys that its name says, and loads as the libraries are known to load it.

torch is imported inside the tests, because every process of a test run imports this file to collect them.
"""

import importlib.util
import json
import sys
import tarfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "checkpoints" / "checkpoint_styles.py"
WORDS, DECODER = "bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"
BIAS, DECODER_BIAS = "cls.predictions.bias", "cls.predictions.decoder.bias"
GAMMA, WEIGHT = "bert.embeddings.LayerNorm.gamma", "bert.embeddings.LayerNorm.weight"
POSITION_IDS, POOLER = "bert.embeddings.position_ids", "bert.pooler.dense.weight"

KEYS = {  # style: (present, absent)
    "dump-2018": ({GAMMA, WORDS, DECODER, BIAS}, {WEIGHT, DECODER_BIAS, POSITION_IDS}),
    "dump-weight-bias": ({WEIGHT, WORDS, DECODER, BIAS}, {GAMMA, DECODER_BIAS, POSITION_IDS}),
    "position-ids": ({WEIGHT, WORDS, DECODER, BIAS, DECODER_BIAS, POSITION_IDS}, {GAMMA}),
    "safetensors": ({WEIGHT, WORDS, BIAS, POOLER}, {GAMMA, DECODER, DECODER_BIAS, POSITION_IDS}),
    "masked-lm": ({WORDS, BIAS}, {POOLER, "cls.seq_relationship.weight", DECODER, DECODER_BIAS}),
    "encoder": ({"embeddings.word_embeddings.weight", "pooler.dense.weight"}, {WORDS, BIAS, POOLER}),
    "tied-keys-differ": ({WORDS, DECODER, BIAS, DECODER_BIAS}, {GAMMA}),
    "decoder-bias-only": ({WORDS, DECODER_BIAS}, {BIAS, DECODER}),
    "untied": ({WORDS, DECODER, BIAS, DECODER_BIAS}, {GAMMA}),
}
UNCHANGED = ("dump-2018", "dump-weight-bias", "position-ids", "safetensors", "decoder-bias-only")


@pytest.fixture(scope="module")
def styles() -> ModuleType:
    spec = importlib.util.spec_from_file_location("checkpoint_styles", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tiny checkpoint with tokenizer files."""
    import torch
    from transformers import BertConfig, BertForPreTraining

    folder = tmp_path_factory.mktemp("original")
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2, "num_hidden_layers": 2}
    torch.manual_seed(0)
    model = BertForPreTraining(BertConfig(vocab_size=120, max_position_embeddings=20, **sizes))
    torch.nn.init.normal_(model.cls.predictions.bias)
    model.save_pretrained(folder)
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_text("{}\n", encoding="utf-8")
    return folder


def stored(folder: Path) -> dict[str, Any]:
    import torch
    from safetensors.torch import load_file

    if (folder / "model.safetensors").exists():
        return dict(load_file(folder / "model.safetensors"))
    return dict(torch.load(folder / "pytorch_model.bin", weights_only=True))


def logits(folder: Path) -> Any:
    import torch
    from transformers import BertForPreTraining

    model = BertForPreTraining.from_pretrained(folder).eval()
    with torch.no_grad():
        output = model(torch.arange(2, 18).unsqueeze(0))
    return output.prediction_logits, output.seq_relationship_logits


def test_every_style_is_tested(styles: ModuleType) -> None:
    assert set(styles.STYLES) == {*KEYS, "archive-2018"}


@pytest.mark.parametrize("name", KEYS)
def test_keys(name: str, styles: ModuleType, original: Path, tmp_path: Path) -> None:
    styles.write_style(name, tmp_path / name, original)
    keys = set(stored(tmp_path / name))
    present, absent = KEYS[name]
    assert present <= keys
    assert not absent & keys


@pytest.mark.parametrize("name", UNCHANGED)
def test_the_same_model_under_other_names(name: str, styles: ModuleType, original: Path, tmp_path: Path) -> None:
    import torch

    styles.write_style(name, tmp_path / name, original)
    for expected, got in zip(logits(original), logits(tmp_path / name), strict=True):
        torch.testing.assert_close(got, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("name", ["tied-keys-differ", "untied"])
def test_two_matrices_differ_and_the_scores_too(name: str, styles: ModuleType, original: Path, tmp_path: Path) -> None:
    import torch

    styles.write_style(name, tmp_path / name, original)
    tensors = stored(tmp_path / name)
    assert not torch.equal(tensors[WORDS], tensors[DECODER])
    assert not torch.allclose(logits(tmp_path / name)[0], logits(original)[0])


def test_a_dump_stores_the_tied_matrix_once(styles: ModuleType, original: Path, tmp_path: Path) -> None:
    styles.write_style("dump-2018", tmp_path / "dump", original)
    tensors = stored(tmp_path / "dump")
    assert tensors[WORDS].data_ptr() == tensors[DECODER].data_ptr()
    assert json.loads((tmp_path / "dump" / "bert_config.json").read_text())["hidden_size"] == 16
    assert (tmp_path / "dump" / "config.json").exists()


def test_the_archive_holds_three_files_at_its_top(styles: ModuleType, original: Path, tmp_path: Path) -> None:
    styles.write_style("archive-2018", tmp_path / "archive", original)
    (archive,) = (tmp_path / "archive").iterdir()
    with tarfile.open(archive) as opened:
        assert opened.getnames() == ["bert_config.json", "pytorch_model.bin", "vocab.txt"]


def test_a_style_changes_no_tensor_of_its_source(styles: ModuleType, original: Path) -> None:
    import torch
    from safetensors.torch import load_file

    tensors = load_file(original / "model.safetensors")
    before = {name: tensor.clone() for name, tensor in tensors.items()}
    for style in styles.STYLES.values():
        style.change(tensors)
    assert set(tensors) == set(before)
    assert all(torch.equal(tensors[name], before[name]) for name in before)


def test_a_failed_writer_leaves_nothing(
    styles: ModuleType, original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setitem(styles.STYLES, "broken", styles.Style("fails", styles.deduplicated, fail))
    with pytest.raises(OSError, match="disk full"):
        styles.write_style("broken", tmp_path / "out", original)
    assert not list(tmp_path.iterdir())


def test_mistakes_are_one_line(styles: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "something").touch()
    mistakes: dict[str, tuple[str | Path, ...]] = {
        "no style is called 'tensorflow'": ("tensorflow", tmp_path / "new"),
        "is not an empty folder": ("safetensors", tmp_path / "full"),
        "give a style and a folder": (),
    }
    for expected, arguments in mistakes.items():
        assert styles.main(list(map(str, arguments))) == 2
        error = capsys.readouterr().err
        assert expected in error
        assert error.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_the_command_names_every_style(styles: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert styles.main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(styles.STYLES)
