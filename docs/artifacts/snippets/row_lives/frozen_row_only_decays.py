"""An untied `[PAD]` row that starts at random is changed by weight decay alone: at every point of the log its length is the product of the factors (1 − lr · decay) of the steps so far, and with no decay it never changes."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = {run["condition"]: run for run in _log["runs"]}
frozen = []
for condition in (
    "untied, random start, no weight decay",
    "untied, random start",
    "untied, random start, ten times the weight decay",
):
    _run = _runs[condition]
    _changed = {**_log["base"], **_log["changed"][condition]}
    _off = max(
        abs(norm / (_run["pad_norm"][0] * factor) - 1)
        for norm, factor in zip(_run["pad_norm"], _run["decayed_to"], strict=True)
    )
    frozen.append(
        {
            "weight decay": _changed["weight_decay"],
            "norm at the start": _run["pad_norm"][0],
            "norm at the end": _run["pad_norm"][-1],
            "closed form": _run["pad_norm"][0] * _run["decayed_to"][-1],
        }
    )
    assert _off < 1e-4, f"{condition}: off by {_off}"
norms_without_decay = len(
    set(_runs["untied, random start, no weight decay"]["pad_norm"])
)
share_left_at_ten_times = (
    frozen[-1]["norm at the end"] / frozen[-1]["norm at the start"]
)

for row in frozen:
    print(f"weight decay {row['weight decay']:4}:", end=" ")
    print(
        f"norm {row['norm at the start']:.5f} → {row['norm at the end']:.5f},", end=" "
    )
    print(f"closed form {row['closed form']:.5f}")
assert norms_without_decay == 1, f"{norms_without_decay} different norms"
assert share_left_at_ten_times < 0.95, f"{share_left_at_ten_times}"
