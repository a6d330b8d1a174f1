"""Without `padding_idx` a tied run is the same, digit by digit, until a lookup reaches the row, with one seed of two after step 600; most of the growth that was left is then gone."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = {(run["condition"], run["seed"]): run for run in _log["runs"]}
# How often [PAD] is drawn: 15 % of the words of a batch are selected, 10 % of these
# become any token.
_recipe = _log["recipe"]
_words = _recipe["batch"] * ((_recipe["shortest"] + _recipe["length"]) / 2 - 2)
draws_expected = 0.15 * 0.1 * _words * _recipe["steps"] / _log["data"]["vocabulary"]

seeds = []
for seed in (0, 1):
    _with, _without = _runs["base", seed], _runs["no padding_idx", seed]
    _pairs = zip(_with["pad_norm"], _without["pad_norm"], strict=True)
    same = [one == other for one, other in _pairs]
    same_until = _with["step"][same.index(False) - 1 if False in same else -1]
    seeds.append(
        {
            "seed": seed,
            "same up to step": same_until,
            "final norm, padding_idx=0": _with["pad_norm"][-1],
            "final norm, no padding_idx": _without["pad_norm"][-1],
        }
    )
_never, _once = seeds
_i = _runs["base", 1]["step"].index(_once["same up to step"])
_at = _runs["base", 1]["pad_norm"][_i]
growth_left = _once["final norm, padding_idx=0"] - _at
growth_after_lookup = _once["final norm, no padding_idx"] - _at
share_of_growth = growth_after_lookup / growth_left

print(f"[PAD] is drawn {draws_expected:.2f} times in a run, on average")
for row in seeds:
    print(f"seed {row['seed']}: the same up to step {row['same up to step']};", end=" ")
    print(
        f"final norm {row['final norm, padding_idx=0']:.4f} with padding_idx,", end=" "
    )
    print(f"{row['final norm, no padding_idx']:.4f} without")
print(f"growth after the lookup: {growth_after_lookup:.3f} of {growth_left:.3f}")
assert _never["same up to step"] == _recipe["steps"], f"{_never}"
assert _once["same up to step"] == 600 < _recipe["steps"], f"{_once}"
assert 0 < share_of_growth < 0.5, f"{share_of_growth}"
