"""Train a small BERT under each of several conditions and log how its [PAD] row moves, and what moves it.

The base is BERT's masked-LM recipe, small enough for a minute: tied weights, `padding_idx`, an attention mask, no
labels on pads, AdamW with a little weight decay. But random replacement draws words only, so that no batch reads an
`[unused]` token; Google's rule, which draws any token, is a condition, too. Each other condition changes what its name
says. Text and vocabulary are pydoc-bert's: `[PAD]` is id 0, and the 99 `[unused]` tokens never occur in the text.
(`[PAD]` does, in docstrings about padding. There we put `[UNK]`.)

    python experiments/pad_row/train.py                             # writes log.json again: 20 minutes of one core
    python experiments/pad_row/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from experiments import training
from experiments.pad_row.movement import Movement

# isort: split
import torch
from batches import CLS, KEPT, MASK, MASKED, PAD, SELECTED, SEP, UNK, UNUSED, WORDS_FROM, Start, Text
from corpus import encode, fingerprint, read_and_split
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import BertForMaskedLM, BertTokenizer

COMMON, RARE = "file", "detail"  # two words of the docstrings, to compare with [PAD] and the [unused] tokens
HELD_OUT_SEED = 1000
IGNORED = -100  # the label that cross_entropy leaves out
COUNTED = ("drawn", "read", "under_the_mask", "labels")


@dataclass(frozen=True)
class Recipe(training.BaseRecipe):
    """Hold the settings that all conditions share."""

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
    sgd_learning_rate: float = 1.0  # the best of a few that we tried
    warmup: float = 0.1  # of the steps
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    log_every: int = 50  # steps
    held_out_batches: int = 4


SMOKE = {"steps": 6, "hidden": 16, "intermediate": 32, "batch": 4, "log_every": 2, "held_out_batches": 1}


@dataclass(frozen=True)
class Condition:
    """Hold the settings that differ between conditions. The defaults are the base."""

    tied: bool = True
    padding_idx: bool = True
    mask: bool = True
    pads_are_labels: bool = False  # pads may be selected for prediction like any token
    any_token: bool = False  # random replacement draws any token, as Google's; False: words only
    optimizer: str = "AdamW"
    weight_decay: float = 0.01
    pads: bool = True  # False: all sequences of a batch have one length


# With five seeds: the base, Google's rule, and one change of the base at a time.
REPEATED = {
    "base": Condition(),
    "any token": Condition(any_token=True),
    "no weight decay": Condition(weight_decay=0.0),
    "SGD": Condition(optimizer="SGD"),
    "untied": Condition(tied=False),
    "no mask": Condition(mask=False),
    "pads are labels": Condition(pads_are_labels=True),
}
# With fewer seeds: the result is exact (equal numbers, a row of zeros, a closed form) or far from any other.
FEWER = {
    "no mask, no padding_idx": Condition(mask=False, padding_idx=False),
    "no padding_idx": Condition(padding_idx=False),
    "no pads": Condition(pads=False),  # no [PAD] in any batch, for replacement draws words only
    "untied, no padding_idx": Condition(tied=False, padding_idx=False),
    "untied, any token, no padding_idx": Condition(tied=False, any_token=True, padding_idx=False),
    "untied, no mask, no padding_idx": Condition(tied=False, mask=False, padding_idx=False),
    "untied, pads are labels, no padding_idx": Condition(tied=False, pads_are_labels=True, padding_idx=False),
}
CONDITIONS = REPEATED | FEWER
SEEDS = {
    **dict.fromkeys(REPEATED, 5),
    **dict.fromkeys(FEWER, 1),
    "no mask, no padding_idx": 3,
    "untied, any token, no padding_idx": 2,  # with the first seed [PAD] is never drawn
}
PLANNED = [(condition, seed) for condition, seeds in SEEDS.items() for seed in range(seeds)]


@dataclass(frozen=True)
class Data:
    """Hold the texts as token ids, and the groups of tokens whose rows are logged."""

    text: Text
    held_out: Text
    groups: dict[str, list[int]]
    vocabulary: int


class Batch(NamedTuple):
    """Hold B sequences of N tokens, all (B, N). `labels` are the original ids at selected positions, else IGNORED."""

    input_ids: Tensor
    attention_mask: Tensor
    labels: Tensor
    drawn: Tensor  # bool: where random replacement put its token

    def to(self, device: torch.device) -> "Batch":
        """Return the same batch on another device."""
        return Batch(*(tensor.to(device) for tensor in self))


def make_batch(
    text: Text, condition: Condition, vocabulary: int, recipe: training.BaseRecipe, generator: torch.Generator
) -> Batch:
    """Draw sequences `[CLS] passage [SEP]`, padded, with their masks."""
    # Numbers are drawn even if the condition does not use them, so that conditions with one seed read the same text.
    lengths = torch.randint(recipe.shortest, recipe.length + 1, (recipe.batch,), generator=generator)
    if not condition.pads:
        lengths[:] = lengths[0]
    ids = torch.full((recipe.batch, int(lengths.max())), PAD)
    places = torch.randint(len(text.starts), (recipe.batch,), generator=generator)
    for row, (place, length) in enumerate(zip(places.tolist(), lengths.tolist(), strict=True)):
        ids[row, :length] = torch.tensor([CLS, *passage(text, text.starts[place], length - 2), SEP])
    selected = select(ids, condition.pads_are_labels, generator)
    chance, random = torch.rand(ids.shape, generator=generator), torch.rand(ids.shape, generator=generator)
    lowest = 0 if condition.any_token else WORDS_FROM
    drawn = lowest + (random * (vocabulary - lowest)).long()
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, drawn))
    return Batch(
        input_ids=torch.where(selected, replaced, ids),
        attention_mask=(ids != PAD).long() if condition.mask else torch.ones_like(ids),
        labels=torch.where(selected, ids, IGNORED),
        drawn=selected & (chance >= MASKED + KEPT),
    )


def passage(text: Text, start: Start, length: int) -> list[int]:
    """Return `length` tokens of a file from `start` on, continued at the file's beginning if it ends too early."""
    tokens = text.files[start[0]]
    return [tokens[(start[1] + offset) % len(tokens)] for offset in range(length)]


