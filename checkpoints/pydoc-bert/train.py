"""Train pydoc-bert, a small BERT with both pre-training heads, on docstrings, and log norms of embedding rows.

The recipe is Google's (https://github.com/google-research/bert), at a laptop's size:
- create_pretraining_data.py: pairs half true and half random, 15 % of positions selected, 80/10/10 (`batches.py`);
- run_pretraining.py: the sum of the two losses, the masked one over selected positions only, a tied decoder;
- optimization.py: AdamW without decay on biases and LayerNorm, linear warm-up and then linear decay, norm clipped at 1.
It differs to be trained in one pass on a CPU: a larger learning rate and initial spread, no dropout, beta2 of 0.98.

    python checkpoints/pydoc-bert/train.py                             # writes the shipped files again
    python checkpoints/pydoc-bert/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from experiments import training

# isort: split
import torch
from batches import PAD, UNUSED, WORDS_FROM, Batch, Text
from corpus import Corpus, all_paragraphs, describe, encode, fingerprint, held_out_lines, read_and_split
from tokenizers import BertWordPieceTokenizer
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import BertForPreTraining, BertTokenizer

STATE_FILE, LOG_FILE, HELD_OUT_FILE = "training_state.pt", "training_log.json", "held_out.txt"
SPECIAL = ["[PAD]", *(f"[unused{i}]" for i in range(len(UNUSED))), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
RELOAD_TOLERANCE = 1e-5  # between measurements of the trained and of the saved model


@dataclass(frozen=True)
class Recipe(training.BaseRecipe):
    """Hold everything that decides the result, except the corpus, the versions and the device."""

    layers: int = 3
    steps: int = 8000
    seed: int = 0
    hidden: int = 128
    heads: int = 2
    intermediate: int = 512
    vocabulary: int = 8192
    max_positions: int = 128
    initializer_range: float = 0.06
    batch: int = 48  # pairs
    shortest: int = 32  # tokens
    length: int = 128  # at most; measurements use this length
    learning_rate: float = 2e-3
    warmup: float = 0.1
    decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    dropout: float = 0.0
    log_every: int = 100
    held_out_batches: int = 10  # to measure on at every entry of the log
    final_batches: int = 100  # at the end, the former among them


SMOKE = {"steps": 20, "vocabulary": 1024, "batch": 8, "log_every": 5, "held_out_batches": 1, "final_batches": 2}
SMOKE |= {"hidden": 32, "intermediate": 64, "shortest": 16, "length": 64}


def make_tokenizer(corpus: Corpus, vocabulary: int, max_length: int) -> BertTokenizer:
    """Learn a lower-cased WordPiece vocabulary and lay it out as Google did: [PAD], [unused…], [UNK] at 100.

    Continuing characters ("##a") are passed as special tokens, sorted: the trainer would number them in the order of a
    hash map, which differs from process to process, and it breaks ties between merges by these numbers.
    """
    lines = all_paragraphs(corpus)
    characters = {character for line in lines for character in line.lower() if character.isalnum()}
    first = SPECIAL + sorted(f"##{character}" for character in characters)
    learner = BertWordPieceTokenizer(lowercase=True)
    learner.train_from_iterator(iter(lines), vocabulary, special_tokens=first, show_progress=False)
    ids = dict(sorted(learner.get_vocab().items(), key=lambda item: item[1]))
    return BertTokenizer(vocab=ids, do_lower_case=True, model_max_length=max_length)


def make_model(recipe: Recipe, vocabulary: int) -> BertForPreTraining:
    """Make an untrained, tied BertForPreTraining. Raise RuntimeError unless its [PAD] row starts at zero."""
    torch.manual_seed(recipe.seed)
    dropout = {"hidden_dropout_prob": recipe.dropout, "attention_probs_dropout_prob": recipe.dropout}
    config = recipe.model_config(vocabulary, max_position_embeddings=recipe.max_positions, **dropout)
    model = BertForPreTraining(config)
    if model.bert.embeddings.word_embeddings.weight[PAD].any():
        raise RuntimeError("this version of transformers does not start the [PAD] row at zero")
    return model


def forward(model: BertForPreTraining, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return MLM scores at the M selected positions, (M, V), and next-sentence scores, (B, 2).

    The model's own `forward` would score all B × N positions, and the loss reads only 15 % of them.
    """
    encoded = model.bert(batch.input_ids, batch.attention_mask, batch.token_type_ids)
    scores: tuple[Tensor, Tensor] = model.cls(encoded.last_hidden_state[batch.selected], encoded.pooler_output)
    return scores


