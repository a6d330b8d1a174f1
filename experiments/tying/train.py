"""Trains the same small BERT with a tied and with an untied decoder, and logs how well each predicts held-out words.

Of one seed, both start from the same weights and see the same batches with the same masks in the same order; the untied
one has one more matrix, which the library initialises as it does any other. The text, the vocabulary and the recipe are
pydoc-bert's, without its second head. All of it at three learning rates.

    python experiments/tying/train.py                             # writes log.json again: 2.5 hours of one core
    python experiments/tying/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy, normalize

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / folder) for folder in (".", "checkpoints/pydoc-bert")]

import training_tools as tools  # noqa: E402
from batches import UNUSED, WORDS_FROM, Batch, Text  # noqa: E402
from corpus import fingerprint, read_and_split  # noqa: E402
from transformers import BertForMaskedLM, BertTokenizer  # noqa: E402

from experiments import runs  # noqa: E402

HELD_OUT_SEED = 1000


@dataclass(frozen=True)
class Recipe(tools.BaseRecipe):
    """What all runs share."""

    steps: int = 6000
    layers: int = 2
    hidden: int = 128
    heads: int = 2
    intermediate: int = 512
    initializer_range: float = 0.06  # as for pydoc-bert
    batch: int = 16  # pairs
    shortest: int = 16  # tokens of the pairs of a batch; the length is drawn for each
    length: int = 64  # at most; what is measured has this length
    learning_rate: float = 2e-3
    warmup: float = 0.1  # of the steps
    decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    log_every: int = 300  # steps
    held_out_batches: int = 20  # at every entry of the log
    final_batches: int = 200  # at the end; the first of them are those of the log
    compared_words: int = 1000  # the commonest, whose rows are compared between runs


SMOKE = {"steps": 6, "hidden": 16, "intermediate": 32, "batch": 4, "log_every": 2}
SMOKE |= {"held_out_batches": 1, "final_batches": 2, "compared_words": 50}


@dataclass(frozen=True)
class Condition:
    """What may differ. The learning rate is multiplied by `rate`."""

    tied: bool
    rate: float = 1.0


RATES = {"": 1.0, ", half the learning rate": 0.5, ", a quarter of the learning rate": 0.25}
CONDITIONS = {
    side + suffix: Condition(tied=side == "tied", rate=rate)
    for suffix, rate in RATES.items()
    for side in ("tied", "untied")
}
PLANNED = [(name, seed) for suffix in RATES for seed in range(5) for name in ("tied" + suffix, "untied" + suffix)]

# The matrices that are compared, each of one seed with one of another, at the highest and at the lowest learning rate.
COMPARED_AT = {name: RATES[name] for name in ("", ", a quarter of the learning rate")}
COMPARED = [("tied", "input"), ("tied", "output"), ("tied", "tied")]
COMPARED += [("input", "input"), ("output", "output"), ("input", "output")]


@dataclass(frozen=True)
class Data:
    """The text as ids, and held-out batches drawn once."""

    training: Text
    batches: list[Batch]
    commonest: list[int]  # words, by how often they occur in the training text
    vocabulary: int


def looked_up(model: BertForMaskedLM) -> Tensor:
    """The matrix that ids are looked up in."""
    matrix: Tensor = model.bert.embeddings.word_embeddings.weight
    return matrix


def forward(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """Scores at the M selected positions, (M, V). Only these are scored, which is most of the speed."""
    hidden = model.bert(batch.input_ids, batch.attention_mask, batch.token_type_ids).last_hidden_state
    scores: Tensor = model.cls(hidden[batch.selected])
    return scores


def evaluate(model: BertForMaskedLM, batches: Sequence[Batch]) -> tuple[list[float], float]:
    """The mean loss of each batch, in nats, and the share of right answers among all."""
    losses, right, counted = [], 0, 0
    with torch.no_grad():
        for batch in batches:
            scores = forward(model, batch)
            losses.append(cross_entropy(scores, batch.labels).item())
            right += int((scores.argmax(1) == batch.labels).sum())
            counted += len(batch.labels)
    return losses, right / counted


def measure(model: BertForMaskedLM, batches: Sequence[Batch]) -> dict[str, float]:
    """Held-out loss and accuracy; the rows of both matrices, which are one in a tied model.

    `cosine` is the mean over the words of that between a word's two rows: 1 where they are one.
    """
    losses, accuracy = evaluate(model, batches)
    rows, out = looked_up(model).detach(), model.cls.predictions.decoder.weight.detach()
    unused = slice(UNUSED.start, UNUSED.stop)
    return {
        "held_out_loss": tools.mean(losses),
        "held_out_accuracy": accuracy,
        "norm": rows[WORDS_FROM:].norm(dim=1).mean().item(),
        "out_norm": out[WORDS_FROM:].norm(dim=1).mean().item(),
        "cosine": cosine_similarity(rows[WORDS_FROM:], out[WORDS_FROM:]).mean().item(),
        "unused_norm": rows[unused].norm(dim=1).mean().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
    }


def train(name: str, seed: int, *, data: Data, recipe: Recipe, device: torch.device) -> runs.Part:
    """One run, and the rows of the commonest words in both its matrices. Its columns start before the first step."""
    condition = CONDITIONS[name]
    model = runs.make_model(recipe, data.vocabulary, seed, tied=condition.tied).to(device)
    optimizer = recipe.optimizer(model, recipe.decay, fused=True)
    rates = [recipe.rate_at(step) * condition.rate for step in range(recipe.steps)]
    generator = torch.Generator().manual_seed(seed)  # the only source of randomness after the initial weights
    held_out = data.batches[: recipe.held_out_batches]

    def draw_loss() -> Tensor:
        batch = recipe.draw_batch(data.training, data.vocabulary, generator).to(device)
        return cross_entropy(forward(model, batch), batch.labels)

    def measure_at(_: int, losses: list[float]) -> runs.Record:
        return {"training_loss": tools.mean(losses) if losses else None, **measure(model, held_out)}

    began = time.monotonic()
    columns = runs.train_steps(model, optimizer, recipe, rates, draw_loss, measure_at)
    final_losses, final_accuracy = evaluate(model, data.batches)
    found = {
        "condition": name,
        "seed": seed,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "seconds": time.monotonic() - began,
        "final_accuracy": final_accuracy,
        "final_losses": final_losses,
        **columns,
    }
    matrices = (looked_up(model), model.cls.predictions.decoder.weight)
    return {"run": found, "matrices": [matrix.detach().cpu()[data.commonest].clone() for matrix in matrices]}


def compare(matrices: dict[tuple[str, int], list[Tensor]]) -> list[dict[str, Any]]:
    """How alike the words lie in a tied matrix and in either matrix of untied runs.

    `matrices` are the input and the output matrix of each (condition, seed). Spearman's correlation of the cosines
    between any two words, in one matrix and in the other. Runs of the same seed start from the same rows, so only runs
    of different seeds are compared, at the same learning rate.
    """
    found = []
    for suffix, rate in COMPARED_AT.items():
        sides = {"tied": ("tied" + suffix, 0), "input": ("untied" + suffix, 0), "output": ("untied" + suffix, 1)}
        seeds = [seed for name, seed in matrices if name == "tied" + suffix and ("untied" + suffix, seed) in matrices]
        of = {
            (side, seed): ranks(pair_cosines(matrices[name, seed][at]))
            for side, (name, at) in sides.items()
            for seed in seeds
        }
        found += [
            {"rate": rate, "seeds": [one, other]}
            | {f"{a}_and_{b}": correlation(of[a, one], of[b, other]) for a, b in COMPARED}
            for one, other in permutations(seeds, 2)
        ]
    return found


def pair_cosines(matrix: Tensor) -> Tensor:
    """The cosine of any two rows, each pair once."""
    rows = normalize(matrix.double())
    upper = torch.triu_indices(len(rows), len(rows), offset=1)
    return (rows @ rows.T)[upper[0], upper[1]]


def ranks(values: Tensor) -> Tensor:
    """The place of each value when sorted, from 0."""
    return values.argsort(stable=True).argsort().double()


def correlation(one: Tensor, other: Tensor) -> float:
    """Pearson's, which of ranks is Spearman's."""
    return float(cosine_similarity(one - one.mean(), other - other.mean(), dim=0))


def compare_parts(parts: list[runs.Part]) -> dict[str, Any]:
    """What the log says of all runs together."""
    return {"compared": compare({(part["run"]["condition"], part["run"]["seed"]): part["matrices"] for part in parts})}


def prepare(options: argparse.Namespace, device: torch.device) -> tuple[runs.Settings, runs.Train]:
    """Reads and encodes the text in pydoc-bert's vocabulary, and draws the held-out batches, for `runs.run_plan`."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = BertTokenizer.from_pretrained(tools.PYDOC_BERT)
    training, held_out = (tools.encode(corpus, tokenizer) for corpus in corpora)
    batches = recipe.draw_held_out(held_out, len(tokenizer), recipe.final_batches, HELD_OUT_SEED)
    counts = Counter(token for file in training.files for token in file if token >= WORDS_FROM)
    commonest = [token for token, _ in counts.most_common(recipe.compared_words)]
    texts: dict[str, Any] = {"sources": sources, "vocabulary": len(tokenizer)}
    for part, corpus, text in zip(("training", "held_out"), corpora, (training, held_out), strict=True):
        texts |= {f"{part}_tokens": sum(map(len, text.files)), f"{part}_sha256": fingerprint(corpus)}
    texts["held_out_positions"] = sum(len(batch.labels) for batch in batches)
    data = Data(training, [batch.to(device) for batch in batches], commonest, len(tokenizer))
    settings = {"recipe": asdict(recipe), "data": texts, **tools.environment(options)}
    return settings, partial(train, data=data, recipe=recipe, device=device)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    run = partial(runs.run_plan, plan=PLANNED, prepare=prepare, summarise=compare_parts)
    return runs.command("Trains a small BERT with a tied and with an untied decoder.", run, HERE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
