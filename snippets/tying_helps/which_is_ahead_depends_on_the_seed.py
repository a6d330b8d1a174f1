"""Trained tied and untied from five seeds each, the small BERT's held-out loss differs more between seeds than between the two."""

import json
from pathlib import Path
from statistics import mean, stdev

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
steps, positions = _log["recipe"]["steps"], _log["data"]["held_out_positions"]
vocabulary = _log["data"]["vocabulary"]
_loss, _right = {}, {}
for _run in _log["runs"]:
    if _run["condition"] in ("tied", "untied"):
        _loss.setdefault(_run["condition"], []).append(mean(_run["final_losses"]))
        _right.setdefault(_run["condition"], []).append(_run["final_accuracy"])
seeds = len(_loss["tied"])
runs = [
    {
        "seed": seed,
        "loss, tied": round(_loss["tied"][seed], 3),
        "loss, untied": round(_loss["untied"][seed], 3),
        "lower": min(_loss, key=lambda name, seed=seed: _loss[name][seed]),
        "right, tied, %": round(100 * _right["tied"][seed], 1),
        "right, untied, %": round(100 * _right["untied"][seed], 1),
    }
    for seed in range(seeds)
]
tied_loss, untied_loss = mean(_loss["tied"]), mean(_loss["untied"])
tied_spread, untied_spread = stdev(_loss["tied"]), stdev(_loss["untied"])
difference = untied_loss - tied_loss
standard_error = ((tied_spread**2 + untied_spread**2) / seeds) ** 0.5
times_tied_is_lower = sum(row["lower"] == "tied" for row in runs)
noise_of_one_run = max(  # from the choice of held-out batches alone
    stdev(run["final_losses"]) / len(run["final_losses"]) ** 0.5 for run in _log["runs"]
)

print(*runs[0], sep=" · ")
for row in runs:
    print(*row.values(), sep=" · ")
print(f"tied   {tied_loss:.3f}, spread of the seeds {tied_spread:.3f}")
print(f"untied {untied_loss:.3f}, spread of the seeds {untied_spread:.3f}")
print(f"untied − tied: {difference:+.3f} ± {standard_error:.3f}")
assert seeds == 5
assert abs(difference) < 2 * standard_error, f"{difference} ± {standard_error}"
assert abs(difference) < max(tied_spread, untied_spread)
assert tied_spread > 2 * untied_spread, f"{tied_spread}, {untied_spread}"
assert 0 < times_tied_is_lower < seeds, times_tied_is_lower
assert max(tied_spread, untied_spread) > 3 * noise_of_one_run, noise_of_one_run
