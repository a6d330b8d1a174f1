"""In five small tied BERTs, trained with AdamW, the `[PAD]` row grows from zero past the median row, though here no token sees a pad. All have `padding_idx=0`. Untied, the row that is read stays at zero, and the one that scores grows. With SGD the tied row stays short."""

import json
from pathlib import Path
from statistics import mean

scope = "experiment"
decides = "tied, AdamW"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
layers, width = _log["recipe"]["layers"], _log["recipe"]["hidden"]
_runs = {
    name: [run for run in _log["runs"] if run["condition"] == condition]
    for name, condition in (("tied", "base"), ("untied", "untied"), ("SGD", "SGD"))
}
seeds_run = len(_runs["tied"])


def means(name, column):
    """The mean over the runs of a condition, at each hundredth step."""
    runs = [run[column] for run in _runs[name]]
    return [mean(values) for values in list(zip(*runs, strict=True))[::2]]


_steps = _runs["tied"][0]["step"][::2]
curves = [
    {"matrix": name, "step": step, "read": read, "scored": scored, "median": median}
    for name in ("tied", "untied")
    for step, read, scored, median in zip(
        _steps,
        means(name, "pad_norm"),
        means(name, "pad_out_norm"),
        means(name, "median_norm"),
        strict=True,
    )
]
last_step = max(_steps)
tied_end = means("tied", "pad_norm")[-1]
median_end = means("tied", "median_norm")[-1]
untied_scored_end = means("untied", "pad_out_norm")[-1]
sgd_end = means("SGD", "pad_norm")[-1]

print(f"tied, AdamW: [PAD] {tied_end:.2f}, the median row {median_end:.2f}", end="; ")
print(f"untied: read 0, scored {untied_scored_end:.2f}; tied, SGD: {sgd_end:.2f}")
assert {run["pad_norm"][0] for runs in _runs.values() for run in runs} == {0.0}
_seen = [
    max(run[f"pad_{how}"])
    for name in ("tied", "untied")
    for run in _runs[name]
    for how in ("drawn", "read", "labels")
]
assert _seen == [0] * len(_seen), f"{_seen}"
assert all(run["pad_norm"][-1] > run["median_norm"][-1] for run in _runs["tied"])
assert {n for run in _runs["untied"] for n in run["pad_norm"]} == {0.0}
assert all(run["pad_out_norm"][-1] > 2 for run in _runs["untied"])
assert all(run["pad_norm"][-1] < 0.1 for run in _runs["SGD"])
assert tied_end > median_end > 1 > sgd_end > 0
assert untied_scored_end > 2
_base = _log["base"]
assert (_base["tied"], _base["padding_idx"], _base["mask"]) == (True, True, True)
assert _base["optimizer"] == "AdamW"
