"""Where no lookup can reach the `[unused]` rows, because random replacement draws words only, the softmax alone makes them, and `[PAD]` grows as one of them. Where replacement may draw any token, their lengths scatter more than twice as much."""

import json
from pathlib import Path

scope = "experiment"
decides = "words only"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
steps = _log["recipe"]["steps"]


def at_the_end(run, name):
    return dict(zip(run["step"], run[name], strict=True))[steps]


replacements = []
for drawn, _conditions in (
    ("words only", ("replaced by words only", "no pads")),
    ("any token", ("base",)),
):
    _runs = [run for run in _log["runs"] if run["condition"] in _conditions]
    _spreads = [at_the_end(run, "unused_norm_spread") for run in _runs]
    replacements.append(
        {
            "replacement draws": drawn,
            "runs": len(_runs),
            "least cosine of [PAD] and [unused]": min(
                at_the_end(run, "pad_cosine") for run in _runs
            ),
            "least [PAD] norm, in [unused] norms": min(
                at_the_end(run, "pad_norm") / at_the_end(run, "unused_norm")
                for run in _runs
            ),
            "least spread of [unused] norms": min(_spreads),
            "greatest spread": max(_spreads),
        }
    )
_words, _any = replacements
runs = _words["runs"] + _any["runs"]

for row in replacements:
    print(f"{row['replacement draws']:10} ({row['runs']} runs):", end=" ")
    print(f"cosine {row['least cosine of [PAD] and [unused]']:.4f} at least,", end=" ")
    print(f"norm {row['least [PAD] norm, in [unused] norms']:.3f} of theirs;", end=" ")
    print(f"spread {row['least spread of [unused] norms']:.3f}", end=" ")
    print(f"to {row['greatest spread']:.3f}")
assert _log["base"]["replaced_by_any"], "the base draws words only"
for _condition in ("replaced by words only", "no pads"):
    assert not _log["changed"][_condition]["replaced_by_any"], _condition
assert _words["least cosine of [PAD] and [unused]"] > 0.99, f"{_words}"
assert 0.9 < _words["least [PAD] norm, in [unused] norms"] < 1.1, f"{_words}"
assert _any["least spread of [unused] norms"] > 2 * _words["greatest spread"]
