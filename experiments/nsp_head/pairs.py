"""Pairs of pydoc-bert's held-out texts, as Google makes them: the second follows the first, or is from another file."""

from dataclasses import dataclass
from pathlib import Path

import torch
from batches import IS_NEXT, IS_RANDOM
from torch import Tensor

Pair = tuple[str, str]
Files = dict[str, list[Pair]]


@dataclass
class Pairs:
    """Pairs with their labels, in an order that was drawn."""

    texts: list[Pair]
    labels: Tensor

    def first(self, number: int) -> "Pairs":
        """Of an even number half are true, and no first text comes twice before all have come once."""
        return Pairs(self.texts[:number], self.labels[:number])

    def labelled(self, label: int) -> list[Pair]:
        """Those with this label."""
        return [pair for pair, its in zip(self.texts, self.labels.tolist(), strict=True) if its == label]


def read_texts(held_out: Path, words: int) -> Files:
    """File -> its pairs of a text and what follows it, cut to so many words on either side."""
    files: Files = {}
    for line in held_out.read_text(encoding="utf-8").splitlines():
        name, text, follows, _ = line.split("\t")
        files.setdefault(name, []).append((" ".join(text.split()[-words:]), " ".join(follows.split()[:words])))
    return files


def make_pairs(files: Files, generator: torch.Generator) -> Pairs:
    """Two pairs for each first text, a true one and one with a second text from another of these files."""
    places = [(name, *pair) for name, pairs in files.items() for pair in pairs]
    first_round, second_round = [], []
    for number, at in enumerate(torch.randperm(len(places), generator=generator).tolist()):
        name, text, follows = places[at]
        other_name, other = name, ""
        while other_name == name:
            other_name, _, other = places[int(torch.randint(len(places), (), generator=generator))]
        both = ((text, follows), IS_NEXT), ((text, other), IS_RANDOM)
        first_round.append(both[number % 2])
        second_round.append(both[1 - number % 2])
    texts, labels = zip(*first_round, *second_round, strict=True)
    return Pairs(list(texts), torch.tensor(labels))
