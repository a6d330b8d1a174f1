"""Train a missing NSP head on a few pairs, and log how many held-out pairs it then tells right.

The encoders are pydoc-bert's, which was trained with an NSP head and loses it here, and all-MiniLM's, whose file has
none. The pairs are made from pydoc-bert's held-out text, as Google makes them: the second text follows the first, or is
from another file. Each seed splits the files into halves, one to train on and one to test on, so none is in both.

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

WAYS = {
    PYDOC_BERT: ("its own head", "cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
    MINILM: ("cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
}
CONDITIONS = {
    "shared words": (PYDOC_BERT, "shared words"),  # no encoder sees them
    **{f"{name}, {way}": (name, way) for name, its in WAYS.items() for way in its},
}
PLANNED = [(name, seed) for name in CONDITIONS for seed in range(5)]

Pair = tuple[str, str]
Files = dict[str, list[Pair]]
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


SMOKE: dict[str, Any] = {"sizes": (6, 12), "new_steps": 3, "whole_steps": 2, "words": 6}


@dataclass
class Pairs:
    """Pairs with their labels, in an order that was drawn."""

    texts: list[Pair]
    labels: Tensor

    def first(self, number: int) -> "Pairs":
        """Return the first pairs: half are true, and no first text comes twice before all have come once."""
        return Pairs(self.texts[:number], self.labels[:number])

    def labelled(self, label: int) -> list[Pair]:
        """Return those with this label."""
        return [pair for pair, its in zip(self.texts, self.labels.tolist(), strict=True) if its == label]


def read_texts(held_out: Path, words: int) -> Files:
    """Return for each file its pairs of a text and what follows it, cut to so many words on either side."""
    files: Files = {}
    for line in held_out.read_text(encoding="utf-8").splitlines():
        name, text, follows, _ = line.split("\t")
        files.setdefault(name, []).append((" ".join(text.split()[-words:]), " ".join(follows.split()[:words])))
    return files


def make_pairs(files: Files, generator: torch.Generator) -> Pairs:
    """Make two pairs for each first text, a true one and one with a second text from another of these files."""
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


class Encoder:
    """A model with its tokenizer. Its frozen encoder reads a text or a pair once."""

    def __init__(self, name: str, folder: str, longest: int, device: torch.device) -> None:
        self.name, self.folder, self.longest, self.device = name, folder, longest, device
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.frozen = self.load()
        self.first_vectors: dict[Pair, Tensor] = {}
        self.means: dict[str, Tensor] = {}

    def load(self) -> BertForNextSentencePrediction:
        """Load a model from the file, without dropout."""
        return BertForNextSentencePrediction.from_pretrained(self.folder).eval().to(self.device)

    def tokens(self, *texts: Sequence[str]) -> dict[str, Tensor]:
        """Return a batch of texts, or of pairs."""
        columns = map(list, texts)
        made = self.tokenizer(*columns, padding=True, truncation=True, max_length=self.longest, return_tensors="pt")
        return dict(made.to(self.device))

    def score(self, model: BertForNextSentencePrediction, pairs: Sequence[Pair]) -> Tensor:
        """Return the two scores of each pair."""
        return torch.cat([model(**self.tokens(*zip(*some, strict=True))).logits for some in portions(pairs)])

    def read_pairs(self, pairs: Sequence[Pair]) -> Tensor:
        """Return the frozen encoder's vector of `[CLS]` for each pair."""
        for some in portions([pair for pair in dict.fromkeys(pairs) if pair not in self.first_vectors]):
            vectors = self.frozen.bert(**self.tokens(*zip(*some, strict=True))).last_hidden_state[:, 0]
            self.first_vectors.update(zip(some, vectors, strict=True))
        return torch.stack([self.first_vectors[pair] for pair in pairs])

    def read_texts(self, texts: Sequence[str]) -> Tensor:
        """Return the mean of the frozen encoder's vectors for each text, encoded alone."""
        for some in portions([text for text in dict.fromkeys(texts) if text not in self.means]):
            batch = self.tokens(some)
            mask = batch["attention_mask"].unsqueeze(-1)
            vectors = self.frozen.bert(**batch).last_hidden_state
            self.means.update(zip(some, (vectors * mask).sum(1) / mask.sum(1), strict=True))
        return torch.stack([self.means[text] for text in texts]).cpu()


def portions(items: Sequence[Any], size: int = 32) -> Iterator[Sequence[Any]]:
    """Return the items in batches, in order."""
    return (items[start : start + size] for start in range(0, len(items), size))


def start_again(layers: Sequence[nn.Linear], recipe: Recipe) -> None:
    """Draw layers as a class does that does not find them in the file."""
    for layer in layers:
        nn.init.normal_(layer.weight, std=recipe.initializer_range)
        nn.init.zeros_(layer.bias)


def difference(scores: Tensor) -> Tensor:
    """Return score 0, which means “is next”, minus score 1."""
    return (scores[:, IS_NEXT] - scores[:, IS_RANDOM]).cpu()


def set_threshold(likeness: Scorer, pairs: Pairs) -> Scorer:
    """Call a pair “is next” above the threshold that makes the fewest mistakes on these pairs."""
    values = likeness(pairs.texts)
    middles = values.sort().values.unfold(0, 2, 1).mean(1)
    right = ((values > middles.unsqueeze(1)) == (pairs.labels == IS_NEXT)).sum(1)
    threshold = middles[right.argmax()]
    return lambda some: likeness(some) - threshold


