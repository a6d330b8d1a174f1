"""In pydoc-bert's one training the `[PAD]` row started at exactly zero and grew longer than the median word's. It ended along the rows of the `[unused]` tokens, which were never a label either. By the recipe, BERT's random replacement draws each of these 50 to 60 times on average."""

import json
from pathlib import Path

scope = "checkpoint"
decides = "step 8000,"

training_log = "checkpoints/pydoc-bert/training_log.json"

_training = json.loads(Path(training_log).read_text())
_log, _recipe = _training["records"], _training["recipe"]
# 15% of the tokens are selected, and 10% of these become any token at random.
_tokens = _recipe["batch"] * (_recipe["shortest"] + _recipe["length"]) / 2
_drawn = 0.15 * 0.1 * _tokens * _recipe["steps"]
lookups_expected = _drawn / _recipe["vocabulary"]
_first, _last = _log[0], _log[-1]
start_norm = _first["pad_norm"]
steps = _last["step"]
pad_norm = _last["pad_norm"]
unused_norm = _last["unused_mean_of_norms"]
median_word_norm = _last["word_median_norm"]
cosine_with_unused = _last["cos_pad_mean_unused"]

_counts = json.loads(Path("checkpoints/pydoc-bert/token_counts.json").read_text())
unused_in_the_text = sum(_counts["counts"][1:100])  # so none can be a label

_shown = [_log[round(i * (len(_log) - 1) / 6)] for i in range(7)]
life_of_the_row = [
    {
        "step": record["step"],
        "[PAD] norm": record["pad_norm"],
        "mean [unused] norm": record["unused_mean_of_norms"],
        "median word norm": record["word_median_norm"],
    }
    for record in _shown
]
for row in life_of_the_row:
    print(", ".join(f"{name} {value:.5g}" for name, value in row.items()))
print(f"an [unused] token is drawn {lookups_expected:.1f} times, on average")
print(f"cosine of [PAD] and the mean [unused] row at the end: {cosine_with_unused:.4f}")
print(f"[unused] tokens in the text: {unused_in_the_text}")
assert unused_in_the_text == 0
assert start_norm == 0.0
assert pad_norm > 1.1 * median_word_norm
assert cosine_with_unused > 0.95
assert 50 < lookups_expected < 60, lookups_expected
