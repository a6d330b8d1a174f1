"""Trains the same small BERT with a tied and with an untied decoder, and logs how well each predicts held-out words.

Of one seed, both start from the same weights and see the same batches with the same masks in the same order; the untied
one has one more matrix, which the library initialises as it does any other. The text, the vocabulary and the recipe are
pydoc-bert's, without its second head. Four more runs repeat two seeds at half the learning rate.

    python experiments/tying/train.py                             # writes log.json anew: an hour of one core
    python experiments/tying/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import json
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import permutations
from pathlib import Path
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy, normalize
from tqdm import tqdm
from transformers import BertConfig, BertForMaskedLM, BertTokenizer

HERE = Path(__file__).resolve().parent
PYDOC_BERT = HERE.parents[1] / "checkpoints" / "pydoc-bert"
sys.path.insert(0, str(PYDOC_BERT))

from batches import UNUSED, WORDS_FROM, Batch, Text, draw_length, draw_pairs, make_batch  # noqa: E402
from corpus import Corpus, fingerprint, read, sentences, source_folders, split  # noqa: E402

LOG_FILE, PARTS = "log.json", "parts"
HELD_OUT_SEED = 1000


class UsageError(Exception):
    """A mistake in the command line: one line for the reader, exit code 2."""


@dataclass(frozen=True)
class Recipe:
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


SMOKE: dict[str, Any] = {
    "steps": 6,
    "hidden": 16,
    "intermediate": 32,
    "batch": 4,
    "log_every": 2,
    "held_out_batches": 1,
    "final_batches": 2,
    "compared_words": 50,
}


@dataclass(frozen=True)
class Condition:
    """What may differ. The learning rate is multiplied by `rate`."""

    tied: bool
    rate: float = 1.0


CONDITIONS = {
    "tied": Condition(tied=True),
    "untied": Condition(tied=False),
    "tied, half the learning rate": Condition(tied=True, rate=0.5),
    "untied, half the learning rate": Condition(tied=False, rate=0.5),
}
SEEDS, SEEDS_OF_OTHER_RATES = 5, 2
PLANNED = [
    *((name, seed) for seed in range(SEEDS) for name in ("tied", "untied")),
    *(
        (name, seed)
        for seed in range(SEEDS_OF_OTHER_RATES)
        for name, condition in CONDITIONS.items()
        if condition.rate != 1.0
    ),
]


@dataclass(frozen=True)
class Data:
    """The text as ids, held-out batches drawn once, and what a part of the log must agree with to be kept."""

    training: Text
    batches: list[Batch]
    commonest: list[int]  # words, by how often they occur in the training text
    vocabulary: int
    settings: dict[str, Any]


def make_model(condition: Condition, vocabulary: int, recipe: Recipe, seed: int) -> BertForMaskedLM:
    """A fresh model. Of one seed, a tied and an untied one start alike, but for the untied decoder."""
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=recipe.hidden,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=recipe.intermediate,
        max_position_embeddings=recipe.length,
        initializer_range=recipe.initializer_range,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        tie_word_embeddings=condition.tied,
    )
    model = BertForMaskedLM(config)
    if (model.cls.predictions.decoder.weight is looked_up(model)) != condition.tied:
        raise RuntimeError(f"this version of transformers made a model whose tie is not {condition.tied}")
    return model


def looked_up(model: BertForMaskedLM) -> Tensor:
    """The matrix that ids are looked up in."""
    matrix: Tensor = model.bert.embeddings.word_embeddings.weight
    return matrix


def make_optimizer(model: BertForMaskedLM, recipe: Recipe) -> torch.optim.AdamW:
    """AdamW as Google's optimization.py: biases and LayerNorm, which are the vectors, do not decay."""
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": recipe.decay},
        {"params": [p for p in parameters if p.ndim == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(recipe.beta1, recipe.beta2), eps=recipe.epsilon, fused=True)


def learning_rate(step: int, recipe: Recipe) -> float:
    """Linear warm-up, then linear decay to zero. `step` counts from 0."""
    warmup = max(1, round(recipe.warmup * recipe.steps))
    return recipe.learning_rate * min((step + 1) / warmup, (recipe.steps - step) / max(1, recipe.steps - warmup))


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
        "held_out_loss": mean(losses),
        "held_out_accuracy": accuracy,
        "norm": rows[WORDS_FROM:].norm(dim=1).mean().item(),
        "out_norm": out[WORDS_FROM:].norm(dim=1).mean().item(),
        "cosine": cosine_similarity(rows[WORDS_FROM:], out[WORDS_FROM:]).mean().item(),
        "unused_norm": rows[unused].norm(dim=1).mean().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
    }


