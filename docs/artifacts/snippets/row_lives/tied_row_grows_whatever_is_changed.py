"""With tied weights the `[PAD]` row leaves zero under every condition tried, and where `padding_idx` keeps lookups out and no pad is a label it grows as long as an `[unused]` row, even when no batch holds a `[PAD]`."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
_runs = [run for run in _log["runs"] if run["pad_norm"][0] == 0]
_runs = [run for run in _runs if _log["changed"][run["condition"]].get("tied", True)]
ends = []
for _condition in dict.fromkeys(run["condition"] for run in _runs):
    _seeds = [run for run in _runs if run["condition"] == _condition]
    _mean = {
        name: sum(run[name][-1] for run in _seeds) / len(_seeds)
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
steps = _log["recipe"]["steps"]
_guarded = {
    run["condition"]: run["pad_norm"][-1] / run["unused_norm"][-1]
    for run in _runs
    if _log["changed"][run["condition"]].get("padding_idx", True)
    and not _log["changed"][run["condition"]].get("pads_are_labels", False)
}
smallest_share = min(_guarded.values())

for _end in ends:
    print(f"{_end['condition']:27} [PAD] {_end['[PAD] norm']:.3f},", end=" ")
    print(f"[unused] {_end['mean [unused] norm']:.3f},", end=" ")
    print(f"cosine {_end['cosine of the two']:6.3f}")
print("[PAD] as a share of an [unused] row, where it is guarded:", end=" ")
print(f"at least {smallest_share:.3f}")
assert all(run["pad_norm"][0] == 0.0 for run in _runs)
assert min(run["pad_norm"][1] for run in _runs) > 0.01
assert "no pads" in _guarded and "no mask" in _guarded
assert smallest_share > 0.9, f"only {smallest_share} of an [unused] row"
