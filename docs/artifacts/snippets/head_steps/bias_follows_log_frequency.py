"""pydoc-bert's output bias ranks the tokens almost as their frequency in the training text does; it is not the log of it, for among common tokens it rises far more slowly."""

import json
from itertools import pairwise
from pathlib import Path

import torch
from transformers import BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
counted = "checkpoints/pydoc-bert/token_counts.json"  # by count_tokens.py beside it

logging.set_verbosity_error()  # the load report has a page of its own
head = BertForMaskedLM.from_pretrained(pydoc_bert).cls.predictions
counts = torch.tensor(json.loads(Path(counted).read_text())["counts"])
tokens_of_text = counts.sum().item()
_seen = (counts > 0).nonzero()[:, 0]
_log, _bias = counts[_seen].log(), head.bias.detach()[_seen]


def correlation(one, other):
    return torch.corrcoef(torch.stack([one, other]))[0, 1].item()


def ranks(values):  # equal values share the mean of their ranks
    _, which, many = values.unique(return_inverse=True, return_counts=True)
    last = many.cumsum(0).float()
    return (last - (many - 1) / 2)[which]


tokens_seen = len(_seen)
pearson = correlation(_log, _bias)
spearman = correlation(ranks(_log), ranks(_bias))


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
print(f"bias and log frequency: correlation {pearson:.3f}, of the ranks {spearman:.3f}")
for among, value in slope.items():
    print(
        f"{among}: e times as frequent, {value:.2f} more bias; of a log it would be 1"
    )
assert tokens_seen > 5000
assert pearson > 0.8 and spearman > 0.9, f"{pearson:.3f}, ranks {spearman:.3f}"
assert slope["from_1000_times_on"] < 0.3 < slope["from_20_to_200_times"], f"{slope}"
