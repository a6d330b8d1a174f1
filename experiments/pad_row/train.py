"""Trains one small BERT under each of several conditions and logs what its [PAD] row does meanwhile, and what moves it.

The base is BERT's recipe for masked words, at the size of a minute: tied weights, `padding_idx`, an attention mask, no
labels on pads, AdamW with a little weight decay. But random replacement draws words only, so that no batch reads an
`[unused]` token: Google's rule, which draws any token, is a condition beside it. Each other condition changes one thing
of the base, or the few that it names. The text is that of pydoc-bert and so is the vocabulary: `[PAD]` is id 0, and 99
`[unused]` tokens never occur. (`[PAD]` does, in docstrings about padding: there we read `[UNK]`.)

    python experiments/pad_row/train.py                             # writes log.json again: 20 minutes of one core
    python experiments/pad_row/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / folder) for folder in (".", "checkpoints/pydoc-bert")]

import training_tools as tools  # noqa: E402
from batches import PAD, UNUSED, WORDS_FROM, Text  # noqa: E402
from corpus import fingerprint, read_and_split  # noqa: E402
from transformers import BertForMaskedLM, BertTokenizer  # noqa: E402

from experiments import runs  # noqa: E402
from experiments.pad_row import conditions as planned  # noqa: E402
from experiments.pad_row.conditions import Condition  # noqa: E402
from experiments.pad_row.masked import COUNTED, IGNORED, Batch, count, make_batch, without_pad  # noqa: E402
from experiments.pad_row.movement import Movement  # noqa: E402


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
    sgd_learning_rate: float = 1.0  # the best of the few that were tried
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
    groups: dict[str, list[int]]  # whose rows are watched
    vocabulary: int


def make_model(condition: Condition, data: Data, recipe: Recipe, seed: int) -> BertForMaskedLM:
    """A fresh model. Its [PAD] row starts at zero, with `padding_idx` and without."""
    padding_idx = PAD if condition.padding_idx else None
    model = runs.make_model(recipe, data.vocabulary, seed, tied=condition.tied, padding_idx=padding_idx)
    with torch.no_grad():
        model.bert.embeddings.word_embeddings.weight[PAD] = 0.0
    return model


def make_optimizer(
    condition: Condition, model: BertForMaskedLM, recipe: Recipe
) -> tuple[torch.optim.Optimizer, list[float]]:
    """The optimizer, and the learning rate of each step. SGD decays the weights by as much in each step as AdamW."""
    optimizer: torch.optim.Optimizer = recipe.optimizer(model, condition.weight_decay)
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    if condition.optimizer == "AdamW":
        return optimizer, rates
    times = recipe.sgd_learning_rate / recipe.learning_rate
    groups = [
        {"params": group["params"], "weight_decay": group["weight_decay"] / times} for group in optimizer.param_groups
    ]
    return torch.optim.SGD(groups), [rate * times for rate in rates]


def loss_of(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """The mean loss over the selected positions. Only these are scored, which is most of the speed."""
    hidden = model.bert(batch.input_ids, batch.attention_mask).last_hidden_state
    counted = batch.labels != IGNORED
    return cross_entropy(model.cls(hidden[counted]), batch.labels[counted])


def measure(model: BertForMaskedLM, data: Data, batches: Sequence[Batch]) -> runs.Record:
    """The held-out loss; norms of rows, in the mean of a group; and cosines with the mean of the [unused] rows.

    Of the matrix that is looked up, and of `out`, the decoder's: tied, the two are one. A cosine is None for a row of
    zeros, which has no direction.
    """
    with torch.no_grad():
        held_out = torch.stack([loss_of(model, batch) for batch in batches]).mean().item()
    rows = model.bert.embeddings.word_embeddings.weight.detach()
    out = model.cls.predictions.decoder.weight.detach()
    unused = data.groups["unused"]
    return {
        "held_out_loss": held_out,
        "median_norm": rows[WORDS_FROM:].norm(dim=1).median().item(),
        **{f"{name}_norm": rows[ids].norm(dim=1).mean().item() for name, ids in data.groups.items()},
        "unused_norm_spread": rows[unused].norm(dim=1).std().item(),
        "pad_out_norm": out[PAD].norm().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
        "pad_cosine": tools.cosine_with_mean(rows[PAD], rows[unused]),
        "common_cosine": tools.cosine_with_mean(rows[data.groups["common"][0]], rows[unused]),
        "pad_out_cosine": tools.cosine_with_mean(out[PAD], out[unused]),
    }


def train(name: str, seed: int, *, data: Data, recipe: Recipe, device: torch.device) -> runs.Part:
    """One run, as the log has it. Its columns start before the first step; what they count, they add up."""
    condition = planned.CONDITIONS[name]
    model = make_model(condition, data, recipe, seed).to(device)
    optimizer, rates = make_optimizer(condition, model, recipe)
    movement = Movement(model.bert.embeddings.word_embeddings, data.groups, optimizer, recipe.clip)
    generator, held_out_generator = (torch.Generator().manual_seed(number) for number in (seed, 1000))
    measured_as = Condition(mask=condition.mask)  # as trained, but no pad counts
    held_out = [
        make_batch(data.held_out, measured_as, data.vocabulary, recipe, held_out_generator).to(device)
        for _ in range(recipe.held_out_batches)
    ]
    decay = optimizer.param_groups[0]["weight_decay"]
    counted = Counter({f"{group}_{what}": 0 for group in data.groups for what in COUNTED})

    def draw_loss() -> Tensor:
        batch = make_batch(data.training, condition, data.vocabulary, recipe, generator)
        counted.update(count(batch, data.groups))
        return loss_of(model, batch.to(device))

    def measure_at(step: int, _: list[float]) -> runs.Record:
        decayed_to = math.prod((1 - rate * decay for rate in rates[:step]), start=1.0)
        return {"decayed_to": decayed_to, **measure(model, data, held_out), **movement.shares(), **counted}

    began = time.monotonic()
    columns = runs.train_steps(model, optimizer, recipe, rates, draw_loss, measure_at, movement.after_step)
    return {"run": {"condition": name, "seed": seed, "seconds": time.monotonic() - began, **columns}}


def prepare(options: argparse.Namespace, device: torch.device) -> tuple[runs.Settings, runs.Train]:
    """Reads and encodes the text in pydoc-bert's vocabulary, for `runs.run_plan`."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = BertTokenizer.from_pretrained(tools.PYDOC_BERT)
    texts: dict[str, Any] = dict(zip(("training_sha256", "held_out_sha256"), map(fingerprint, corpora), strict=True))
    texts |= {"sources": sources, "vocabulary": len(tokenizer), "common": planned.COMMON, "rare": planned.RARE}
    training, held_out = (without_pad(tools.encode(corpus, tokenizer)) for corpus in corpora)
    words = {
        name: [tokenizer.convert_tokens_to_ids(word)]
        for name, word in (("common", planned.COMMON), ("rare", planned.RARE))
    }
    data = Data(training, held_out, {"pad": [PAD], "unused": [*UNUSED], **words}, len(tokenizer))
    settings = {"recipe": asdict(recipe), "data": texts, **tools.environment(options)}
    return settings, partial(train, data=data, recipe=recipe, device=device)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    run = partial(runs.run_plan, plan=planned.PLANNED, prepare=prepare, summarise=planned.describe_conditions)
    return runs.command("Trains a small BERT under each condition and logs its [PAD] row.", run, HERE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
