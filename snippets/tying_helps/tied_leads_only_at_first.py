"""At the end of the warm-up, each tied run of the experiment has a lower held-out loss than every untied one of its rate. That is after a tenth of the training, at each of three learning rates. By two fifths of the training not each tied run is ahead of every untied one any more, and at half of it the 95% interval of the mean difference contains zero."""

import json
from pathlib import Path
from statistics import mean, variance

scope = "experiment"
decides = "a tenth:"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_recipe = _log["recipe"]
_runs = {(run["condition"], run["seed"]): run for run in _log["runs"]}
_seeds = sorted({seed for _, seed in _runs})
runs = len(_runs)
_rates = {
    _recipe["learning_rate"] / by: suffix
    for by, suffix in {
        1: "",
        2: ", half the learning rate",
        4: ", a quarter of the learning rate",
    }.items()
}


def losses(side, rate, share):
    """The held-out loss of each seed after that share of the steps."""
    same = [_runs[side + _rates[rate], seed] for seed in _seeds]
    step = round(share * _recipe["steps"])
    return [run["held_out_loss"][run["step"].index(step)] for run in same]


stages, _all_ahead, _lows, _highs = [], {}, {}, {}
for _share, _said in ((0.1, "a tenth"), (0.5, "half")):
    stages.append({"of the training": _said})
    for _rate in _rates:
        _tied, _untied = (losses(side, _rate, _share) for side in ("tied", "untied"))
        _gains = [u - t for t, u in zip(_tied, _untied, strict=True)]
        # Student's t for five pairs: of 100 such intervals 95 hold the true mean.
        _within = 2.776 * (variance(_gains) / len(_gains)) ** 0.5
        _low, _high = mean(_gains) - _within, mean(_gains) + _within
        stages[-1][f"at {_rate:g}"] = (
            f"{mean(_gains):+.2f} ({_low:+.2f} to {_high:+.2f})"
        )
        _all_ahead[_said, _rate] = min(_untied) - max(_tied)
        _lows[_said, _rate], _highs[_said, _rate] = _low, _high
_percents = [100 * step / _recipe["steps"] for step in _runs["tied", 0]["step"]]
lead_ends_at_percent = {}  # the first entry of the log where not all tied runs lead
for _which, _rate in zip(("highest", "middle", "lowest"), _rates, strict=True):
    _gaps = [
        min(losses("untied", _rate, percent / 100))
        - max(losses("tied", _rate, percent / 100))
        for percent in _percents
    ]
    lead_ends_at_percent[_which] = next(
        percent
        for percent, gap in zip(_percents, _gaps, strict=True)
        if percent > 10 and gap < 0
    )
smallest_gap = min(_all_ahead["a tenth", rate] for rate in _rates)

print("of the training, in %, the lead ends at:", lead_ends_at_percent)
for row in stages:
    _after, *_found = row.values()
    print(f"{_after}:", "; ".join(_found))
for _rate in _rates:
    assert 0.01 < _all_ahead["a tenth", _rate] < 0.5, _all_ahead
    assert _lows["half", _rate] < 0 < _highs["half", _rate], stages
    assert _highs["half", _rate] - _lows["half", _rate] < 0.35, stages  # nor is it wide
assert max(_rates) == _recipe["learning_rate"] and _recipe["warmup"] == 0.1
_ends = lead_ends_at_percent.values()
assert 20 < min(_ends) <= max(_ends) <= 40, lead_ends_at_percent
