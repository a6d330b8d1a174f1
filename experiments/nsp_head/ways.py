"""The ways to tell pairs apart, each trained on a few of them: a threshold, a new head, the whole model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
import training_tools as tools
from batches import IS_NEXT, IS_RANDOM
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity, cross_entropy, normalize
from transformers import AutoTokenizer, BertForNextSentencePrediction

from experiments.nsp_head.pairs import Pair, Pairs

PYDOC_BERT, MINILM = "pydoc-bert", "all-MiniLM"

Scorer = Callable[[Sequence[Pair]], Tensor]
"""Pairs -> a number for each, positive where the pair is called “is next”."""


@dataclass(frozen=True)
class Recipe:
    """The settings of all runs.

    The rates and steps were chosen by hand, in short trials with another split of the same files. No log has these.
    """

    sizes: tuple[int, ...] = (50, 200, 500)  # pairs to train on, half of them true
    words: int = 20  # of each text: the last ones of the first, the first ones of the second
    longest: int = 64  # tokens of a pair
    new_rate: float = 3e-3  # for a head, or a pooler and a head, on vectors that stay as they are
    new_steps: int = 200  # each over all pairs
    whole_rates: dict[str, float] = field(default_factory=lambda: {PYDOC_BERT: 5e-4, MINILM: 1e-4})
    whole_batch: int = 10
    whole_steps: int = 200
    warmup: float = 0.1  # of these steps
    decay: float = 0.01
    clip: float = 1.0
    initializer_range: float = 0.02  # of what is new; its biases are zero

    def whole_rate_at(self, step: int, encoder: str) -> float:
        """The whole model's learning rate: linear warm-up, then linear decay to zero."""
        warmup = max(1, round(self.warmup * self.whole_steps))
        left = (self.whole_steps - step) / max(1, self.whole_steps - warmup)
        return self.whole_rates[encoder] * min((step + 1) / warmup, left)


class Encoder:
    """A model with its tokenizer. What its frozen encoder says of a text or a pair is computed once."""

    def __init__(self, name: str, folder: str, longest: int, device: torch.device) -> None:
        self.name, self.folder, self.longest, self.device = name, folder, longest, device
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.frozen = self.load()
        self.first_vectors: dict[Pair, Tensor] = {}
        self.means: dict[str, Tensor] = {}

    def load(self) -> BertForNextSentencePrediction:
        """A model from the file, without dropout."""
        return BertForNextSentencePrediction.from_pretrained(self.folder).eval().to(self.device)

    def tokens(self, *texts: Sequence[str]) -> dict[str, Tensor]:
        """A batch of texts, or of pairs."""
        columns = map(list, texts)
        made = self.tokenizer(*columns, padding=True, truncation=True, max_length=self.longest, return_tensors="pt")
        return dict(made.to(self.device))

    def score(self, model: BertForNextSentencePrediction, pairs: Sequence[Pair]) -> Tensor:
        """The two scores of each pair."""
        return torch.cat([model(**self.tokens(*zip(*some, strict=True))).logits for some in portions(pairs)])

    def read_pairs(self, pairs: Sequence[Pair]) -> Tensor:
        """The frozen encoder's vector of `[CLS]` for each pair."""
        for some in portions([pair for pair in dict.fromkeys(pairs) if pair not in self.first_vectors]):
            vectors = self.frozen.bert(**self.tokens(*zip(*some, strict=True))).last_hidden_state[:, 0]
            self.first_vectors.update(zip(some, vectors, strict=True))
        return torch.stack([self.first_vectors[pair] for pair in pairs])

    def read_texts(self, texts: Sequence[str]) -> Tensor:
        """The mean of the frozen encoder's vectors for each text, encoded alone."""
        for some in portions([text for text in dict.fromkeys(texts) if text not in self.means]):
            batch = self.tokens(some)
            mask = batch["attention_mask"].unsqueeze(-1)
            vectors = self.frozen.bert(**batch).last_hidden_state
            self.means.update(zip(some, (vectors * mask).sum(1) / mask.sum(1), strict=True))
        return torch.stack([self.means[text] for text in texts]).cpu()


def portions(items: Sequence[Any], size: int = 32) -> Iterator[Sequence[Any]]:
    """The items in batches, in order."""
    return (items[start : start + size] for start in range(0, len(items), size))


def start_again(layers: Sequence[nn.Linear], recipe: Recipe) -> None:
    """Draws layers as a class does that does not find them in the file."""
    for layer in layers:
        nn.init.normal_(layer.weight, std=recipe.initializer_range)
        nn.init.zeros_(layer.bias)


