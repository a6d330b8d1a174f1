"""Train a masked-LM head for all-MiniLM-L6-v2, whose file has none: on the frozen encoder, and with an update of it.

The head is newly initialised, as transformers does for a file without one, and its decoder is tied to the frozen word
embedding. In the second condition each linear layer of the encoder gets an update of low rank
(Hu et al. 2021, https://arxiv.org/abs/2106.09685), and its LayerNorms are trained too.

    apt-get install dict-wn dict-gcide                                   # the text; see dictionaries.py
    python checkpoints/minilm-mlm/train_head.py                               # writes everything again, in some hours
    python checkpoints/minilm-mlm/train_head.py --only "head alone" --resume  # one condition, from where it stopped
    python checkpoints/minilm-mlm/train_head.py --smoke --out /tmp/smoke      # the whole path in a minute
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))
from experiments import training

# isort: split
import torch
import yaml
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, PreTrainedTokenizerBase

sys.path.insert(0, str(HERE))
from dictionaries import TextMissing, read_sentences

BASE = "sentence-transformers/all-MiniLM-L6-v2"
HEAD_ALONE, WITH_UPDATE = "head alone", "head and low-rank update"
CONDITIONS = (HEAD_ALONE, WITH_UPDATE)
UPDATE_FILE = "update.safetensors"
IGNORED = -100  # the label that cross_entropy leaves out

Encoded = list[list[int]]


@dataclass(frozen=True)
class Recipe:
    """Hold the settings of both conditions. Rate, rank and batch were chosen in short trials that are not logged."""

    steps: int = 8000
    batch: int = 64  # sentences
    longest: int = 64  # tokens
    rank: int = 16
    learning_rate: float = 2e-3  # at its peak
    warmup: float = 0.05  # of the steps
    decay: float = 0.01  # of matrices
    clip: float = 1.0
    masked: float = 0.15  # of the tokens; of these 80 % become [MASK], 10 % another token, 10 % stay
    log_every: int = 500  # steps
    held_out: int = 4000  # sentences to measure on
    seed: int = 0


SMOKE: dict[str, Any] = {"steps": 6, "batch": 8, "log_every": 3, "held_out": 20}


class LowRank(nn.Module):  # type: ignore[misc]  # torch comes without types here
    """Add a low-rank update to a frozen linear layer: x → x Wᵀ + b + (x Aᵀ) Bᵀ, with B zero at the start."""

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__()
        self.linear = linear
        self.a = nn.Parameter(torch.randn(rank, linear.in_features) / linear.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, x: Tensor) -> Tensor:
        """Return the layer's output plus the update's, (…, out)."""
        return self.linear(x) + (x @ self.a.T) @ self.b.T


def make_model(recipe: Recipe, condition: str) -> BertForMaskedLM:
    """Load the encoder with a newly initialised head. Only parameters that the condition trains require gradients."""
    torch.manual_seed(recipe.seed)
    model = BertForMaskedLM.from_pretrained(BASE, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    model.requires_grad_(False)
    model.cls.predictions.transform.requires_grad_(True)
    model.cls.predictions.bias.requires_grad_(True)
    if condition == WITH_UPDATE:
        _add_updates(model.bert.encoder, recipe.rank)
    return model


def _add_updates(encoder: nn.Module, rank: int) -> None:
    """Replace each linear layer by a LowRank, and let LayerNorms be trained."""
    for module in list(encoder.modules()):  # a list: the loop replaces modules
        if isinstance(module, nn.LayerNorm):
            module.requires_grad_(True)
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear) and not isinstance(module, LowRank):
                setattr(module, name, LowRank(child, rank))


class Text:
    """Hold sentences as token ids, and make batches of them."""

    def __init__(self, sentences: Encoded, tokenizer: PreTrainedTokenizerBase) -> None:
        self.sentences, self.tokenizer = sentences, tokenizer

    def batches(self, size: int, generator: torch.Generator) -> Iterator[Encoded]:
        """Yield batches without end. A batch has sentences of similar length, for little padding."""
        while True:
            order = torch.randperm(len(self.sentences), generator=generator).tolist()
            for start in range(0, len(order), 50 * size):
                chunk = sorted(order[start : start + 50 * size], key=lambda number: len(self.sentences[number]))
                groups = [chunk[at : at + size] for at in range(0, len(chunk), size)]
                for group in torch.randperm(len(groups), generator=generator).tolist():
                    yield [self.sentences[number] for number in groups[group]]

    def padded(self, batch: Encoded) -> tuple[Tensor, Tensor]:
        """Return ids and attention mask, both (sentences, length of the longest)."""
        length = max(map(len, batch))
        ids = torch.full((len(batch), length), self.tokenizer.pad_token_id)
        for row, tokens in zip(ids, batch, strict=True):
            row[: len(tokens)] = torch.tensor(tokens)
        return ids, (ids != self.tokenizer.pad_token_id).long()

    def masked(
        self, ids: Tensor, share: float, generator: torch.Generator, always: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Return ids with gaps, and labels: the original id at a chosen position, IGNORED elsewhere. Both as `ids`.

        Of the chosen tokens 80 % become [MASK], 10 % a token drawn from all, 10 % stay; with `always` all are masked.
        """
        special = torch.isin(ids, torch.tensor(self.tokenizer.all_special_ids))
        chosen = (torch.rand(ids.shape, generator=generator) < share) & ~special
        labels = torch.where(chosen, ids, IGNORED)
        draw = torch.rand(ids.shape, generator=generator)
        random_ids = torch.randint(len(self.tokenizer), ids.shape, generator=generator)
        gaps = torch.where(chosen & (draw < (1.0 if always else 0.8)), self.tokenizer.mask_token_id, ids)
        return torch.where(chosen & (draw >= 0.9) & (not always), random_ids, gaps), labels


