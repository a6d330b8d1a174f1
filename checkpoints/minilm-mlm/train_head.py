"""Train a masked-LM head for all-MiniLM-L6-v2, whose file has none: on the encoder as it is, and with an update of it.

The head is newly initialised, as transformers makes it for a file without one, and its decoder is tied to the word
embedding, which stays as it is. In the second condition each linear layer of the encoder gets an update of low rank
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
IGNORED = -100

Encoded = list[list[int]]


@dataclass(frozen=True)
class Recipe:
    """The settings of both conditions. The rate, the rank and the batch were chosen in short trials that no log has."""

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
    """A linear layer that stays as it is, and an update of it: x → x Wᵀ + b + (x Aᵀ) Bᵀ, with B zero at the start."""

    def __init__(self, linear: nn.Linear, rank: int) -> None:
        super().__init__()
        self.linear = linear
        self.a = nn.Parameter(torch.randn(rank, linear.in_features) / linear.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, x: Tensor) -> Tensor:
        """Return the layer's output, updated."""
        return self.linear(x) + (x @ self.a.T) @ self.b.T


def make_model(recipe: Recipe, condition: str) -> BertForMaskedLM:
    """Load the encoder under a newly initialised head. What is to be trained, and nothing else, asks for gradients."""
    torch.manual_seed(recipe.seed)
    model = BertForMaskedLM.from_pretrained(BASE, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    model.requires_grad_(False)
    model.cls.predictions.transform.requires_grad_(True)
    model.cls.predictions.bias.requires_grad_(True)
    if condition == WITH_UPDATE:
        _add_updates(model.bert.encoder, recipe.rank)
    return model


def _add_updates(encoder: nn.Module, rank: int) -> None:
    for module in list(encoder.modules()):
        if isinstance(module, nn.LayerNorm):
            module.requires_grad_(True)
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear) and not isinstance(module, LowRank):
                setattr(module, name, LowRank(child, rank))


