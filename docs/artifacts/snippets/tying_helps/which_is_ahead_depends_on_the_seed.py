"""Trained tied and untied from five seeds each, the small BERT ends ahead tied from two seeds and untied from two, in each quarter of the held-out batches. The mean difference is below its standard error, and less than 0.25 nats (at 95 percent)."""

import json
from pathlib import Path
from statistics import mean, stdev, variance

scope = "experiment"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
steps, positions = _log["recipe"]["steps"], _log["data"]["held_out_positions"]
vocabulary = _log["data"]["vocabulary"]
_each, _right = {"tied": [], "untied": []}, {"tied": [], "untied": []}
for _run in sorted(_log["runs"], key=lambda run: run["seed"]):
    if _run["condition"] in _each:
        _each[_run["condition"]].append(_run["final_losses"])  # of the same batches
        _right[_run["condition"]].append(_run["final_accuracy"])
_loss = {name: [mean(losses) for losses in same] for name, same in _each.items()}
seeds_run = len(_loss["tied"])
runs = [
    {
        "seed": seed,
        "loss, tied": round(_loss["tied"][seed], 3),
        "loss, untied": round(_loss["untied"][seed], 3),
        "untied − tied": round(_loss["untied"][seed] - _loss["tied"][seed], 3),
        "right, tied, %": round(100 * _right["tied"][seed], 1),
        "right, untied, %": round(100 * _right["untied"][seed], 1),
    }
    for seed in range(seeds_run)
]
tied_loss, untied_loss = mean(_loss["tied"]), mean(_loss["untied"])
tied_spread, untied_spread = stdev(_loss["tied"]), stdev(_loss["untied"])
# The two of a seed share their start and their batches, so they are compared as a pair.
_pairs = [
    [_untied - _tied for _tied, _untied in zip(*both, strict=True)]
    for both in zip(_each["tied"], _each["untied"], strict=True)
]
_differences = [mean(pair) for pair in _pairs]
difference = mean(_differences)
standard_error = (variance(_differences) / seeds_run) ** 0.5
_within = 2.776 * standard_error  # Student's t for five pairs: 95 of 100 intervals
lowest_likely, highest_likely = difference - _within, difference + _within
# From other batches the one that is ahead should be ahead again.
_quarters = [[mean(pair[at::4]) for at in range(4)] for pair in _pairs]
seeds_ahead_tied = sum(min(gains) > 0 for gains in _quarters)
seeds_ahead_untied = sum(max(gains) < 0 for gains in _quarters)

print(*runs[0], sep=" · ")
for row in runs:
    print(*row.values(), sep=" · ")
print(f"tied   {tied_loss:.3f}, spread of the seeds {tied_spread:.3f}")
print(f"untied {untied_loss:.3f}, spread of the seeds {untied_spread:.3f}")
print(f"untied − tied: {difference:+.3f} ± {standard_error:.3f}")
print(f"95 % of such intervals hold it: {lowest_likely:.3f} to {highest_likely:.3f}")
print(f"ahead tied: {seeds_ahead_tied} seeds, untied: {seeds_ahead_untied}")
assert seeds_run == 5
assert abs(difference) < standard_error, f"{difference} ± {standard_error}"
assert -0.25 < lowest_likely < 0 < highest_likely < 0.25
assert seeds_ahead_tied == 2, _quarters
assert seeds_ahead_untied == 2, _quarters
assert tied_spread > 2 * untied_spread, f"{tied_spread}, {untied_spread}"
