"""Five small tied BERTs, trained with AdamW: the softmax alone lengthens the rows of `[PAD]` and of the `[unused]` tokens, which no lookup taught, and makes most of the way of a common word's row, too. Weight decay takes back less than a hundredth."""

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


def shares(row, way):
    """Of each run's way of a row, the share that one cause made; in percent."""
    return [100 * run[f"{row}_by_{way}"][-1] for run in _runs]


def interval(values):
    """The mean, and how far 95 % of such intervals reach on either side."""
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
            "read, times": mean(run[f"{_row}_read"][-1] for run in _runs),
            "a label, times": mean(run[f"{_row}_labels"][-1] for run in _runs),
            **{
                f"{way}, %": f"{middle:.1f} ± {reach:.1f}"
                for way in ("softmax", "lookup", "decay")
                for middle, reach in [interval(shares(_row, way))]
            },
        }
    )
_pad_softmax, _unused_softmax = shares("pad", "softmax"), shares("unused", "softmax")
softmax_of_pad, reach_of_pad = interval(_pad_softmax)
softmax_of_common, reach_of_common = interval(shares("common", "softmax"))
least_of_common = min(shares("common", "softmax"))
decay_of_pad, _ = interval(shares("pad", "decay"))
reads_of_pad_and_unused = sum(
    run["pad_read"][-1] + run["unused_read"][-1] for run in _runs
)
unaccounted = max(max(run["unaccounted"]) for run in _runs) < 1e-3

print(f"{runs} runs of {steps} steps; mean and 95 % interval of the shares")
for row in ways:
    _name, _read, _labels, *_parts = row.values()
    print(f"{_name}: read {_read:.0f} times, a label {_labels:.0f} times;", end=" ")
    print("softmax {}, lookup {}, decay {} %".format(*_parts))
assert runs == 5
assert unaccounted, "the three do not explain the way"
assert reads_of_pad_and_unused == 0
assert all(run["pad_under_the_mask"][-1] > 100_000 for run in _runs), "no pads"
for _row in ("pad", "unused"):
    assert set(shares(_row, "lookup")) == {0.0}
    assert all(abs(share - 100) < 2 for share in shares(_row, "softmax")), _row
    assert all(-1 < share < -0.3 for share in shares(_row, "decay")), _row
    assert {run[f"{_row}_labels"][-1] for run in _runs} == {0}, _row
    assert all(run[f"{_row}_norm"][-1] > run[f"{_row}_norm"][0] + 1 for run in _runs)
assert (_log["changed"]["base"], _log["base"]["tied"]) == ({}, True)
assert all(run["common_read"][-1] > 500 for run in _runs)
assert softmax_of_common - reach_of_common > 70, (softmax_of_common, reach_of_common)
assert interval(shares("common", "lookup"))[0] > 3, "no lookup to compare with"