def evaluate(model: BertForPreTraining, batches: Sequence[Batch]) -> dict[str, float]:
    """Return mean losses in nats and shares of right answers, over all selected positions and over all pairs."""
    model.eval()
    with torch.no_grad():
        sums = [_sums(*forward(model, batch), batch) for batch in batches]
    model.train()
    words = sum(len(batch.labels) for batch in batches)
    pairs = sum(len(batch.next_sentence_label) for batch in batches)
    means = torch.stack(sums).sum(0) / torch.tensor([words, words, pairs, pairs])
    return dict(zip(("mlm_loss", "mlm_top1", "nsp_loss", "nsp_accuracy"), means.tolist(), strict=True))


def _sums(words: Tensor, pairs: Tensor, batch: Batch) -> Tensor:
    """Return summed loss and number of right answers, of the words and then of the pairs; (4,) float64."""
    sums = [
        part
        for scores, labels in ((words, batch.labels), (pairs, batch.next_sentence_label))
        for part in (cross_entropy(scores, labels, reduction="sum"), (scores.argmax(1) == labels).sum())
    ]
    return torch.stack([part.cpu().double() for part in sums])


def measure_rows(model: BertForPreTraining) -> dict[str, float | None]:
    """Return norms of rows of the tied matrix and output biases, of [PAD], the 99 [unused] tokens and the words.

    The cosine is None at step 0, when the [PAD] row is zero and has no direction.
    """
    matrix = model.bert.embeddings.word_embeddings.weight.detach()
    bias = model.cls.predictions.bias.detach()
    unused, unused_bias = (rows[UNUSED.start : UNUSED.stop] for rows in (matrix, bias))
    return {
        "pad_norm": matrix[PAD].norm().item(),
        "unused_mean_of_norms": unused.norm(dim=1).mean().item(),
        "unused_norm_of_mean": unused.mean(0).norm().item(),
        "word_median_norm": matrix[WORDS_FROM:].norm(dim=1).median().item(),
        "cos_pad_mean_unused": training.cosine_with_mean(matrix[PAD], unused),
        "pad_bias": bias[PAD].item(),
        "unused_bias_min": unused_bias.min().item(),
        "unused_bias_max": unused_bias.max().item(),
    }


def train(
    model: BertForPreTraining,
    recipe: Recipe,
    text: Text,
    held_out: Sequence[Batch],
    options: argparse.Namespace,
    settings: training.Settings,
) -> training.State:
    """Train from the start, or with --resume from the state file. Save the state with every entry of the log."""
    generator = torch.Generator().manual_seed(recipe.seed)
    state = training.State(model, recipe.optimizer(model, recipe.decay), generator)
    if options.resume:
        state.load(options.saved, settings)

    def draw_losses() -> tuple[Tensor, Tensor]:
        batch = recipe.draw_batch(text, model.config.vocab_size, generator).to(options.device)
        words, pairs = forward(model, batch)
        return cross_entropy(words, batch.labels), cross_entropy(pairs, batch.next_sentence_label)

    def measure() -> training.Record:
        scores = {f"held_out_{name}": value for name, value in evaluate(model, held_out).items()}
        return {**scores, **measure_rows(model)}

    rates = recipe.rates()[: options.stop_after]
    logged = ("train_mlm_loss", "train_nsp_loss")
    save = partial(state.save, options.saved, settings)
    training.train_steps(state, recipe, rates, draw_losses, measure, logged=logged, after_entry=save)
    return state


