"""In small BERTs a tied `[PAD]` row grows from zero to the length and direction of the `[unused]` rows; untied it stays at zero. This held with AdamW and `padding_idx=0`, also if we drop the mask, or weight decay, or the pads, or use Google's replacement. Labels on the pads first turn it against them. With SGD it gets less than a tenth as long, at nearly the same held-out loss."""

import json
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

scope = "experiment"
decides = "the base:"

log = "experiments/pad_row/log.json"

_log = json.loads(Path(log).read_text())
steps = _log["recipe"]["steps"]


def end(run, name):
    """What the log has of a run after its last step."""
    return run[name][run["step"].index(steps)]


_rows = {"[PAD]": "pad", "[unused]": "unused", "common": "common", "rare": "rare"}
_t = {3: 4.303, 5: 2.776}  # Student's t, for 95 of 100 intervals, by number of runs
_switches = {
    "tied": ("Weights", "tied", "untied"),
    "padding_idx": ("Embedding", "padding_idx=0", "padding_idx=None"),
    "mask": ("Attention mask", "passed", "missing"),
    "pads_are_labels": ("Labels on pads", "counted", "−100"),
    "any_token": ("Replacement draws", "any token", "words only"),
    "optimizer": ("Optimiser", "AdamW", "SGD"),
    "weight_decay": ("Weight decay", "on", "off"),
    "pads": ("Pads", "in the batches", "none"),
}


def setting(condition, key):
    """Where a switch stood, in words."""
    value = {**_log["base"], **_log["changed"][condition]}[key]
    _, yes, no = _switches[key]
    return yes if value not in (False, 0.0, "SGD") else no


def interval(values):
    """The mean and its 95% interval; of one run or two, the numbers themselves."""
    if len(values) < 3:
        return " / ".join(f"{value:.3f}" for value in values)
    reach = _t[len(values)] * stdev(values) / sqrt(len(values))
    return f"{mean(values):.3f} ± {reach:.3f}"


_by_condition = {}
for _run in _log["runs"]:
    _by_condition.setdefault(_run["condition"], []).append(_run)
_names = " · ".join(name for name, _, _ in _switches.values())
curves, ends = [], []
for _condition, _runs in _by_condition.items():
    _set = " · ".join(setting(_condition, key) for key in _switches)
    for _at in range(0, len(_runs[0]["step"]), 2):
        _point = {_names: _set, "runs": len(_runs), "step": _runs[0]["step"][_at]}
        for _name, _row in _rows.items():
            _norms = [run[f"{_row}_norm"][_at] for run in _runs]
            _point[_name] = mean(_norms)
            _point[f"{_name} least"], _point[f"{_name} most"] = min(_norms), max(_norms)
        curves.append(_point)
    _cosines = [end(run, "pad_cosine") for run in _runs]
    ends.append(
        {
            "condition": "the base" if _condition == "base" else _condition,
            "runs": len(_runs),
            "norm of [PAD]": interval([end(run, "pad_norm") for run in _runs]),
            "mean norm of [unused]": interval([end(r, "unused_norm") for r in _runs]),
            "cosine of the two": "–" if None in _cosines else interval(_cosines),
            "held-out loss": interval([end(run, "held_out_loss") for run in _runs]),
        }
    )
conditions, runs = len(ends), len(_log["runs"])
layers, width = _log["recipe"]["layers"], _log["recipe"]["hidden"]


def ends_of(condition):
    """Per run the last norm of [PAD] over that of an [unused] row, and the cosine."""
    return [
        (end(run, "pad_norm") / end(run, "unused_norm"), end(run, "pad_cosine"))
        for run in _by_condition[condition]
    ]


_twins = ["base", "any token", "no weight decay", "no mask", "no pads"]
_ends = [end for condition in _twins for end in ends_of(condition)]
smallest_share, greatest_share = (f(end[0] for end in _ends) for f in (min, max))
smallest_cosine = min(cosine for _, cosine in _ends)
_labelled = _by_condition["pads are labels"]
labelled_cosine_early = max(
    run["pad_cosine"][run["step"].index(100)] for run in _labelled
)
labelled_cosines = sorted(cosine for _, cosine in ends_of("pads are labels"))
sgd_norm = max(end(run, "pad_norm") for run in _by_condition["SGD"])
least_base_norm = min(end(run, "pad_norm") for run in _by_condition["base"])
_pairs = zip(_by_condition["base"], _by_condition["SGD"], strict=True)
_losses = [
    end(sgd, "held_out_loss") - end(base, "held_out_loss") for base, sgd in _pairs
]
sgd_loses = mean(_losses)
longest_unguarded = max(
    end(run, "pad_norm") for run in _by_condition["no mask, no padding_idx"]
)


def median_row_grows(condition):
    """From the first step to the last, in the mean of the runs."""
    runs = _by_condition[condition]
    return mean(end(run, "median_norm") - run["median_norm"][0] for run in runs)


median_grows, median_grows_with_sgd = map(median_row_grows, ("base", "SGD"))
untied_norms = sorted({n for run in _by_condition["untied"] for n in run["pad_norm"]})

for _end in ends:
    print(f"{_end['condition']}: [PAD] {_end['norm of [PAD]']},", end=" ")
    print(f"[unused] {_end['mean norm of [unused]']},", end=" ")
    print(f"cosine {_end['cosine of the two']}")
assert (_log["base"]["any_token"], _log["base"]["tied"]) == (False, True)
assert {name: _log["changed"][name] for name in [*_twins, "SGD", "untied"]} == {
    "base": {},
    "any token": {"any_token": True},
    "no weight decay": {"weight_decay": 0.0},
    "no mask": {"mask": False},
    "no pads": {"pads": False},
    "SGD": {"optimizer": "SGD"},
    "untied": {"tied": False},
}
assert (
    _by_condition["no padding_idx"][0]["pad_norm"]
    == (_by_condition["base"][0]["pad_norm"])
), "padding_idx changes the row's way"
assert longest_unguarded < least_base_norm / 4, longest_unguarded
assert smallest_share > 0.9 and greatest_share < 1.1, (smallest_share, greatest_share)
assert smallest_cosine > 0.99, smallest_cosine
assert labelled_cosine_early < -0.8, labelled_cosine_early
assert labelled_cosines[0] > -0.3 and labelled_cosines[-1] < 0, labelled_cosines
assert sgd_norm < least_base_norm / 10, (sgd_norm, least_base_norm)
assert abs(sgd_loses) < 0.1, f"SGD's held-out loss is larger by {sgd_loses}"
assert abs(median_grows_with_sgd) < median_grows / 10
_sgd = [
    {
        row: end(run, f"{row}_norm") - run[f"{row}_norm"][0]
        for row in ("unused", "common")
    }
    for run in _by_condition["SGD"]
]
assert all(abs(grown["unused"]) < 0.05 < 0.1 < grown["common"] for grown in _sgd), _sgd
assert untied_norms == [0.0], untied_norms
_sgd_set = curves[11 * list(_by_condition).index("SGD")][_names]
assert _sgd_set == (
    "tied · padding_idx=0 · passed · −100 · words only · SGD · on · in the batches"
), _sgd_set
assert all(len(point) == 3 + 3 * len(_rows) for point in curves), "a curve is missing"
