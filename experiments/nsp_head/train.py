"""Trains a missing NSP head on a few pairs, and logs how many held-out pairs it then tells right.

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

import torch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / folder) for folder in (".", "checkpoints/pydoc-bert")]

import training_tools as tools  # noqa: E402
from batches import IS_NEXT, IS_RANDOM  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn.functional import cosine_similarity, cross_entropy, normalize  # noqa: E402
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging  # noqa: E402

from experiments import runs  # noqa: E402

HELD_OUT = tools.PYDOC_BERT / "held_out.txt"
PYDOC_BERT, MINILM = "pydoc-bert", "all-MiniLM"
FOLDERS = {PYDOC_BERT: str(tools.PYDOC_BERT), MINILM: "sentence-transformers/all-MiniLM-L6-v2"}
SEEDS = range(5)

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

    def whole_rate_at(self, step: int, encoder: str) -> float:
        """The whole model's learning rate: linear warm-up, then linear decay to zero."""
        warmup = max(1, round(self.warmup * self.whole_steps))
        left = (self.whole_steps - step) / max(1, self.whole_steps - warmup)
        return self.whole_rates[encoder] * min((step + 1) / warmup, left)


SMOKE: dict[str, Any] = {"sizes": (6, 12), "new_steps": 3, "whole_steps": 2, "words": 6}


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


def read_texts(words: int) -> Files:
    """File -> its pairs of a text and what follows it, cut to so many words on either side."""
    files: Files = {}
    for line in HELD_OUT.read_text(encoding="utf-8").splitlines():
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


WAYS = {
    PYDOC_BERT: ("its own head", "cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
    MINILM: ("cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
}
CONDITIONS = {
    "shared words": (PYDOC_BERT, "shared words"),  # no encoder sees them
    **{f"{name}, {way}": (name, way) for name, ways in WAYS.items() for way in ways},
}


def train(name: str, seed: int, *, files: Files, encoders: dict[str, Encoder], recipe: Recipe) -> runs.Part:
    """One run, as the log has it: the shares of true and of random test pairs called “is next”, for each size.

    The whole model is trained with the most pairs alone.
    """
    encoder, way = CONDITIONS[name]
    began = time.monotonic()
    generator = torch.Generator().manual_seed(seed)
    names = [list(files)[at] for at in torch.randperm(len(files), generator=generator)]
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    training, test = (make_pairs({one: files[one] for one in half}, generator) for half in halves)
    kinds = {"true_called_next": test.labelled(IS_NEXT), "random_called_next": test.labelled(IS_RANDOM)}
    sizes = list(recipe.sizes[-1:] if way == "all trained" else recipe.sizes)
    run = {"condition": name, "seed": seed, "test_pairs": len(test.texts), "pairs": sizes}
    called: dict[str, list[float]] = {kind: [] for kind in kinds}
    for size in sizes:
        torch.manual_seed(seed)
        scorer = learn(way, encoders[encoder], training.first(size), recipe)
        for kind, pairs in kinds.items():
            called[kind].append((scorer(pairs) > 0).float().mean().item())
    return {"run": {**run, "seconds": time.monotonic() - began, **called}}


def prepare(options: argparse.Namespace, device: torch.device) -> tuple[runs.Settings, runs.Train]:
    """Reads the texts and loads the encoders, for `runs.run_plan`. A smoke run has pydoc-bert's in both places."""
    torch.set_grad_enabled(False)
    logging.set_verbosity_error()  # each load reports the new head
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    folders = FOLDERS | ({MINILM: FOLDERS[PYDOC_BERT]} if options.smoke else {})
    files = read_texts(recipe.words)
    if options.smoke:
        files = dict(list(files.items())[:12])
    encoders = {name: Encoder(name, folder, recipe.longest, device) for name, folder in folders.items()}
    data = {"files": len(files), "held_out_sha256": sha256(HELD_OUT.read_bytes()).hexdigest()}
    settings = {"recipe": asdict(recipe), "data": data, **tools.environment(options)}
    return settings, partial(train, files=files, encoders=encoders, recipe=recipe)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    plan = [(name, seed) for name in CONDITIONS for seed in SEEDS]
    run = partial(runs.run_plan, plan=plan, prepare=prepare, summarise=lambda _: {"conditions": list(CONDITIONS)})
    return runs.command("Trains a missing NSP head on a few pairs.", run, HERE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
