"""Untied, the `[PAD]` row stays exactly zero through the whole training if `padding_idx` is 0, whatever else is wrong; and without it too, if a mask, unlabelled pads and replacement by words keep every gradient out."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

conditions = [
    "untied",
    "untied, no mask",
    "untied, pads are labels",
    "untied, no padding_idx, replaced by words only",
]
_log = json.loads(Path(log).read_text())
_runs = {run["condition"]: run for run in _log["runs"]}
steps = _log["recipe"]["steps"]
times_measured = len(_runs["untied"]["pad_norm"])
largest_norm = {name: max(_runs[name]["pad_norm"]) for name in conditions}
rows_of_the_decoder = {name: _runs[name]["pad_out_norm"][-1] for name in conditions}

for name in conditions:
    print(f"{name}:")
    print(f"  norm {largest_norm[name]} at all {times_measured} times;", end=" ")
    print(f"the decoder's own [PAD] row ends at {rows_of_the_decoder[name]:.3f}")
assert set(largest_norm.values()) == {0.0}, f"{largest_norm}"
assert min(rows_of_the_decoder.values()) > 0.5, f"{rows_of_the_decoder}"
