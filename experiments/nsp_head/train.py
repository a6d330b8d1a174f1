"""Train a missing NSP head on a few pairs, and log how many held-out pairs it then classifies correctly.

The encoders are pydoc-bert's, without the NSP head that it was trained with, and all-MiniLM's, whose file has none. The
pairs are made from pydoc-bert's held-out text, as Google makes them: the second text follows the first, or is from
another file. Each seed splits the files into two halves, one to train on and one to test on.

    python experiments/nsp_head/train.py                             # writes log.json again: twenty minutes of one core
    python experiments/nsp_head/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from experiments import training

# isort: split
import torch
from batches import IS_NEXT, IS_RANDOM
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity, cross_entropy, normalize
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

HELD_OUT = training.PYDOC_BERT / "held_out.txt"
PYDOC_BERT, MINILM = "pydoc-bert", "all-MiniLM"
FOLDERS = {PYDOC_BERT: str(training.PYDOC_BERT), MINILM: "sentence-transformers/all-MiniLM-L6-v2"}

METHODS = {  # how pairs are classified, for each encoder: see `learn`
    PYDOC_BERT: ("its own head", "cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
    MINILM: ("cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
}
CONDITIONS = {
    "shared words": (PYDOC_BERT, "shared words"),  # needs no encoder; any name will do
    **{f"{name}, {method}": (name, method) for name, methods in METHODS.items() for method in methods},
}
PLANNED = [(name, seed) for name in CONDITIONS for seed in range(5)]

Pair = tuple[str, str]
Files = dict[str, list[Pair]]
"""File name -> its true pairs, in order."""
Scorer = Callable[[Sequence[Pair]], Tensor]
"""Pairs -> a number for each, (pairs), positive if the pair is classified as “is next”."""


@dataclass(frozen=True)
class Recipe:
    """Hold the settings of all runs.

    Rates and steps were chosen by hand, in short trials with another split of the same files, which are not logged.
    """

    sizes: tuple[int, ...] = (50, 200, 500)  # pairs to train on, half of them true
    words: int = 20  # of each text: the last ones of the first, the first ones of the second
    longest: int = 64  # tokens of a pair
    new_rate: float = 3e-3  # learning rate of a head, or of pooler and head, on frozen vectors
    new_steps: int = 200  # each over all pairs
    whole_rates: dict[str, float] = field(default_factory=lambda: {PYDOC_BERT: 5e-4, MINILM: 1e-4})
    whole_batch: int = 10
    whole_steps: int = 200
    warmup: float = 0.1  # of these steps
    decay: float = 0.01
    clip: float = 1.0
    initializer_range: float = 0.02  # of new weights; new biases are zero


SMOKE: dict[str, Any] = {"sizes": (6, 12), "new_steps": 3, "whole_steps": 2, "words": 6}


@dataclass
class Pairs:
    """Hold pairs with their labels, (pairs), in a random order."""

    texts: list[Pair]
    labels: Tensor

    def first(self, number: int) -> "Pairs":
        """Return the first pairs: half are true, and no first text is repeated before all have occurred."""
        return Pairs(self.texts[:number], self.labels[:number])

    def labelled(self, label: int) -> list[Pair]:
        """Return the pairs with this label."""
        return [pair for pair, own in zip(self.texts, self.labels.tolist(), strict=True) if own == label]


def read_texts(held_out: Path, words: int) -> Files:
    """Read held_out.txt. Return each file's pairs of a text and its continuation, both cut to so many words."""
    files: Files = {}
    for line in held_out.read_text(encoding="utf-8").splitlines():
        name, text, follows, _ = line.split("\t")
        files.setdefault(name, []).append((" ".join(text.split()[-words:]), " ".join(follows.split()[:words])))
    return files


def make_pairs(files: Files, generator: torch.Generator) -> Pairs:
    """Make two pairs of each first text: a true one, and one with a second text from another of these files."""
    entries = [(name, *pair) for name, pairs in files.items() for pair in pairs]
    first_round, second_round = [], []
    for number, drawn in enumerate(torch.randperm(len(entries), generator=generator).tolist()):
        name, text, continuation = entries[drawn]
        other_name, other_text = name, ""
        while other_name == name:
            other_name, _, other_text = entries[int(torch.randint(len(entries), (), generator=generator))]
        both = ((text, continuation), IS_NEXT), ((text, other_text), IS_RANDOM)
        first_round.append(both[number % 2])
        second_round.append(both[1 - number % 2])
    texts, labels = zip(*first_round, *second_round, strict=True)
    return Pairs(list(texts), torch.tensor(labels))


