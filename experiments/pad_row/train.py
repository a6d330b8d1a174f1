"""Trains one small BERT under each of several conditions and logs what its [PAD] row does meanwhile.

The base is BERT's recipe for masked words, at the size of a minute: tied weights, `padding_idx`, an attention mask, no
labels on pads, AdamW with a little weight decay. Each other condition changes one thing, or the few that it names. The
text is that of pydoc-bert and so is the vocabulary: `[PAD]` is id 0, and 99 `[unused]` tokens never occur.

    python experiments/pad_row/train.py                             # writes log.json anew: 15 minutes of one core
    python experiments/pad_row/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity, cross_entropy
from tqdm import tqdm
from transformers import BertConfig, BertForMaskedLM, BertTokenizer

HERE = Path(__file__).resolve().parent
PYDOC_BERT = HERE.parents[1] / "checkpoints" / "pydoc-bert"
sys.path.insert(0, str(PYDOC_BERT))

from batches import CLS, KEPT, MASK, MASKED, PAD, SELECTED, SEP, UNUSED, WORDS_FROM, Start, Text  # noqa: E402
from corpus import Corpus, fingerprint, read, sentences, source_folders, split  # noqa: E402

LOG_FILE, PARTS = "log.json", "parts"
WORD = "file"  # an ordinary word of docstrings: watched beside [PAD], and swapped with it in one condition
IGNORED = -100


class UsageError(Exception):
    """A mistake in the command line: one line for the reader, exit code 2."""


@dataclass(frozen=True)
class Recipe:
    """What all conditions share."""

    steps: int = 1000
    layers: int = 2
    hidden: int = 64
    heads: int = 2
    intermediate: int = 256
    initializer_range: float = 0.0875  # 0.7 / sqrt(hidden), as for pydoc-bert
    batch: int = 16  # sequences
    shortest: int = 16  # tokens of a sequence; its length is drawn
    length: int = 48
    learning_rate: float = 2e-3
    warmup: float = 0.1  # of the steps
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-6
    clip: float = 1.0
    log_every: int = 50  # steps
    held_out_batches: int = 4


SMOKE: dict[str, Any] = {
    "steps": 6,
    "hidden": 16,
    "intermediate": 32,
    "batch": 4,
    "log_every": 2,
    "held_out_batches": 1,
}


@dataclass(frozen=True)
class Condition:
    """What may differ. The defaults are the base."""

    tied: bool = True
    padding_idx: bool = True
    mask: bool = True
    pads_are_labels: bool = False  # pads may be selected for prediction like any token
    replaced_by_any: bool = True  # 10 % of the selected become any token of the vocabulary; False: any word
    weight_decay: float = 0.01
    pads: bool = True  # False: all sequences of a batch have one length
    starts_at_zero: bool = True  # the [PAD] row
    swapped: bool = False  # [PAD] and WORD exchange their ids: id 0 is a word, and the word's id is the padding


CONDITIONS = {
    "base": Condition(),
    "no padding_idx": Condition(padding_idx=False),
    "no mask": Condition(mask=False),
    "no mask, no padding_idx": Condition(mask=False, padding_idx=False),
    "pads are labels": Condition(pads_are_labels=True),
    "replaced by words only": Condition(replaced_by_any=False),
    "no weight decay": Condition(weight_decay=0.0),
    "ten times the weight decay": Condition(weight_decay=0.1),
    "no pads": Condition(pads=False, replaced_by_any=False),  # so no [PAD] in any batch
    "random start": Condition(starts_at_zero=False),
    "swapped": Condition(swapped=True),
    "untied": Condition(tied=False),
    "untied, no mask": Condition(tied=False, mask=False),
    "untied, pads are labels": Condition(tied=False, pads_are_labels=True),
    "untied, no padding_idx": Condition(tied=False, padding_idx=False),
    "untied, no padding_idx, replaced by words only": Condition(tied=False, padding_idx=False, replaced_by_any=False),
    "untied, no padding_idx, no mask": Condition(tied=False, padding_idx=False, mask=False),
    "untied, no padding_idx, pads are labels": Condition(tied=False, padding_idx=False, pads_are_labels=True),
    "untied, random start": Condition(tied=False, starts_at_zero=False),
    "untied, random start, ten times the weight decay": Condition(tied=False, starts_at_zero=False, weight_decay=0.1),
    "untied, random start, no weight decay": Condition(tied=False, starts_at_zero=False, weight_decay=0.0),
}
SEEDS = {  # one where nothing is said of it: here a difference may be as small as that between seeds
    "base": 3,
    "no padding_idx": 2,
    "no mask": 2,
    "replaced by words only": 2,
    "no weight decay": 2,
    "no pads": 2,
    "untied, no padding_idx": 2,
}


@dataclass(frozen=True)
class Data:
    """The text as ids, and what a part of the log must agree with to be kept."""

    training: Text
    held_out: Text
    word: int  # the id of WORD
    vocabulary: int
    settings: dict[str, Any]


@dataclass(frozen=True)
class Batch:
    """B sequences of N tokens. `labels` are the original tokens at the selected positions, −100 elsewhere."""

    input_ids: Tensor
    attention_mask: Tensor
    labels: Tensor


def make_batch(text: Text, condition: Condition, data: Data, recipe: Recipe, generator: torch.Generator) -> Batch:
    """`[CLS] passage [SEP]`, padded, masks drawn. Every condition draws as many numbers, used or not."""
    lengths = torch.randint(recipe.shortest, recipe.length + 1, (recipe.batch,), generator=generator)
    if not condition.pads:
        lengths[:] = lengths[0]
    ids = torch.full((recipe.batch, int(lengths.max())), PAD)
    places = torch.randint(len(text.starts), (recipe.batch,), generator=generator)
    for row, (place, length) in enumerate(zip(places.tolist(), lengths.tolist(), strict=True)):
        ids[row, :length] = torch.tensor([CLS, *passage(text, text.starts[place], length - 2), SEP])
    real = ids != PAD
    taken = select(ids, condition.pads_are_labels, generator)
    chance, anything = torch.rand(ids.shape, generator=generator), torch.rand(ids.shape, generator=generator)
    lowest = 0 if condition.replaced_by_any else WORDS_FROM
    drawn = lowest + (anything * (data.vocabulary - lowest)).long()
    replaced = torch.where(chance < MASKED, MASK, torch.where(chance < MASKED + KEPT, ids, drawn))
    labels = torch.where(taken, ids, IGNORED)
    shown = torch.where(taken, replaced, ids)
    if condition.swapped:
        labels, shown = (swap(tensor, PAD, data.word) for tensor in (labels, shown))
    return Batch(shown, real.long() if condition.mask else torch.ones_like(ids), labels)


def passage(text: Text, start: Start, length: int) -> list[int]:
    """The `length` tokens of a file from `start` on; what ends too early goes on at the file's beginning."""
    tokens = text.files[start[0]]
    found = tokens[start[1] : start[1] + length]
    while len(found) < length:
        found = [*found, *tokens[: length - len(found)]]
    return found


