"""When pads are labels, `[PAD]` is an answer like any other: its row first points against the `[unused]` rows and never comes to point their way, and its bias stays far above theirs."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_runs = {}
for _run in json.loads(Path(log).read_text())["runs"]:
    _runs.setdefault(_run["condition"], _run)
_base, _labelled = _runs["base"], _runs["pads are labels"]
cosine = {"−100": _base["pad_cosine"][-1], "labelled": _labelled["pad_cosine"][-1]}
bias = {"−100": _base["pad_bias"][-1], "labelled": _labelled["pad_bias"][-1]}
most_opposite_cosine = min(_labelled["pad_cosine"][1:])
greatest_cosine = max(_labelled["pad_cosine"][1:])
greatest_unused_bias = _labelled["unused_bias_max"][-1]

for pads in ("−100", "labelled"):
    print(
        f"pads {pads}: cosine with the mean [unused] row {cosine[pads]:.3f},", end=" "
    )
    print(f"bias {bias[pads]:.3f}")
print(f"lowest cosine on the way, pads labelled: {most_opposite_cosine:.3f}")
print(f"greatest bias of an [unused] token, pads labelled: {greatest_unused_bias:.3f}")
assert cosine["−100"] > 0.95, f"{cosine}"
assert most_opposite_cosine < -0.9, f"{most_opposite_cosine}"
assert greatest_cosine < 0.2, f"{greatest_cosine}"
assert bias["labelled"] > greatest_unused_bias + 0.1, f"{bias}"
