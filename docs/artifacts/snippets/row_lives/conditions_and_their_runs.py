"""The experiment's log holds a base and conditions that each change at least one thing about it, all trained on the same text for as many steps."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_base, _changed = _log["base"], _log["changed"]
steps = _log["recipe"]["steps"]
layers, width = _log["recipe"]["layers"], _log["recipe"]["hidden"]
conditions, runs = len(_changed), len(_log["runs"])
_names = {
    "tied": "tied",
    "padding_idx": "padding_idx",
    "mask": "mask",
    "pads_are_labels": "labels on pads",
    "replaced_by_any": "replacement may draw [PAD]",
    "weight_decay": "weight decay",
    "pads": "pads in the data",
    "starts_at_zero": "row starts at zero",
    "swapped": "ids swapped",
}


def _words(changed):
    """What a condition changes, in words."""
    said = {True: "yes", False: "no"}
    parts = [
        f"{_names[key]}: {said.get(value, value)}" for key, value in changed.items()
    ]
    return "; ".join(parts) or "nothing"


changes = [
    {
        "condition": name,
        "what is changed": _words(changed),
        "runs": sum(run["condition"] == name for run in _log["runs"]),
    }
    for name, changed in _changed.items()
]

for _row in changes:
    print(f"{_row['condition']}: {_row['what is changed']}; runs: {_row['runs']}")
assert _changed["base"] == {}
assert all(changed for name, changed in _changed.items() if name != "base")
assert {run["condition"] for run in _log["runs"]} == set(_changed)
assert {run["step"][-1] for run in _log["runs"]} == {steps}
