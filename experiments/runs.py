"""What the experiments share: the training loop, finished runs that `--resume` keeps, the log, and the command line.

A part is a finished run on disk: its `run` as the log has it, the `settings` that all runs of a log have in common, and
what else the log is made from.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
import training_tools as tools
from batches import PAD
from torch import Tensor
from tqdm import tqdm
from transformers import BertForMaskedLM

LOG_FILE, PARTS = "log.json", "parts"

Part = dict[str, Any]
Settings = dict[str, Any]
Train = Callable[[str, int], Part]
Record = dict[str, float | None]


def make_model(
    recipe: tools.BaseRecipe, vocabulary: int, seed: int, *, tied: bool, padding_idx: int | None = PAD
) -> BertForMaskedLM:
    """A fresh model. Of one seed, a tied and an untied one start alike, but for the untied decoder.

    Raises RuntimeError if transformers does not make it as the experiment needs it.
    """
    torch.manual_seed(seed)
    config = recipe.model_config(vocabulary, pad_token_id=padding_idx, tie_word_embeddings=tied)
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    found = (embedding.padding_idx, model.cls.predictions.decoder.weight is embedding.weight)
    if found != (padding_idx, tied):
        raise RuntimeError(f"this version of transformers made another model: padding_idx and tie are {found}")
    return model


def train_steps(
    model: BertForMaskedLM,
    optimizer: torch.optim.Optimizer,
    recipe: tools.BaseRecipe,
    rates: Sequence[float],
    draw_loss: Callable[[], Tensor],
    measure: Callable[[int, list[float]], Record],
    after_step: Callable[[float, float], None] = lambda *_: None,
) -> dict[str, list[float | None]]:
    """Trains for a step at each learning rate, with a loss of `draw_loss`. Returns the columns of the log.

    `measure` takes the number of steps done and the losses since the entry before: none before the first step.
    `after_step` takes the step's learning rate and the norm of its gradients before they were clipped.
    """
    records = [{"step": 0, **measure(0, [])}]
    losses: list[float] = []
    for step, rate in enumerate(tqdm(rates, unit="step", mininterval=5), start=1):
        loss = draw_loss()
        after_step(rate, tools.update(model, optimizer, loss, rate, recipe.clip))
        losses.append(loss.item())
        if recipe.is_logged(step):
            records.append({"step": step, **measure(step, losses)})
            losses.clear()
    return {column: [record[column] for record in records] for column in records[0]}


def run_plan(
    options: argparse.Namespace,
    plan: Sequence[tuple[str, int]],
    prepare: Callable[[argparse.Namespace, torch.device], tuple[Settings, Train]],
    summarise: Callable[[list[Part]], dict[str, Any]],
) -> None:
    """Trains each condition and seed of the plan and writes the log, with what `summarise` says of all parts.

    `prepare` returns the settings and what trains. The parts are kept until the log is whole. Raises UsageError if
    there is nothing to resume, or a kept part has other settings.
    """
    device = tools.set_up_torch(options)
    folder = options.out / PARTS
    if options.resume and not folder.is_dir():
        raise tools.UsageError(f"nothing to resume: there is no {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    settings, train = prepare(options, device)
    parts: dict[Path, Part] = {}
    for name, seed in plan[: options.stop_after]:
        path = folder / f"{name}, seed {seed}.pt"
        if not (options.resume and path.is_file()):
            print(path.stem, file=sys.stderr)
            tools.save_whole(path, {"settings": settings, **train(name, seed)})
        parts[path] = torch.load(path, weights_only=True)
        if parts[path]["settings"] != settings:
            raise tools.UsageError(f"cannot resume: {path} was made with another recipe, text, version or device")
    if options.stop_after:
        print(f"stopped after {options.stop_after} runs; --resume goes on from there")
        return
    top = {**settings, **summarise(list(parts.values()))}
    (options.out / LOG_FILE).write_text(as_text(top, [part["run"] for part in parts.values()]), encoding="utf-8")
    for path in parts:
        path.unlink()
    folder.rmdir()


def as_text(top: dict[str, Any], runs: list[dict[str, Any]]) -> str:
    """The log as JSON with a line for each column of each run, so that a diff can be read."""
    lines = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in tools.rounded(top).items()]
    blocks = [
        "  {\n" + ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) + "\n  }"
        for one in tools.rounded(runs)
    ]
    return "\n".join(["{", *lines, ' "runs": [', ",\n".join(blocks), " ]", "}", ""])


def command(description: str, run: Callable[[argparse.Namespace], None], home: Path, arguments: Sequence[str]) -> int:
    """Runs the script in folder `home`, where its log is committed. Returns the exit code: 2 for a user's mistake."""
    resume = f"keep the runs that are finished, in {PARTS}/"
    return tools.run_command(run, tools.make_parser(description, "committed", resume, "RUNS"), home, arguments)