def train(
    name: str, seed: int, data: Data, recipe: Recipe, device: torch.device
) -> tuple[dict[str, Any], list[Tensor]]:
    """One run, and the rows of the commonest words in both its matrices. Its columns start before the first step."""
    condition = CONDITIONS[name]
    model = make_model(condition, data.vocabulary, recipe, seed).to(device)
    optimizer = make_optimizer(model, recipe)
    generator = torch.Generator().manual_seed(seed)  # the only source of randomness after the initial weights
    held_out = data.batches[: recipe.held_out_batches]
    records: list[dict[str, Any]] = [{"step": 0, "training_loss": None, **measure(model, held_out)}]
    began, losses = time.monotonic(), []
    for step in tqdm(range(recipe.steps), desc=f"{name}, seed {seed}", unit="step", mininterval=5):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, recipe) * condition.rate
        pairs = draw_pairs(data.training, recipe.batch, generator)
        length = draw_length(recipe.shortest, recipe.length, generator)
        batch = make_batch(data.training, pairs, length, data.vocabulary, generator).to(device)
        loss = cross_entropy(forward(model, batch), batch.labels)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), recipe.clip)
        optimizer.step()
        losses.append(loss.item())
        if (step + 1) % recipe.log_every == 0 or step + 1 == recipe.steps:
            records.append({"step": step + 1, "training_loss": mean(losses), **measure(model, held_out)})
            losses.clear()
    columns = {column: [record[column] for record in records] for column in records[0]}
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
    words = torch.tensor(data.commonest)
    matrices = (looked_up(model), model.cls.predictions.decoder.weight)
    return found, [matrix.detach().cpu()[words].clone() for matrix in matrices]


def compare(matrices: dict[tuple[str, int], list[Tensor]]) -> list[dict[str, Any]]:
    """How alike the words lie in a tied matrix and in either matrix of untied runs, as Press and Wolf compared them.

    Spearman's correlation of the cosines between any two words, in one matrix and in the other. Runs of the same seed
    start from the same rows, so only runs of different seeds are compared.
    """
    orders = {run: [ranks(pair_cosines(matrix)) for matrix in both] for run, both in matrices.items()}
    seeds = [seed for name, seed in orders if name == "tied" and ("untied", seed) in orders]
    return [
        {
            "seeds": [one, other],
            "tied_and_input": correlation(orders["tied", one][0], orders["untied", other][0]),
            "tied_and_output": correlation(orders["tied", one][0], orders["untied", other][1]),
            "tied_and_tied": correlation(orders["tied", one][0], orders["tied", other][0]),
            "input_and_input": correlation(orders["untied", one][0], orders["untied", other][0]),
            "output_and_output": correlation(orders["untied", one][1], orders["untied", other][1]),
            "input_and_output": correlation(orders["untied", one][0], orders["untied", other][1]),
        }
        for one, other in permutations(seeds, 2)
    ]


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


def mean(values: Sequence[float]) -> float:
    """Of at least one number."""
    return sum(values) / len(values)


def encode(corpus: Corpus, tokenizer: BertTokenizer) -> Text:
    """Every sentence as token ids, without [CLS] and [SEP]."""
    parts = [sentences(docstrings) for docstrings in corpus.values()]
    flat = [part for sentences_of_file in parts for part in sentences_of_file]
    encoded = iter(tokenizer.backend_tokenizer.encode_batch(flat, add_special_tokens=False))
    return Text.of([[next(encoded).ids for _ in sentences_of_file] for sentences_of_file in parts])


def prepare(options: argparse.Namespace, recipe: Recipe, device: torch.device) -> Data:
    """Reads and encodes the text, with the vocabulary that pydoc-bert ships, and draws the held-out batches."""
    folders = source_folders(standard_library_only=options.smoke)
    corpora = split(read(folders, top_level_only=options.smoke))
    tokenizer = BertTokenizer.from_pretrained(PYDOC_BERT)
    training, held_out = (encode(corpus, tokenizer) for corpus in corpora)
    generator = torch.Generator().manual_seed(HELD_OUT_SEED)
    batches = []
    for _ in range(recipe.final_batches):
        pairs = draw_pairs(held_out, recipe.batch, generator)
        batches.append(make_batch(held_out, pairs, recipe.length, len(tokenizer), generator).to(device))
    counts = Counter(token for file in training.files for token in file if token >= WORDS_FROM)
    texts: dict[str, Any] = {
        "sources": list(folders),
        "vocabulary": len(tokenizer),
        "training_tokens": sum(map(len, training.files)),
        "training_sha256": fingerprint(corpora[0]),
        "held_out_tokens": sum(map(len, held_out.files)),
        "held_out_sha256": fingerprint(corpora[1]),
        "held_out_positions": sum(len(batch.labels) for batch in batches),
    }
    return Data(
        training=training,
        batches=batches,
        commonest=[token for token, _ in counts.most_common(recipe.compared_words)],
        vocabulary=len(tokenizer),
        settings={"recipe": asdict(recipe), "data": texts, **surroundings(options)},
    )


