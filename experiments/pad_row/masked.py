"""Batches for the experiment on the [PAD] row: masked as in BERT's recipe, padded, each condition with its own rule."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import torch
import training_tools as tools
from batches import CLS, KEPT, MASK, MASKED, PAD, SELECTED, SEP, UNK, WORDS_FROM, Start, Text
from torch import Tensor

from experiments.pad_row.conditions import Condition

IGNORED = -100
COUNTED = ("drawn", "read", "under_the_mask", "labels")


class Batch(NamedTuple):
    """B sequences of N tokens. `labels` are the original tokens at the selected positions, −100 elsewhere."""

    input_ids: Tensor
    attention_mask: Tensor
    labels: Tensor
    drawn: Tensor  # bool: where random replacement put its token

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        return Batch(*(tensor.to(device) for tensor in self))


def make_batch(
    text: Text, condition: Condition, vocabulary: int, recipe: tools.BaseRecipe, generator: torch.Generator
) -> Batch:
    """`[CLS] passage [SEP]`, padded, masks drawn. Every condition draws as many numbers, used or not."""
    lengths = torch.randint(recipe.shortest, recipe.length + 1, (recipe.batch,), generator=generator)
    if not condition.pads:
        lengths[:] = lengths[0]
    ids = torch.full((recipe.batch, int(lengths.max())), PAD)
    places = torch.randint(len(text.starts), (recipe.batch,), generator=generator)
    for row, (place, length) in enumerate(zip(places.tolist(), lengths.tolist(), strict=True)):
        ids[row, :length] = torch.tensor([CLS, *passage(text, text.starts[place], length - 2), SEP])
    taken = select(ids, condition.pads_are_labels, generator)
    chance, anything = torch.rand(ids.shape, generator=generator), torch.rand(ids.shape, generator=generator)
    lowest = 0 if condition.any_token else WORDS_FROM
    drawn = lowest + (anything * (vocabulary - lowest)).long()
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, drawn))
    return Batch(
        input_ids=torch.where(taken, replaced, ids),
        attention_mask=(ids != PAD).long() if condition.mask else torch.ones_like(ids),
        labels=torch.where(taken, ids, IGNORED),
        drawn=taken & (chance >= MASKED + KEPT),
    )


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


def count(batch: Batch, groups: dict[str, list[int]]) -> Counter[str]:
    """How often each group's ids were drawn by random replacement, read, under the mask, and labels.

    Read is what stands where the mask is 1, drawn or not.
    """
    seen = batch.attention_mask == 1
    counts: Counter[str] = Counter()
    for name, ids in groups.items():
        here = torch.isin(batch.input_ids, torch.tensor(ids))
        counts[f"{name}_drawn"] = int((here & batch.drawn).sum())
        counts[f"{name}_read"] = int((here & seen).sum())
        counts[f"{name}_under_the_mask"] = int((here & ~seen).sum())
        counts[f"{name}_labels"] = int(torch.isin(batch.labels, torch.tensor(ids)).sum())
    return counts


def without_pad(text: Text) -> Text:
    """The same text, with `[UNK]` where docstrings speak of `[PAD]`: the tokenizer takes the word for the token."""
    return replace(text, files=[[UNK if token == PAD else token for token in file] for file in text.files])
