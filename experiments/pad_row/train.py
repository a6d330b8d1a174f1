"""Trains one small BERT under each of several conditions and logs what its [PAD] row does meanwhile.

The base is BERT's recipe for masked words, at the size of a minute: tied weights, `padding_idx`, an attention mask, no
labels on pads, AdamW with a little weight decay. Each other condition changes one thing, or the few that it names. The
text is that of pydoc-bert and so is the vocabulary: `[PAD]` is id 0, and 99 `[unused]` tokens never occur.

    python experiments/pad_row/train.py                             # writes log.json again: 15 minutes of one core
    python experiments/pad_row/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / folder) for folder in (".", "checkpoints/pydoc-bert")]

import training_tools as tools  # noqa: E402
from batches import CLS, KEPT, MASK, MASKED, PAD, SELECTED, SEP, UNUSED, WORDS_FROM, Start, Text  # noqa: E402
from corpus import fingerprint, read_and_split  # noqa: E402
from transformers import BertForMaskedLM, BertTokenizer  # noqa: E402

from experiments import runs  # noqa: E402
from experiments.pad_row.conditions import CONDITIONS, PLANNED, WORD, Condition, describe_conditions  # noqa: E402

IGNORED = -100


@dataclass(frozen=True)
class Recipe(tools.BaseRecipe):
    """What all conditions share."""

    steps: int = 1000
    layers: int = 2
    hidden: int = 64
    heads: int = 2
    intermediate: int = 256
    initializer_range: float = 0.0875  # 0.7 / sqrt(hidden), as for pydoc-bert
    batch: int = 16  # sequences
    shortest: int = 16  # tokens of a sequence; its length is drawn
    length: int = 48
    learning_rate: float = 2e-3
    warmup: float = 0.1  # of the steps
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    log_every: int = 50  # steps
    held_out_batches: int = 4


SMOKE = {"steps": 6, "hidden": 16, "intermediate": 32, "batch": 4, "log_every": 2, "held_out_batches": 1}


@dataclass(frozen=True)
class Data:
    """The text as ids."""

    training: Text
    held_out: Text
    word: int  # the id of WORD
    vocabulary: int


class Batch(NamedTuple):
    """B sequences of N tokens. `labels` are the original tokens at the selected positions, −100 elsewhere."""

    input_ids: Tensor
    attention_mask: Tensor
    labels: Tensor

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        return Batch(*(tensor.to(device) for tensor in self))


def make_batch(text: Text, condition: Condition, data: Data, recipe: Recipe, generator: torch.Generator) -> Batch:
    """`[CLS] passage [SEP]`, padded, masks drawn. Every condition draws as many numbers, used or not."""
    lengths = torch.randint(recipe.shortest, recipe.length + 1, (recipe.batch,), generator=generator)
    if not condition.pads:
        lengths[:] = lengths[0]
    ids = torch.full((recipe.batch, int(lengths.max())), PAD)
    places = torch.randint(len(text.starts), (recipe.batch,), generator=generator)
    for row, (place, length) in enumerate(zip(places.tolist(), lengths.tolist(), strict=True)):
        ids[row, :length] = torch.tensor([CLS, *passage(text, text.starts[place], length - 2), SEP])
    real = ids != PAD
    taken = select(ids, condition.pads_are_labels, generator)
    chance, anything = torch.rand(ids.shape, generator=generator), torch.rand(ids.shape, generator=generator)
    lowest = 0 if condition.replaced_by_any else WORDS_FROM
    drawn = lowest + (anything * (data.vocabulary - lowest)).long()
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, drawn))
    labels = torch.where(taken, ids, IGNORED)
    shown = torch.where(taken, replaced, ids)
    if condition.swapped:
        labels, shown = (swap(tensor, PAD, data.word) for tensor in (labels, shown))
    return Batch(shown, real.long() if condition.mask else torch.ones_like(ids), labels)


def passage(text: Text, start: Start, length: int) -> list[int]:
    """The `length` tokens of a file from `start` on; what ends too early goes on at the file's beginning."""
    tokens = text.files[start[0]]
    return [tokens[(start[1] + place) % len(tokens)] for place in range(length)]


def select(ids: Tensor, pads_too: bool, generator: torch.Generator) -> Tensor:
    """Which positions to predict: 15 % of the words of each sequence, at least one; of its pads as many, if at all."""
    chance = torch.rand(ids.shape, generator=generator)
    words = (ids != PAD) & (ids != CLS) & (ids != SEP)
    count = (words.sum(1, keepdim=True) * SELECTED).round().clamp(min=1)
    taken = (chance.masked_fill(~words, 2.0).argsort(1).argsort(1) < count) & words
    return taken | (pads_too & (ids == PAD) & (chance < SELECTED))


def swap(ids: Tensor, one: int, other: int) -> Tensor:
    """The same ids with two of them exchanged."""
    return torch.where(ids == one, other, torch.where(ids == other, one, ids))