def scores(model: BertForMaskedLM, ids: Tensor, mask: Tensor, positions: Tensor) -> Tensor:
    """Return the scores at the positions where a bool mask (sentences, length) is true, (positions, vocabulary)."""
    return model.cls.predictions(model.bert(ids, attention_mask=mask).last_hidden_state[positions])


class Measure:
    """Measure a stage: how many held-out gaps are filled right, and the words for thirty sentences.

    The gaps are drawn once, so all stages are measured on the same ones.
    """

    def __init__(self, text: Text, recipe: Recipe, prompts: list[dict[str, Any]]) -> None:
        generator = torch.Generator().manual_seed(recipe.seed)
        self.text, self.prompts, self.batches = text, prompts, []
        ordered = sorted(text.sentences[: recipe.held_out], key=len)
        for start in range(0, len(ordered), 128):
            ids, mask = text.padded(ordered[start : start + 128])
            gaps, labels = text.masked(ids, recipe.masked, generator, always=True)
            self.batches.append((gaps, mask, labels))

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def accuracy(self, model: BertForMaskedLM) -> dict[str, float]:
        """Return the shares of gaps with the right token first and among five, their number, and the loss in nats."""
        first_right = among_five = count = 0
        loss = 0.0
        for ids, mask, labels in self.batches:
            positions = labels != IGNORED
            logits, expected = scores(model, ids, mask, positions), labels[positions]
            loss += cross_entropy(logits, expected, reduction="sum").item()
            best = logits.topk(5).indices
            first_right += int((best[:, 0] == expected).sum())
            among_five += int((best == expected[:, None]).sum())
            count += len(expected)
        shares = {"right": first_right / count, "among_five": among_five / count}
        return {"gaps": count, **shares, "held_out_loss": loss / count}

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def words(self, model: BertForMaskedLM) -> list[list[Any]]:
        """Return the five best words for the gap of each sentence, as [token, probability] pairs."""
        tokenizer, best_words = self.text.tokenizer, []
        for prompt in self.prompts:
            ids = tokenizer(prompt["text"], return_tensors="pt").input_ids
            logits = scores(model, ids, torch.ones_like(ids), ids == tokenizer.mask_token_id)[0]
            best = logits.softmax(-1).topk(5)
            tokens = tokenizer.convert_ids_to_tokens(best.indices.tolist())
            best_words.append([[token, round(p, 4)] for token, p in zip(tokens, best.values.tolist(), strict=True)])
        return best_words

    def passed(self, words: list[list[Any]]) -> int:
        """Return the number of sentences with an accepted word among the five."""
        pairs = zip(self.prompts, words, strict=True)
        return sum(bool({token for token, _ in five} & set(prompt["accepted"])) for prompt, five in pairs)


