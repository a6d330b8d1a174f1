"""In five small tied BERTs under AdamW, the softmax alone lengthens the rows of `[PAD]` and `[unused]`. It moves a common word's row most of its way. No lookup taught the rows of `[PAD]` and `[unused]`. Weight decay takes back less than a hundredth."""

import json
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

scope = "experiment"
decides = "[PAD]:"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = [run for run in _log["runs"] if run["condition"] == "base"]
steps, runs = _log["recipe"]["steps"], len(_runs)
T = 2.776  # Student's t for five runs: 95 of 100 such intervals hold the mean


def end(run, name):
    """What the log has of a run after its last step."""
    return run[name][run["step"].index(steps)]


def shares(row, way):
    """Of each run's way of a row, the share that one cause made; in percent."""
    return [100 * end(run, f"{row}_by_{way}") for run in _runs]


def interval(values):
    """The mean, and how far 95% of such intervals reach on either side."""
    return mean(values), T * stdev(values) / sqrt(len(values))


_names = {
    "pad": "[PAD]",
    "unused": "the 99 [unused] rows",
    "rare": f"a rare word, “{_log['data']['rare']}”",
    "common": f"a common word, “{_log['data']['common']}”",
}
ways = []
for _row, _name in _names.items():
    ways.append(
        {
            "row": _name,
            "read, times": mean(end(run, f"{_row}_read") for run in _runs),
            "a label, times": mean(end(run, f"{_row}_labels") for run in _runs),
            **{
                f"{way}, %": f"{middle:.1f} ± {reach:.1f}"
                for way in ("softmax", "lookup", "decay")
                for middle, reach in [interval(shares(_row, way))]
            },
        }
    )
softmax_of_common, reach_of_common = interval(shares("common", "softmax"))
unaccounted = max(max(run["unaccounted"]) for run in _runs) < 1e-3

print(f"{runs} runs of {steps} steps; mean and 95% interval of the shares")
for row in ways:
    _name, _read, _labels, *_parts = row.values()
    print(f"{_name}: read {_read:.0f} times, a label {_labels:.0f} times;", end=" ")
    print("softmax {}, lookup {}, decay {} %".format(*_parts))
_alike = [  # of the rows that no lookup taught
    abs(softmax - 100) < 2 and lookup == 0 and -1 < decay < -0.3
    for row in ("pad", "unused")
    for softmax, lookup, decay in zip(
        *(shares(row, way) for way in ("softmax", "lookup", "decay")), strict=True
    )
]
_never = {
    name: sum(end(run, name) for run in _runs)
    for name in ("pad_read", "unused_read", "pad_labels", "unused_labels")
}
assert (runs, _log["changed"]["base"], _log["base"]["tied"]) == (5, {}, True)
assert all(_alike), ways
assert set(_never.values()) == {0}, _never
assert unaccounted, "the three do not explain the way"
assert softmax_of_common - reach_of_common > 70, (softmax_of_common, reach_of_common)
assert reach_of_common < 5, reach_of_common
