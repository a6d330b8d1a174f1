"""A lookup moves an untied `[PAD]` row in three ways: random replacement draws it, the mask is missing, or pads carry labels. We tested this without `padding_idx`, in a text that never says `[PAD]`. With words drawn only, the mask, and −100 on pads the row stays zero, to the last bit."""

import json
from pathlib import Path

scope = "experiment"
decides = "words only, mask, −100"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = {(run["condition"], run["seed"]): run for run in _log["runs"]}
steps = _log["recipe"]["steps"]


def end(run, name):
    """What the log has of a run after its last step."""
    return run[name][run["step"].index(steps)]


_conditions = {
    "words only, mask, −100": ("untied, no padding_idx", 0),
    "any token may be drawn, [PAD] never is": ("untied, any token, no padding_idx", 0),
    "[PAD] is drawn": ("untied, any token, no padding_idx", 1),
    "no mask": ("untied, no mask, no padding_idx", 0),
    "pads are labels": ("untied, pads are labels, no padding_idx", 0),
}
ways = []
for _name, _condition in _conditions.items():
    _run = _runs[_condition]
    _changed = _log["changed"][_condition[0]]
    assert (_changed["tied"], _changed["padding_idx"]) == (False, False)
    ways.append(
        {
            "how": _name,
            "[PAD] drawn": end(_run, "pad_drawn"),
            "read": end(_run, "pad_read"),
            "under the mask": end(_run, "pad_under_the_mask"),
            "a label": end(_run, "pad_labels"),
            "norm at the end": end(_run, "pad_norm"),
        }
    )
runs = len(ways)
guarded_norms = sorted(
    {
        norm
        for condition in list(_conditions.values())[:2]
        for norm in _runs[condition]["pad_norm"]
    }
)
_drawn_by_seed = [
    end(run, "pad_drawn") for run in _log["runs"] if run["condition"] == "any token"
]
runs_by_googles_rule = len(_drawn_by_seed)
drawn_by_googles_rule = sum(_drawn_by_seed)

for row in ways:
    _name, _drawn, _read, _hidden, _labels, _norm = row.values()
    print(f"{_name}: drawn {_drawn}, read {_read}, under the mask {_hidden},", end=" ")
    print(f"a label {_labels} times; norm {_norm:.3f} after {steps} steps")
print(f"in {runs_by_googles_rule} tied runs by Google's rule [PAD] was drawn", end=" ")
print(f"{drawn_by_googles_rule} times")
_guarded, _lucky, _drawn, _unmasked, _labelled = ways
assert guarded_norms == [0.0]
assert _guarded["under the mask"] > 100_000, "no pads"
assert (_guarded["read"], _guarded["a label"], _lucky["read"]) == (0, 0, 0)
assert _drawn["[PAD] drawn"] == _drawn["read"] > 0 and _drawn["a label"] == 0
assert drawn_by_googles_rule > 0
assert _unmasked["read"] > 100_000
assert (_unmasked["[PAD] drawn"], _unmasked["a label"]) == (0, 0)
assert _labelled["a label"] > 10_000
assert (_labelled["[PAD] drawn"], _labelled["read"]) == (0, 0)
for row, _condition in list(zip(ways, _conditions.values(), strict=True))[2:]:
    assert row["norm at the end"] > 0.01, row
    assert abs(end(_runs[_condition], "pad_by_lookup") - 1) < 0.05, row
