"""Train with several seeds before you call a tie better or worse: of fifteen pairs of runs here, six put it ahead and nine behind. One pair of each seed, at each of three learning rates: a BERT of 2 layers, 128 wide, tied and untied, and its held-out loss at the end."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"
decides = "tied ahead in"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_loss = {(r["condition"], r["seed"]): mean(r["final_losses"]) for r in _log["runs"]}
runs = len(_log["runs"])
gains = {}  # how far the tied run is below the untied one of its seed and rate
for condition, seed in _loss:
    if condition.startswith("untied"):
        tied = condition.removeprefix("un")
        gains.setdefault(condition, []).append(
            _loss[condition, seed] - _loss[tied, seed]
        )
tied_is_ahead_in = sum(gain > 0 for of_rate in gains.values() for gain in of_rate)
pairs = sum(map(len, gains.values()))
largest_gain = max(abs(gain) for of_rate in gains.values() for gain in of_rate)

for condition, of_rate in gains.items():
    print(f"{condition}: tied is lower by", *(f"{gain:+.3f}" for gain in of_rate))
print(f"tied ahead in {tied_is_ahead_in} of {pairs} pairs", end="; ")
print(f"of one pair the two are {largest_gain:.2f} apart")
assert (tied_is_ahead_in, pairs, runs) == (6, 15, 30), (tied_is_ahead_in, pairs, runs)
for condition, of_rate in gains.items():  # each rate has pairs of both kinds
    assert min(of_rate) < 0 < max(of_rate), (condition, of_rate)
