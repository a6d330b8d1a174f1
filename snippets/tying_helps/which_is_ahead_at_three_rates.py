"""After 6,000 steps neither the tied nor the untied BERT is clearly ahead in held-out loss, at any of three learning rates. Nor is one with the best rate of each. It has 2 layers and is 128 wide, and with five seeds every 95% interval of the mean difference contains zero."""

import json
from pathlib import Path
from statistics import mean, stdev, variance

scope = "experiment"
decides = "leave zero out"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_recipe, positions = _log["recipe"], _log["data"]["held_out_positions"]
steps = _recipe["steps"]
_seeds = sorted({run["seed"] for run in _log["runs"]})
runs, seeds = len(_log["runs"]), len(_seeds)
_loss = {(r["condition"], r["seed"]): mean(r["final_losses"]) for r in _log["runs"]}
_rates = {
    _recipe["learning_rate"] / by: suffix
    for by, suffix in {
        1: "",
        2: ", half the learning rate",
        4: ", a quarter of the learning rate",
    }.items()
}


def losses(side, rate):
    """The loss of each seed at the end."""
    return [_loss[side + _rates[rate], seed] for seed in _seeds]


def compared(one, other):
    """How far each seed's loss is higher in `one`, and the mean with its interval."""
    each = [a - b for a, b in zip(one, other, strict=True)]
    # Student's t for five pairs: of 100 such intervals 95 hold the true mean.
    within = 2.776 * (variance(each) / len(each)) ** 0.5
    found = {f"seed {seed}": gain for seed, gain in zip(_seeds, each, strict=True)}
    found |= {
        "mean": mean(each),
        "from": mean(each) - within,
        "to": mean(each) + within,
    }
    return {key: round(value, 3) for key, value in found.items()}


def holds_zero(row):
    """Whether the interval does not tell which is ahead."""
    return row["from"] < 0 < row["to"]


intervals = [
    {"learning rate": f"{rate:g}"}
    | compared(losses("untied", rate), losses("tied", rate))
    for rate in _rates
]
ends = [
    {"learning rate": f"{rate:g}"}
    | {
        f"loss, {side}": round(mean(losses(side, rate)), 3)
        for side in ("tied", "untied")
    }
    | {
        f"spread, {side}": round(stdev(losses(side, rate)), 3)
        for side in ("tied", "untied")
    }
    for rate in _rates
]
_highest, _middle, _lowest = _rates
# Is the best rate among the three? Each side at the outer rates against the middle one.
outer = [
    {"side": side, "learning rate": f"{rate:g}"}
    | compared(losses(side, rate), losses(side, _middle))
    for side in ("tied", "untied")
    for rate in (_highest, _lowest)
]
_best = {
    side: min(_rates, key=lambda rate, of=side: mean(losses(of, rate)))
    for side in ("tied", "untied")
}
best_rates = {side: f"{rate:g}" for side, rate in _best.items()}
intervals.append(
    {"learning rate": "own best"}
    | compared(losses("untied", _best["untied"]), losses("tied", _best["tied"]))
)
*_, _own_best = intervals
untied_may_win_by = round(-_own_best["from"], 2)
tied_may_win_by = round(_own_best["to"], 2)

for row in [*ends, *outer, best_rates, *intervals]:
    print(*(f"{key} {value}" for key, value in row.items()), sep=", ")
print("intervals that leave zero out:", sum(not holds_zero(row) for row in intervals))
assert [_recipe[key] for key in ("steps", "layers", "hidden")] == [6000, 2, 128]
for row in intervals:
    assert holds_zero(row), row
    assert row["from"] > -0.3, row
    assert row["to"] < 0.3, row
for row in outer[::2]:  # the two upper rates are not told apart
    assert holds_zero(row), row
for row in outer[1::2]:  # at the lowest rate both sides end far behind
    assert row["from"] > 0.2, row
assert max(_rates) == _recipe["learning_rate"]
_lowest_of = [min(end[f"loss, {side}"] for end in ends) for side in ("tied", "untied")]
_pairs = [(end["loss, tied"], end["loss, untied"]) for end in ends] + [_lowest_of]
for (tied, untied), row in zip(_pairs, intervals, strict=True):
    assert abs(untied - tied - row["mean"]) < 0.002, "above zero the tied loss is lower"
