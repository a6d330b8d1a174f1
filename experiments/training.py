"""Run training recipes: the schedule, the steps, the log, resuming and the command line.

A recipe is a script, such as `train.py` in a folder here or in `checkpoints/pydoc-bert/`. It has its settings, its
model, its data and what it logs; all else is here. An interrupted training is resumed in one of two ways:

- one long run saves its `State` with every entry of its log, and continues from there;
- an experiment of many short runs, `run_plan`, saves each finished one in `parts/`, and trains the missing ones.

Import this before transformers, which reads the two variables below when it is first imported.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

PYDOC_BERT = Path(__file__).resolve().parents[1] / "checkpoints" / "pydoc-bert"
sys.path.insert(0, str(PYDOC_BERT))  # its name has a hyphen, so it cannot be a package

import torch
from batches import PAD, Batch, Text, draw_length, draw_pairs, make_batch
from torch import Tensor
from torch.nn.functional import cosine_similarity
from tqdm import tqdm
from transformers import BertConfig, BertForMaskedLM, PreTrainedModel

LOG_FILE, PARTS_FOLDER = "log.json", "parts"

Settings = dict[str, Any]
Part = dict[str, Any]
"""A finished run: `run` is its entry in the log; a recipe may add what it needs to summarise all runs."""
Train = Callable[[str, int], Part]  # trains one run, given the name of its condition and its seed
Record = dict[str, float | None]  # an entry of the log: measured values by column


class UsageError(Exception):
    """Report a mistake in the command line: one line for the user, exit code 2."""


class BaseRecipe:
    """Declare the settings that all recipes have which train a BERT. A recipe defines them, in the order of its log."""

    steps: int
    layers: int
    hidden: int
    heads: int
    intermediate: int
    initializer_range: float  # about 0.7 / sqrt(hidden): with 0.02, made for 768, a narrow model learns more slowly
    batch: int  # pairs or sequences
    shortest: int  # tokens; the length of a training batch is drawn
    length: int  # tokens at most
    learning_rate: float  # at its peak
    warmup: float  # of the steps
    beta1: float
    beta2: float
    epsilon: float
    clip: float  # norm of the gradients
    log_every: int  # steps

    def model_config(self, vocabulary: int, **changes: Any) -> BertConfig:
        """Return the config of a BERT of these sizes without dropout. `changes` are further arguments of BertConfig."""
        settings = {
            "vocab_size": vocabulary,
            "hidden_size": self.hidden,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "intermediate_size": self.intermediate,
            "max_position_embeddings": self.length,
            "initializer_range": self.initializer_range,
            "hidden_dropout_prob": 0.0,
            "attention_probs_dropout_prob": 0.0,
        }
        return BertConfig(**{**settings, **changes})

    def optimizer(self, model: PreTrainedModel, decay: float, **options: Any) -> torch.optim.AdamW:
        """Return AdamW without decay of biases and LayerNorms (all 1-d parameters), as in Google's optimization.py."""
        parameters = list(model.parameters())
        groups = [
            {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
            {"params": [p for p in parameters if p.ndim == 1], "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, betas=(self.beta1, self.beta2), eps=self.epsilon, **options)

    def rates(self) -> list[float]:
        """Return the learning rate of each step."""
        return schedule(self.learning_rate, self.warmup, self.steps)

    def draw_batch(self, text: Text, vocabulary: int, generator: torch.Generator, length: int = 0) -> Batch:
        """Draw a batch of pairs with masks. Its length in tokens is drawn, too, unless it is given."""
        pairs = draw_pairs(text, self.batch, generator)
        length = length or draw_length(self.shortest, self.length, generator)
        return make_batch(text, pairs, length, vocabulary, generator)

    def draw_held_out(self, text: Text, vocabulary: int, count: int, seed: int, device: torch.device) -> list[Batch]:
        """Draw `count` batches of full length to measure on. One seed always gives the same."""
        generator = torch.Generator().manual_seed(seed)
        return [self.draw_batch(text, vocabulary, generator, self.length).to(device) for _ in range(count)]


def schedule(peak: float, warmup: float, steps: int) -> list[float]:
    """Return the learning rate of each step: linear warm-up over a share of the steps, then linear decay to zero."""
    rising = max(1, round(warmup * steps))
    falling = max(1, steps - rising)
    return [peak * min((step + 1) / rising, (steps - step) / falling) for step in range(steps)]


def make_masked_lm(
    recipe: BaseRecipe, vocabulary: int, seed: int, *, tied: bool, padding_idx: int | None = PAD
) -> BertForMaskedLM:
    """Make an untrained model. With one seed, tied and untied models have equal weights, except the decoder's.

    Raise RuntimeError if transformers ignores `tied` or `padding_idx`.
    """
    torch.manual_seed(seed)
    config = recipe.model_config(vocabulary, pad_token_id=padding_idx, tie_word_embeddings=tied)
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    actual = (embedding.padding_idx, model.cls.predictions.decoder.weight is embedding.weight)
    if actual != (padding_idx, tied):
        raise RuntimeError(f"this version of transformers made another model: padding_idx and tie are {actual}")
    return model


@dataclass
class State:
    """Hold all that changes in training. From a saved and loaded state it continues as if it had never stopped."""

    model: PreTrainedModel
    optimizer: torch.optim.Optimizer
    generator: torch.Generator  # the only source of randomness after the initial weights
    records: list[Record] = field(default_factory=list)
    step: int = 0
    seconds: float = 0.0

    def save(self, path: Path, settings: Settings) -> None:
        """Write the state to a file, with the settings that it belongs to."""
        parts = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        save(path, settings, {**vars(self), **parts, "generator": self.generator.get_state()})

    def load(self, path: Path, settings: Settings) -> None:
        """Read the state from a file. Raise UsageError if it was saved with other settings."""
        parts = load(path, settings)
        self.model.load_state_dict(parts["model"])
        self.optimizer.load_state_dict(parts["optimizer"])
        self.generator.set_state(parts["generator"])
        self.records, self.step, self.seconds = parts["records"], parts["step"], parts["seconds"]

    def columns(self) -> dict[str, list[float | None]]:
        """Return the records as columns: a list of values for each."""
        return {column: [record[column] for record in self.records] for column in self.records[0]}


def train_steps(
    state: State,
    recipe: BaseRecipe,
    rates: Sequence[float],
    draw_losses: Callable[[], Sequence[Tensor]],
    measure: Callable[[], Record],
    *,
    logged: Sequence[str] = (),
    after_step: Callable[[float, float], None] = lambda *_: None,
    after_entry: Callable[[], None] = lambda: None,
) -> None:
    """Train one step for each learning rate from `state.step` on, and log an entry before the first and regularly.

    The sum of the losses is minimised. Their means since the last entry are logged under the names in `logged`.
    `after_step` gets the step's learning rate and the norm of its gradients before clipping. `after_entry` is called
    when the state has a new entry.
    """
    started = time.monotonic() - state.seconds
    if not state.records:
        state.records.append({"step": 0, **dict.fromkeys(logged), **measure()})
    recent_losses: list[list[float]] = []
    bar = tqdm(rates[state.step :], initial=state.step, total=len(rates), unit="step", mininterval=1)
    for rate in bar:
        losses = draw_losses()
        norm = update(state.model, state.optimizer, sum(losses), rate, recipe.clip)
        after_step(rate, norm)
        state.step += 1
        recent_losses.append([loss.item() for loss in losses])
        if state.step % recipe.log_every == 0 or state.step == recipe.steps:
            means = dict(zip(logged, map(mean, zip(*recent_losses, strict=True)), strict=False))
            recent_losses.clear()
            state.records.append({"step": state.step, **means, **measure()})
            state.seconds = time.monotonic() - started
            after_entry()
            bar.set_postfix(means)


def update(model: PreTrainedModel, optimizer: torch.optim.Optimizer, loss: Tensor, rate: float, clip: float) -> float:
    """Make one step at the learning rate, with gradients clipped to the norm `clip`. Return their norm before that."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    return float(norm)


def save(path: Path, settings: Settings, parts: dict[str, Any]) -> None:
    """Write a file to resume from, completely or not at all."""
    torch.save({"settings": settings, **parts}, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def load(path: Path, settings: Settings) -> dict[str, Any]:
    """Read a file to resume from. Raise UsageError if it was saved with other settings."""
    parts: dict[str, Any] = torch.load(path, weights_only=True)
    if parts["settings"] != settings:
        different = sorted(name for name in settings if parts["settings"].get(name) != settings[name])
        raise UsageError(f"cannot resume: {path} was made with another {', '.join(different)}")
    return parts


def as_text(top: dict[str, Any], runs: list[dict[str, Any]]) -> str:
    """Return the log as JSON with a line for each column of each run, which keeps diffs readable."""
    lines = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in rounded(top).items()]
    blocks = [
        "  {\n" + ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in run.items()) + "\n  }"
        for run in rounded(runs)
    ]
    return "\n".join(["{", *lines, ' "runs": [', ",\n".join(blocks), " ]", "}", ""])


def rounded(value: Any) -> Any:
    """Return the same JSON data with floats of 6 significant digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def environment(options: argparse.Namespace) -> Settings:
    """Return what else the numbers depend on: library versions (docstrings are the training text), device, threads."""
    versions = {"python": platform.python_version()}
    versions |= {name: version(name) for name in ("torch", "transformers", "tokenizers", "numpy")}
    return {"versions": versions, "device": str(options.device), "threads": options.threads}


def mean(values: Sequence[float]) -> float:
    """Return the mean of at least one number."""
    return sum(values) / len(values)


def cosine_with_mean(row: Tensor, rows: Tensor) -> float | None:
    """Return the cosine between a row (d) and the mean of rows (n, d). None for a row of zeros: it has no direction."""
    return cosine_similarity(row, rows.mean(0), dim=0).item() if row.any() else None


def positive(text: str) -> int:
    """Return the text as an int > 0, for argparse. Raise ValueError if it is none."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def set_up_torch(options: argparse.Namespace) -> torch.device:
    """Set the number of threads and return the device. Raise UsageError if torch cannot use it."""
    torch.set_num_threads(options.threads)
    try:
        device = torch.device(options.device)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(f"device {options.device!r} cannot be used: {str(error).splitlines()[0]}") from error
    return device


def make_parser(description: str, unit: str) -> argparse.ArgumentParser:
    """Return a parser with the options of all recipes. `unit` is what `--stop-after` counts: steps or runs."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--out", type=Path, help="folder to write to (default: this script's, with the committed files)"
    )
    parser.add_argument("--threads", type=positive, default=1, help="of torch (default: 1, as the log was made with)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, … (default: cpu)")
    parser.add_argument("--resume", action="store_true", help="go on after an interruption")
    parser.add_argument("--stop-after", type=positive, metavar="N", help=f"stop after N {unit}, to be resumed")
    parser.add_argument("--smoke", action="store_true", help="a few steps on a little text; needs --out")
    return parser


def command(
    run: Callable[[argparse.Namespace], None],
    parser: argparse.ArgumentParser,
    home: Path,
    saved: str,
    arguments: Sequence[str],
) -> int:
    """Parse the arguments and run a recipe from the folder `home`. It resumes from the path `saved` below `--out`.

    Return the exit code: 2 for a user's mistake, reported in one line.
    """
    options = parser.parse_args(arguments)
    try:
        if options.smoke and (options.out is None or options.out.resolve() == home):
            raise UsageError("--smoke needs --out with a folder other than the committed one")
        options.out = options.out or home
        options.saved = options.out / saved
        options.device = set_up_torch(options)
        if options.resume and not options.saved.exists():
            raise UsageError(f"nothing to resume: there is no {options.saved}")
        options.out.mkdir(parents=True, exist_ok=True)
        run(options)
    except (UsageError, ModuleNotFoundError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    return 0


def run_plan(
    options: argparse.Namespace,
    plan: Sequence[tuple[str, int]],
    prepare: Callable[[argparse.Namespace], tuple[Settings, Train]],
    summarise: Callable[[list[Part]], dict[str, Any]],
) -> None:
    """Train each condition and seed of the plan that is missing, and write the log when all are finished.

    `prepare` returns the settings that all runs share and the function that trains one; `summarise` returns what the
    log has about all runs together.
    """
    settings, train = prepare(options)
    options.saved.mkdir(exist_ok=True)
    paths = [options.saved / f"{name}, seed {seed}.pt" for name, seed in plan]
    parts = []
    for path, (condition, seed) in list(zip(paths, plan, strict=True))[: options.stop_after]:
        if not (options.resume and path.is_file()):
            print(path.stem, file=sys.stderr)
            save(path, settings, train(condition, seed))
        parts.append(load(path, settings))
    if options.stop_after:
        print(f"stopped after {options.stop_after} runs; --resume goes on from there")
        return
    text = as_text({**settings, **summarise(parts)}, [part["run"] for part in parts])
    (options.out / LOG_FILE).write_text(text, encoding="utf-8")
    for path in paths:
        path.unlink()
    options.saved.rmdir()
