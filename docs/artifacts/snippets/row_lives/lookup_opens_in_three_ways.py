"""Untied and without `padding_idx`, three things move the `[PAD]` row through the lookup: a missing mask, labels on pads, and a random replacement that draws `[PAD]`; without all three it stays exactly zero."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = {(run["condition"], run["seed"]): run for run in _log["runs"]}
_what = {
    "no mask": ("untied, no padding_idx, no mask", 0),
    "labels on pads": ("untied, no padding_idx, pads are labels", 0),
    "replacement drew [PAD]": ("untied, no padding_idx", 1),
    "it never drew [PAD]": ("untied, no padding_idx", 0),
    "it cannot draw [PAD]": ("untied, no padding_idx, replaced by words only", 0),
}
ways = []
for what, _name in _what.items():
    _norms = _runs[_name]["pad_norm"]
    _still = sum(norm == 0 for norm in _norms) - 1
    ways.append(
        {
            "what was special": what,
            "zero up to step": _runs[_name]["step"][_still],
            "[PAD] norm at the end": _norms[-1],
        }
    )

for way in ways:
    print(f"{way['what was special']:23} zero up to step", end=" ")
    print(f"{way['zero up to step']:4}, in the end {way['[PAD] norm at the end']:.4f}")
for way in ways[:3]:
    assert way["[PAD] norm at the end"] > 0.01, f"{way}"
for way in ways[3:]:
    assert way["[PAD] norm at the end"] == 0.0, f"{way}"
    assert way["zero up to step"] == _log["recipe"]["steps"], f"{way}"
