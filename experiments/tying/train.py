"""Train the same small BERT with a tied and with an untied decoder, and log how well each predicts held-out words.

With one seed, both start from the same weights and get the same batches with the same masks in the same order. The
untied model has one more matrix, initialised by the library like any other. Text, vocabulary and recipe are
pydoc-bert's, without the next-sentence head. Each is trained at three learning rates.

    python experiments/tying/train.py                             # writes log.json again: 2.5 hours of one core
    python experiments/tying/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from experiments import training

# isort: split
import torch
from batches import UNUSED, WORDS_FROM, Batch, Text
from corpus import encode, fingerprint, read_and_split
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy, normalize
from transformers import BertForMaskedLM, BertTokenizer

HELD_OUT_SEED = 1000


@dataclass(frozen=True)
class Recipe(training.BaseRecipe):
    """Hold the settings that all runs share."""

    steps: int = 6000
    layers: int = 2
    hidden: int = 128
    heads: int = 2
    intermediate: int = 512
    initializer_range: float = 0.06  # as for pydoc-bert
    batch: int = 16  # pairs
    shortest: int = 16  # tokens; the length of each training batch is drawn
    length: int = 64  # at most; measurements use this length
    learning_rate: float = 2e-3
    warmup: float = 0.1  # of the steps
    decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    log_every: int = 300  # steps
    held_out_batches: int = 20  # to measure on at every entry of the log
    final_batches: int = 200  # at the end, the former among them
    compared_words: int = 1000  # the commonest words, whose rows are compared between runs


SMOKE = {"steps": 6, "hidden": 16, "intermediate": 32, "batch": 4, "log_every": 2}
SMOKE |= {"held_out_batches": 1, "final_batches": 2, "compared_words": 50}

RATES = {"": 1.0, ", half the learning rate": 0.5, ", a quarter of the learning rate": 0.25}  # times the recipe's
CONDITIONS = {side + suffix: (side == "tied", rate) for suffix, rate in RATES.items() for side in ("tied", "untied")}
PLANNED = [(side + suffix, seed) for suffix in RATES for seed in range(5) for side in ("tied", "untied")]

# The matrices that are compared, each of one seed with one of another, at the highest and at the lowest learning rate.
COMPARED_AT = ("", ", a quarter of the learning rate")
COMPARED = [("tied", "input"), ("tied", "output"), ("tied", "tied")]
COMPARED += [("input", "input"), ("output", "output"), ("input", "output")]


@dataclass(frozen=True)
class Data:
    """Hold the training text as token ids, and held-out batches that are drawn once."""

    text: Text
    batches: list[Batch]
    commonest: list[int]  # ids of the most frequent words of the training text, in that order
    vocabulary: int


def word_embedding(model: BertForMaskedLM) -> Tensor:
    """Return the word embedding, (vocabulary, hidden size)."""
    matrix: Tensor = model.bert.embeddings.word_embeddings.weight
    return matrix


def forward(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """Return scores at the M selected positions, (M, V)."""
    hidden = model.bert(batch.input_ids, batch.attention_mask, batch.token_type_ids).last_hidden_state
    scores: Tensor = model.cls(hidden[batch.selected])  # scoring only these saves most of the time
    return scores


def evaluate(model: BertForMaskedLM, batches: Sequence[Batch]) -> tuple[list[float], float]:
    """Return the mean loss of each batch, in nats, and the share of right answers in all of them."""
    losses, right, count = [], 0, 0
    with torch.no_grad():
        for batch in batches:
            scores = forward(model, batch)
            losses.append(cross_entropy(scores, batch.labels).item())
            right += int((scores.argmax(1) == batch.labels).sum())
            count += len(batch.labels)
    return losses, right / count


def measure(model: BertForMaskedLM, batches: Sequence[Batch]) -> training.Record:
    """Return held-out loss and accuracy, and mean norms of rows of both matrices, which are one in a tied model.

    `cosine` is between a word's two rows, in the mean over all words; 1 in a tied model.
    """
    losses, accuracy = evaluate(model, batches)
    rows, out = word_embedding(model).detach(), model.cls.predictions.decoder.weight.detach()
    unused = slice(UNUSED.start, UNUSED.stop)
    return {
        "held_out_loss": training.mean(losses),
        "held_out_accuracy": accuracy,
        "norm": rows[WORDS_FROM:].norm(dim=1).mean().item(),
        "out_norm": out[WORDS_FROM:].norm(dim=1).mean().item(),
        "cosine": cosine_similarity(rows[WORDS_FROM:], out[WORDS_FROM:]).mean().item(),
        "unused_norm": rows[unused].norm(dim=1).mean().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
    }


def train(name: str, seed: int, *, data: Data, recipe: Recipe, device: torch.device) -> training.Part:
    """Train one model. Return its run, and the rows of the commonest words in both matrices."""
    tied, factor = CONDITIONS[name]
    model = training.make_masked_lm(recipe, data.vocabulary, seed, tied=tied).to(device)
    generator = torch.Generator().manual_seed(seed)
    state = training.State(model, recipe.optimizer(model, recipe.decay, fused=True), generator)
    held_out = data.batches[: recipe.held_out_batches]

    def draw_losses() -> tuple[Tensor]:
        batch = recipe.draw_batch(data.text, data.vocabulary, generator).to(device)
        return (cross_entropy(forward(model, batch), batch.labels),)

    rates = [rate * factor for rate in recipe.rates()]
    training.train_steps(
        state, recipe, rates, draw_losses, partial(measure, model, held_out), logged=("training_loss",)
    )
    losses, accuracy = evaluate(model, data.batches)
    run = {
        "condition": name,
        "seed": seed,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "seconds": state.seconds,
        "final_accuracy": accuracy,
        "final_losses": losses,
        **state.columns(),
    }
    matrices = (word_embedding(model), model.cls.predictions.decoder.weight)
    return {"run": run, "matrices": [matrix.detach().cpu()[data.commonest].clone() for matrix in matrices]}


def compare(parts: Sequence[training.Part]) -> dict[str, Any]:
    """Return for the log how similarly two matrices arrange the words: tied ones, and untied input and output ones.

    The measure is Spearman's correlation of the cosines of all pairs of words, in one matrix and in the other.
    Runs with the same seed start from the same rows, so only different seeds are compared, at one learning rate.
    """
    matrices = {(part["run"]["condition"], part["run"]["seed"]): part["matrices"] for part in parts}
    compared = []
    for suffix in COMPARED_AT:
        sides = {"tied": ("tied" + suffix, 0), "input": ("untied" + suffix, 0), "output": ("untied" + suffix, 1)}
        seeds = [seed for name, seed in matrices if name == "tied" + suffix and ("untied" + suffix, seed) in matrices]
        ranks_of = {
            (side, seed): ranks(pair_cosines(matrices[name, seed][at]))
            for side, (name, at) in sides.items()
            for seed in seeds
        }
        compared += [
            {"rate": RATES[suffix], "seeds": [first, second]}
            | {f"{a}_and_{b}": correlation(ranks_of[a, first], ranks_of[b, second]) for a, b in COMPARED}
            for first, second in permutations(seeds, 2)
        ]
    return {"compared": compared}


def pair_cosines(matrix: Tensor) -> Tensor:
    """Return the cosine of each pair of rows, (n (n - 1) / 2)."""
    rows = normalize(matrix.double())
    upper = torch.triu_indices(len(rows), len(rows), offset=1)
    return (rows @ rows.T)[upper[0], upper[1]]


def ranks(values: Tensor) -> Tensor:
    """Return the rank of each value, from 0 for the smallest."""
    return values.argsort(stable=True).argsort().double()


def correlation(x: Tensor, y: Tensor) -> float:
    """Return Pearson's correlation of two vectors. For ranks it is Spearman's."""
    return float(cosine_similarity(x - x.mean(), y - y.mean(), dim=0))


def prepare(options: argparse.Namespace) -> tuple[training.Settings, training.Train]:
    """Read and encode the text with pydoc-bert's vocabulary. Return the settings of all runs, and what trains one."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = BertTokenizer.from_pretrained(training.PYDOC_BERT)
    text, held_out = (encode(corpus, tokenizer) for corpus in corpora)
    batches = recipe.draw_held_out(held_out, len(tokenizer), recipe.final_batches, HELD_OUT_SEED, options.device)
    counts = Counter(token for file in text.files for token in file if token >= WORDS_FROM)
    commonest = [token for token, _ in counts.most_common(recipe.compared_words)]
    described = {
        "sources": sources,
        "vocabulary": len(tokenizer),
        "training_tokens": sum(map(len, text.files)),
        "training_sha256": fingerprint(corpora[0]),
        "held_out_tokens": sum(map(len, held_out.files)),
        "held_out_sha256": fingerprint(corpora[1]),
        "held_out_positions": sum(len(batch.labels) for batch in batches),
    }
    data = Data(text, batches, commonest, len(tokenizer))
    settings = {"recipe": asdict(recipe), "data": described, **training.environment(options)}
    return settings, partial(train, data=data, recipe=recipe, device=options.device)


def main(arguments: Sequence[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    run = partial(training.run_plan, plan=PLANNED, prepare=prepare, summarise=compare)
    parser = training.make_parser("Trains a small BERT with a tied and with an untied decoder.", "runs")
    return training.command(run, parser, HERE, training.PARTS_FOLDER, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