class Encoder:
    """Hold a model with its tokenizer, and cache the vectors of its frozen encoder for each text and pair."""

    def __init__(self, name: str, folder: str, longest: int, device: torch.device) -> None:
        self.name, self.folder, self.longest, self.device = name, folder, longest, device
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.frozen = self.load()
        self.first_vectors: dict[Pair, Tensor] = {}
        self.means: dict[str, Tensor] = {}

    def load(self) -> BertForNextSentencePrediction:
        """Load another copy of the model, without dropout."""
        return BertForNextSentencePrediction.from_pretrained(self.folder).eval().to(self.device)

    def tokens(self, *texts: Sequence[str]) -> dict[str, Tensor]:
        """Return the model's inputs for a batch: of texts, or, given first and second texts, of pairs."""
        columns = map(list, texts)
        batch = self.tokenizer(*columns, padding=True, truncation=True, max_length=self.longest, return_tensors="pt")
        return dict(batch.to(self.device))

    def score(self, model: BertForNextSentencePrediction, pairs: Sequence[Pair]) -> Tensor:
        """Return the two scores of each pair, (pairs, 2)."""
        return torch.cat([model(**self.tokens(*zip(*batch, strict=True))).logits for batch in batches(pairs)])

    def read_pairs(self, pairs: Sequence[Pair]) -> Tensor:
        """Return the frozen encoder's vector at `[CLS]` for each pair, (pairs, hidden)."""
        for batch in batches([pair for pair in dict.fromkeys(pairs) if pair not in self.first_vectors]):
            vectors = self.frozen.bert(**self.tokens(*zip(*batch, strict=True))).last_hidden_state[:, 0]
            self.first_vectors.update(zip(batch, vectors, strict=True))
        return torch.stack([self.first_vectors[pair] for pair in pairs])

    def read_texts(self, texts: Sequence[str]) -> Tensor:
        """Return the mean of the frozen encoder's vectors for each text, (texts, hidden), each text encoded alone."""
        for batch in batches([text for text in dict.fromkeys(texts) if text not in self.means]):
            inputs = self.tokens(batch)
            mask = inputs["attention_mask"].unsqueeze(-1)
            vectors = self.frozen.bert(**inputs).last_hidden_state
            self.means.update(zip(batch, (vectors * mask).sum(1) / mask.sum(1), strict=True))
        return torch.stack([self.means[text] for text in texts]).cpu()


def batches(items: Sequence[Any], size: int = 32) -> Iterator[Sequence[Any]]:
    """Return the items in batches of `size`, in order."""
    return (items[start : start + size] for start in range(0, len(items), size))


def reinitialise(layers: Sequence[nn.Linear], recipe: Recipe) -> None:
    """Draw the weights again, as transformers does for layers that are missing in a file."""
    for layer in layers:
        nn.init.normal_(layer.weight, std=recipe.initializer_range)
        nn.init.zeros_(layer.bias)


def difference(scores: Tensor) -> Tensor:
    """Return score 0, which means “is next”, minus score 1: (pairs, 2) → (pairs)."""
    return (scores[:, IS_NEXT] - scores[:, IS_RANDOM]).cpu()


def set_threshold(similarity: Scorer, pairs: Pairs) -> Scorer:
    """Return the similarity minus the threshold that makes the fewest mistakes on these pairs."""
    values = similarity(pairs.texts)
    middles = values.sort().values.unfold(0, 2, 1).mean(1)
    right = ((values > middles.unsqueeze(1)) == (pairs.labels == IS_NEXT)).sum(1)
    threshold = middles[right.argmax()]
    return lambda texts: similarity(texts) - threshold


def shared_words(pairs: Sequence[Pair]) -> Tensor:
    """Return for each pair the share of its distinct words that both texts have, (pairs)."""
    words = [[set(text.lower().split()) for text in pair] for pair in pairs]
    return torch.tensor([len(first & second) / len(first | second) for first, second in words])


def cosines(encoder: Encoder, pairs: Sequence[Pair]) -> Tensor:
    """Return the cosine between the mean vectors of the two texts of each pair, (pairs)."""
    return cosine_similarity(*(encoder.read_texts([pair[side] for pair in pairs]) for side in (0, 1)))


def comparison_features(encoder: Encoder, pairs: Sequence[Pair]) -> Tensor:
    """Return |a - b| and a · b of the two texts' normalised mean vectors, (pairs, 2 · hidden), times √hidden."""
    first, second = (normalize(encoder.read_texts([pair[side] for pair in pairs]), dim=1) for side in (0, 1))
    return torch.cat([(first - second).abs(), first * second], 1) * first.shape[1] ** 0.5


def train_new(
    layers: Sequence[nn.Linear],
    forward: Callable[[Tensor], Tensor],
    read: Callable[[Sequence[Pair]], Tensor],
    pairs: Pairs,
    recipe: Recipe,
) -> Scorer:
    """Reinitialise these layers and train them on the frozen encoder's vectors, which `read` returns for pairs."""
    reinitialise(layers, recipe)
    parameters = [parameter for layer in layers for parameter in layer.parameters()]
    optimizer = torch.optim.AdamW(parameters, recipe.new_rate, weight_decay=recipe.decay)
    vectors = read(pairs.texts)
    for _ in range(recipe.new_steps):
        optimizer.zero_grad()
        with torch.enable_grad():
            cross_entropy(forward(vectors), pairs.labels.to(vectors.device)).backward()
        optimizer.step()
    return lambda texts: difference(forward(read(texts)))


