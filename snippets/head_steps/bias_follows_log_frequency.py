"""pydoc-bert's output bias ranks the tokens almost as their frequency in the training text does; it is not the log of it, for it grows with it only a third as fast."""

import json
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
_centred = _log - _log.mean()
slope = (_centred @ (_bias - _bias.mean()) / (_centred @ _centred)).item()
bias_is_the_log = abs(slope - 1) < 0.1

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


def line(name, steepness, first, last):
    ends = torch.tensor([first, last])
    heights = _bias.mean() + steepness * (ends - _log.mean())
    return {"line": name, "from and to": ends.exp().tolist(), "bias": heights.tolist()}


lines = [
    line("fitted to all tokens", slope, 0.0, _log.max().item()),
    line("the log itself", 1, _log.mean().item() - 1.4, _log.mean().item() + 1.4),
]

print(f"{tokens_seen} tokens that occur, {tokens_of_text:,} times together")
print(f"bias and log frequency: correlation {pearson:.3f}, of the ranks {spearman:.3f}")
print(f"e times as frequent: the bias is larger by {slope:.3f}; of a log it would be 1")
assert tokens_seen > 5000
assert pearson > 0.8 and spearman > 0.9, f"{pearson:.3f}, ranks {spearman:.3f}"
assert 0.25 < slope < 0.45, f"slope {slope:.3f}"