def select(ids: Tensor, pads_too: bool, generator: torch.Generator) -> Tensor:
    """Which positions to predict: 15 % of the words of each sequence, at least one; of its pads as many, if at all."""
    chance = torch.rand(ids.shape, generator=generator)
    words = (ids != PAD) & (ids != CLS) & (ids != SEP)
    count = (words.sum(1, keepdim=True) * SELECTED).round().clamp(min=1)
    taken = (chance.masked_fill(~words, 2.0).argsort(1).argsort(1) < count) & words
    return taken | (pads_too & (ids == PAD) & (chance < SELECTED))


def swap(ids: Tensor, one: int, other: int) -> Tensor:
    """The same ids with two of them exchanged."""
    return torch.where(ids == one, other, torch.where(ids == other, one, ids))


def make_model(condition: Condition, data: Data, recipe: Recipe, seed: int) -> BertForMaskedLM:
    """A fresh model. Where the padding's row does not start at zero, it is drawn like any other."""
    torch.manual_seed(seed)
    padding = data.word if condition.swapped else PAD
    config = BertConfig(
        vocab_size=data.vocabulary,
        hidden_size=recipe.hidden,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=recipe.intermediate,
        max_position_embeddings=recipe.length,
        initializer_range=recipe.initializer_range,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=padding if condition.padding_idx else None,
        tie_word_embeddings=condition.tied,
    )
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    found = (embedding.padding_idx, model.cls.predictions.decoder.weight is embedding.weight)
    if found != (padding if condition.padding_idx else None, condition.tied):
        raise RuntimeError(f"this version of transformers made another model: padding_idx and tie are {found}")
    with torch.no_grad():
        start = torch.randn(recipe.hidden, generator=torch.Generator().manual_seed(seed)) * recipe.initializer_range
        embedding.weight[padding] = 0.0 if condition.starts_at_zero else start
    return model