def shared_words(pairs: Sequence[Pair]) -> Tensor:
    """Return, of the words in each pair, the share that both texts have."""
    words = [[set(text.lower().split()) for text in pair] for pair in pairs]
    return torch.tensor([len(first & second) / len(first | second) for first, second in words])


def cosines(encoder: Encoder, pairs: Sequence[Pair]) -> Tensor:
    """Return the cosine between the mean vectors of the two texts of each pair."""
    return cosine_similarity(*(encoder.read_texts([pair[side] for pair in pairs]) for side in (0, 1)))


def compared(encoder: Encoder, pairs: Sequence[Pair]) -> Tensor:
    """Return how the mean vectors of the two texts differ and agree, each text read alone."""
    one, other = (normalize(encoder.read_texts([pair[side] for pair in pairs]), dim=1) for side in (0, 1))
    return torch.cat([(one - other).abs(), one * other], 1) * one.shape[1] ** 0.5


def train_new(
    layers: Sequence[nn.Linear],
    forward: Callable[[Tensor], Tensor],
    read: Callable[[Sequence[Pair]], Tensor],
    pairs: Pairs,
    recipe: Recipe,
) -> Scorer:
    """Draw these layers again and train them, on the frozen encoder's vectors that `read` returns for the pairs."""
    start_again(layers, recipe)
    parameters = [parameter for layer in layers for parameter in layer.parameters()]
    optimizer = torch.optim.AdamW(parameters, recipe.new_rate, weight_decay=recipe.decay)
    vectors = read(pairs.texts)
    for _ in range(recipe.new_steps):
        optimizer.zero_grad()
        with torch.enable_grad():
            cross_entropy(forward(vectors), pairs.labels.to(vectors.device)).backward()
        optimizer.step()
    return lambda some: difference(forward(read(some)))


def train_whole(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Train the whole model, with a new pooler and a new head."""
    model = encoder.load()
    start_again([model.bert.pooler.dense, model.cls.seq_relationship], recipe)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=recipe.decay)
    order: list[int] = []
    for rate in training.schedule(recipe.whole_rates[encoder.name], recipe.warmup, recipe.whole_steps):
        while len(order) < recipe.whole_batch:
            order += torch.randperm(len(pairs.texts)).tolist()
        some, order = order[: recipe.whole_batch], order[recipe.whole_batch :]
        with torch.enable_grad():
            scores = encoder.score(model, [pairs.texts[at] for at in some])
            loss = cross_entropy(scores, pairs.labels[some].to(encoder.device))
            training.update(model, optimizer, loss, rate, recipe.clip)
    return lambda some: difference(encoder.score(model, some))


def learn(way: str, encoder: Encoder, pairs: Pairs, recipe: Recipe) -> Scorer:
    """Return what tells pairs apart after training on these in one of the ways."""
    match way:
        case "shared words":
            return set_threshold(shared_words, pairs)
        case "cosine":
            return set_threshold(partial(cosines, encoder), pairs)
        case "its own head":
            return lambda some: difference(encoder.score(encoder.frozen, some))
        case "all trained":
            return train_whole(encoder, pairs, recipe)
        case "head on both texts":
            head = nn.Linear(2 * encoder.frozen.config.hidden_size, 2)
            return train_new([head], head, partial(compared, encoder), pairs, recipe)
    model = encoder.load()
    pooler, head = model.bert.pooler.dense, model.cls.seq_relationship
    layers = [head] if way == "new head" else [pooler, head]
    return train_new(layers, lambda vectors: head(pooler(vectors).tanh()), encoder.read_pairs, pairs, recipe)


def train(name: str, seed: int, *, files: Files, encoders: dict[str, Encoder], recipe: Recipe) -> training.Part:
    """Return one run: for each size the shares of true and of random test pairs called “is next”.

    The whole model is trained with the most pairs alone.
    """
    encoder, way = CONDITIONS[name]
    began = time.monotonic()
    generator = torch.Generator().manual_seed(seed)
    names = [list(files)[at] for at in torch.randperm(len(files), generator=generator)]
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    pairs, test = (make_pairs({one: files[one] for one in half}, generator) for half in halves)
    kinds = {"true_called_next": test.labelled(IS_NEXT), "random_called_next": test.labelled(IS_RANDOM)}
    sizes = list(recipe.sizes[-1:] if way == "all trained" else recipe.sizes)
    called: dict[str, list[float]] = {kind: [] for kind in kinds}
    for size in sizes:
        torch.manual_seed(seed)
        scorer = learn(way, encoders[encoder], pairs.first(size), recipe)
        for kind, some in kinds.items():
            called[kind].append((scorer(some) > 0).float().mean().item())
    seconds = time.monotonic() - began
    run = {"condition": name, "seed": seed, "test_pairs": len(test.texts), "pairs": sizes, "seconds": seconds}
    return {"run": {**run, **called}}


def prepare(options: argparse.Namespace) -> tuple[training.Settings, training.Train]:
    """Read the texts and load the encoders. A smoke run has pydoc-bert's in both places."""
    torch.set_grad_enabled(False)
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
    """Run the command. Return the exit code: 2 for a user's mistake, told in one line."""
    run = partial(
        training.run_plan, plan=PLANNED, prepare=prepare, summarise=lambda _: {"conditions": list(CONDITIONS)}
    )
    parser = training.make_parser("Trains a missing NSP head on a few pairs.", "runs")
    return training.command(run, parser, HERE, training.PARTS, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
