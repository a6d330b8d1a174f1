"""Trains pydoc-bert, a small BERT with both pre-training heads, on docstrings, and logs what its rows do meanwhile.

The recipe is Google's (https://github.com/google-research/bert), at a laptop's size:
- create_pretraining_data.py: pairs half true and half random, 15 % of positions selected, 80/10/10 (`batches.py`);
- run_pretraining.py: the sum of the two losses, the masked one over selected positions only, a tied decoder;
- optimization.py: AdamW without decay on biases and LayerNorm, linear warm-up and then linear decay, norm clipped at 1.
It differs where one pass on a CPU asks for it: a larger learning rate and initial spread, no dropout, beta2 of 0.98.

    python checkpoints/pydoc-bert/train.py                             # writes the shipped files anew
    python checkpoints/pydoc-bert/train.py --smoke --out /tmp/smoke    # the whole path in seconds
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
from itertools import accumulate
from pathlib import Path
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from batches import PAD, UNUSED, WORDS_FROM, Batch, Text, draw_length, draw_pairs, make_batch
from corpus import Corpus, all_paragraphs, fingerprint, read, sentences, source_folders, split
from tokenizers import BertWordPieceTokenizer
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy
from tqdm import tqdm
from transformers import BertConfig, BertForPreTraining, BertTokenizer

HERE = Path(__file__).resolve().parent
STATE_FILE, LOG_FILE, HELD_OUT_FILE = "training_state.pt", "training_log.json", "held_out.txt"
SPECIAL = ["[PAD]", *(f"[unused{i}]" for i in range(len(UNUSED))), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS_SHIPPED = 45  # of each text in held_out.txt: two fit into the longest training sequence
SHIPPED_PER_FILE = 4  # pairs
RELOADED_WITHIN = 1e-5
SHOWN = ("train_mlm_loss", "train_nsp_loss", "held_out_mlm_top1", "held_out_nsp_accuracy")  # by the progress bar


class UsageError(Exception):
    """A mistake in the command line: one line for the reader, exit code 2."""


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the result, but for the corpus, the versions and the device."""

    layers: int = 3
    steps: int = 8000
    seed: int = 0
    hidden: int = 128
    heads: int = 2
    intermediate: int = 512
    vocabulary: int = 8192
    max_positions: int = 128
    initializer_range: float = 0.06  # about 0.7 / sqrt(hidden); 0.02 is for Google's 768 and learns far slower here
    batch: int = 48  # pairs
    shortest: int = 32  # tokens of the pairs of a batch; the length is drawn for each
    length: int = 128  # at most; what is measured has this length
    learning_rate: float = 2e-3
    warmup: float = 0.1  # of the steps
    decay: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    dropout: float = 0.0
    log_every: int = 100  # steps
    held_out_batches: int = 10  # at every entry of the log
    final_batches: int = 100  # at the end; the first of them are those of the log


