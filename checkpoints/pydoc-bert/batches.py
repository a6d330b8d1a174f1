"""Draw masked, paired batches as Google's create_pretraining_data.py does (https://github.com/google-research/bert).

A document is the running text of a file. A true pair is the text before and the text after the start of one of its
sentences; in the other half of the pairs the second text starts at any sentence of another file. Two differences: masks
and lengths are drawn for every batch, where Google's script draws masks once for a file of examples and makes every
tenth sequence a short one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

PAD, UNUSED, UNK, CLS, SEP, MASK = 0, range(1, 100), 100, 101, 102, 103  # where Google's vocabulary has them
WORDS_FROM = 104
SELECTED = 0.15  # of the positions of a sequence, [CLS] and [SEP] not counted among the candidates
MASKED, KEPT = 0.8, 0.1  # shares of the selected: become [MASK], keep their token; the rest gets a random token
IS_NEXT, IS_RANDOM = 0, 1  # BertForPreTraining's labels


Start = tuple[int, int]
"""Where a sentence starts: the number of its file, and the position in the file's tokens."""


@dataclass(frozen=True)
class Text:
    """Hold files as token ids, without special tokens."""

    files: list[list[int]]
    starts: list[Start]  # of all sentences: where a second text may begin
    inner: list[Start]  # of all but each file's first: where a first text may end and its true continuation begin

    @classmethod
    def of(cls, files: Sequence[Sequence[list[int]]]) -> "Text":
        """Build the text from files, each a list of sentences, each a list of token ids."""
        text = cls([], [], [])
        for number, sentences in enumerate(files):
            tokens: list[int] = []
            for sentence in sentences:
                text.starts.append((number, len(tokens)))
                tokens.extend(sentence)
            text.files.append(tokens)
        text.inner.extend(start for start in text.starts if start[1] > 0)
        return text


@dataclass(frozen=True)
class Batch:
    """Hold one batch of B pairs, N tokens long, with M selected positions in all."""

    input_ids: Tensor  # (B, N), selected positions already replaced
    token_type_ids: Tensor  # (B, N)
    attention_mask: Tensor  # (B, N)
    selected: Tensor  # (B, N) bool, M of them true
    labels: Tensor  # (M,), the original tokens at the selected positions, in reading order
    next_sentence_label: Tensor  # (B,)

    def to(self, device: torch.device) -> "Batch":
        """Return the same batch on another device."""
        return Batch(**{name: tensor.to(device) for name, tensor in vars(self).items()})


def draw_length(shortest: int, longest: int, generator: torch.Generator) -> int:
    """Draw the length of a batch's sequences in tokens, uniformly from `shortest` to `longest`."""
    return shortest + _draw_below(longest + 1 - shortest, generator)


def draw_pairs(text: Text, count: int, generator: torch.Generator) -> list[tuple[Start, Start]]:
    """Draw `count` pairs with replacement: where the first text ends, and where the second starts.

    Every second pair is a true one, in which both are the same place; in the others they are in different files.
    """
    pairs = []
    for number in range(count):
        end = start = text.inner[_draw_below(len(text.inner), generator)]
        while number % 2 == IS_RANDOM and start[0] == end[0]:
            start = text.starts[_draw_below(len(text.starts), generator)]
        pairs.append((end, start))
    return pairs


def make_batch(
    text: Text, pairs: list[tuple[Start, Start]], length: int, vocabulary: int, generator: torch.Generator
) -> Batch:
    """Build `[CLS] first [SEP] second [SEP]` for each pair, cut and padded to `length` tokens, and draw its masks."""
    ids = torch.full((len(pairs), length), PAD)
    types = torch.zeros_like(ids)
    attention = torch.zeros_like(ids)
    half = (length - 3) // 2
    for row, ((before, end), (after, start)) in enumerate(pairs):
        first = text.files[before][max(0, end - half) : end]
        second = text.files[after][start : start + length - 3 - len(first)]
        sequence = [CLS, *first, SEP, *second, SEP]
        ids[row, : len(sequence)] = torch.tensor(sequence)
        types[row, len(first) + 2 : len(sequence)] = 1
        attention[row, : len(sequence)] = 1
    selected = select(ids, generator)
    is_random = torch.tensor([end != start for end, start in pairs])
    return Batch(
        replace(ids, selected, vocabulary, generator), types, attention, selected, ids[selected], is_random.long()
    )


def select(ids: Tensor, generator: torch.Generator) -> Tensor:
    """Draw the positions to predict: 15 % of each sequence, at least one, never [CLS], [SEP] or [PAD]; (B, N) bool."""
    special = (ids == PAD) | (ids == CLS) | (ids == SEP)
    count = ((ids != PAD).sum(1, keepdim=True) * SELECTED).round().clamp(min=1)
    chance = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0)
    return (chance.argsort(1).argsort(1) < count) & ~special  # the rank of each chance within its row


def replace(ids: Tensor, selected: Tensor, vocabulary: int, generator: torch.Generator) -> Tensor:
    """Return ids in which 80 % of the selected are [MASK], 10 % the same token, 10 % any of the vocabulary; (B, N).

    As in Google's script, "any" includes [PAD], [CLS] and the [unused] tokens.
    """
    chance = torch.rand(ids.shape, generator=generator)
    random_ids = torch.randint(vocabulary, ids.shape, generator=generator)
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, random_ids))
    return torch.where(selected, replaced, ids)


def _draw_below(end: int, generator: torch.Generator) -> int:
    """Draw an int from 0 to end - 1."""
    return int(torch.randint(end, (), generator=generator))
