"""The mean learning curves of tied and untied runs are farthest apart around the warm-up's end, tied ahead, and meet by half of the training. The largest lead of tied is over 0.13 nats at each of three learning rates. Untied's largest, later, is under 0.1, and smaller than the spread of the five seeds' differences."""

import json
from pathlib import Path
from statistics import mean, stdev

scope = "experiment"
decides = "at 0.001: tied"

log = "experiments/tying/log.json"

_log = json.loads(Path(log).read_text())
_recipe = _log["recipe"]
_runs = {(run["condition"], run["seed"]): run for run in _log["runs"]}
_seeds = sorted({seed for _, seed in _runs})
runs, seeds_run = len(_runs), len(_seeds)
_rates = {
    _recipe["learning_rate"] / by: suffix
    for by, suffix in {
        1: "",
        2: ", half the learning rate",
        4: ", a quarter of the learning rate",
    }.items()
}
_logged = range(0, _recipe["steps"] + 1, _recipe["log_every"])


def table_at(rate):
    """Mean and standard deviation of each side's held-out loss at each logged step."""
    rows = []
    for place, step in enumerate(_logged):
        tied, untied = (
            [_runs[side + _rates[rate], s]["held_out_loss"][place] for s in _seeds]
            for side in ("tied", "untied")
        )
        leads = [u - t for t, u in zip(tied, untied, strict=True)]
        row = {
            "steps": step,
            "tied": mean(tied),
            "spread, tied": stdev(tied),
            "untied": mean(untied),
            "spread, untied": stdev(untied),
            "tied leads by": mean(leads),
            "spread of the lead": stdev(leads),
        }
        rows.append({key: round(value, 3) for key, value in row.items()})
    return rows


_highest, _middle, _lowest = _rates
at_highest, at_middle, at_lowest = (table_at(rate) for rate in _rates)
curves = [  # without the random start, whose loss is nearly twice as high
    {"steps": row["steps"], "tied": row["tied"], "untied": row["untied"]}
    for row in at_middle[1:]
]
curves_show = "held-out loss, mean of five seeds, in nats"
middle_rate = f"{_middle:g}"

leads = []
for _rate, _table in zip(_rates, (at_highest, at_middle, at_lowest), strict=True):
    _trained = _table[1:]
    _most = max(_trained, key=lambda row: row["tied leads by"])
    _least = min(_trained, key=lambda row: row["tied leads by"])
    _half = _table[len(_table) // 2]
    assert _half["steps"] == _recipe["steps"] / 2, _half
    leads.append(
        {
            "learning rate": f"{_rate:g}",
            "tied leads most at step": _most["steps"],
            "by": _most["tied leads by"],
            "untied leads most at step": _least["steps"],
            "by then": -_least["tied leads by"],
            "spread then": _least["spread of the lead"],
            "tied leads at half by": _half["tied leads by"],
            "spread at half": _half["spread of the lead"],
        }
    )

print(*at_middle[0], sep=" · ")
for _row in at_middle:
    print(*_row.values(), sep=" · ")
for _row in leads:
    _rate, _step, _by, _later, _by_then, *_ = _row.values()
    print(f"at {_rate}: tied's largest lead {_by} at step {_step}", end="; ")
    print(f"untied's {_by_then} at step {_later}")
for _row in leads:
    assert 0.13 < _row["by"] < 0.2, _row
    assert 0.1 <= _row["tied leads most at step"] / _recipe["steps"] <= 0.25, _row
    assert 0 < _row["by then"] < 0.1 and _row["by then"] < _row["spread then"], _row
    assert _row["untied leads most at step"] > _row["tied leads most at step"], _row
    assert abs(_row["tied leads at half by"]) < _row["spread at half"], _row
assert max(_rates) == _recipe["learning_rate"]
assert all(run["step"] == [*_logged] for run in _runs.values())
assert _logged[0] == 0 and curves[0]["steps"] == _recipe["log_every"], f"{curves[0]}"
assert curves[-1]["steps"] == _recipe["steps"] and _recipe["warmup"] == 0.1