SMOKE: dict[str, Any] = {
    "steps": 20,
    "vocabulary": 1024,
    "batch": 16,
    "log_every": 5,
    "held_out_batches": 1,
    "final_batches": 2,
}


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
        parts = {
            "settings": settings,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "generator": self.generator.get_state(),
            "records": self.records,
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(parts, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def load(self, path: Path, settings: dict[str, Any]) -> None:
        """Reads a checkpoint file. Raises UsageError if it is of another recipe or corpus."""
        parts = torch.load(path, weights_only=True)
        if parts["settings"] != settings:
            different = sorted(name for name in settings if parts["settings"].get(name) != settings[name])
            raise UsageError(f"cannot resume: {path} was made with another {', '.join(different)}")
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


def make_tokenizer(training: Corpus, recipe: Recipe) -> BertTokenizer:
    """Learns a lower-cased WordPiece vocabulary and lays it out as Google did: [PAD], [unused…], [UNK] at 100.

    The continuing characters are given first: the learner would number them in the order of a hash map, which is
    another one in every process, and later breaks ties between pairs by those numbers.
    """
    lines = all_paragraphs(training)
    characters = {character for line in lines for character in line.lower() if character.isalnum()}
    first = SPECIAL + sorted(f"##{character}" for character in characters)
    learner = BertWordPieceTokenizer(lowercase=True)
    learner.train_from_iterator(iter(lines), recipe.vocabulary, special_tokens=first, show_progress=False)
    vocabulary = dict(sorted(learner.get_vocab().items(), key=lambda item: item[1]))
    return BertTokenizer(vocab=vocabulary, do_lower_case=True, model_max_length=recipe.max_positions)


def encode(corpus: Corpus, tokenizer: BertTokenizer) -> Text:
    """Every sentence as token ids, without [CLS] and [SEP]."""
    parts = {name: sentences(docstrings) for name, docstrings in corpus.items()}
    flat = [part for sentences_of_file in parts.values() for part in sentences_of_file]
    encoded = iter(tokenizer.backend_tokenizer.encode_batch(flat, add_special_tokens=False))
    return Text.of([[next(encoded).ids for _ in sentences_of_file] for sentences_of_file in parts.values()])


def make_model(recipe: Recipe, vocabulary: int) -> BertForPreTraining:
    """A fresh, tied BertForPreTraining. Its [PAD] row starts at zero, which is what the log is about."""
    torch.manual_seed(recipe.seed)
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=recipe.hidden,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=recipe.intermediate,
        max_position_embeddings=recipe.max_positions,
        initializer_range=recipe.initializer_range,
        hidden_dropout_prob=recipe.dropout,
        attention_probs_dropout_prob=recipe.dropout,
    )
    model = BertForPreTraining(config)
    if model.bert.embeddings.word_embeddings.weight[PAD].any():
        raise RuntimeError("this version of transformers does not start the [PAD] row at zero")
    return model


def make_optimizer(model: BertForPreTraining, recipe: Recipe) -> torch.optim.AdamW:
    """AdamW as in optimization.py: biases and LayerNorm, which are the vectors, do not decay."""
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": recipe.decay},
        {"params": [p for p in parameters if p.ndim == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(recipe.beta1, recipe.beta2), eps=recipe.epsilon)


def learning_rate(step: int, recipe: Recipe) -> float:
    """Linear warm-up, then linear decay to zero. `step` counts from 0."""
    warmup = max(1, round(recipe.warmup * recipe.steps))
    return recipe.learning_rate * min((step + 1) / warmup, (recipe.steps - step) / max(1, recipe.steps - warmup))


def forward(model: BertForPreTraining, batch: Batch) -> tuple[Tensor, Tensor]:
    """MLM scores at the M selected positions, (M, V), and next-sentence scores, (B, 2).

    The model's own `forward` scores all B × N positions, of which the loss would read 15 %.
    """
    encoded = model.bert(batch.input_ids, batch.attention_mask, batch.token_type_ids)
    scores: tuple[Tensor, Tensor] = model.cls(encoded.last_hidden_state[batch.selected], encoded.pooler_output)
    return scores


def train_step(state: State, batch: Batch, recipe: Recipe) -> tuple[float, float]:
    """One update. Returns the MLM and the next-sentence loss, in nats."""
    for group in state.optimizer.param_groups:
        group["lr"] = learning_rate(state.step, recipe)
    words, pairs = forward(state.model, batch)
    mlm, nsp = cross_entropy(words, batch.labels), cross_entropy(pairs, batch.next_sentence_label)
    state.optimizer.zero_grad()
    (mlm + nsp).backward()
    torch.nn.utils.clip_grad_norm_(state.model.parameters(), recipe.clip)
    state.optimizer.step()
    state.step += 1
    return mlm.item(), nsp.item()


def evaluate(model: BertForPreTraining, batches: Sequence[Batch]) -> dict[str, float]:
    """Mean losses in nats, and shares of right answers: of selected positions and of pairs."""
    model.eval()
    with torch.no_grad():
        scores = [_scores(*forward(model, batch), batch) for batch in batches]
    model.train()
    words = sum(len(batch.labels) for batch in batches)
    pairs = sum(len(batch.next_sentence_label) for batch in batches)
    totals = torch.stack(scores).sum(0) / torch.tensor([words, words, pairs, pairs])
    return dict(zip(("mlm_loss", "mlm_top1", "nsp_loss", "nsp_accuracy"), totals.tolist(), strict=True))


def measure_rows(model: BertForPreTraining) -> dict[str, float | None]:
    """Norms of rows of the tied matrix, and output biases: [PAD], the 99 [unused] ones, and the words.

    The cosine is None at step 0, where the [PAD] row is zero and has no direction.
    """
    matrix = model.bert.embeddings.word_embeddings.weight.detach()
    bias = model.cls.predictions.bias.detach()
    pad, unused = matrix[PAD], matrix[UNUSED.start : UNUSED.stop]
    unused_bias = bias[UNUSED.start : UNUSED.stop]
    return {
        "pad_norm": pad.norm().item(),
        "unused_mean_of_norms": unused.norm(dim=1).mean().item(),
        "unused_norm_of_mean": unused.mean(0).norm().item(),
        "word_median_norm": matrix[WORDS_FROM:].norm(dim=1).median().item(),
        "cos_pad_mean_unused": cosine_similarity(pad, unused.mean(0), dim=0).item() if pad.any() else None,
        "pad_bias": bias[PAD].item(),
        "unused_bias_min": unused_bias.min().item(),
        "unused_bias_max": unused_bias.max().item(),
    }


def make_record(state: State, held_out: Sequence[Batch], losses: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """One entry of the log. `losses` are those of the steps since the entry before: none at step 0."""
    mlm, nsp = (_mean(column) for column in zip(*losses, strict=True)) if losses else (None, None)
    scores = {f"held_out_{name}": value for name, value in evaluate(state.model, held_out).items()}
    return {"step": state.step, "train_mlm_loss": mlm, "train_nsp_loss": nsp, **scores, **measure_rows(state.model)}


def train(state: State, data: Data, recipe: Recipe, until: int, path: Path, device: torch.device) -> None:
    """Trains up to the step `until`. With every entry of the log goes a checkpoint at `path`."""
    vocabulary = state.model.config.vocab_size
    held_out = data.batches[: recipe.held_out_batches]
    began = time.monotonic() - state.seconds
    if not state.records:
        state.records.append(make_record(state, held_out, []))
    losses: list[tuple[float, float]] = []
    with tqdm(total=recipe.steps, initial=state.step, unit="step") as bar:
        while state.step < until:
            pairs = draw_pairs(data.training, recipe.batch, state.generator)
            length = draw_length(recipe.shortest, recipe.length, state.generator)
            batch = make_batch(data.training, pairs, length, vocabulary, state.generator)
            losses.append(train_step(state, batch.to(device), recipe))
            bar.update()
            if state.step % recipe.log_every == 0 or state.step == recipe.steps:
                state.records.append(make_record(state, held_out, losses))
                losses.clear()
                state.seconds = time.monotonic() - began
                state.save(path, data.settings)
                bar.set_postfix_str(", ".join(f"{name} {state.records[-1][name]:.3f}" for name in SHOWN))


def prepare(recipe: Recipe, corpora: tuple[Corpus, Corpus], tokenizer: BertTokenizer, device: torch.device) -> Data:
    """Encodes both parts of the corpus. The held-out pairs and their masks are drawn once."""
    training, held_out = (encode(corpus, tokenizer) for corpus in corpora)
    generator = torch.Generator().manual_seed(recipe.seed + 1)
    batches = []
    for _ in range(recipe.final_batches):
        pairs = draw_pairs(held_out, recipe.batch, generator)
        batches.append(make_batch(held_out, pairs, recipe.length, len(tokenizer), generator).to(device))
    texts = [fingerprint(corpus) for corpus in corpora]
    return Data(training, held_out, batches, {**asdict(recipe), "training text": texts[0], "held-out text": texts[1]})


def final_numbers(model: BertForPreTraining, data: Data, tokenizer: BertTokenizer) -> dict[str, Any]:
    """Held-out numbers over all held-out batches, beside what always guessing the commonest token would get."""
    counts = Counter(token for file in data.training.files for token in file)
    commonest = counts.most_common(1)[0][0]
    labels = torch.cat([batch.labels for batch in data.batches])
    return {
        "pairs": sum(len(batch.next_sentence_label) for batch in data.batches),
        "selected_positions": len(labels),
        **evaluate(model, data.batches),
        "commonest_token": tokenizer.convert_ids_to_tokens(commonest),
        "commonest_token_top1": _share(labels == commonest),
    }


def describe(corpus: Corpus, text: Text) -> dict[str, Any]:
    """Sizes of one part of the corpus, and its sha256."""
    return {
        "files": len(corpus),
        "docstrings": sum(map(len, corpus.values())),
        "paragraphs": len(all_paragraphs(corpus)),
        "sentences": len(text.starts),
        "characters": sum(map(len, all_paragraphs(corpus))),
        "tokens": sum(map(len, text.files)),
        "sha256": fingerprint(corpus),
    }


def held_out_lines(held_out: Corpus, seed: int) -> list[str]:
    """Lines of `file <tab> text <tab> what follows it <tab> any text of another file`: a sample, unmasked.

    Each text has 45 words, and the last two start with a sentence.
    """
    generator = torch.Generator().manual_seed(seed)
    places = {name: long_places(sentences(docstrings)) for name, docstrings in held_out.items()}
    others = [(name, after) for name, pairs in places.items() for _, after in pairs]
    rows = []
    for name, pairs in places.items():
        for number in torch.randperm(len(pairs), generator=generator)[:SHIPPED_PER_FILE].tolist():
            other_name, other = name, ""
            while other_name == name:
                other_name, other = others[int(torch.randint(len(others), (), generator=generator))]
            rows.append("\t".join([name, *pairs[number], other]))
    return rows


def long_places(parts: list[str]) -> list[tuple[str, str]]:
    """The 45 words before and the 45 words after the start of each sentence that has so many on both sides."""
    words = [word for part in parts for word in part.split()]
    starts = accumulate(len(part.split()) for part in parts)
    return [
        (" ".join(words[start - WORDS_SHIPPED : start]), " ".join(words[start : start + WORDS_SHIPPED]))
        for start in starts
        if WORDS_SHIPPED <= start <= len(words) - WORDS_SHIPPED
    ]


def ship(out: Path, state: State, tokenizer: BertTokenizer, lines: list[str], log: dict[str, Any]) -> None:
    """Writes everything a reader loads."""
    state.model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (out / "vocab.txt").write_text("".join(f"{word}\n" for word, _ in words), encoding="utf-8")
    (out / HELD_OUT_FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (out / LOG_FILE).write_text(json.dumps(rounded(log), indent=1) + "\n", encoding="utf-8")


def rounded(value: Any) -> Any:
    """The same plain data with floats of 6 significant digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def run(options: argparse.Namespace) -> None:
    """The whole path: corpus, vocabulary, training, log, files, and a held-out evaluation of the files just written."""
    recipe = make_recipe(options)
    device = usable_device(options.device)
    torch.set_num_threads(options.threads)
    if options.resume and not (options.out / STATE_FILE).is_file():
        raise UsageError(f"nothing to resume: there is no {options.out / STATE_FILE}")
    options.out.mkdir(parents=True, exist_ok=True)

    folders = source_folders(standard_library_only=options.smoke)
    training, held_out = corpora = split(read(folders, top_level_only=options.smoke))
    tokenizer = make_tokenizer(training, recipe)
    data = prepare(recipe, corpora, tokenizer, device)
    model = make_model(recipe, len(tokenizer)).to(device)
    state = State(model, make_optimizer(model, recipe), torch.Generator().manual_seed(recipe.seed), [])
    if options.resume:
        state.load(options.out / STATE_FILE, data.settings)
    until = min(options.stop_after or recipe.steps, recipe.steps)
    train(state, data, recipe, until, options.out / STATE_FILE, device)
    if state.step < recipe.steps:
        print(f"stopped at step {state.step}; --resume goes on from the last entry of the log")
        return

    log = {
        "recipe": asdict(recipe),
        "parameters": model.num_parameters(),
        "data": {
            "sources": list(folders),
            "training": describe(training, data.training),
            "held_out": describe(held_out, data.held_out),
        },
        **surroundings(options),
        "seconds": state.seconds,
        "final": final_numbers(model, data, tokenizer),
        "records": state.records,
    }
    ship(options.out, state, tokenizer, held_out_lines(held_out, recipe.seed), log)
    check_reload(options.out, data, log["final"], device)
    (options.out / STATE_FILE).unlink(missing_ok=True)


def surroundings(options: argparse.Namespace) -> dict[str, Any]:
    """What else the numbers depend on: versions, which are also those of the text, device and threads."""
    versions = {name: version(name) for name in ("torch", "transformers", "tokenizers", "numpy")}
    return {
        "versions": {"python": platform.python_version(), **versions},
        "device": options.device,
        "threads": options.threads,
    }


def check_reload(out: Path, data: Data, final: dict[str, Any], device: torch.device) -> None:
    """Loads the files just written and measures them: the numbers of the log are those of the files."""
    again = evaluate(BertForPreTraining.from_pretrained(out).to(device), data.batches)
    if any(abs(again[name] - final[name]) > RELOADED_WITHIN for name in again):
        raise RuntimeError(f"{out} does not load as it was saved: {again} instead of {final}")
    print(f"{out}: " + ", ".join(f"{name} {final[name]:.4g}" for name in (*again, "commonest_token_top1")))


def make_recipe(options: argparse.Namespace) -> Recipe:
    """The recipe that the options ask for."""
    given = {name: getattr(options, name) for name in ("layers", "steps", "seed")}
    return Recipe(**{**(SMOKE if options.smoke else {}), **{k: v for k, v in given.items() if v is not None}})


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
    """Reads the command line. Raises UsageError for a smoke run that would write over the shipped files."""
    parser = argparse.ArgumentParser(description="Trains pydoc-bert on docstrings.")
    parser.add_argument("--out", type=Path, help="folder to write to (default: this script's, the shipped files)")
    parser.add_argument("--layers", type=positive, help=f"encoder layers (default: {Recipe.layers})")
    parser.add_argument("--steps", type=positive, help=f"updates in all (default: {Recipe.steps})")
    parser.add_argument("--seed", type=int, help=f"of the weights and the batches (default: {Recipe.seed})")
    parser.add_argument(
        "--threads", type=positive, default=1, help="of torch (default: 1, which the log was made with)"
    )
    parser.add_argument("--device", default="cpu", help="cpu, cuda, … (default: cpu)")
    parser.add_argument("--resume", action="store_true", help=f"go on from {STATE_FILE} in the folder")
    parser.add_argument("--stop-after", type=positive, metavar="STEP", help="stop there, to be resumed")
    parser.add_argument("--smoke", action="store_true", help="a few steps on a little text; needs --out")
    options = parser.parse_args(arguments)
    if options.smoke and (options.out is None or options.out.resolve() == HERE):
        raise UsageError("--smoke needs --out with a folder other than the shipped one")
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


def _scores(words: Tensor, pairs: Tensor, batch: Batch) -> Tensor:
    """Summed loss and number of right answers, of the words and then of the pairs: (4,) float64."""
    sums = [
        part
        for scores, labels in ((words, batch.labels), (pairs, batch.next_sentence_label))
        for part in (cross_entropy(scores, labels, reduction="sum"), (scores.argmax(1) == labels).sum())
    ]
    return torch.stack([part.cpu().double() for part in sums])


def _share(right: Tensor) -> float:
    return float(right.float().mean())


def _mean(column: Sequence[float]) -> float:
    return sum(column) / len(column)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
