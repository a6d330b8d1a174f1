"""At half the learning rate both of two seeds end lower, tied and untied."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_half = ", half the learning rate"
_loss = {(r["condition"], r["seed"]): mean(r["final_losses"]) for r in _log["runs"]}
rates = [
    {
        "learning rate": _said or _log["recipe"]["learning_rate"],
        "seed": seed,
        "loss, tied": round(_loss["tied" + _which, seed], 3),
        "loss, untied": round(_loss["untied" + _which, seed], 3),
    }
    for _which, _said in (("", ""), (_half, "half of it"))
    for seed in sorted(
        seed for condition, seed in _loss if condition == "untied" + _half
    )
]
for row in rates:
    row["untied − tied"] = round(row["loss, untied"] - row["loss, tied"], 3)
    print(*(f"{key}: {value}" for key, value in row.items()), sep=", ")
_at, _at_half = rates[:2], rates[2:]
seeds_run = len(_at_half)
for _before, _after in zip(_at, _at_half, strict=True):
    _tied, _untied = (
        f"{_before[name]} → {_after[name]}" for name in ("loss, tied", "loss, untied")
    )
    print(f"at half the rate, seed {_before['seed']}: tied {_tied}, untied {_untied}")
    assert _before["seed"] == _after["seed"]
    assert _after["loss, tied"] < _before["loss, tied"] - 0.02, rates
    assert _after["loss, untied"] < _before["loss, untied"] - 0.02, rates