def make_optimizer(model: BertForMaskedLM, condition: Condition, recipe: Recipe) -> torch.optim.AdamW:
    """AdamW as Google's optimization.py: biases and LayerNorm, which are the vectors, do not decay."""
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": condition.weight_decay},
        {"params": [p for p in parameters if p.ndim == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(recipe.beta1, recipe.beta2), eps=recipe.epsilon)


def learning_rate(step: int, recipe: Recipe) -> float:
    """Linear warm-up, then linear decay to zero. `step` counts from 0."""
    warmup = max(1, round(recipe.warmup * recipe.steps))
    return recipe.learning_rate * min((step + 1) / warmup, (recipe.steps - step) / max(1, recipe.steps - warmup))


def loss_of(model: BertForMaskedLM, batch: Batch) -> Tensor:
    """The mean loss over the selected positions. Only these are scored, which is most of the speed."""
    hidden = model.bert(batch.input_ids, batch.attention_mask).last_hidden_state
    counted = batch.labels != IGNORED
    return cross_entropy(model.cls(hidden[counted]), batch.labels[counted])


def measure(model: BertForMaskedLM, data: Data, batches: Sequence[Batch]) -> dict[str, float | None]:
    """Norms, biases, and cosines with the mean of the [unused] rows: of the matrix that is looked up, and of `out`.

    In a tied model the two are one. A cosine is None for a row of zeros, which has no direction.
    """
    with torch.no_grad():
        held_out = torch.stack([loss_of(model, batch) for batch in batches]).mean().item()
    rows = model.bert.embeddings.word_embeddings.weight.detach()
    out = model.cls.predictions.decoder.weight.detach()
    bias = model.cls.predictions.decoder.bias.detach()  # what is added: untied, `predictions.bias` is another
    unused, unused_bias = slice(UNUSED.start, UNUSED.stop), bias[UNUSED.start : UNUSED.stop]
    norms = rows[unused].norm(dim=1)
    return {
        "held_out_loss": held_out,
        "pad_norm": rows[PAD].norm().item(),
        "word_norm": rows[data.word].norm().item(),
        "median_norm": rows[WORDS_FROM:].norm(dim=1).median().item(),
        "unused_norm": norms.mean().item(),
        "unused_norm_spread": norms.std().item(),
        "pad_out_norm": out[PAD].norm().item(),
        "unused_out_norm": out[unused].norm(dim=1).mean().item(),
        "pad_cosine": cosine(rows[PAD], rows[unused]),
        "word_cosine": cosine(rows[data.word], rows[unused]),
        "pad_out_cosine": cosine(out[PAD], out[unused]),
        "pad_bias": bias[PAD].item(),
        "word_bias": bias[data.word].item(),
        "unused_bias": unused_bias.mean().item(),
        "unused_bias_min": unused_bias.min().item(),
        "unused_bias_max": unused_bias.max().item(),
    }


def cosine(row: Tensor, others: Tensor) -> float | None:
    """Of a row and the mean of others."""
    return cosine_similarity(row, others.mean(0), dim=0).item() if row.any() else None


def train(name: str, seed: int, data: Data, recipe: Recipe, device: torch.device) -> dict[str, Any]:
    """One run. Its columns start before the first step."""
    condition = CONDITIONS[name]
    model = make_model(condition, data, recipe, seed).to(device)
    optimizer = make_optimizer(model, condition, recipe)
    generator, held_out_generator = (torch.Generator().manual_seed(number) for number in (seed, 1000))
    measured_as = Condition(mask=condition.mask, swapped=condition.swapped)  # as trained, but no pad counts
    held_out = [
        to(make_batch(data.held_out, measured_as, data, recipe, held_out_generator), device)
        for _ in range(recipe.held_out_batches)
    ]
    records = [{"step": 0, "decayed_to": 1.0, **measure(model, data, held_out)}]
    began, decayed_to = time.monotonic(), 1.0
    for step in tqdm(range(recipe.steps), desc=f"{name}, seed {seed}", unit="step", mininterval=2):
        rate = learning_rate(step, recipe)
        for group in optimizer.param_groups:
            group["lr"] = rate
        decayed_to *= 1 - rate * condition.weight_decay
        optimizer.zero_grad()
        loss_of(model, to(make_batch(data.training, condition, data, recipe, generator), device)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), recipe.clip)
        optimizer.step()
        if (step + 1) % recipe.log_every == 0 or step + 1 == recipe.steps:
            records.append({"step": step + 1, "decayed_to": decayed_to, **measure(model, data, held_out)})
    columns = {column: [record[column] for record in records] for column in records[0]}
    return {"condition": name, "seed": seed, "seconds": time.monotonic() - began, **columns}


