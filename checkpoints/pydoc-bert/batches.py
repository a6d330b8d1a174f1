"""Masked, paired batches, as google-research/bert makes them: create_pretraining_data.py.

Two differences: the masks are drawn anew for every batch, not once for a file of examples, and a "sentence" is a
paragraph. A true pair is two consecutive paragraphs of one docstring; in the other half of the pairs the second
paragraph is any paragraph of another file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

PAD, UNUSED, UNK, CLS, SEP, MASK = 0, range(1, 100), 100, 101, 102, 103  # where Google's vocabulary has them
WORDS_FROM = 104
SELECTED = 0.15  # of the positions of a sequence, [CLS] and [SEP] not counted among the candidates
MASKED, KEPT = 0.8, 0.1  # of the selected; the rest becomes a random token
IS_NEXT, IS_RANDOM = 0, 1  # BertForPreTraining's labels


@dataclass(frozen=True)
class Text:
    """Paragraphs as token ids. `file_of[i]` is the number of paragraph i's file; `firsts` begin a true pair."""

    tokens: list[list[int]]
    file_of: list[int]
    firsts: list[int]

    @classmethod
    def of(cls, files: Sequence[Sequence[list[list[int]]]]) -> "Text":
        """The paragraphs of all docstrings of all files, end to end."""
        text = cls([], [], [])
        for number, docstrings in enumerate(files):
            for docstring in docstrings:
                text.firsts.extend(range(len(text.tokens), len(text.tokens) + len(docstring) - 1))
                text.tokens.extend(docstring)
                text.file_of.extend([number] * len(docstring))
        return text


@dataclass(frozen=True)
class Batch:
    """One batch of B pairs, N tokens long, with M selected positions in all."""

    input_ids: Tensor  # (B, N), selected positions already replaced
    token_type_ids: Tensor  # (B, N)
    attention_mask: Tensor  # (B, N)
    selected: Tensor  # (B, N) bool, M of them true
    labels: Tensor  # (M,), the original tokens at the selected positions, in reading order
    next_sentence_label: Tensor  # (B,)

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        return Batch(**{name: tensor.to(device) for name, tensor in vars(self).items()})


def draw_pairs(text: Text, count: int, generator: torch.Generator) -> list[tuple[int, int]]:
    """Draws `count` pairs of paragraph numbers with replacement; every second one is a true pair."""
    pairs = []
    for number in range(count):
        first = text.firsts[_below(len(text.firsts), generator)]
        second = first + 1
        while number % 2 == IS_RANDOM and text.file_of[second] == text.file_of[first]:
            second = _below(len(text.tokens), generator)
        pairs.append((first, second))
    return pairs


def make_batch(
    text: Text, pairs: list[tuple[int, int]], length: int, vocabulary: int, generator: torch.Generator
) -> Batch:
    """`[CLS] first [SEP] second [SEP]` for each pair, cut and padded to `length` tokens, with its masks drawn."""
    ids = torch.full((len(pairs), length), PAD)
    types = torch.zeros_like(ids)
    attention = torch.zeros_like(ids)
    for row, pair in enumerate(pairs):
        first, second = _cut(text.tokens[pair[0]], text.tokens[pair[1]], length - 3, generator)
        sequence = [CLS, *first, SEP, *second, SEP]
        ids[row, : len(sequence)] = torch.tensor(sequence)
        types[row, len(first) + 2 : len(sequence)] = 1
        attention[row, : len(sequence)] = 1
    selected = select(ids, generator)
    is_random = torch.tensor([text.file_of[a] != text.file_of[b] for a, b in pairs])
    return Batch(
        replace(ids, selected, vocabulary, generator), types, attention, selected, ids[selected], is_random.long()
    )


def select(ids: Tensor, generator: torch.Generator) -> Tensor:
    """Which positions to predict: 15 % of each sequence, at least one, never [CLS], [SEP] or [PAD]. (B, N) bool."""
    special = (ids == PAD) | (ids == CLS) | (ids == SEP)
    count = ((ids != PAD).sum(1, keepdim=True) * SELECTED).round().clamp(min=1)
    chance = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0)
    return (chance.argsort(1).argsort(1) < count) & ~special


def replace(ids: Tensor, selected: Tensor, vocabulary: int, generator: torch.Generator) -> Tensor:
    """Of the selected positions 80 % become [MASK], 10 % stay, 10 % become any token of the whole vocabulary.

    Any token, as in Google's script: [PAD], [CLS] and the [unused] ones too.
    """
    chance = torch.rand(ids.shape, generator=generator)
    anything = torch.randint(vocabulary, ids.shape, generator=generator)
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, anything))
    return torch.where(selected, replaced, ids)


def _cut(first: list[int], second: list[int], room: int, generator: torch.Generator) -> tuple[list[int], list[int]]:
    """Two paragraphs that fit into `room` tokens: of a long one a window at random, half of the room at least."""
    first = _window(first, max(room // 2, room - len(second)), generator)
    return first, _window(second, room - len(first), generator)


def _window(tokens: list[int], size: int, generator: torch.Generator) -> list[int]:
    if len(tokens) <= size:
        return tokens
    start = _below(len(tokens) - size + 1, generator)
    return tokens[start : start + size]


def _below(end: int, generator: torch.Generator) -> int:
    return int(torch.randint(end, (), generator=generator))
