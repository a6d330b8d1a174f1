"""After a tenth of the training every tied run has a lower held-out loss than every untied one; at half of it and at the end they lie among each other."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"
decides = "a tenth:"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
steps = _log["recipe"]["steps"]
_runs = {"tied": [], "untied": []}
for _run in _log["runs"]:
    if _run["condition"] in _runs:
        _runs[_run["condition"]].append(_run)
seeds_run = len(_runs["tied"])
_ranked = {
    name: sorted(same, key=lambda run: mean(run["final_losses"]))
    for name, same in _runs.items()
}


def losses(name, step):
    """The held-out loss of each run at a logged step."""
    return [run["held_out_loss"][run["step"].index(step)] for run in _runs[name]]


stages = []
for _share, _said in ((0.1, "a tenth"), (0.5, "half"), (1, "all")):
    _tied, _untied = losses("tied", steps * _share), losses("untied", steps * _share)
    stages.append(
        {
            "of the training": _said,
            "loss, tied": f"{min(_tied):.2f} to {max(_tied):.2f}",
            "loss, untied": f"{min(_untied):.2f} to {max(_untied):.2f}",
            "every run ahead": "neither",
        }
    )
    if max(_tied) < min(_untied):
        stages[-1]["every run ahead"] = "tied"
    if max(_untied) < min(_tied):
        stages[-1]["every run ahead"] = "untied"

_picked = {"best": 0, "median": len(_runs["tied"]) // 2, "worst": -1}
curves_show = "hidden tokens found, %"
curves = [{"step": step} for step in _runs["tied"][0]["step"]]
for _name, _same in _ranked.items():
    for _which, _place in _picked.items():
        for _index, _row in enumerate(curves):
            _found = _same[_place]["held_out_accuracy"][_index]
            _row[f"{_name}, {_which} seed"] = round(100 * _found, 2)

for row in stages:
    print(f"{row['of the training']}: loss, tied {row['loss, tied']},", end=" ")
    print(f"untied {row['loss, untied']}; every run ahead: {row['every run ahead']}")
_ahead = [row["every run ahead"] for row in stages]
assert _ahead == ["tied", "neither", "neither"]
assert min(losses("untied", steps * 0.1)) - max(losses("tied", steps * 0.1)) > 0.05
for _same in _runs.values():  # and each run was still improving when it ended
    assert all(run["held_out_loss"][-1] < run["held_out_loss"][-2] for run in _same)