class Run:
    """Train one condition, from its first step or, with `resume`, from the state saved at `path`."""

    def __init__(self, recipe: Recipe, condition: str, text: Text, measure: Measure, path: Path, resume: bool) -> None:
        self.recipe, self.condition, self.text, self.measure, self.path = recipe, condition, text, measure, path
        self.model = make_model(recipe, condition).eval()  # no dropout
        trained = [parameter for parameter in self.model.parameters() if parameter.requires_grad]
        groups = [
            {"params": [p for p in trained if p.ndim > 1], "weight_decay": recipe.decay},
            {"params": [p for p in trained if p.ndim == 1], "weight_decay": 0.0},
        ]
        self.trained = trained
        self.optimizer = torch.optim.AdamW(groups)
        self.stages: list[dict[str, Any]] = []
        self.step = self.tokens = 0
        if resume and path.is_file():
            self.load()

    def settings(self) -> training.Settings:
        """Return the settings that a saved state must share to be resumed."""
        return {"recipe": asdict(self.recipe), "condition": self.condition}

    def save(self) -> None:
        """Save the trained parameters, the optimizer and the stages so far, to resume from."""
        trained = {name: p for name, p in self.model.named_parameters() if p.requires_grad}
        parts = {"own": trained, "optimizer": self.optimizer.state_dict(), "stages": self.stages}
        training.save(self.path, self.settings(), {**parts, "step": self.step, "tokens": self.tokens})

    def load(self) -> None:
        """Load a saved state. Raise UsageError if it was made with other settings."""
        parts = training.load(self.path, self.settings())
        self.model.load_state_dict(parts["own"], strict=False)  # the frozen parameters are not in it
        self.optimizer.load_state_dict(parts["optimizer"])
        self.stages, self.step, self.tokens = parts["stages"], parts["step"], parts["tokens"]

    def record(self, losses: list[float]) -> None:
        """Measure a stage, print it, and save the state. `losses` are those of the steps since the last stage."""
        words = self.measure.words(self.model)
        stage: dict[str, Any] = {"step": self.step, "sentences": self.step * self.recipe.batch, "tokens": self.tokens}
        stage["loss"] = training.mean(losses) if losses else None
        stage |= {**self.measure.accuracy(self.model), "passed": self.measure.passed(words), "words": words}
        self.stages.append(stage)
        print(f"{self.condition}: {[stage[key] for key in list(stage)[:-1]]} {words[0]}", file=sys.stderr, flush=True)
        self.save()

    def train(self) -> None:
        """Train to the last step, with a stage before the first one."""
        recipe = self.recipe
        rates = training.schedule(recipe.learning_rate, recipe.warmup, recipe.steps)
        generator = torch.Generator().manual_seed(recipe.seed)
        batches = self.text.batches(recipe.batch, generator)
        for _ in range(self.step):  # a resumed run draws again what it drew before it stopped
            next(batches)
        if not self.stages:
            self.record([])
        losses: list[float] = []
        while self.step < recipe.steps:
            losses.append(self.make_step(next(batches), rates[self.step]))
            self.step += 1
            if self.step % recipe.log_every == 0 or self.step == recipe.steps:
                self.record(losses)
                losses = []

    def make_step(self, batch: Encoded, rate: float) -> float:
        """Make a step at a learning rate; return the loss of the batch in nats."""
        ids, mask = self.text.padded(batch)
        # The gaps depend on the number of the step alone, so that a resumed run has the same ones.
        generator = torch.Generator().manual_seed(1_000_003 * (self.recipe.seed + 1) + self.step)
        gaps, labels = self.text.masked(ids, self.recipe.masked, generator)
        positions = labels != IGNORED
        loss = cross_entropy(scores(self.model, gaps, mask, positions), labels[positions])
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained, self.recipe.clip)
        self.optimizer.step()
        self.tokens += int(mask.sum())
        return float(loss)

    def write_update(self, path: Path) -> None:
        """Write what was trained, in float16: the head, LayerNorms, and A and B of each update."""
        trained = {name: p.detach().half().contiguous() for name, p in self.model.named_parameters() if p.requires_grad}
        save_file(trained, path)


def run(options: argparse.Namespace) -> None:
    """Train one condition or both. Write the update, and the log if both ran. Raise UsageError without the texts."""
    recipe = Recipe(**SMOKE) if options.smoke else Recipe()
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    try:
        sentences, held_out = read_sentences(options.text)
    except TextMissing as error:
        raise training.UsageError(str(error)) from error
    if options.smoke:
        sentences, held_out = sentences[:500], held_out[:50]
    encode = {"truncation": True, "max_length": recipe.longest}
    text = Text(tokenizer(sentences, **encode).input_ids, tokenizer)
    prompts = yaml.safe_load((HERE / "sentences.yml").read_text(encoding="utf-8"))
    measure = Measure(Text(tokenizer(held_out, **encode).input_ids, tokenizer), recipe, prompts)
    runs = []
    for condition in [options.only] if options.only else CONDITIONS:
        condition_run = Run(recipe, condition, text, measure, options.out / f"{condition}.pt", options.resume)
        condition_run.train()
        runs.append(condition_run)
        if condition == WITH_UPDATE:
            condition_run.write_update(options.out / UPDATE_FILE)
    if options.only:
        return
    top = {"recipe": asdict(recipe), **training.environment(options), "sentences": len(sentences)}
    log = training.as_text(top, [{"condition": finished.condition, **columns(finished.stages)} for finished in runs])
    (options.out / "training_log.json").write_text(log, encoding="utf-8")
    for finished in runs:
        finished.path.unlink()  # the saved state: there is nothing to resume now


def columns(stages: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the stages as columns for the log: a list for each measured quantity."""
    return {key: [stage[key] for stage in stages] for key in stages[0]}


def main(arguments: list[str]) -> int:
    """Run the command. Return the exit code: 2 for a user's mistake, reported in one line."""
    parser = training.make_parser("Train a masked-LM head on all-MiniLM-L6-v2.", "steps")
    parser.add_argument("--only", choices=CONDITIONS, help="one condition; without this the log is written, too")
    parser.add_argument("--text", type=Path, default=Path("/usr/share/dictd"), help="where the dictionaries are")
    return training.command(run, parser, HERE, ".", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