def to(batch: Batch, device: torch.device) -> Batch:
    """The same batch on another device."""
    return Batch(**{name: tensor.to(device) for name, tensor in vars(batch).items()})


def encode(corpus: Corpus, tokenizer: BertTokenizer) -> Text:
    """Every sentence as token ids, without [CLS] and [SEP]."""
    parts = [sentences(docstrings) for docstrings in corpus.values()]
    flat = [part for sentences_of_file in parts for part in sentences_of_file]
    encoded = iter(tokenizer.backend_tokenizer.encode_batch(flat, add_special_tokens=False))
    return Text.of([[next(encoded).ids for _ in sentences_of_file] for sentences_of_file in parts])


def prepare(options: argparse.Namespace, recipe: Recipe) -> Data:
    """Reads and encodes the text, with the vocabulary that pydoc-bert ships."""
    folders = source_folders(standard_library_only=options.smoke)
    training, held_out = split(read(folders, top_level_only=options.smoke))
    tokenizer = BertTokenizer.from_pretrained(PYDOC_BERT)
    texts: dict[str, Any] = {"training_sha256": fingerprint(training), "held_out_sha256": fingerprint(held_out)}
    texts |= {"sources": list(folders), "vocabulary": len(tokenizer), "word": WORD}
    return Data(
        training=encode(training, tokenizer),
        held_out=encode(held_out, tokenizer),
        word=tokenizer.convert_tokens_to_ids(WORD),
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
    """All conditions, each seed. A finished run is kept as a file of its own until the log is whole."""
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    device = usable_device(options.device)
    torch.set_num_threads(options.threads)
    parts = options.out / PARTS
    if options.resume and not parts.is_dir():
        raise UsageError(f"nothing to resume: there is no {parts}")
    parts.mkdir(parents=True, exist_ok=True)
    data = prepare(options, recipe)
    done: list[Path] = []
    planned = [(condition, seed) for condition in CONDITIONS for seed in range(SEEDS.get(condition, 1))]
    for name, seed in planned[: options.stop_after]:
        done.append(parts / f"{name}, seed {seed}.json")
        if options.resume and done[-1].is_file():
            if json.loads(done[-1].read_text(encoding="utf-8"))["settings"] != data.settings:
                raise UsageError(f"cannot resume: {done[-1]} was made with another recipe, text, version or device")
            continue
        part = {"settings": data.settings, "run": train(name, seed, data, recipe, device)}
        done[-1].with_suffix(".new").write_text(json.dumps(rounded(part)), encoding="utf-8")
        done[-1].with_suffix(".new").replace(done[-1])
    if options.stop_after:
        print(f"stopped after {options.stop_after} runs; --resume goes on from there")
        return
    runs = [json.loads(path.read_text(encoding="utf-8"))["run"] for path in done]
    (options.out / LOG_FILE).write_text(as_text(data.settings, runs), encoding="utf-8")
    for path in done:
        path.unlink()
    parts.rmdir()


def as_text(settings: dict[str, Any], runs: list[dict[str, Any]]) -> str:
    """The log as JSON with a line for each column of each run, so that a diff can be read."""
    base = asdict(Condition())
    conditions = {
        name: {key: value for key, value in asdict(condition).items() if value != base[key]}
        for name, condition in CONDITIONS.items()
    }
    top = {**settings, "base": base, "changed": conditions}
    lines = [f" {json.dumps(name)}: {json.dumps(rounded(value))}," for name, value in top.items()]
    blocks = [
        "  {\n" + ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) + "\n  }"
        for one in runs
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
    parser = argparse.ArgumentParser(description="Trains a small BERT under each condition and logs its [PAD] row.")
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