def surroundings(options: argparse.Namespace) -> dict[str, Any]:
    """What else the numbers depend on."""
    versions = {name: version(name) for name in ("torch", "transformers", "tokenizers", "numpy")}
    return {
        "versions": {"python": platform.python_version(), **versions},
        "device": options.device,
        "threads": options.threads,
    }


def run(options: argparse.Namespace) -> None:
    """All runs. A finished one is kept as a file of its own until the log is whole."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    device = usable_device(options.device)
    torch.set_num_threads(options.threads)
    parts = options.out / PARTS
    if options.resume and not parts.is_dir():
        raise UsageError(f"nothing to resume: there is no {parts}")
    parts.mkdir(parents=True, exist_ok=True)
    data = prepare(options, recipe, device)
    done: list[Path] = []
    for name, seed in PLANNED[: options.stop_after]:
        done.append(parts / f"{name}, seed {seed}.pt")
        if options.resume and done[-1].is_file():
            if torch.load(done[-1], weights_only=True)["settings"] != data.settings:
                raise UsageError(f"cannot resume: {done[-1]} was made with another recipe, text, version or device")
            continue
        found, matrices = train(name, seed, data, recipe, device)
        part = {"settings": data.settings, "run": found, "matrices": matrices}
        torch.save(part, done[-1].with_suffix(".new"))
        done[-1].with_suffix(".new").replace(done[-1])
    if options.stop_after:
        print(f"stopped after {options.stop_after} runs; --resume goes on from there")
        return
    loaded = [torch.load(path, weights_only=True) for path in done]
    compared = compare({(part["run"]["condition"], part["run"]["seed"]): part["matrices"] for part in loaded})
    text = as_text({**data.settings, "compared": compared}, [part["run"] for part in loaded])
    (options.out / LOG_FILE).write_text(text, encoding="utf-8")
    for path in done:
        path.unlink()
    parts.rmdir()


def as_text(top: dict[str, Any], runs: list[dict[str, Any]]) -> str:
    """The log as JSON with a line for each column of each run, so that a diff can be read."""
    lines = [f" {json.dumps(name)}: {json.dumps(rounded(value))}," for name, value in top.items()]
    blocks = [
        "  {\n" + ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) + "\n  }"
        for one in rounded(runs)
    ]
    return "\n".join(["{", *lines, ' "runs": [', ",\n".join(blocks), " ]", "}", ""])


def rounded(value: Any) -> Any:
    """The same plain data with floats of 6 significant digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def usable_device(name: str) -> torch.device:
    """The device of that name. Raises UsageError if torch does not know it, or has none here."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(f"device {name!r} cannot be used: {str(error).splitlines()[0]}") from error
    return device


def positive(text: str) -> int:
    """A whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the command line. Raises UsageError for a smoke run that would write over the committed log."""
    parser = argparse.ArgumentParser(description="Trains a small BERT with a tied and with an untied decoder.")
    parser.add_argument("--out", type=Path, help="folder to write to (default: this script's, the committed log)")
    parser.add_argument("--threads", type=positive, default=1, help="of torch (default: 1, as the log was made with)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, … (default: cpu)")
    parser.add_argument("--resume", action="store_true", help=f"keep the runs that are finished, in {PARTS}/")
    parser.add_argument("--stop-after", type=positive, metavar="RUNS", help="stop there, to be resumed")
    parser.add_argument("--smoke", action="store_true", help="a few steps on a little text; needs --out")
    options = parser.parse_args(arguments)
    if options.smoke and (options.out is None or options.out.resolve() == HERE):
        raise UsageError("--smoke needs --out with a folder other than the committed one")
    options.out = options.out or HERE
    return options


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    try:
        run(parse(arguments))
    except (UsageError, ModuleNotFoundError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
