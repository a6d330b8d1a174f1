"""pydoc-bert's output bias ranks the tokens almost as their frequency in its training text does. LayerNorm's shift adds a second constant to each token's logit, and in pydoc-bert it goes the other way."""

import json
from itertools import pairwise
from pathlib import Path

import torch
from transformers import BertForMaskedLM, logging

pydoc_bert = "pydoc-bert"
counted = "checkpoints/pydoc-bert/token_counts.json"  # by count_tokens.py beside it
scope = "checkpoint"
decides = "of the ranks:"

logging.set_verbosity_error()  # the load report has a page of its own
head = BertForMaskedLM.from_pretrained(pydoc_bert).cls.predictions
counts = torch.tensor(json.loads(Path(counted).read_text())["counts"])
tokens_of_text = counts.sum().item()
_seen = (counts > 0).nonzero()[:, 0]
_log, _bias = counts[_seen].log(), head.bias.detach()[_seen]
with torch.no_grad():  # E(t + β) + b = E t + (E β + b): a constant of each token
    _from_shift = (head.decoder.weight @ head.transform.LayerNorm.bias)[_seen]


def ranks(values):  # of equal ones the mean of their ranks, all times two
    in_order = values.sort().values
    below = torch.searchsorted(in_order, values)
    return (below + torch.searchsorted(in_order, values, right=True)).float()


def spearman(values):
    """The correlation of the ranks with those of log frequency."""
    return torch.corrcoef(torch.stack([ranks(_log), ranks(values)]))[0, 1].item()


tokens_seen = len(_seen)
pearson = torch.corrcoef(torch.stack([_log, _bias]))[0, 1].item()
rank_correlation = {
    "bias": spearman(_bias),
    "shift": spearman(_from_shift),
    "both": spearman(_bias + _from_shift),
}


def slope_among(least, most):
    among = (counts[_seen] >= least) & (counts[_seen] < most)
    log = _log[among] - _log[among].mean()
    return (log @ _bias[among] / (log @ log)).item()


slope = {
    "from_20_to_200_times": slope_among(20, 200),
    "from_1000_times_on": slope_among(1000, tokens_of_text),
}

_commonest = counts.topk(12).indices.tolist()
_others = [token for token in _seen[::50].tolist() if token not in _commonest]
_vocabulary = Path(pydoc_bert, "vocab.txt").read_text().splitlines()
points = [
    {
        "token": _vocabulary[token],
        "times in the training text": counts[token].item(),
        "bias": head.bias[token].item(),
    }
    for token in _commonest + _others
]

_edges = [1, 10, 20, 40, 80, 160, 320, 640, 2000, 10000, tokens_of_text]
_bands = [
    (counts[_seen] >= least) & (counts[_seen] < most)
    for least, most in pairwise(_edges)
]
_middle, _steep = _log.mean(), torch.tensor([-1.4, 1.4])
lines = [
    {
        "line": "mean of the tokens that are about as common",
        "from and to": [_log[band].mean().exp().item() for band in _bands],
        "bias": [_bias[band].mean().item() for band in _bands],
    },
    {
        "line": "as steep as the log itself",
        "from and to": (_middle + _steep).exp().tolist(),
        "bias": (_bias.mean() + _steep).tolist(),
    },
]

print(f"{tokens_seen} tokens that occur, {tokens_of_text:,} times together")
print(f"bias and log frequency: correlation {pearson:.3f}")
print("of the ranks:", ", ".join(f"{k} {v:+.2f}" for k, v in rank_correlation.items()))
for among, value in slope.items():
    print(
        f"{among}: e times as frequent, {value:.2f} more bias; of a log it would be 1"
    )
assert rank_correlation["shift"] < -0.5, f"{rank_correlation}"
assert rank_correlation["both"] < 0.7 < 0.9 < rank_correlation["bias"], (
    f"{rank_correlation}"
)
assert slope["from_1000_times_on"] < 0.3 < slope["from_20_to_200_times"], f"{slope}"
