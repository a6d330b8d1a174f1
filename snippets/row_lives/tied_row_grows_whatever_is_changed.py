"""In the experiment's tied runs with `padding_idx=0` and no label on a pad, the `[PAD]` row grows from zero to the length of an `[unused]` row and points the same way, without the mask, without weight decay and without pads, too."""

import json
from pathlib import Path

scope = "experiment"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
steps = _log["recipe"]["steps"]


def at_the_end(run, name):
    return dict(zip(run["step"], run[name], strict=True))[steps]


_runs = [run for run in _log["runs"] if run["pad_norm"][0] == 0]
_runs = [run for run in _runs if _log["changed"][run["condition"]].get("tied", True)]
ends = []
for _condition in dict.fromkeys(run["condition"] for run in _runs):
    _seeds = [run for run in _runs if run["condition"] == _condition]
    _mean = {
        name: sum(at_the_end(run, name) for run in _seeds) / len(_seeds)
        for name in ("pad_norm", "unused_norm", "pad_cosine", "held_out_loss")
    }
    ends.append(
        {
            "condition": _condition,
            "runs": len(_seeds),
            "[PAD] norm": _mean["pad_norm"],
            "mean [unused] norm": _mean["unused_norm"],
            "cosine of the two": _mean["pad_cosine"],
            "held-out loss": _mean["held_out_loss"],
        }
    )
tied_runs = len(_runs)
_guarded = [
    run
    for run in _runs
    if _log["changed"][run["condition"]].get("padding_idx", True)
    and not _log["changed"][run["condition"]].get("pads_are_labels", False)
]
runs = len(_guarded)
_shares = [
    at_the_end(run, "pad_norm") / at_the_end(run, "unused_norm") for run in _guarded
]
smallest_share, greatest_share = min(_shares), max(_shares)
smallest_cosine = min(at_the_end(run, "pad_cosine") for run in _guarded)
guarded_conditions = sorted({run["condition"] for run in _guarded})

for _end in ends:
    print(f"{_end['condition']:27} [PAD] {_end['[PAD] norm']:.3f},", end=" ")
    print(f"[unused] {_end['mean [unused] norm']:.3f},", end=" ")
    print(f"cosine {_end['cosine of the two']:6.3f}")
print(f"{runs} runs with padding_idx and no label on a pad: [PAD] is", end=" ")
print(f"{smallest_share:.3f} to {greatest_share:.3f} times as long as", end=" ")
print(f"an [unused] row, cosine at least {smallest_cosine:.4f}")
assert guarded_conditions == [
    "base",
    "no mask",
    "no pads",
    "no weight decay",
    "replaced by words only",
    "ten times the weight decay",
]
assert smallest_share > 0.9 and greatest_share < 1.1, (smallest_share, greatest_share)
assert smallest_cosine > 0.99, smallest_cosine