class Text:
    """Sentences as tokens, and batches of them."""

    def __init__(self, sentences: Encoded, tokenizer: PreTrainedTokenizerBase) -> None:
        self.sentences, self.tokenizer = sentences, tokenizer

    def batches(self, size: int, generator: torch.Generator) -> Iterator[Encoded]:
        """Yield batches for ever. Sentences of about one length are in one, so that there is little padding."""
        while True:
            order = torch.randperm(len(self.sentences), generator=generator).tolist()
            for start in range(0, len(order), 50 * size):
                some = sorted(order[start : start + 50 * size], key=lambda one: len(self.sentences[one]))
                groups = [some[at : at + size] for at in range(0, len(some), size)]
                for group in torch.randperm(len(groups), generator=generator).tolist():
                    yield [self.sentences[one] for one in groups[group]]

    def padded(self, batch: Encoded) -> tuple[Tensor, Tensor]:
        """Return ids and attention mask, both of shape (sentences, longest)."""
        length = max(map(len, batch))
        ids = torch.full((len(batch), length), self.tokenizer.pad_token_id)
        for row, tokens in zip(ids, batch, strict=True):
            row[: len(tokens)] = torch.tensor(tokens)
        return ids, (ids != self.tokenizer.pad_token_id).long()

    def masked(
        self, ids: Tensor, share: float, generator: torch.Generator, always: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Return ids with gaps, and labels: the token where one was chosen, IGNORED elsewhere.

        Of the chosen tokens 80 % become [MASK], 10 % a token drawn from all, 10 % stay; with `always` all are masked.
        """
        special = torch.isin(ids, torch.tensor(self.tokenizer.all_special_ids))
        chosen = (torch.rand(ids.shape, generator=generator) < share) & ~special
        labels = torch.where(chosen, ids, IGNORED)
        draw = torch.rand(ids.shape, generator=generator)
        others = torch.randint(len(self.tokenizer), ids.shape, generator=generator)
        gaps = torch.where(chosen & (draw < (1.0 if always else 0.8)), self.tokenizer.mask_token_id, ids)
        return torch.where(chosen & (draw >= 0.9) & (not always), others, gaps), labels


def scores(model: BertForMaskedLM, ids: Tensor, mask: Tensor, places: Tensor) -> Tensor:
    """Return the scores of all tokens at some places, of shape (places, vocabulary)."""
    return model.cls.predictions(model.bert(ids, attention_mask=mask).last_hidden_state[places])


class Measure:
    """What is measured at each stage: how many held-out gaps are filled right, and the words for thirty sentences."""

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
        """Return the share of gaps with the right token first and among five, their number, and the loss in nats."""
        right = among = count = 0
        loss = 0.0
        for ids, mask, labels in self.batches:
            places = labels != IGNORED
            got, wanted = scores(model, ids, mask, places), labels[places]
            loss += cross_entropy(got, wanted, reduction="sum").item()
            first = got.topk(5).indices
            right += int((first[:, 0] == wanted).sum())
            among += int((first == wanted[:, None]).sum())
            count += len(wanted)
        return {"gaps": count, "right": right / count, "among_five": among / count, "held_out_loss": loss / count}

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def words(self, model: BertForMaskedLM) -> list[list[Any]]:
        """Return the first five words for the gap of each of the thirty sentences, with their probabilities."""
        tokenizer, made = self.text.tokenizer, []
        for prompt in self.prompts:
            ids = tokenizer(prompt["text"], return_tensors="pt").input_ids
            got = scores(model, ids, torch.ones_like(ids), ids == tokenizer.mask_token_id)[0].softmax(-1).topk(5)
            names = tokenizer.convert_ids_to_tokens(got.indices.tolist())
            made.append([[name, round(p, 4)] for name, p in zip(names, got.values.tolist(), strict=True)])
        return made

    def passed(self, words: list[list[Any]]) -> int:
        """Return for how many sentences an accepted word is among the five."""
        pairs = zip(self.prompts, words, strict=True)
        return sum(bool({name for name, _ in five} & set(prompt["accepted"])) for prompt, five in pairs)


class Run:
    """One condition, from its first step or from where it was saved."""

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
        """Return what a saved state must have been made with."""
        return {"recipe": asdict(self.recipe), "condition": self.condition}

    def save(self) -> None:
        """Write what is trained, the optimizer and the stages so far, to go on from."""
        own = {name: p for name, p in self.model.named_parameters() if p.requires_grad}
        parts = {"own": own, "optimizer": self.optimizer.state_dict(), "stages": self.stages}
        training.save(self.path, self.settings(), {**parts, "step": self.step, "tokens": self.tokens})

    def load(self) -> None:
        """Go on from a saved state. Raise UsageError if it was made with other settings."""
        parts = training.load(self.path, self.settings())
        self.model.load_state_dict(parts["own"], strict=False)
        self.optimizer.load_state_dict(parts["optimizer"])
        self.stages, self.step, self.tokens = parts["stages"], parts["step"], parts["tokens"]

    def record(self, losses: list[float]) -> None:
        """Measure a stage, print it, and save."""
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
        for _ in range(self.step):  # what was drawn before it stopped
            next(batches)
        if not self.stages:
            self.record([])
        losses: list[float] = []
        while self.step < recipe.steps:
            losses.append(self.one_step(next(batches), rates[self.step]))
            self.step += 1
            if self.step % recipe.log_every == 0 or self.step == recipe.steps:
                self.record(losses)
                losses = []

    def one_step(self, batch: Encoded, rate: float) -> float:
        """Make a step at a learning rate; return the loss of the batch in nats. Its gaps are drawn from the step."""
        ids, mask = self.text.padded(batch)
        generator = torch.Generator().manual_seed(1_000_003 * (self.recipe.seed + 1) + self.step)
        gaps, labels = self.text.masked(ids, self.recipe.masked, generator)
        places = labels != IGNORED
        loss = cross_entropy(scores(self.model, gaps, mask, places), labels[places])
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained, self.recipe.clip)
        self.optimizer.step()
        self.tokens += int(mask.sum())
        return float(loss)

    def write_update(self, path: Path) -> None:
        """Write what was trained, in half precision: the head, LayerNorms, and A and B of each update."""
        own = {name: p.detach().half().contiguous() for name, p in self.model.named_parameters() if p.requires_grad}
        save_file(own, path)


def run(options: argparse.Namespace) -> None:
    """Train what is asked for. Write the update, and the log when both conditions are there."""
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
        one = Run(recipe, condition, text, measure, options.out / f"{condition}.pt", options.resume)
        one.train()
        runs.append(one)
        if condition == WITH_UPDATE:
            one.write_update(options.out / UPDATE_FILE)
    if options.only:
        return
    top = {"recipe": asdict(recipe), **training.environment(options), "sentences": len(sentences)}
    log = training.as_text(top, [{"condition": one.condition, **columns(one.stages)} for one in runs])
    (options.out / "training_log.json").write_text(log, encoding="utf-8")
    for one in runs:
        one.path.unlink()


def columns(stages: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the stages as the log has them: a list for each thing that was measured."""
    return {key: [stage[key] for stage in stages] for key in stages[0]}


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    parser = training.make_parser("Train a masked-LM head on all-MiniLM-L6-v2.", "steps")
    parser.add_argument("--only", choices=CONDITIONS, help="one condition; without this the log is written, too")
    parser.add_argument("--text", type=Path, default=Path("/usr/share/dictd"), help="where the dictionaries are")
    return training.command(run, parser, HERE, ".", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
