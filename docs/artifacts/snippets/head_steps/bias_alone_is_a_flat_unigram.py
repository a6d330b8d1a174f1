"""Without any vector, pydoc-bert's bias alone guesses the commonest token, and its probabilities are too even: its loss is nearer to that of guessing blindly than to that of the tokens' frequencies."""

import json
import math
from pathlib import Path

import torch
from transformers import BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
counted = "checkpoints/pydoc-bert/token_counts.json"  # by count_tokens.py beside it

logging.set_verbosity_error()  # the load report has a page of its own
bias = BertForMaskedLM.from_pretrained(pydoc_bert).cls.predictions.bias.detach()
_counts = torch.tensor(json.loads(Path(counted).read_text())["counts"])
_share = _counts / _counts.sum()
_vocabulary = Path(pydoc_bert, "vocab.txt").read_text().splitlines()

best_by_bias = _vocabulary[bias.argmax()]
commonest = _vocabulary[_counts.argmax()]
by_bias = bias.softmax(-1)
probability_percent = {
    "by_the_bias": 100 * by_bias.max().item(),
    "by_frequency": 100 * _share.max().item(),
}
# what a guesser pays for a token of the training text, on average
loss = {
    "blind": math.log(len(bias)),
    "bias": -(_share @ by_bias.log()).item(),
    "frequency": torch.special.entr(_share).sum().item(),
}
way_down = (loss["blind"] - loss["bias"]) / (loss["blind"] - loss["frequency"])
way_down_percent = 100 * way_down

print(f"best by the bias: “{best_by_bias}”; commonest in the text: “{commonest}”")
print("its probability, in percent:", end=" ")
print(", ".join(f"{name} {value:.2f}" for name, value in probability_percent.items()))
print("loss:", ", ".join(f"{name} {value:.2f}" for name, value in loss.items()))
print(f"of the way from blind to frequency the bias goes {way_down_percent:.0f} %")
assert best_by_bias == commonest
assert probability_percent["by_the_bias"] < probability_percent["by_frequency"] / 10
assert 0.2 < way_down < 0.45, f"{way_down:.2f}"
