"""What sets the `[unused]` rows apart from one another is the random replacement that draws one now and then: if it draws words only, their lengths scatter less than half as much, and `[PAD]`'s bias lies among theirs, within narrow bounds."""

import json
from pathlib import Path

log = "experiments/pad_row/log.json"

_runs = {}
for _run in json.loads(Path(log).read_text())["runs"]:
    _runs.setdefault(_run["condition"], _run)
replacements = []
for drawn, condition in (
    ("any token", "base"),
    ("words only", "replaced by words only"),
):
    _run = _runs[condition]
    replacements.append(
        {
            "replacement draws": drawn,
            "spread of [unused] norms": _run["unused_norm_spread"][-1],
            "smallest [unused] bias": _run["unused_bias_min"][-1],
            "bias of [PAD]": _run["pad_bias"][-1],
            "greatest [unused] bias": _run["unused_bias_max"][-1],
        }
    )
_any, _words = replacements
range_of_biases = [
    row["greatest [unused] bias"] - row["smallest [unused] bias"]
    for row in replacements
]

for row in replacements:
    print(f"{row['replacement draws']:10}", end=" ")
    print(f"spread of norms {row['spread of [unused] norms']:.3f};", end=" ")
    print(f"biases {row['smallest [unused] bias']:.3f}", end=" ")
    print(f"to {row['greatest [unused] bias']:.3f}, [PAD] {row['bias of [PAD]']:.3f}")
assert 2 * _words["spread of [unused] norms"] < _any["spread of [unused] norms"]
assert 2 * range_of_biases[1] < range_of_biases[0], f"{range_of_biases}"
assert _words["smallest [unused] bias"] < _words["bias of [PAD]"]
assert _words["bias of [PAD]"] < _words["greatest [unused] bias"]