def select(ids: Tensor, pads_too: bool, generator: torch.Generator) -> Tensor:
    """Draw the positions to predict: 15 % of each sequence's words, at least one; if `pads_too`, 15 % of the pads."""
    chance = torch.rand(ids.shape, generator=generator)
    words = (ids != PAD) & (ids != CLS) & (ids != SEP)
    count = (words.sum(1, keepdim=True) * SELECTED).round().clamp(min=1)
    chosen = (chance.masked_fill(~words, 2.0).argsort(1).argsort(1) < count) & words
    return chosen | (pads_too & (ids == PAD) & (chance < SELECTED))


def count(batch: Batch, groups: dict[str, list[int]]) -> Counter[str]:
    """Count how often a batch has each group's ids: drawn by random replacement, read, under the mask, as labels.

    "Read" means that the attention mask is 1 there.
    """
    seen = batch.attention_mask == 1
    counts: Counter[str] = Counter()
    for name, ids in groups.items():
        is_in_group = torch.isin(batch.input_ids, torch.tensor(ids))
        counts[f"{name}_drawn"] = int((is_in_group & batch.drawn).sum())
        counts[f"{name}_read"] = int((is_in_group & seen).sum())
        counts[f"{name}_under_the_mask"] = int((is_in_group & ~seen).sum())
        counts[f"{name}_labels"] = int(torch.isin(batch.labels, torch.tensor(ids)).sum())
    return counts


def without_pad(text: Text) -> Text:
    """Replace `[PAD]` by `[UNK]`: docstrings mention "[PAD]", which the tokenizer takes for the token."""
    return replace(text, files=[[UNK if token == PAD else token for token in file] for file in text.files])


def make_model(condition: Condition, data: Data, recipe: Recipe, seed: int) -> BertForMaskedLM:
    """Make an untrained model. Its [PAD] row starts at zero, even without `padding_idx`."""
    padding_idx = PAD if condition.padding_idx else None
    model = training.make_masked_lm(recipe, data.vocabulary, seed, tied=condition.tied, padding_idx=padding_idx)
    with torch.no_grad():
        model.bert.embeddings.word_embeddings.weight[PAD] = 0.0
    return model


def make_optimizer(
    condition: Condition, model: BertForMaskedLM, recipe: Recipe
) -> tuple[torch.optim.Optimizer, list[float]]:
    """Return the optimizer and the learning rate of each step. SGD's weight decay is per step as strong as AdamW's."""
    optimizer, rates = recipe.optimizer(model, condition.weight_decay), recipe.rates()
    if condition.optimizer == "AdamW":
        return optimizer, rates
    ratio = recipe.sgd_learning_rate / recipe.learning_rate
    groups = [
        {"params": group["params"], "weight_decay": group["weight_decay"] / ratio} for group in optimizer.param_groups
    ]
    return torch.optim.SGD(groups), [rate * ratio for rate in rates]


