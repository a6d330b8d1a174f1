"""Trains pydoc-bert, a small BERT with both pre-training heads, on docstrings, and logs what its rows do meanwhile.

The recipe is Google's (https://github.com/google-research/bert), at a laptop's size:
- create_pretraining_data.py: pairs half true and half random, 15 % of positions selected, 80/10/10 (`batches.py`);
- run_pretraining.py: the sum of the two losses, the masked one over selected positions only, a tied decoder;
- optimization.py: AdamW without decay on biases and LayerNorm, linear warm-up and then linear decay, norm clipped at 1.
It differs where one pass on a CPU asks for it: a larger learning rate and initial spread, no dropout, beta2 of 0.98.

    python checkpoints/pydoc-bert/train.py                             # writes the shipped files again
    python checkpoints/pydoc-bert/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import training_tools as tools
from batches import PAD, UNUSED, Batch, Text
from corpus import Corpus, all_paragraphs, describe, fingerprint, held_out_lines, read_and_split
from evaluation import evaluate, evaluate_finally, forward, measure_rows
from tokenizers import BertWordPieceTokenizer
from torch.nn.functional import cross_entropy
from tqdm import tqdm
from transformers import BertForPreTraining, BertTokenizer

STATE_FILE, LOG_FILE, HELD_OUT_FILE = "training_state.pt", "training_log.json", "held_out.txt"
SPECIAL = ["[PAD]", *(f"[unused{i}]" for i in range(len(UNUSED))), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
RELOADED_WITHIN = 1e-5
SHOWN = ("train_mlm_loss", "train_nsp_loss", "held_out_mlm_top1", "held_out_nsp_accuracy")  # by the progress bar


@dataclass(frozen=True)
class Recipe(tools.BaseRecipe):
    """Everything that decides the result, but for the corpus, the versions and the device."""

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
    shortest: int = 32
    length: int = 128  # what is measured has this length
    learning_rate: float = 2e-3
    warmup: float = 0.1
    decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    dropout: float = 0.0
    log_every: int = 100
    held_out_batches: int = 10  # at every entry of the log
    final_batches: int = 100  # at the end; the first of them are those of the log


SMOKE = {"steps": 20, "vocabulary": 1024, "batch": 8, "log_every": 5, "held_out_batches": 1, "final_batches": 2}
SMOKE |= {"hidden": 32, "intermediate": 64, "shortest": 16, "length": 64}


@dataclass
class State:
    """What changes while training. Saved and loaded whole, it goes on as if it had never stopped."""

    model: BertForPreTraining
    optimizer: torch.optim.AdamW
    generator: torch.Generator  # the only source of randomness after the initial weights
    records: list[dict[str, Any]]
    step: int = 0
    seconds: float = 0.0

    def save(self, path: Path, settings: dict[str, Any]) -> None:
        """Writes a checkpoint file, whole or not at all."""
        parts = {"settings": settings, **vars(self), "generator": self.generator.get_state()}
        parts |= {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        tools.save_whole(path, parts)

    def load(self, path: Path, settings: dict[str, Any]) -> None:
        """Reads a checkpoint file. Raises UsageError if it is of another recipe or corpus."""
        parts = torch.load(path, weights_only=True)
        if parts["settings"] != settings:
            different = sorted(name for name in settings if parts["settings"].get(name) != settings[name])
            raise tools.UsageError(f"cannot resume: {path} was made with another {', '.join(different)}")
        self.model.load_state_dict(parts["model"])
        self.optimizer.load_state_dict(parts["optimizer"])
        self.generator.set_state(parts["generator"])
        self.records, self.step, self.seconds = parts["records"], parts["step"], parts["seconds"]


@dataclass(frozen=True)
class Data:
    """What is trained on and measured. `settings` are what a checkpoint file must agree with to be resumed."""

    training: Text
    held_out: Text
    batches: list[Batch]  # drawn once from the held-out text
    settings: dict[str, Any]


def make_tokenizer(training: Corpus, vocabulary: int, max_length: int) -> BertTokenizer:
    """Learns a lower-cased WordPiece vocabulary and lays it out as Google did: [PAD], [unused…], [UNK] at 100.

    The continuing characters are given first: the learner would number them in the order of a hash map, which is
    another one in every process, and later breaks ties between pairs by those numbers.
    """
    lines = all_paragraphs(training)
    characters = {character for line in lines for character in line.lower() if character.isalnum()}
    first = SPECIAL + sorted(f"##{character}" for character in characters)
    learner = BertWordPieceTokenizer(lowercase=True)
    learner.train_from_iterator(iter(lines), vocabulary, special_tokens=first, show_progress=False)
    ids = dict(sorted(learner.get_vocab().items(), key=lambda item: item[1]))
    return BertTokenizer(vocab=ids, do_lower_case=True, model_max_length=max_length)


def make_model(recipe: Recipe, vocabulary: int) -> BertForPreTraining:
    """A fresh, tied BertForPreTraining. Its [PAD] row starts at zero, which is what the log is about."""
    torch.manual_seed(recipe.seed)
    dropout = {"hidden_dropout_prob": recipe.dropout, "attention_probs_dropout_prob": recipe.dropout}
    config = recipe.model_config(vocabulary, max_position_embeddings=recipe.max_positions, **dropout)
    model = BertForPreTraining(config)
    if model.bert.embeddings.word_embeddings.weight[PAD].any():
        raise RuntimeError("this version of transformers does not start the [PAD] row at zero")
    return model


def train_step(state: State, batch: Batch, recipe: Recipe) -> tuple[float, float]:
    """One update. Returns the MLM and the next-sentence loss, in nats."""
    words, pairs = forward(state.model, batch)
    mlm, nsp = cross_entropy(words, batch.labels), cross_entropy(pairs, batch.next_sentence_label)
    tools.update(state.model, state.optimizer, mlm + nsp, recipe.rate_at(state.step), recipe.clip)
    state.step += 1
    return mlm.item(), nsp.item()


def make_record(state: State, held_out: Sequence[Batch], losses: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """One entry of the log. `losses` are those of the steps since the entry before: none at step 0."""
    mlm, nsp = map(tools.mean, zip(*losses, strict=True)) if losses else (None, None)
    scores = {f"held_out_{name}": value for name, value in evaluate(state.model, held_out).items()}
    return {"step": state.step, "train_mlm_loss": mlm, "train_nsp_loss": nsp, **scores, **measure_rows(state.model)}


def train(state: State, data: Data, recipe: Recipe, until: int, path: Path, device: torch.device) -> None:
    """Trains up to the step `until`. With every entry of the log goes a checkpoint at `path`."""
    held_out = data.batches[: recipe.held_out_batches]
    began = time.monotonic() - state.seconds
    if not state.records:
        state.records.append(make_record(state, held_out, []))
    losses: list[tuple[float, float]] = []
    with tqdm(total=recipe.steps, initial=state.step, unit="step") as bar:
        while state.step < until:
            batch = recipe.draw_batch(data.training, state.model.config.vocab_size, state.generator)
            losses.append(train_step(state, batch.to(device), recipe))
            bar.update()
            if recipe.is_logged(state.step):
                state.records.append(make_record(state, held_out, losses))
                losses.clear()
                state.seconds = time.monotonic() - began
                state.save(path, data.settings)
                bar.set_postfix_str(", ".join(f"{name} {state.records[-1][name]:.3f}" for name in SHOWN))


def prepare(recipe: Recipe, corpora: tuple[Corpus, Corpus], tokenizer: BertTokenizer, device: torch.device) -> Data:
    """Encodes both parts of the corpus. The held-out pairs and their masks are drawn once."""
    trained_on, held_out = (tools.encode(corpus, tokenizer) for corpus in corpora)
    batches = recipe.draw_held_out(held_out, len(tokenizer), recipe.final_batches, seed=recipe.seed + 1)
    texts = [fingerprint(corpus) for corpus in corpora]
    settings = {**asdict(recipe), "training text": texts[0], "held-out text": texts[1]}
    return Data(trained_on, held_out, [batch.to(device) for batch in batches], settings)


def ship(out: Path, state: State, tokenizer: BertTokenizer, lines: list[str], log: dict[str, Any]) -> None:
    """Writes everything a reader loads."""
    state.model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (out / "vocab.txt").write_text("".join(f"{word}\n" for word, _ in words), encoding="utf-8")
    (out / HELD_OUT_FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (out / LOG_FILE).write_text(json.dumps(tools.rounded(log), indent=1) + "\n", encoding="utf-8")


def check_reload(out: Path, data: Data, final: dict[str, Any], device: torch.device) -> None:
    """Loads the files just written and measures them: the numbers of the log are those of the files."""
    again = evaluate(BertForPreTraining.from_pretrained(out).to(device), data.batches)
    if any(abs(again[name] - final[name]) > RELOADED_WITHIN for name in again):
        raise RuntimeError(f"{out} does not load as it was saved: {again} instead of {final}")
    print(f"{out}: " + ", ".join(f"{name} {final[name]:.4g}" for name in (*again, "commonest_token_top1")))


def run(options: argparse.Namespace) -> None:
    """The whole path: corpus, vocabulary, training, log, files, and a held-out evaluation of the files just written."""
    given = {name: value for name in ("layers", "steps", "seed") if (value := getattr(options, name)) is not None}
    recipe = Recipe(**{**(SMOKE if options.smoke else {}), **given})
    device = tools.set_up_torch(options)
    state_file: Path = options.out / STATE_FILE
    if options.resume and not state_file.is_file():
        raise tools.UsageError(f"nothing to resume: there is no {state_file}")
    options.out.mkdir(parents=True, exist_ok=True)

    sources, (training, held_out) = read_and_split(little=options.smoke)
    tokenizer = make_tokenizer(training, recipe.vocabulary, recipe.max_positions)
    data = prepare(recipe, (training, held_out), tokenizer, device)
    model = make_model(recipe, len(tokenizer)).to(device)
    generator = torch.Generator().manual_seed(recipe.seed)
    state = State(model, recipe.optimizer(model, recipe.decay), generator, records=[])
    if options.resume:
        state.load(state_file, data.settings)
    train(state, data, recipe, min(options.stop_after or recipe.steps, recipe.steps), state_file, device)
    if state.step < recipe.steps:
        print(f"stopped at step {state.step}; --resume goes on from the last entry of the log")
        return

    sizes = {"training": describe(training, data.training), "held_out": describe(held_out, data.held_out)}
    log = {
        "recipe": asdict(recipe),
        "parameters": model.num_parameters(),
        "data": {"sources": sources, **sizes},
        **tools.environment(options),
        "seconds": state.seconds,
        "final": evaluate_finally(model, data.training, data.batches, tokenizer),
        "records": state.records,
    }
    ship(options.out, state, tokenizer, held_out_lines(held_out, recipe.seed), log)
    check_reload(options.out, data, log["final"], device)
    state_file.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    resume = f"go on from {STATE_FILE} in the folder"
    parser = tools.make_parser("Trains pydoc-bert on docstrings.", "shipped", resume, "STEP")
    parser.add_argument("--layers", type=tools.positive, help=f"encoder layers (default: {Recipe.layers})")
    parser.add_argument("--steps", type=tools.positive, help=f"updates in all (default: {Recipe.steps})")
    parser.add_argument("--seed", type=int, help=f"of the weights and the batches (default: {Recipe.seed})")
    return tools.run_command(run, parser, tools.PYDOC_BERT, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
