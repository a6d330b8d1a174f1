"""A tied `[PAD]` row that starts at random ends nearly where one that starts at zero does: its length differs by less than a tenth, and it points where the `[unused]` rows point."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_runs = {}
for _run in json.loads(Path(log).read_text())["runs"]:
    _runs.setdefault(_run["condition"], _run)
starts = []
for start, condition in (("zero", "base"), ("random", "random start")):
    _run = _runs[condition]
    starts.append(
        {
            "start": start,
            "norm at the start": _run["pad_norm"][0],
            "norm at the end": _run["pad_norm"][-1],
            "cosine with [unused]": _run["pad_cosine"][-1],
            "output bias": _run["pad_bias"][-1],
            "smallest [unused] bias": _run["unused_bias_min"][-1],
            "greatest [unused] bias": _run["unused_bias_max"][-1],
        }
    )
_zero, _random = starts
ratio = _random["norm at the end"] / _zero["norm at the end"]

for row in starts:
    print(f"start {row['start']:6}: norm {row['norm at the start']:.3f}", end=" → ")
    print(f"{row['norm at the end']:.3f},", end=" ")
    print(f"cosine with [unused] {row['cosine with [unused]']:.4f}")
assert _zero["norm at the start"] == 0 < _random["norm at the start"]
assert abs(ratio - 1) < 0.1, f"{ratio}"
assert _random["cosine with [unused]"] > 0.9, f"{_random}"
