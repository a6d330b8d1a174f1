"""Test the runner of all recipes: its learning rates, its log, what it resumes, and how it reports a mistake.

The test of pydoc-bert's recipe resumes the state of one long run.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from experiments import training

PLAN = [("one", 0), ("one", 1), ("other", 0)]
RECIPE = {"steps": 10}


def train(name: str, seed: int, trained: list[Any]) -> training.Part:
    trained.append((name, seed))
    return {"run": {"condition": name, "seed": seed, "step": [0, 5, 10], "loss": [2 / 3, seed / 3, None]}}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., int]:
    """Return the command of a small experiment. It appends each condition and seed that it trains to `trained`."""

    def command(*arguments: str, out: str = "out", recipe: object = RECIPE, trained: list[Any] | None = None) -> int:
        def prepare(_: argparse.Namespace) -> tuple[training.Settings, training.Train]:
            return {"recipe": recipe}, partial(train, trained=[] if trained is None else trained)

        recipe_run = partial(
            training.run_plan, plan=PLAN, prepare=prepare, summarise=lambda parts: {"number": len(parts)}
        )
        parser = training.make_parser("A small experiment.", "runs")
        return training.command(
            recipe_run, parser, tmp_path / "home", training.PARTS_FOLDER, ["--out", str(tmp_path / out), *arguments]
        )

    return command


def test_the_rate_rises_to_its_peak_and_falls_to_zero() -> None:
    assert training.schedule(8.0, 0.5, 8) == [2.0, 4.0, 6.0, 8.0, 8.0, 6.0, 4.0, 2.0]
    assert training.schedule(1.0, 0.0, 2) == [1.0, 1.0]


def test_the_log_has_a_line_for_each_column_and_six_digits(run: Callable[..., int], tmp_path: Path) -> None:
    assert run() == 0
    text = (tmp_path / "out" / "log.json").read_text(encoding="utf-8")
    assert '\n   "step": [0, 5, 10],\n   "loss": [0.666667, 0.333333, null]\n' in text
    log = json.loads(text)
    assert (log["recipe"], log["number"]) == (RECIPE, 3)
    assert [(one["condition"], one["seed"]) for one in log["runs"]] == PLAN


def test_an_interrupted_experiment_trains_what_is_missing_and_writes_the_same_log(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(out="whole") == 0
    assert run("--stop-after", "2") == 0
    assert {path.name for path in (tmp_path / "out" / "parts").iterdir()} == {"one, seed 0.pt", "one, seed 1.pt"}

    assert run("--resume", recipe={"steps": 7}) == 2
    assert "was made with another recipe" in capsys.readouterr().err

    trained: list[Any] = []
    assert run("--resume", trained=trained) == 0
    assert trained == [("other", 0)]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["log.json"]
    assert (tmp_path / "out" / "log.json").read_bytes() == (tmp_path / "whole" / "log.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--device", "abacus"), "device 'abacus' cannot be used"),
        (("--resume",), "nothing to resume"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: tuple[str, ...],
    expected: str,
    run: Callable[..., int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_smoke_never_writes_to_the_committed_folder(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--smoke", out="home") == 2
    assert "--smoke needs --out" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()
    assert run("--smoke") == 0
