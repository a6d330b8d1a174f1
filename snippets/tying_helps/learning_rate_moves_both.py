"""At half the learning rate one seed ends lower, tied and untied, and the difference between the two is gone."""

import json
from pathlib import Path
from statistics import mean

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_base, _half = _log["recipe"]["learning_rate"], ", half the learning rate"
_loss = {(r["condition"], r["seed"]): mean(r["final_losses"]) for r in _log["runs"]}
rates = [
    {
        "learning rate": rate,
        "seed": seed,
        "loss, tied": round(_loss["tied" + said, seed], 3),
        "loss, untied": round(_loss["untied" + said, seed], 3),
    }
    for rate, said in ((_base, ""), (_base / 2, _half))
    for seed in range(_log["recipe"]["steps"])
    if ("untied" + _half, seed) in _loss
]
for row in rates:
    row["untied − tied"] = round(row["loss, untied"] - row["loss, tied"], 3)
    print(*(f"{key}: {value}" for key, value in row.items()), sep=", ")
_at, _at_half = rates
assert _at_half["loss, tied"] < _at["loss, tied"] - 0.05, rates
assert _at_half["loss, untied"] < _at["loss, untied"] - 0.05, rates
assert abs(_at_half["untied − tied"]) < 0.02 < abs(_at["untied − tied"]), rates