def draw_held_out(condition: Condition, data: Data, recipe: Recipe, device: torch.device) -> list[Batch]:
    """Draw the batches to measure on, always the same, by the base's rules but with the condition's attention mask."""
    generator = torch.Generator().manual_seed(HELD_OUT_SEED)
    measured_condition = Condition(mask=condition.mask)
    return [
        make_batch(data.held_out, measured_condition, data.vocabulary, recipe, generator).to(device)
        for _ in range(recipe.held_out_batches)
    ]


def loss_of(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """Return the mean loss over the selected positions, in nats."""
    hidden = model.bert(batch.input_ids, batch.attention_mask).last_hidden_state
    selected = batch.labels != IGNORED  # scoring only these saves most of the time
    return cross_entropy(model.cls(hidden[selected]), batch.labels[selected])


def measure(model: BertForMaskedLM, data: Data, batches: Sequence[Batch]) -> training.Record:
    """Return the held-out loss, mean norms of each group's rows, and cosines with the mean of the [unused] rows.

    `out` means the decoder's matrix, else it is the word embedding; tied, the two are one. A cosine is None for a row
    of zeros, which has no direction.
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
        "pad_cosine": training.cosine_with_mean(rows[PAD], rows[unused]),
        "common_cosine": training.cosine_with_mean(rows[data.groups["common"][0]], rows[unused]),
        "pad_out_cosine": training.cosine_with_mean(out[PAD], out[unused]),
    }


def train(name: str, seed: int, *, data: Data, recipe: Recipe, device: torch.device) -> training.Part:
    """Train one model and return its run. The columns of counts add up from the first step."""
    condition = CONDITIONS[name]
    model = make_model(condition, data, recipe, seed).to(device)
    optimizer, rates = make_optimizer(condition, model, recipe)
    movement = Movement(model.bert.embeddings.word_embeddings, data.groups, optimizer, recipe.clip)
    state = training.State(model, optimizer, torch.Generator().manual_seed(seed))
    held_out = draw_held_out(condition, data, recipe, device)
    decay = optimizer.param_groups[0]["weight_decay"]
    counted = Counter({f"{group}_{what}": 0 for group in data.groups for what in COUNTED})

    def draw_losses() -> tuple[Tensor]:
        batch = make_batch(data.text, condition, data.vocabulary, recipe, state.generator)
        counted.update(count(batch, data.groups))
        return (loss_of(model, batch.to(device)),)

    def measure_now() -> training.Record:
        decayed_to = math.prod((1 - rate * decay for rate in rates[: state.step]), start=1.0)
        return {"decayed_to": decayed_to, **measure(model, data, held_out), **movement.shares(), **counted}

    training.train_steps(state, recipe, rates, draw_losses, measure_now, after_step=movement.after_step)
    return {"run": {"condition": name, "seed": seed, "seconds": state.seconds, **state.columns()}}


def describe_conditions(_: object) -> dict[str, Any]:
    """Return for the log the base, and what each condition changes in it."""
    base = asdict(Condition())
    changed = {
        name: {key: value for key, value in asdict(condition).items() if value != base[key]}
        for name, condition in CONDITIONS.items()
    }
    return {"base": base, "changed": changed}


def prepare(options: argparse.Namespace) -> tuple[training.Settings, training.Train]:
    """Read and encode the text with pydoc-bert's vocabulary. Return the settings of all runs, and what trains one."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = BertTokenizer.from_pretrained(training.PYDOC_BERT)
    text, held_out = (without_pad(encode(corpus, tokenizer)) for corpus in corpora)
    common, rare = tokenizer.convert_tokens_to_ids([COMMON, RARE])
    groups = {"pad": [PAD], "unused": [*UNUSED], "common": [common], "rare": [rare]}
    described = {
        "training_sha256": fingerprint(corpora[0]),
        "held_out_sha256": fingerprint(corpora[1]),
        "sources": sources,
        "vocabulary": len(tokenizer),
        "common": COMMON,
        "rare": RARE,
    }
    data = Data(text, held_out, groups, len(tokenizer))
    settings = {"recipe": asdict(recipe), "data": described, **training.environment(options)}
    return settings, partial(train, data=data, recipe=recipe, device=options.device)


def main(arguments: Sequence[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    run = partial(training.run_plan, plan=PLANNED, prepare=prepare, summarise=describe_conditions)
    parser = training.make_parser("Trains a small BERT under each condition and logs its [PAD] row.", "runs")
    return training.command(run, parser, HERE, training.PARTS_FOLDER, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
