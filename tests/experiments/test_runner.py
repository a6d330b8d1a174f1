"""The runner of all recipes: its schedule, its log, what it resumes, and how it answers a mistake."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from experiments import training

PLAN = [("one", 0), ("one", 1), ("other", 0)]


class Recipe(training.BaseRecipe):
    """So small that a run takes no time."""

    steps, warmup, learning_rate, log_every, clip = 10, 0.2, 0.5, 4, 1.0


def train(name: str, seed: int) -> training.Part:
    """Fit a line to numbers that are drawn anew in each step."""
    state = state_of(seed)
    train_on(state, Recipe().rates())
    return {"run": {"condition": name, "seed": seed, **state.columns()}, "weight": state.model.weight.detach()}


def state_of(seed: int) -> training.State:
    torch.manual_seed(seed)
    model = torch.nn.Linear(1, 1)
    return training.State(model, torch.optim.AdamW(model.parameters()), torch.Generator().manual_seed(seed))


def train_on(state: training.State, rates: list[float], after_entry: Callable[[], None] = lambda: None) -> None:
    def draw_losses() -> list[torch.Tensor]:
        x = torch.rand(4, 1, generator=state.generator)
        return [(state.model(x) - 2 * x).square().mean(), state.model.bias.square().sum()]

    def measure() -> training.Record:
        return {"weight": state.model.weight.item()}

    training.train_steps(state, Recipe(), rates, draw_losses, measure, logged=("fit", "bias"), after_entry=after_entry)


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., int]:
    """The command of an experiment with the settings that are given."""

    def with_settings(*arguments: str, out: Path = tmp_path / "out", trained: Any = train, **settings: object) -> int:
        def prepare(_: argparse.Namespace) -> tuple[training.Settings, training.Train]:
            return {"recipe": {"steps": 10}, **settings}, trained

        plan = partial(
            training.run_plan,
            plan=PLAN,
            prepare=prepare,
            summarise=lambda parts: {"number": len(parts), "third": 1 / 3},
        )
        home = tmp_path / "home"
        parser = training.make_parser("A small experiment.", "runs")
        return training.command(plan, parser, home, training.PARTS, ["--out", str(out), *arguments])

    return with_settings


def never(*_: object) -> training.Part:
    raise AssertionError("this run was finished")


def test_the_rate_rises_to_its_peak_and_falls_to_zero() -> None:
    assert training.schedule(8.0, 0.5, 8) == [2.0, 4.0, 6.0, 8.0, 8.0, 6.0, 4.0, 2.0]
    assert training.schedule(1.0, 0.0, 2) == [1.0, 1.0]


def test_an_entry_stands_before_the_first_step_after_every_few_and_after_the_last() -> None:
    state = state_of(0)
    train_on(state, Recipe().rates())
    assert [record["step"] for record in state.records] == [0, 4, 8, 10]
    assert list(state.records[0]) == ["step", "fit", "bias", "weight"]
    assert state.records[0]["fit"] is None
    assert state.records[-1]["fit"] < state.records[1]["fit"]  # type: ignore[operator]


def test_a_saved_state_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole = state_of(0)
    train_on(whole, Recipe().rates())

    file, settings = tmp_path / "state.pt", {"seed": 0}
    stopped, resumed = state_of(0), state_of(1)
    train_on(stopped, Recipe().rates()[:6], partial(stopped.save, file, settings))
    resumed.load(file, settings)
    assert resumed.step == 4
    train_on(resumed, Recipe().rates())
    assert resumed.records == whole.records
    assert torch.equal(resumed.model.weight, whole.model.weight)

    with pytest.raises(training.UsageError, match="made with another seed"):
        resumed.load(file, {"seed": 1})


def test_an_interrupted_experiment_writes_the_same_log(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "stopped"
    assert run() == 0
    assert run("--stop-after", "2", out=out) == 0
    assert {path.name for path in (out / "parts").iterdir()} == {"one, seed 0.pt", "one, seed 1.pt"}

    assert run("--resume", out=out, recipe={"steps": 7}) == 2
    assert "was made with another recipe" in capsys.readouterr().err
    assert run("--resume", "--stop-after", "2", out=out, trained=never) == 0
    assert run("--resume", out=out) == 0
    assert [path.name for path in out.iterdir()] == ["log.json"]
    assert (out / "log.json").read_bytes() == (tmp_path / "out" / "log.json").read_bytes()


def test_the_log_has_a_line_for_each_column_and_six_digits(run: Callable[..., int], tmp_path: Path) -> None:
    assert run() == 0
    text = (tmp_path / "out" / "log.json").read_text(encoding="utf-8")
    assert '\n "third": 0.333333,\n' in text
    assert '\n   "step": [0, 4, 8, 10],\n' in text
    log = json.loads(text)
    assert list(log) == ["recipe", "number", "third", "runs"]
    assert [(one["condition"], one["seed"]) for one in log["runs"]] == PLAN


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
    assert run("--smoke", out=tmp_path / "home") == 2
    assert "--smoke needs --out" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()
    assert run("--smoke") == 0
