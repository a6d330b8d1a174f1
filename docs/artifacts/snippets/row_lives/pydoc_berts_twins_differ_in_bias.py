"""In pydoc-bert `[PAD]` is the `[unused]` rows' twin in direction from step 200 to the end, but not in bias: its output bias ends above all of theirs."""

import json
from pathlib import Path

training_log = "checkpoints/pydoc-bert/training_log.json"

_records = json.loads(Path(training_log).read_text())["records"]
_later = [record for record in _records if record["step"] >= 200]
smallest_cosine = min(record["cos_pad_mean_unused"] for record in _later)
_inside = [
    record
    for record in _records
    if record["unused_bias_min"] <= record["pad_bias"] <= record["unused_bias_max"]
]
last_step_inside = max(record["step"] for record in _inside)
_shown = [_records[2], *_records[8::8]]
twins = [
    {
        "step": record["step"],
        "cosine of [PAD] and [unused]": record["cos_pad_mean_unused"],
        "bias of [PAD]": record["pad_bias"],
        "smallest [unused] bias": record["unused_bias_min"],
        "greatest [unused] bias": record["unused_bias_max"],
    }
    for record in _shown
]
_last = twins[-1]

for row in twins:
    print(
        f"step {row['step']:4}: cosine {row['cosine of [PAD] and [unused]']:.3f},",
        end=" ",
    )
    print(f"bias {row['bias of [PAD]']:.3f}; [unused]", end=" ")
    print(f"{row['smallest [unused] bias']:.3f} to {row['greatest [unused] bias']:.3f}")
print(f"last step with [PAD]'s bias among the others: {last_step_inside}")
assert smallest_cosine > 0.95, f"{smallest_cosine}"
assert _last["bias of [PAD]"] > _last["greatest [unused] bias"] + 0.1, f"{_last}"
