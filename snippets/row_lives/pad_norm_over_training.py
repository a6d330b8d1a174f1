"""In the experiment every tied run that starts from a `[PAD]` row of zeros lifts it off zero within 50 steps, and no untied run with `padding_idx` ever does, whatever else is wrong."""

import json
from pathlib import Path

scope = "experiment"
decides = "tied runs from zero"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
steps = _log["recipe"]["steps"]


def at_the_end(run, name):
    return dict(zip(run["step"], run[name], strict=True))[steps]


_first = {}
for _run in _log["runs"]:
    _first.setdefault(_run["condition"], _run)
_lines = {
    "tied, the base": "base",
    "tied, no pads": "no pads",
    "tied, random start": "random start",
    "tied, pads labelled": "pads are labels",
    "tied, unguarded": "no mask, no padding_idx",
    "untied, unguarded": "untied, no padding_idx, no mask",
    "untied, random start": "untied, random start",
    "untied": "untied",
}
curves_show = "norm of the [PAD] row"
curves = [
    {"step": step, **{name: _first[run]["pad_norm"][i] for name, run in _lines.items()}}
    for i, step in enumerate(_first["base"]["step"])
]

layers, width = _log["recipe"]["layers"], _log["recipe"]["hidden"]
conditions, runs = len(_log["changed"]), len(_log["runs"])

_from_zero = [run for run in _log["runs"] if run["pad_norm"][0] == 0]
_tied = [r for r in _from_zero if _log["changed"][r["condition"]].get("tied", True)]
_untied = [
    run
    for run in _from_zero
    if run not in _tied and _log["changed"][run["condition"]].get("padding_idx", True)
]
first_steps = _tied[0]["step"][1]
tied_runs, untied_runs = len(_tied), len(_untied)
smallest_after_first_steps = min(run["pad_norm"][1] for run in _tied)
smallest_decoder_row = min(at_the_end(run, "pad_out_norm") for run in _untied)
_decoder_starts = max(run["pad_out_norm"][0] for run in _untied)

for _name in _lines:
    print(
        f"{_name:26}", *[f"{point[_name]:.3f}" for point in curves[:: len(curves) // 5]]
    )
print(f"{tied_runs} tied runs from zero: at least", end=" ")
print(f"{smallest_after_first_steps:.3f} after {first_steps} steps")
print(f"{untied_runs} untied runs with padding_idx: 0.0 throughout;", end=" ")
print(f"the decoder's own [PAD] row ends at {smallest_decoder_row:.3f} at least")
assert first_steps == 50
assert smallest_after_first_steps > 0.01, f"{smallest_after_first_steps}"
assert all(set(run["pad_norm"]) == {0.0} for run in _untied)
assert smallest_decoder_row > 1.5 * _decoder_starts, f"{smallest_decoder_row}"
