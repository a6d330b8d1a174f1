"""What the training scripts share: settings, text as token ids, one update, the command line, entries of a log.

To be imported before transformers, which reads these two variables when it is first imported.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from batches import Batch, Text, draw_length, draw_pairs, make_batch
from corpus import Corpus, sentences
from torch import Tensor
from torch.nn.functional import cosine_similarity
from transformers import BertConfig, BertTokenizer, PreTrainedModel

PYDOC_BERT = Path(__file__).resolve().parent


class UsageError(Exception):
    """A mistake in the command line: one line for the reader, exit code 2."""


class BaseRecipe:
    """The settings that every script has. Its own recipe is a dataclass, with values and in the order of its log."""

    steps: int
    layers: int
    hidden: int
    heads: int
    intermediate: int
    initializer_range: float  # about 0.7 / sqrt(hidden): 0.02 is for Google's 768, and a narrow model learns slower
    batch: int  # pairs or sequences
    shortest: int  # tokens; the length of what is trained on is drawn
    length: int  # at most
    learning_rate: float  # at its peak
    warmup: float  # of the steps
    beta1: float
    beta2: float
    epsilon: float
    clip: float  # norm of the gradients
    log_every: int  # steps

    def model_config(self, vocabulary: int, **changes: Any) -> BertConfig:
        """A BERT of these sizes without dropout. `changes` are further settings of BertConfig, or other values."""
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
        """AdamW as in Google's optimization.py: biases and LayerNorm, which are the vectors, do not decay."""
        parameters = list(model.parameters())
        groups = [
            {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
            {"params": [p for p in parameters if p.ndim == 1], "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, betas=(self.beta1, self.beta2), eps=self.epsilon, **options)

    def rate_at(self, step: int) -> float:
        """The learning rate: linear warm-up, then linear decay to zero. `step` counts from 0."""
        warmup = max(1, round(self.warmup * self.steps))
        return self.learning_rate * min((step + 1) / warmup, (self.steps - step) / max(1, self.steps - warmup))

    def is_logged(self, step: int) -> bool:
        """Whether the log has an entry after this many steps."""
        return step % self.log_every == 0 or step == self.steps

    def draw_batch(self, text: Text, vocabulary: int, generator: torch.Generator, length: int = 0) -> Batch:
        """Pairs with their masks, of a drawn length if none is given."""
        pairs = draw_pairs(text, self.batch, generator)
        length = length or draw_length(self.shortest, self.length, generator)
        return make_batch(text, pairs, length, vocabulary, generator)

    def draw_held_out(self, text: Text, vocabulary: int, count: int, seed: int) -> list[Batch]:
        """Batches to measure on: `count` of them, of the full length, and always the same."""
        generator = torch.Generator().manual_seed(seed)
        return [self.draw_batch(text, vocabulary, generator, self.length) for _ in range(count)]


def update(model: PreTrainedModel, optimizer: torch.optim.Optimizer, loss: Tensor, rate: float, clip: float) -> float:
    """One step of the optimizer at a learning rate of `rate`, the norm of the gradients clipped. Returns that norm."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    return float(norm)


def encode(corpus: Corpus, tokenizer: BertTokenizer) -> Text:
    """Every sentence as token ids, without [CLS] and [SEP]."""
    files = [sentences(docstrings) for docstrings in corpus.values()]
    flat = [sentence for file in files for sentence in file]
    encoded = iter(tokenizer.backend_tokenizer.encode_batch(flat, add_special_tokens=False))
    return Text.of([[next(encoded).ids for _ in file] for file in files])


def cosine_with_mean(row: Tensor, rows: Tensor) -> float | None:
    """The cosine between a row and the mean of others. None for a row of zeros, which has no direction."""
    return cosine_similarity(row, rows.mean(0), dim=0).item() if row.any() else None


def mean(values: Sequence[float]) -> float:
    """The mean of at least one number."""
    return sum(values) / len(values)


def rounded(value: Any) -> Any:
    """The same plain data with floats of 6 significant digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def save_whole(path: Path, parts: dict[str, Any]) -> None:
    """Writes a file for `torch.load`, whole or not at all."""
    torch.save(parts, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def environment(options: argparse.Namespace) -> dict[str, Any]:
    """What else the numbers depend on: versions, which are also those of the text, device and threads."""
    versions = {name: version(name) for name in ("torch", "transformers", "tokenizers", "numpy")}
    versions = {"python": platform.python_version(), **versions}
    return {"versions": versions, "device": options.device, "threads": options.threads}


def set_up_torch(options: argparse.Namespace) -> torch.device:
    """Sets the threads and returns the device. Raises UsageError for one that torch does not know or cannot use."""
    torch.set_num_threads(options.threads)
    try:
        device = torch.device(options.device)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(f"device {options.device!r} cannot be used: {str(error).splitlines()[0]}") from error
    return device


def positive(text: str) -> int:
    """A whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def make_parser(description: str, kept: str, resume: str, unit: str) -> argparse.ArgumentParser:
    """The options of every script. `kept` says what lies in its folder, `unit` what `--stop-after` counts."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, help=f"folder to write to (default: this script's, with the {kept} files)")
    parser.add_argument("--threads", type=positive, default=1, help="of torch (default: 1, as the log was made with)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, … (default: cpu)")
    parser.add_argument("--resume", action="store_true", help=resume)
    parser.add_argument("--stop-after", type=positive, metavar=unit, help="stop there, to be resumed")
    parser.add_argument("--smoke", action="store_true", help="a few steps on a little text; needs --out")
    parser.set_defaults(kept=kept)
    return parser


def run_command(
    run: Callable[[argparse.Namespace], None], parser: argparse.ArgumentParser, home: Path, arguments: Sequence[str]
) -> int:
    """Runs a script whose folder is `home`. Returns the exit code: 2 for a user's mistake, told in one line.

    A smoke run that would write over the files in that folder is such a mistake.
    """
    options = parser.parse_args(arguments)
    try:
        if options.smoke and (options.out is None or options.out.resolve() == home):
            raise UsageError(f"--smoke needs --out with a folder other than the {options.kept} one")
        options.out = options.out or home
        run(options)
    except (UsageError, ModuleNotFoundError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    return 0