def train_all(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Train a complete model, with a new pooler and a new head."""
    model = encoder.load()
    reinitialise([model.bert.pooler.dense, model.cls.seq_relationship], recipe)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=recipe.decay)
    order: list[int] = []
    for rate in training.schedule(recipe.whole_rates[encoder.name], recipe.warmup, recipe.whole_steps):
        while len(order) < recipe.whole_batch:
            order += torch.randperm(len(pairs.texts)).tolist()
        batch, order = order[: recipe.whole_batch], order[recipe.whole_batch :]
        with torch.enable_grad():
            scores = encoder.score(model, [pairs.texts[number] for number in batch])
            loss = cross_entropy(scores, pairs.labels[batch].to(encoder.device))
            training.update(model, optimizer, loss, rate, recipe.clip)
    return lambda texts: difference(encoder.score(model, texts))


def learn(method: str, encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Train by one of the METHODS on these pairs, if it needs training. Return the scorer."""
    match method:
        case "shared words":
            return set_threshold(shared_words, pairs)
        case "cosine":
            return set_threshold(partial(cosines, encoder), pairs)
        case "its own head":
            return lambda texts: difference(encoder.score(encoder.frozen, texts))
        case "all trained":
            return train_all(encoder, pairs, recipe)
        case "head on both texts":
            head = nn.Linear(2 * encoder.frozen.config.hidden_size, 2)
            return train_new([head], head, partial(comparison_features, encoder), pairs, recipe)
    model = encoder.load()
    pooler, head = model.bert.pooler.dense, model.cls.seq_relationship
    layers = [head] if method == "new head" else [pooler, head]
    return train_new(layers, lambda vectors: head(pooler(vectors).tanh()), encoder.read_pairs, pairs, recipe)


def train(name: str, seed: int, *, files: Files, encoders: dict[str, Encoder], recipe: Recipe) -> training.Part:
    """Train and test one run. For each size, it logs the shares of true and of random test pairs called “is next”.

    The method "all trained" gets only the largest size, because it takes longest.
    """
    encoder, method = CONDITIONS[name]
    started = time.monotonic()
    generator = torch.Generator().manual_seed(seed)
    names = [list(files)[number] for number in torch.randperm(len(files), generator=generator)]
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    pairs, test = (make_pairs({file: files[file] for file in half}, generator) for half in halves)
    kinds = {"true_called_next": test.labelled(IS_NEXT), "random_called_next": test.labelled(IS_RANDOM)}
    sizes = list(recipe.sizes[-1:] if method == "all trained" else recipe.sizes)
    called_next: dict[str, list[float]] = {kind: [] for kind in kinds}
    for size in sizes:
        torch.manual_seed(seed)
        scorer = learn(method, encoders[encoder], pairs.first(size), recipe)
        for kind, texts in kinds.items():
            called_next[kind].append((scorer(texts) > 0).float().mean().item())
    seconds = time.monotonic() - started
    run = {"condition": name, "seed": seed, "test_pairs": len(test.texts), "pairs": sizes, "seconds": seconds}
    return {"run": {**run, **called_next}}


def prepare(options: argparse.Namespace) -> tuple[training.Settings, training.Train]:
    """Read the texts and load the encoders; a smoke run uses pydoc-bert's for both.

    Return the settings of all runs, and what trains one.
    """
    torch.set_grad_enabled(False)  # the methods enable it where they train
    logging.set_verbosity_error()  # each load reports the new head
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    folders = FOLDERS | ({MINILM: FOLDERS[PYDOC_BERT]} if options.smoke else {})
    files = read_texts(HELD_OUT, recipe.words)
    if options.smoke:
        files = dict(list(files.items())[:12])
    encoders = {name: Encoder(name, folder, recipe.longest, options.device) for name, folder in folders.items()}
    data = {"files": len(files), "held_out_sha256": sha256(HELD_OUT.read_bytes()).hexdigest()}
    settings = {"recipe": asdict(recipe), "data": data, **training.environment(options)}
    return settings, partial(train, files=files, encoders=encoders, recipe=recipe)


def main(arguments: Sequence[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    run = partial(
        training.run_plan, plan=PLANNED, prepare=prepare, summarise=lambda _: {"conditions": list(CONDITIONS)}
    )
    parser = training.make_parser("Trains a missing NSP head on a few pairs.", "runs")
    return training.command(run, parser, HERE, training.PARTS_FOLDER, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