def difference(scores: Tensor) -> Tensor:
    """Score 0, which says “is next”, minus score 1."""
    return (scores[:, IS_NEXT] - scores[:, IS_RANDOM]).cpu()


def train_new(encoder: Encoder, pairs: Pairs, recipe: Recipe, *, keep_pooler: bool) -> Scorer:
    """Trains a new head, and a new pooler unless the file's is kept, on the vectors of the frozen encoder."""
    model = encoder.load()
    pooler, head = model.bert.pooler.dense, model.cls.seq_relationship
    new = [head] if keep_pooler else [pooler, head]
    start_again(new, recipe)
    parameters = [parameter for layer in new for parameter in layer.parameters()]
    optimizer = torch.optim.AdamW(parameters, recipe.new_rate, weight_decay=recipe.decay)
    vectors, labels = encoder.read_pairs(pairs.texts), pairs.labels.to(encoder.device)
    for _ in range(recipe.new_steps):
        optimizer.zero_grad()
        with torch.enable_grad():
            cross_entropy(head(pooler(vectors).tanh()), labels).backward()
        optimizer.step()
    return lambda some: difference(head(pooler(encoder.read_pairs(some)).tanh()))


def train_whole(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Trains the whole model, with a new pooler and a new head."""
    model = encoder.load()
    start_again([model.bert.pooler.dense, model.cls.seq_relationship], recipe)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=recipe.decay)
    order: list[int] = []
    for step in range(recipe.whole_steps):
        while len(order) < recipe.whole_batch:
            order += torch.randperm(len(pairs.texts)).tolist()
        some, order = order[: recipe.whole_batch], order[recipe.whole_batch :]
        with torch.enable_grad():
            scores = encoder.score(model, [pairs.texts[at] for at in some])
            loss = cross_entropy(scores, pairs.labels[some].to(encoder.device))
            tools.update(model, optimizer, loss, recipe.whole_rate_at(step, encoder.name), recipe.clip)
    return lambda some: difference(encoder.score(model, some))


def set_threshold(likeness: Scorer, pairs: Pairs) -> Scorer:
    """Calls a pair “is next” above the threshold that makes the fewest mistakes on these pairs."""
    values = likeness(pairs.texts)
    middles = values.sort().values.unfold(0, 2, 1).mean(1)
    right = ((values > middles.unsqueeze(1)) == (pairs.labels == IS_NEXT)).sum(1)
    threshold = middles[right.argmax()]
    return lambda some: likeness(some) - threshold


def cosines(encoder: Encoder, pairs: Sequence[Pair]) -> Tensor:
    """Between the mean vectors of the two texts of each pair."""
    return cosine_similarity(*(encoder.read_texts([pair[side] for pair in pairs]) for side in (0, 1)))


def shared_words(pairs: Sequence[Pair]) -> Tensor:
    """Of the words in each pair, the share that both texts have."""
    words = [[set(text.lower().split()) for text in pair] for pair in pairs]
    return torch.tensor([len(first & second) / len(first | second) for first, second in words])


def train_on_both_texts(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Trains a new head on how the mean vectors of the two texts differ and agree, each text read alone."""

    def compared(some: Sequence[Pair]) -> Tensor:
        one, other = (normalize(encoder.read_texts([pair[side] for pair in some]), dim=1) for side in (0, 1))
        return torch.cat([(one - other).abs(), one * other], 1) * one.shape[1] ** 0.5

    vectors = compared(pairs.texts)
    head = nn.Linear(vectors.shape[1], 2)
    start_again([head], recipe)
    optimizer = torch.optim.AdamW(head.parameters(), recipe.new_rate, weight_decay=recipe.decay)
    for _ in range(recipe.new_steps):
        optimizer.zero_grad()
        with torch.enable_grad():
            cross_entropy(head(vectors), pairs.labels).backward()
        optimizer.step()
    return lambda some: difference(head(compared(some)))


def learn(way: str, encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """What tells pairs apart after training on these in one of the ways."""
    match way:
        case "shared words":
            return set_threshold(shared_words, pairs)
        case "cosine":
            return set_threshold(partial(cosines, encoder), pairs)
        case "its own head":
            return lambda some: difference(encoder.score(encoder.frozen, some))
        case "head on both texts":
            return train_on_both_texts(encoder, pairs, recipe)
        case "all trained":
            return train_whole(encoder, pairs, recipe)
    return train_new(encoder, pairs, recipe, keep_pooler=way == "new head")