def measure_finally(
    model: BertForPreTraining, text: Text, batches: Sequence[Batch], tokenizer: BertTokenizer
) -> dict[str, Any]:
    """Return the measurements on all held-out batches, and the accuracy of always guessing the commonest token."""
    commonest = Counter(token for file in text.files for token in file).most_common(1)[0][0]
    labels = torch.cat([batch.labels for batch in batches])
    return {
        "pairs": sum(len(batch.next_sentence_label) for batch in batches),
        "selected_positions": len(labels),
        **evaluate(model, batches),
        "commonest_token": tokenizer.convert_ids_to_tokens(commonest),
        "commonest_token_top1": float((labels == commonest).float().mean()),
    }


def ship(out: Path, model: BertForPreTraining, tokenizer: BertTokenizer, lines: list[str], log: dict[str, Any]) -> None:
    """Write the files that a user loads, the held-out pairs and the log."""
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (out / "vocab.txt").write_text("".join(f"{word}\n" for word, _ in words), encoding="utf-8")
    (out / HELD_OUT_FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (out / LOG_FILE).write_text(json.dumps(training.rounded(log), indent=1) + "\n", encoding="utf-8")


def check_reload(out: Path, batches: Sequence[Batch], final: dict[str, Any], device: torch.device) -> None:
    """Load the written files and measure again. Raise RuntimeError if a number differs from the log's."""
    reloaded = evaluate(BertForPreTraining.from_pretrained(out).to(device), batches)
    if any(abs(reloaded[name] - final[name]) > RELOAD_TOLERANCE for name in reloaded):
        raise RuntimeError(f"{out} does not load as it was saved: {reloaded} instead of {final}")
    print(f"{out}: " + ", ".join(f"{name} {final[name]:.4g}" for name in (*reloaded, "commonest_token_top1")))


def run(options: argparse.Namespace) -> None:
    """Read the text, learn the vocabulary, train, write the files, and measure them on held-out text."""
    changes = {name: value for name in ("layers", "steps", "seed") if (value := getattr(options, name)) is not None}
    recipe = Recipe(**{**(SMOKE if options.smoke else {}), **changes})
    sources, corpora = read_and_split(little=options.smoke)
    tokenizer = make_tokenizer(corpora[0], recipe.vocabulary, recipe.max_positions)
    text, held_out = (encode(corpus, tokenizer) for corpus in corpora)
    batches = recipe.draw_held_out(held_out, len(tokenizer), recipe.final_batches, recipe.seed + 1, options.device)
    model = make_model(recipe, len(tokenizer)).to(options.device)
    fingerprints = dict(zip(("training text", "held-out text"), map(fingerprint, corpora), strict=True))
    settings = {**asdict(recipe), **fingerprints}
    state = train(model, recipe, text, batches[: recipe.held_out_batches], options, settings)
    if state.step < recipe.steps:
        print(f"stopped at step {state.step}; --resume goes on from the last entry of the log")
        return

    sizes = {"training": describe(corpora[0], text), "held_out": describe(corpora[1], held_out)}
    log = {
        "recipe": asdict(recipe),
        "parameters": model.num_parameters(),
        "data": {"sources": sources, **sizes},
        **training.environment(options),
        "seconds": state.seconds,
        "final": measure_finally(model, text, batches, tokenizer),
        "records": state.records,
    }
    ship(options.out, model, tokenizer, held_out_lines(corpora[1], recipe.seed), log)
    check_reload(options.out, batches, log["final"], options.device)
    options.saved.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    parser = training.make_parser("Trains pydoc-bert on docstrings.", "steps")
    parser.add_argument("--layers", type=training.positive, help=f"encoder layers (default: {Recipe.layers})")
    parser.add_argument("--steps", type=training.positive, help=f"updates in all (default: {Recipe.steps})")
    parser.add_argument("--seed", type=int, help=f"of the weights and the batches (default: {Recipe.seed})")
    return training.command(run, parser, HERE, STATE_FILE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
