"""Run the training script on a little text, and test that it is deterministic, resumable and clear about mistakes."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.forked import HANG_TIMEOUT

SCRIPT = Path(__file__).resolve().parents[2] / "checkpoints" / "pydoc-bert" / "train.py"
SHIPPED = SCRIPT.parent
FILES = {
    "config.json",
    "held_out.txt",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
    "training_log.json",
    "vocab.txt",
}


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPT.parent))
        spec = importlib.util.spec_from_file_location("train", SCRIPT)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        patch.setitem(sys.modules, "train", module)  # dataclasses look it up
        spec.loader.exec_module(module)
        patch.setattr(module, "read_and_split", cache(module.read_and_split))  # the same text each time
        yield module


def log_of(folder: Path) -> Any:
    """Read the log without the seconds, which differ from run to run."""
    log = json.loads((folder / "training_log.json").read_text(encoding="utf-8"))
    assert log.pop("seconds") > 0
    return log


@pytest.fixture(scope="module")
def smoke(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("smoke")
    assert script.main(["--smoke", "--out", str(out)]) == 0
    return out


def test_smoke_writes_every_file_and_nothing_else(smoke: Path) -> None:
    assert {path.name for path in smoke.iterdir()} == FILES


def test_the_log_starts_before_the_first_step(smoke: Path) -> None:
    log = log_of(smoke)
    assert [record["step"] for record in log["records"]] == [0, 5, 10, 15, 20]
    assert log["records"][0]["pad_norm"] == 0
    assert log["records"][0]["train_mlm_loss"] is None
    assert log["records"][-1]["pad_norm"] > 0
    assert log["records"][-1]["train_mlm_loss"] < log["records"][1]["train_mlm_loss"]


def test_the_vocabulary_is_laid_out_like_googles(smoke: Path) -> None:
    words = (smoke / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert words[0] == "[PAD]"
    assert words[1:100] == [f"[unused{i}]" for i in range(99)]
    assert words[100:104] == ["[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    assert len(words) == len(set(words)) == log_of(smoke)["recipe"]["vocabulary"]


def test_no_file_holds_a_path_of_this_machine(smoke: Path) -> None:
    for path in smoke.iterdir():
        content = path.read_bytes()
        for place in (smoke, SCRIPT.parents[2], Path(sys.prefix)):
            assert str(place).encode() not in content, path.name


def test_held_out_text_is_a_text_what_follows_and_another(smoke: Path) -> None:
    rows = [line.split("\t") for line in (smoke / "held_out.txt").read_text(encoding="utf-8").splitlines()]
    assert rows
    assert all(len(row) == 4 for row in rows)
    assert all(len({first, following, other}) == 3 for _, first, following, other in rows)
    assert {len(text.split()) for row in rows for text in row[1:]} == {45}


def test_an_interrupted_training_gives_the_same_numbers(
    smoke: Path, script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script.main(["--smoke", "--out", str(tmp_path), "--stop-after", "12"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"training_state.pt"}  # that of step 10

    assert script.main(["--smoke", "--out", str(tmp_path), "--resume", "--steps", "30"]) == 2
    assert "was made with another steps\n" in capsys.readouterr().err

    assert script.main(["--smoke", "--out", str(tmp_path), "--resume"]) == 0
    assert log_of(tmp_path) == log_of(smoke)
    assert (tmp_path / "model.safetensors").read_bytes() == (smoke / "model.safetensors").read_bytes()


@pytest.mark.long
def test_a_second_process_gives_the_same_numbers(smoke: Path, tmp_path: Path) -> None:
    """Run the script in a new process: a number that depended on the hash seed would differ."""
    command = [sys.executable, str(SCRIPT), "--smoke", "--out", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert result.returncode == 0, result.stderr
    assert log_of(tmp_path) == log_of(smoke)
    assert (tmp_path / "model.safetensors").read_bytes() == (smoke / "model.safetensors").read_bytes()


def test_another_seed_gives_other_numbers_from_the_first(smoke: Path, script: ModuleType, tmp_path: Path) -> None:
    assert script.main(["--smoke", "--out", str(tmp_path), "--seed", "1", "--steps", "1"]) == 0
    first, other = (log_of(folder)["records"][0] for folder in (smoke, tmp_path))
    assert first["step"] == other["step"] == 0
    assert first["held_out_mlm_loss"] != other["held_out_mlm_loss"]


def test_a_true_pair_is_one_text_and_a_random_one_is_of_two_files(script: ModuleType) -> None:
    batches = importlib.import_module("batches")
    files = [[[100 * file + 10 * sentence + i for i in range(1, 6)] for sentence in range(1, 5)] for file in (10, 20)]
    text = batches.Text.of(files)
    generator = script.torch.Generator().manual_seed(0)
    pairs = batches.draw_pairs(text, 40, generator)
    batch = batches.make_batch(text, pairs, 15, 3000, generator)
    assert batch.next_sentence_label.tolist() == [0, 1] * 20
    for number, ((before, end), (after, start)) in enumerate(pairs):
        assert end > 0
        assert ((before, end) == (after, start)) if number % 2 == 0 else (before != after)
        sequence = batch.input_ids[number].clone()
        sequence[batch.selected[number]] = batch.labels[batch.selected[:number].sum() :][: batch.selected[number].sum()]
        length = int(batch.attention_mask[number].sum())
        first = text.files[before][max(0, end - 6) : end]
        second = text.files[after][start : start + 12 - len(first)]
        assert sequence[:length].tolist() == [101, *first, 102, *second, 102]
        assert batch.token_type_ids[number].tolist() == [0] * (len(first) + 2) + [1] * (len(second) + 1) + [0] * (
            15 - length
        )


def test_the_length_of_a_batch_is_drawn_between_its_bounds(script: ModuleType) -> None:
    batches = importlib.import_module("batches")
    generator = script.torch.Generator().manual_seed(0)
    assert {batches.draw_length(3, 6, generator) for _ in range(100)} == {3, 4, 5, 6}


@pytest.mark.parametrize("arguments", [[], ["--out", str(SHIPPED)]])
def test_smoke_never_writes_to_the_shipped_folder(
    arguments: list[str], script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in SHIPPED.iterdir()}
    assert script.main(["--smoke", *arguments]) == 2
    assert "--smoke needs --out" in capsys.readouterr().err
    assert {path: path.stat().st_mtime_ns for path in SHIPPED.iterdir()} == before


def counts_of(folder: Path) -> Any:
    return json.loads((folder / "token_counts.json").read_text(encoding="utf-8"))


def test_the_counts_are_of_the_text_that_the_log_names() -> None:
    counted, text = counts_of(SHIPPED), json.loads((SHIPPED / "training_log.json").read_text())["data"]["training"]
    assert counted["training_text_sha256"] == text["sha256"]
    assert sum(counted["counts"]) == counted["tokens"] == text["tokens"]
    words = (SHIPPED / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert len(counted["counts"]) == len(words)
    assert words[counted["counts"].index(max(counted["counts"]))] == "."


def test_tokens_of_another_text_are_not_counted(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    counting = importlib.import_module("count_tokens")
    monkeypatch.setattr(counting, "read", lambda _: {"another/file.py": [["A paragraph of another text here."]]})
    monkeypatch.setattr(counting, "COUNTS_FILE", tmp_path / "token_counts.json")
    assert counting.main() == 2
    assert "not the text of the training log" in capsys.readouterr().err
    assert not (tmp_path / "token_counts.json").exists()