def make_model(condition: Condition, data: Data, recipe: Recipe, seed: int) -> BertForMaskedLM:
    """A fresh model. Where the padding's row does not start at zero, it is drawn like any other."""
    padding = data.word if condition.swapped else PAD
    padding_idx = padding if condition.padding_idx else None
    model = runs.make_model(recipe, data.vocabulary, seed, tied=condition.tied, padding_idx=padding_idx)
    with torch.no_grad():
        start = torch.randn(recipe.hidden, generator=torch.Generator().manual_seed(seed)) * recipe.initializer_range
        model.bert.embeddings.word_embeddings.weight[padding] = 0.0 if condition.starts_at_zero else start
    return model


def loss_of(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """The mean loss over the selected positions. Only these are scored, which is most of the speed."""
    hidden = model.bert(batch.input_ids, batch.attention_mask).last_hidden_state
    counted = batch.labels != IGNORED
    return cross_entropy(model.cls(hidden[counted]), batch.labels[counted])


def measure(model: BertForMaskedLM, data: Data, batches: Sequence[Batch]) -> dict[str, float | None]:
    """Norms, biases, and cosines with the mean of the [unused] rows: of the matrix that is looked up, and of `out`.

    In a tied model the two are one. A cosine is None for a row of zeros, which has no direction.
    """
    with torch.no_grad():
        held_out = torch.stack([loss_of(model, batch) for batch in batches]).mean().item()
    rows = model.bert.embeddings.word_embeddings.weight.detach()
    out = model.cls.predictions.decoder.weight.detach()
    bias = model.cls.predictions.decoder.bias.detach()  # what is added: untied, `predictions.bias` is another
    unused, unused_bias = slice(UNUSED.start, UNUSED.stop), bias[UNUSED.start : UNUSED.stop]
    norms = rows[unused].norm(dim=1)
    return {
        "held_out_loss": held_out,
        "pad_norm": rows[PAD].norm().item(),
        "word_norm": rows[data.word].norm().item(),
        "median_norm": rows[WORDS_FROM:].norm(dim=1).median().item(),
        "unused_norm": norms.mean().item(),
        "unused_norm_spread": norms.std().item(),
        "pad_out_norm": out[PAD].norm().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
        "pad_cosine": tools.cosine_with_mean(rows[PAD], rows[unused]),
        "word_cosine": tools.cosine_with_mean(rows[data.word], rows[unused]),
        "pad_out_cosine": tools.cosine_with_mean(out[PAD], out[unused]),
        "pad_bias": bias[PAD].item(),
        "word_bias": bias[data.word].item(),
        "unused_bias": unused_bias.mean().item(),
        "unused_bias_min": unused_bias.min().item(),
        "unused_bias_max": unused_bias.max().item(),
    }


def train(name: str, seed: int, *, data: Data, recipe: Recipe, device: torch.device) -> runs.Part:
    """One run, as the log has it. Its columns start before the first step."""
    condition = CONDITIONS[name]
    model = make_model(condition, data, recipe, seed).to(device)
    optimizer = recipe.optimizer(model, condition.weight_decay)
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    generator, held_out_generator = (torch.Generator().manual_seed(number) for number in (seed, 1000))
    measured_as = Condition(mask=condition.mask, swapped=condition.swapped)  # as trained, but no pad counts
    held_out = [
        make_batch(data.held_out, measured_as, data, recipe, held_out_generator).to(device)
        for _ in range(recipe.held_out_batches)
    ]

    def draw_loss() -> Tensor:
        return loss_of(model, make_batch(data.training, condition, data, recipe, generator).to(device))

    def measure_at(step: int, _: list[float]) -> runs.Record:
        decayed_to = math.prod((1 - rate * condition.weight_decay for rate in rates[:step]), start=1.0)
        return {"decayed_to": decayed_to, **measure(model, data, held_out)}

    began = time.monotonic()
    columns = runs.train_steps(model, optimizer, recipe, rates, draw_loss, measure_at)
    return {"run": {"condition": name, "seed": seed, "seconds": time.monotonic() - began, **columns}}


def prepare(options: argparse.Namespace, device: torch.device) -> tuple[runs.Settings, runs.Train]:
    """Reads and encodes the text in pydoc-bert's vocabulary, for `runs.run_plan`."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = BertTokenizer.from_pretrained(tools.PYDOC_BERT)
    texts: dict[str, Any] = dict(zip(("training_sha256", "held_out_sha256"), map(fingerprint, corpora), strict=True))
    texts |= {"sources": sources, "vocabulary": len(tokenizer), "word": WORD}
    training, held_out = (tools.encode(corpus, tokenizer) for corpus in corpora)
    data = Data(training, held_out, word=tokenizer.convert_tokens_to_ids(WORD), vocabulary=len(tokenizer))
    settings = {"recipe": asdict(recipe), "data": texts, **tools.environment(options)}
    return settings, partial(train, data=data, recipe=recipe, device=device)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    run = partial(runs.run_plan, plan=PLANNED, prepare=prepare, summarise=describe_conditions)
    return runs.command("Trains a small BERT under each condition and logs its [PAD] row.", run, HERE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
