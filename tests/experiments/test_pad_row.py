"""The experiment on the [PAD] row, run whole on a little text: repeatable, resumable, and its conditions hold."""

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

SCRIPT = Path(__file__).resolve().parents[2] / "experiments" / "pad_row" / "train.py"
COMMITTED = SCRIPT.parent / "log.json"


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])  # the script adds pydoc-bert's folder
        spec = importlib.util.spec_from_file_location("pad_row_train", SCRIPT)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        patch.setitem(sys.modules, "pad_row_train", module)  # dataclasses look it up
        spec.loader.exec_module(module)
        patch.setattr(module, "read_and_split", cache(module.read_and_split))  # the same text each time
        yield module


def log_of(folder: Path) -> Any:
    """The log without what a clock wrote."""
    log = json.loads((folder / "log.json").read_text(encoding="utf-8"))
    for one in log["runs"]:
        assert one.pop("seconds") > 0
    return log


@pytest.fixture(scope="module")
def smoke(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("smoke")
    assert script.main(["--smoke", "--out", str(out)]) == 0
    return out


def test_smoke_writes_the_log_and_nothing_else(smoke: Path) -> None:
    assert [path.name for path in smoke.iterdir()] == ["log.json"]
    assert str(smoke) not in (smoke / "log.json").read_text(encoding="utf-8")


def test_the_committed_log_is_that_of_this_script(smoke: Path, script: ModuleType) -> None:
    """The same conditions, seeds and columns: who changes one of them runs the whole again."""
    small, committed = log_of(smoke), log_of(COMMITTED.parent)
    assert list(committed) == list(small)
    assert committed["changed"] == small["changed"]
    assert committed["base"] == small["base"]
    assert committed["recipe"] == {**small["recipe"], **vars(script.Recipe())}
    assert [(one["condition"], one["seed"], list(one)) for one in committed["runs"]] == [
        (one["condition"], one["seed"], list(one)) for one in small["runs"]
    ]


def test_what_cannot_move_the_row_does_not(smoke: Path) -> None:
    for one in log_of(smoke)["runs"]:
        changed = log_of(smoke)["changed"][one["condition"]]
        starts_at_zero = changed.get("starts_at_zero", True) and one["condition"] != "swapped"
        assert (one["pad_norm"][0] == 0.0) == starts_at_zero
        if changed.get("tied", True):
            assert one["pad_norm"][-1] != one["pad_norm"][0]
        elif changed.get("padding_idx", True) and starts_at_zero:
            assert set(one["pad_norm"]) == {0.0}


def test_no_batch_of_that_condition_holds_a_pad(script: ModuleType) -> None:
    text = script.Text.of([[[200 + i for i in range(60)]], [[300, 301, 302]]])
    data = script.Data(text, text, word=300, vocabulary=400)
    generator = script.torch.Generator().manual_seed(0)
    seen: dict[str, set[int]] = {name: set() for name in ("base", "no pads", "swapped", "pads are labels")}
    labels: dict[str, set[int]] = {name: set() for name in seen}
    for _ in range(30):
        for name in seen:
            batch = script.make_batch(text, script.CONDITIONS[name], data, script.Recipe(), generator)
            seen[name] |= set(batch.input_ids[batch.attention_mask == 0].tolist())
            labels[name] |= set(batch.labels.unique().tolist())
            if name == "no pads":
                assert not (batch.input_ids == script.PAD).any()
    assert seen == {
        "base": {0},
        "no pads": set(),
        "swapped": {300},
        "pads are labels": {0, script.MASK} | seen["pads are labels"],
    }
    assert [0 in labels[name] for name in seen] == [False, False, True, True]
    assert 300 in labels["base"]
    assert 300 not in labels["swapped"]


def test_an_interrupted_run_gives_the_same_numbers(
    smoke: Path, script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script.main(["--smoke", "--out", str(tmp_path), "--stop-after", "3"]) == 0
    assert {path.name for path in (tmp_path / "parts").iterdir()} == {f"base, seed {seed}.pt" for seed in range(3)}

    part = tmp_path / "parts" / "base, seed 1.pt"
    kept = script.torch.load(part, weights_only=True)
    recipe = {**kept["settings"]["recipe"], "steps": 7}
    script.torch.save({**kept, "settings": {**kept["settings"], "recipe": recipe}}, part)
    assert script.main(["--smoke", "--out", str(tmp_path), "--resume"]) == 2
    assert "was made with another recipe" in capsys.readouterr().err

    script.torch.save(kept, part)
    assert script.main(["--smoke", "--out", str(tmp_path), "--resume"]) == 0
    assert log_of(tmp_path) == log_of(smoke)
    assert [path.name for path in tmp_path.iterdir()] == ["log.json"]


@pytest.mark.long
def test_a_second_process_gives_the_same_numbers(smoke: Path, tmp_path: Path) -> None:
    """What depends on a process's hash seed must show; the text and the loop are also those of pydoc-bert's script."""
    command = [sys.executable, str(SCRIPT), "--smoke", "--out", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert log_of(tmp_path) == log_of(smoke)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--device", "abacus"), "device 'abacus' cannot be used"),
        (("--resume",), "nothing to resume"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: tuple[str, ...], expected: str, script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script.main(["--smoke", "--out", str(tmp_path / "new"), *arguments]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("arguments", [[], ["--out", str(SCRIPT.parent)]])
def test_smoke_never_writes_to_the_committed_folder(
    arguments: list[str], script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script.main(["--smoke", *arguments]) == 2
    assert "--smoke needs --out" in capsys.readouterr().err
